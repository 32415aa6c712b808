"""Fábula in words."""

from collections.abc import Mapping
from typing import Any

from companion.games.base import ENGLISH
from companion.games.fabula.duel import Duel
from companion.session.fabula.seat import SEAT
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.messages import Message
from companion.session.view import Answer
from tests.playthroughs.transcript import View, first, some

NOBODY: Mapping[str, Any] = {"hand": [], "faces": {}}
"""What a seat knows when nobody decides."""


def look(shown: FabulaSnapshot, own: FabulaSnapshot) -> View:
    """Return the view of a snapshot and of that for who decides."""
    public = SEAT.public(shown, ENGLISH)
    secret = SEAT.secret(own, ENGLISH) or NOBODY
    hand = [
        f"{card['n']} {_face(secret, card)}" if card["n"] > 1 else _face(secret, card)
        for card in secret["hand"]
    ]
    decisions = [one for one in own.decisions if not one.aside]
    plays = [str(one.text) for one in decisions if one.id.startswith("play ")]
    uses = [str(one.text) for one in decisions if one.id.startswith(("use ", "attach "))]
    keys = [str(one.text) for one in decisions if not one.id.startswith(("play ", "use ", "attach "))]
    touched = [one for one in decisions if str(one.text) in keys]
    things = [named(own, str(thing)) for one in touched for thing in sorted(map(str, one.form.after(())))]
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
            *some("cards of the hand", plays),
            *some("uses", uses),
            *some("to touch", things, 5),
            *keys,
        ),
        log=tuple((entry.number, str(entry.text)) for entry in shown.log),
        score="; ".join([*sides, *next_]),
        over=str(shown.prompt.detail) if shown.over else "",
    )


def said(shown: FabulaSnapshot, message: Message) -> str:
    """Return a decision in words."""
    match message:
        case Answer(decision=id_, answer=tuple(way)):
            words = [_word(shown, str(thing)) for thing in way if thing != id_]
            return " ".join(
                [id_ if id_.startswith(("pass", "end", "nothing")) else _begun(shown, id_), *words]
            )
    return ""


def _begun(shown: FabulaSnapshot, id_: str) -> str:
    """Return the id of a decision with names of cards."""
    return " ".join(_word(shown, word) for word in id_.split(" "))


def _word(shown: FabulaSnapshot, word: str) -> str:
    return named(shown, word) if "/" in word and not word.startswith("=") else word


def named(shown: FabulaSnapshot, id_: str) -> str:
    """Return a card's name with its id."""
    known = Duel(shown.position._replace(names={**shown.bases, **shown.position.names}))
    return f"{known.called(id_)} [{id_}]"


def _face(secret: Mapping[str, Any], card: Mapping[str, Any]) -> str:
    return str(secret["faces"][card["face"]]["name"])
