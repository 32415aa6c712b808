"""Marks on the board; no widgets here."""

from collections.abc import Sequence

from companion.games import fae
from companion.games.fae import board as facts
from companion.session.answering import Answering, telling
from companion.session.fae.snapshot import FaeSnapshot
from ui.games.fae import board_map
from ui.games.fae.board import SpaceMark


def shown(
    snapshot: FaeSnapshot, answering: Answering, forbidden: tuple[SpaceMark, ...]
) -> tuple[SpaceMark, ...]:
    """Marked spaces: those in question, those to act on, or the targets of the selected group."""
    if snapshot.choose:
        order = {space: str(i) for i, space in enumerate(answering.chosen, 1)}
        return tuple(SpaceMark(space, "order", order.get(space, "?")) for space in snapshot.choose)
    if answering.chosen:
        targets = tuple(SpaceMark(int(space), "target") for space in answering.next_things)
        return (*targets, SpaceMark(int(answering.chosen[0]), "selected"), *forbidden)
    if len(snapshot.doubt) == 1:  # the arrow shows it
        (move,) = snapshot.doubt
        return SpaceMark(move.source, "move"), SpaceMark(move.target, "move")
    if snapshot.doubt:
        return tuple(
            SpaceMark(space, "ask", chr(ord("A") + i)) for i, space in enumerate(letters(snapshot.doubt))
        )
    if snapshot.problem and snapshot.phase == "setup":
        concerned = snapshot.problem.params.get("spaces")
        spaces = concerned if isinstance(concerned, tuple) else ()
        return tuple(SpaceMark(space, "wrong") for space in spaces if space in facts.SPACES)
    if snapshot.illegal:
        known = (space for space in snapshot.illegal.spaces if space in facts.SPACES)
        return tuple(SpaceMark(int(space), "wrong") for space in known)
    if snapshot.unclear:
        return tuple(SpaceMark(int(space), "ask", "?") for space in snapshot.unclear)
    step = snapshot.step
    if step and step.space is not None:
        if step.target is not None:  # the arrow shows the rest
            return SpaceMark(int(step.space), "move"), SpaceMark(int(step.target), "move")
        return (SpaceMark(int(step.space), "place" if step.act == "place" else "remove"),)
    return forbidden


def letters(moves: Sequence[fae.Move]) -> list[int]:
    """Return a space for the letter of each move: one that no other move touches, else where it begins."""
    ways = [move[:2] for move in moves]
    return [int(space or way[0]) for space, way in zip(telling(ways), ways, strict=True)]


def arrow(snapshot: FaeSnapshot) -> tuple[int, int] | None:
    """Arrow of the druids to move, or of the only move in doubt."""
    step = snapshot.step
    if step and step.act == "move":
        return int(str(step.space)), int(str(step.target))
    if len(snapshot.doubt) == 1:
        return snapshot.doubt[0].source, snapshot.doubt[0].target
    return None


def lakes(snapshot: FaeSnapshot) -> tuple[int, ...]:
    """The lake that druids were carried over."""
    reason = snapshot.illegal
    if reason is None or reason.code != "across_lake" or len(reason.spaces) != 2:
        return ()
    source, target = (int(space) for space in reason.spaces)
    return (board_map.lake_between(source, target),)
