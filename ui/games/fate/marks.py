"""Marks and drawings on the board besides the present pieces; no widgets here."""

from typing import NamedTuple

from companion.games.fate.acts import Move
from companion.games.fate.board import distances
from companion.games.fate.position import Hex
from companion.session.fate.dialogs.dialog import AskHex, AskPick, Question
from companion.session.fate.pieces import BoardPiece
from companion.session.fate.snapshot import Difference, FateChoice, FateSnapshot, GuideEntry
from companion.session.fate.words import NAMES
from ui.games.fate.hex_marks import HexMark, HexMarkKind

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class BoardMarks(NamedTuple):
    """Marks, paths of pieces, pieces still to be placed, and wrong pieces."""

    marks: tuple[HexMark, ...] = ()
    paths: tuple[tuple[Hex, ...], ...] = ()
    ghosts: tuple[BoardPiece, ...] = ()
    differences: tuple[Difference, ...] = ()


def shown(snapshot: FateSnapshot, ask: Question | None) -> BoardMarks:
    """Present marks; `ask` is the open question of a hero's action."""
    found = _shown(snapshot, ask)
    return found._replace(marks=(*found.marks, *_taught(snapshot, ask)))


def _taught(snapshot: FateSnapshot, ask: Question | None) -> tuple[HexMark, ...]:
    """Ends of the ways that a lesson points at, and the monster that a hero walks to."""
    saying = snapshot.lesson.saying if snapshot.lesson else None
    ways = [way for way in saying.ways if len(way) > 1] if saying else []
    if saying is None or not ways or (ask and not (isinstance(ask, AskHex) and ask.act_to is Move)):
        return ()
    ends = [str(way[-1]) for way in ways]
    kind = saying.say.values.get("monster")
    steps = distances(ends[0])
    named = [m.hex for m in snapshot.position.monsters if NAMES[m.kind] == kind and m.hex in steps]
    goal = [HexMark(place, "todo", "attack") for place in sorted(named, key=steps.__getitem__)[:1]]
    return (*(HexMark(place, "todo") for place in ends if not ask), *goal)


def _shown(snapshot: FateSnapshot, ask: Question | None) -> BoardMarks:
    if isinstance(ask, AskHex):
        here = (
            HexMark(hex_, "attack", "" if target_letter(ask, hex_) else "attack", target_letter(ask, hex_))
            if ask.attack
            else HexMark(hex_, "target")
            for hex_ in ask.hexes
        )
        return BoardMarks(tuple(here), (ask.path,) if ask.path else ())
    if isinstance(ask, AskPick) and (ways := [pick.way for pick in ask.picks if pick.way]):
        return BoardMarks((HexMark(ways[0][-1], "target"),))
    wrong = tuple(HexMark(str(d.space), "wrong", label=str(i)) for i, d in enumerate(snapshot.differences, 1))
    wrong += tuple(HexMark(str(space), "ask", label="?") for space in snapshot.unsure)
    if snapshot.stage in ("guide", "repair") and snapshot.done < len(snapshot.steps):
        step = snapshot.steps[snapshot.done]
        return BoardMarks((*_step(step), *wrong), _paths(step), _ghosts(snapshot, step), snapshot.differences)
    if snapshot.choice and snapshot.choice.what != "table":
        return BoardMarks((*_options(snapshot.choice), *wrong), differences=snapshot.differences)
    paths = _paths(snapshot.steps[snapshot.done]) if snapshot.done < len(snapshot.steps) else ()
    return BoardMarks(wrong, paths, differences=snapshot.differences)


def target_letter(ask: AskHex, place: Hex) -> str:
    """Letter that links a target with its picture; "" if there is only one."""
    return LETTERS[ask.hexes.index(place) % len(LETTERS)] if ask.attack and len(ask.hexes) > 1 else ""


def letter(choice: FateChoice, index: int) -> str:
    """Letter that links an option with its hex; "" if options have no distinct hexes."""
    spaces = choice.options[index].spaces
    return LETTERS[index % len(LETTERS)] if spaces and choice.what not in ("table", "seen") else ""


def _step(step: GuideEntry) -> tuple[HexMark, ...]:
    ends = _ends(step)
    here = (
        HexMark(str(act.space), "todo", "take" if act.act == "remove" else "")
        for act in step.acts
        if act.act in ("place", "remove") and act.space is not None and str(act.space) not in ends
    )
    return (*(HexMark(path[-1], "todo") for path in _paths(step)), *here)


def _ends(step: GuideEntry) -> set[Hex]:
    """Hexes that an arrow already marks."""
    return {place for path in _paths(step) for place in (path[0], path[-1])}


def _paths(step: GuideEntry) -> tuple[tuple[Hex, ...], ...]:
    if step.paths:
        return tuple(tuple(str(space) for space in path) for path in step.paths)
    return tuple((str(act.space), str(act.target)) for act in step.acts if act.act == "move")


def _ghosts(snapshot: FateSnapshot, step: GuideEntry) -> tuple[BoardPiece, ...]:
    levels = {monster.hex: monster.level for monster in snapshot.position.monsters}
    return tuple(
        BoardPiece(str(act.space), kind, level=levels.get(str(act.space), 0))
        for act in step.acts
        if act.act == "place" and act.space is not None and str(act.space) not in _ends(step)
        for kind in act.pieces
    )


def _options(choice: FateChoice) -> tuple[HexMark, ...]:
    marks: dict[Hex, HexMark] = {}
    for index, option in enumerate(choice.options):
        for place in map(str, option.spaces[:1]):
            if place not in marks or index == choice.default:
                kind: HexMarkKind = "default" if index == choice.default else "ask"
                marks[place] = HexMark(place, kind, label=letter(choice, index))
    return tuple(marks.values())
