"""Fate in words."""

from collections.abc import Sequence

from companion.games.base import ENGLISH
from companion.games.fate import act_object
from companion.games.fate.places import placed
from companion.session.fate.seat import SEAT
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import Message
from companion.session.view import Amounts, Answer, Decision, Dice, Label, Path
from tests.playthroughs.transcript import View, first, some
from tests.session.fate_acts import PlayAct


def look(shown: FateSnapshot, _: FateSnapshot) -> View:
    """Return the view of a snapshot; nothing in it is secret."""
    public = SEAT.public(shown, ENGLISH)
    heroes = [
        f"{hero['name']} {hero['hearts']}/{hero['most']}, gold {hero['values'][2][1]}"
        for hero in public["heroes"]
    ]
    by_hero = shown.stage == "heroes"
    return View(
        decider=shown.turn if by_hero else "nobody" if shown.over else "everybody",
        wrong="; ".join(f"{one['text']} [{one['hex']}]" for one in public["wrong"]),
        todo=first([str(placed(step.title)) for step in shown.steps[shown.done :]]),
        may=(
            *some("acts", [str(one.text) for one in shown.decisions], 8),
            *some("options", [str(label.text) for one in shown.decisions for label in words_of(one)]),
        ),
        log=tuple((entry.number, str(placed(entry.text))) for entry in shown.log),
        score=f"town {public['town']}, Rune Stone {public['step']}; {'; '.join(heroes)}",
        over=str(shown.prompt.detail) if shown.over else "",
    )


def words_of(decision: Decision) -> Sequence[Label]:
    """Return the words of the options of a decision, if it has some."""
    return decision.form.labels if isinstance(decision.form, Path | Amounts | Dice) else ()


def said(shown: FateSnapshot, message: Message) -> str:
    """Return a decision in words."""
    match message:
        case PlayAct(_, act):
            what, *rest = act_object(act).items()
            return " ".join([str(what[1]), *(f"{key} {_words(value)}" for key, value in rest)])
        case Answer(decision=id, answer=tuple(answer)):
            decision = next(one for one in shown.decisions if one.id == id)
            labels = dict(zip(decision.ways, words_of(decision), strict=False))
            chosen = labels[answer].text if labels else answer
            return f"{decision.text}: {chosen}" if answer else str(decision.text)
    return ""


def _words(value: object) -> str:
    """Return a value of a written act without the marks of JSON."""
    match value:
        case dict():
            return ", ".join(f"{key} {_words(one)}" for key, one in value.items())
        case list() | tuple():
            return ", ".join(map(_words, value)) or "none"
    return str(value)
