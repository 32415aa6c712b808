"""Decisions of a game of Fate: what a hero may begin, the questions of its act, and the choices of the table.

An act is begun by its decision. What its dialog asks is the decision `ask`; `cancel` drops it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from companion.errors import RuleError
from companion.games import fate
from companion.games.base import N_, Reason, Sentence
from companion.games.fate.acts import Act, Move
from companion.games.fate.board import MONSTER_HEXES
from companion.games.fate.heroes import NAMES, card_text
from companion.games.fate.places import hex_name, placed
from companion.games.fate.position import GRIMHEIM, Face, Hero, Hex, Position
from companion.session.fate import words
from companion.session.fate.changes import Change
from companion.session.fate.dialogs import attack_dialog, move_dialog
from companion.session.fate.dialogs.dialog import AskAmounts, AskDice, AskHex, AskPick, Pick, Question, spread
from companion.session.fate.dialogs.offered import Offer
from companion.session.fate.refusals import RULES, rule_of
from companion.session.fate.snapshot import FateChoice, FateOption
from companion.session.view import PRESS, Amounts, Decision, Dice, Label, Path, Thing, Way
from companion.session.words import DONE as SAID_DONE

NEXT = Decision("done", Sentence(N_("Next")), PRESS, default=())
"""The present step of the monsters' turn was seen, or done by hand."""
DONE = Decision("done", Sentence(SAID_DONE), PRESS, default=())
"""Hands have done the next step."""
THERE = Decision("done", Sentence(N_("They stand there")), PRESS, default=())
"""New pieces stand where they belong."""
ALL = Decision("all_done", Sentence(N_("All done")), PRESS)
BACK = Decision("back", Sentence(N_("Back")), PRESS)
AGAIN = Decision("back", Sentence(N_("Watch again")), PRESS)
"""The monsters' turn is shown from its beginning."""
GO_ON = Decision("go_on", Sentence(N_("Go on")), PRESS, default=())
ANY_ORDER = Decision("any_order", Sentence(N_("Any order")), PRESS, default=())
ENOUGH = Decision("enough", Sentence(N_("That is all")), PRESS)
CANCEL = Decision("cancel", Sentence(N_("Cancel")), PRESS, aside=True)
ROLL = Decision("roll", Sentence(N_("Roll in the app")), PRESS, default=())
_CORRECT = Decision("correct", Sentence(N_("Correct something")), PRESS, aside=True)
_WHERE, _WHOM = N_("Where does {hero} move?"), N_("Who does {hero} attack?")
_FACES: tuple[Face, ...] = get_args(Face)
_LABELS = tuple(Label(Sentence(words.FACES[face])) for face in _FACES)


def turn_of(hero: Hero) -> Decision:
    """Return the end of the monsters' turn, after which a hero plays."""
    return replace(NEXT, text=Sentence(N_("{hero}'s turn"), {"hero": NAMES[hero.id]}))


def tick(changes: Sequence[Change]) -> Decision | None:
    """Return what ticks one row of the changes of the monsters' turn; None if all are ticked."""
    rows = {n: change for n, change in enumerate(changes) if not change.done}
    labels = tuple(Label(change.text) for change in rows.values())
    form = Path(tuple((str(n),) for n in rows), labels)
    return Decision("tick", Sentence(N_("What is right on your table?")), form) if rows else None


def offer(position: Position, hero: Hero, offered: Offer) -> Decision:
    """Return the beginning of something that is offered to a hero.

    The hero's hex and its target are touched to move, a target to attack it; all else is a key.
    """
    match offered.key:
        case "move":
            ways = tuple((hero.hex, to) for to in move_dialog.targets(position, hero))
            then = Sentence(_WHERE, {"hero": NAMES[hero.id]})
            form, why_not = Path(ways, _places([to for _, to in ways])), partial(_why_not_move, position)
            return Decision("move", offered.label, form, then, why_not, offered.note)
        case "attack":
            struck: tuple[Way, ...] = tuple((hex_,) for hex_ in attack_dialog.targets(position, hero))
            form, why_not = Path(struck, _targets(position, struck)), partial(_why_not_attack, position, hero)
            then = Sentence(_WHOM, {"hero": NAMES[hero.id]})
            return Decision("attack", offered.label, form, then, why_not, offered.note)
    if offered.group != "aside":
        return Decision(offered.key, offered.label, PRESS, note=offered.note)
    text = Sentence("{hero}: {act}", {"hero": NAMES[hero.id], "act": offered.label})
    return Decision(f"{offered.key} {hero.id}", text, PRESS, aside=True)


def correct(things: Sequence[Thing]) -> Decision:
    """Return the correction of one of these: heroes by their ids, and hexes."""
    form = Path(tuple((thing,) for thing in things))
    return Decision(_CORRECT.id, _CORRECT.text, form, aside=True)


def correctable(position: Position) -> tuple[Thing, ...]:
    """Return all that can be corrected at the table."""
    return (*(hero.id for hero in position.heroes), GRIMHEIM, *sorted(MONSTER_HEXES - {GRIMHEIM}))


def questions(position: Position, hero: Hero | None, ask: Question, rolls: bool) -> tuple[Decision, ...]:
    """Return the open question of a dialog; `rolls`: the app may roll, `hero`: who asks for cards."""
    match ask:
        case AskHex(question, hexes, attack, enough, act_to):
            ways: tuple[Way, ...] = tuple((hex_,) for hex_ in hexes)
            form = Path(ways, _targets(position, ways) if attack else _places(hexes))
            why_not = partial(_why_not, position, act_to) if act_to else None
            asked = _ask(question, form, **({"why_not": why_not} if why_not else {}))
            return (asked, ENOUGH, CANCEL) if enough else (asked, CANCEL)
        case AskDice(question, count):
            typed = _ask(question, Dice(_FACES, count, _LABELS))
            return (ROLL, typed, CANCEL) if rolls else (typed, CANCEL)
        case AskPick(question, picks, dice):
            keys = tuple((str(n),) for n in range(len(picks)))
            usual = next((way for way, pick in zip(keys, picks, strict=True) if pick.answer is None), None)
            form = Path(keys, tuple(_label(pick, hero) for pick in picks))
            note = _rolled(dice) if dice else None
            return (_ask(question, form, default=usual, note=note), CANCEL)
        case AskAmounts(question, labels_by_thing, most, total):
            things = tuple(map(str, most))
            usual_by_thing = ask.now if ask.now is not None else spread(most, total or 0)
            amounts = Amounts(
                things,
                tuple(most.values()),
                total,
                tuple(usual_by_thing.get(key, 0) for key in most),
                tuple(Label(labels_by_thing[key]) for key in most),
                ask.least,
            )
            return (_ask(question, amounts), CANCEL)


def answer(ask: Question, way: Way) -> Any:
    """Return the answer of a dialog that the things of its decision mean."""
    match ask:
        case AskHex():
            return way[0] if way else ""
        case AskPick(_, picks):
            return picks[int(way[0])].answer
        case AskAmounts(_, _, most):
            return {key: n for key, n in zip(most, way, strict=True) if n or ask.now is not None}
    return way


def choice(asked: FateChoice) -> tuple[Decision, ...]:
    """Return an open choice of the table. The decision `choose` has a way for each option, in their order."""
    question = placed(asked.question)
    if asked.dice:
        typed = Decision("dice", question, Dice(_FACES, asked.dice, _LABELS))
        return (ROLL, typed)
    ways, labels = option_ways(asked), _option_labels(asked.options)
    in_order = asked.what == "order"
    default = None if in_order else ways[asked.default]
    decision = Decision("choose", question, Path(ways, labels), default=default)
    return (ANY_ORDER, decision) if in_order else (decision,)


def _option_labels(options: Sequence[FateOption]) -> tuple[Label, ...]:
    """Return the words of options; where two read alike they say where it is."""
    texts = [placed(option.label) for option in options]
    found = list[Label]()
    for text, option in zip(texts, options, strict=True):
        note = hex_name(str(option.spaces[0])) if texts.count(text) > 1 and option.spaces else None
        found.append(Label(text, note))
    return tuple(found)


def option_ways(asked: FateChoice) -> tuple[Way, ...]:
    """Return what is touched for each option: its hexes, or a key if they do not tell it apart."""
    options = asked.options
    if asked.what == "table":
        return tuple((str(n),) for n in range(len(options)))
    firsts = [option.spaces[:1] for option in options]
    pairs = [option.spaces[:2] for option in options]
    ways: list[Way] = []
    for n, first in enumerate(firsts):
        alike = [other for other in range(len(options)) if firsts[other] == first]
        told = {pairs[other] for other in alike if len(pairs[other]) == 2}
        if first and len(alike) == 1:
            ways.append(first)
        elif len(told) == len(alike):
            ways.append(pairs[n])
        elif first and n == (asked.default if asked.default in alike else alike[0]):
            ways.append(first)
        else:
            ways.append((str(n),))
    return tuple(ways)


def _ask(question: Sentence, form: Any, **more: Any) -> Decision:
    return Decision("ask", placed(question), form, **more)


def _targets(position: Position, ways: Sequence[Way]) -> tuple[Label, ...]:
    """Return the words of hexes to strike: the monster and where it stands."""
    monsters = {monster.hex: monster for monster in position.monsters}
    found = [(monsters.get(str(hex_)), hex_name(str(hex_))) for (hex_,) in ways]
    return tuple(
        Label(words.title(monster.kind, monster.level), where) if monster else Label(where)
        for monster, where in found
    )


def _places(hexes: Sequence[Hex]) -> tuple[Label, ...]:
    return tuple(Label(hex_name(hex_)) for hex_ in hexes)


def _rolled(dice: Sequence[Face]) -> Sentence:
    """Return the faces that lie there."""
    faces = {f"face{n}": words.FACES[face] for n, face in enumerate(dice)}
    return Sentence(
        N_("Rolled: {faces}."), {"faces": Sentence(", ".join(f"{{{key}}}" for key in faces), faces)}
    )


def _label(pick: Pick, hero: Hero | None) -> Label:
    note = pick.note
    if note is None and pick.card and hero:
        note = card_text(hero.id, pick.card)
    return Label(placed(pick.label), note and placed(note), pick.way)


def _why_not_move(position: Position, chosen: Way, thing: Thing) -> Reason | None:
    return _why_not(position, Move, (), thing) if chosen else None


def _why_not(
    position: Position, act_to: Callable[[Hex], Act | None], chosen: Way, thing: Thing
) -> Reason | None:
    """Return why the act of a hex is illegal; None if it is no act."""
    act = act_to(str(thing))
    if act is None:
        return None
    try:
        fate.apply(position, act)
    except RuleError as error:
        text = next(iter(error.params["sentences"]), None)  # type: ignore[call-overload]  # params are objects
        return Reason(error.code, rule=rule_of(error), text=text)
    return None


def _why_not_attack(position: Position, hero: Hero, chosen: Way, thing: Thing) -> Reason | None:
    """Return why a monster is out of range."""
    if chosen or all(monster.hex != thing for monster in position.monsters):
        return None
    reached = any(monster.hex == thing for monster in attack_dialog.in_range(position, hero))
    if reached:
        return None
    code, text = attack_dialog.beyond(hero, str(thing))
    return Reason(code, (thing,), RULES[code], text)
