"""Fábula in words."""

from collections.abc import Mapping
from typing import Any

from companion.games.base import ENGLISH
from companion.games.fabula.duel import Duel
from companion.session.fabula.messages import FinishTurn, FoundCard, PlaceBases, PlayAction
from companion.session.fabula.seat import SEAT
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.messages import Message
from tests.playthroughs.transcript import View, first, some

NOBODY: Mapping[str, Any] = {"hand": [], "pick": None, "bases": [], "found": [], "nothing": ""}
"""What a seat knows when nobody decides."""


def look(shown: FabulaSnapshot, own: FabulaSnapshot) -> View:
    """Return the view of a snapshot and of that for who decides."""
    public, duel = SEAT.public(shown, ENGLISH), Duel(shown.position)
    secret, asked = SEAT.secret(own, ENGLISH) or NOBODY, public["open"]
    hand = [
        f"{card['n']} {_face(secret, card)}" if card["n"] > 1 else _face(secret, card)
        for card in secret["hand"]
    ]
    plays = [f"{_face(secret, card)} ({way['text']})" for card in secret["hand"] for way in card["ways"]]
    ways = [
        f"{duel.called(id_)} ({way['text']})" for id_, card in public["cards"].items() for way in card["ways"]
    ]
    bases = [_face(secret, base) for base in secret["bases"]]
    keys = [
        key["text"].replace("{n}", "…")
        for key in (asked["none"], *asked["more"], secret["pick"])
        if key and key["text"]
    ]
    pairs = [named(shown, id_) for id_ in asked.get("sources", ())]
    goals = [named(shown, id_) for id_ in asked.get("goals", ())]
    picks = [named(shown, id_) for id_ in asked.get("cards", ())]
    aims = [named(shown, id_) for step in asked.get("way", {}).get("steps", ()) for id_ in step]
    sides = [
        f"{side['player']} {side['resources']}/{side['most']} resources, {', '.join(side['counts'])}, "
        f"bases taken {sum(b.controller == n != b.owner for b in shown.position.bases)}"
        for n, side in enumerate(public["sides"])
    ]
    next_ = some("happens next", [named(shown, item.id) for item in reversed(shown.position.stack)])
    steps = [str(step) for step in shown.seen.steps]
    return View(
        decider=shown.turn or "nobody",
        own=f"hand: {', '.join(hand)}" if shown.dealt else "; ".join(some("may hold", hand)),
        wrong=f"seen in {', '.join(map(str, shown.seen.zones))}" if shown.seen.zones else "",
        todo=first(steps),
        may=(
            *some("bases to lay", bases, 5),
            *some("cards to find", [_face(secret, one) for one in secret["found"]]),
            *((secret["nothing"],) if secret["nothing"] else ()),
            *some("cards of the hand", plays),
            *some("uses", ways),
            *some("allies", pairs),
            *some("goals", goals),
            *some("cards", picks),
            *some("targets", aims),
            *keys,
        ),
        log=tuple((entry.number, str(entry.text)) for entry in shown.log),
        score="; ".join([*sides, *next_]),
        over=public["result"],
    )


def said(shown: FabulaSnapshot, message: Message) -> str:
    """Return a decision in words."""
    match message:
        case PlayAction(_, written):
            return _said(shown, written)
        case PlaceBases(_, player, bases):
            return f"{player} lays {', '.join(named(shown, base) for base in bases)}"
        case FoundCard(_, card):
            return f"found: {card or 'nothing'}"
        case FinishTurn():
            return "end the turn"
    return ""


def named(shown: FabulaSnapshot, id_: str) -> str:
    """Return a card's name with its id."""
    known = Duel(shown.position._replace(names={**shown.bases, **shown.position.names}))
    return f"{known.called(id_)} [{id_}]"


def _said(shown: FabulaSnapshot, written: Mapping[str, Any]) -> str:
    def word(value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{word(key)} → {word(one)}" for key, one in value.items()) or "none"
        if isinstance(value, list | tuple):
            return ", ".join(map(word, value)) or "none"
        return named(shown, value) if isinstance(value, str) and "/" in value else str(value)

    return "; ".join(
        key if value is True else f"{key} {word(value)}" for key, value in written.items() if key != "shows"
    )


def _face(secret: Mapping[str, Any], card: Mapping[str, Any]) -> str:
    return str(secret["faces"][card["face"]]["name"])
