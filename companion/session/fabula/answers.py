"""The answer that means an action, for who knows the action first: simulated players and tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.fabula.position import Id
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.view import Answer, Way


def answer(shown: FabulaSnapshot, written: Mapping[str, Any], seat: int | None = None) -> Answer:
    """Return the answer that means an action in the script format, in what a snapshot offers."""
    offered = {one.id: one for one in shown.decisions}
    targets = tuple(written.get("targets", ()))
    if "laid" in offered:
        return Answer(shown.game, "laid", targets, seat)
    about = written.get("to") or written.get("activate") or (written.get("restore") or [None])[-1]
    if "which" in offered and about and (way := _one_like(shown, about, offered["which"].ways)):
        return Answer(shown.game, "which", way, seat)
    id_, way = _meant(shown, written, targets)
    if not way and id_ in ("attack", "influence", "block", "defend", "mulligan", "restore"):
        id_ = "pass"
    return Answer(shown.game, id_, way, seat)


def _one_like(shown: FabulaSnapshot, about: Id, ways: Sequence[Way]) -> Way:
    """Return the way of this card, else that of one with its name, which stands for all that are alike."""
    names = shown.position.names
    alike = (way for way in ways if len(way) == 1 and names.get(str(way[0])) == names.get(about))
    return (about,) if (about,) in ways else next(alike, ())


def _meant(shown: FabulaSnapshot, written: Mapping[str, Any], targets: Way) -> tuple[str, Way]:
    """Return the id of a decision, and the things of its answer."""
    shows = written.get("shows", {})
    match dict(written):
        case {"play": str(card)}:
            key = f"play ={shows[card]}" if card in shows else f"play {card}"
            return key, (key, *targets)
        case {"activate": str(card)}:
            key = f"use {card} {written.get('ability', 0)}"
            return key, (key, *targets)
        case {"attach": str(card), "to": str(host)}:
            key = f"attach {card}"
            return key, (key, host)
        case {"discard": [*ids]}:
            return "discard", tuple(_named(ids, shows))
        case {"mulligan": [*numbers]}:
            hand = shown.position.sides[shown.decider].hand
            return "mulligan", tuple(hand[number - 1] for number in numbers)
        case {"order": dict(order)}:
            return "order", tuple(one for by in order.values() if len(by) > 1 for one in by)
        case {"restore": [*ids]}:
            return "restore", tuple(ids)
        case {"choose": [*ids]}:
            return "choose", tuple(ids)
        case {"concede": _}:
            return "concede", ()
    for what in ("attack", "influence", "block", "defend"):
        if what in written:
            return what, tuple(thing for pair in written[what].items() for thing in pair)
    return "pass", ()


def _named(ids: Sequence[Id], shows: Mapping[Id, str]) -> list[str]:
    """Return discarded cards, those that are named with a number for each of the same name."""
    names = list[str]()
    for id_ in ids:
        if id_ in shows:
            names.append(f"={shows[id_]}/{1 + sum(one.startswith(f'={shows[id_]}/') for one in names)}")
        else:
            names.append(id_)
    return names
