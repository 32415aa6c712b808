"""Fate in words."""

from companion.games.base import ENGLISH
from companion.games.fate import act_object
from companion.games.fate.places import placed
from companion.session.fate.messages import ChooseOption, PlayAct
from companion.session.fate.seat import SEAT
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import Message
from tests.playthroughs.transcript import View, first, some


def look(shown: FateSnapshot, _: FateSnapshot) -> View:
    """Return the view of a snapshot; nothing in it is secret."""
    public = SEAT.public(shown, ENGLISH)
    acting = next((hero for hero in public["heroes"] if hero["id"] == public["acting"]), None)
    offers = acting["offers"] if acting and shown.stage == "heroes" else []
    choice = public["choice"]
    options = [
        f"{'*' if n == choice['default'] else ''}{option['label']}"
        for n, option in enumerate(choice["options"] if choice else ())
    ]
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
            *some("acts", [offer["label"] for offer in offers], 8),
            *some("answers", options),
            *((public["next"],) if public["next"] else ()),
        ),
        log=tuple((entry.number, str(placed(entry.text))) for entry in shown.log),
        score=f"town {public['town']}, Rune Stone {public['step']}; {'; '.join(heroes)}",
        over=public["result"],
    )


def said(shown: FateSnapshot, message: Message) -> str:
    """Return a decision in words."""
    match message:
        case PlayAct(_, act):
            what, *rest = act_object(act).items()
            return " ".join([str(what[1]), *(f"{key} {_words(value)}" for key, value in rest)])
        case ChooseOption(_, index) if shown.choice:
            return f"“{placed(shown.choice.options[index].label)}”"
    return ""


def _words(value: object) -> str:
    """Return a value of a written act without the marks of JSON."""
    match value:
        case dict():
            return ", ".join(f"{key} {_words(one)}" for key, one in value.items())
        case list() | tuple():
            return ", ".join(map(_words, value)) or "none"
    return str(value)
