"""The guided first round of Fae: a ritual, the next card, one's own colour, and a move."""

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from companion.games.base import N_, Sentence, counted
from companion.games.fae.board import COLOURS
from companion.games.fae.position import Move, Position, size
from companion.games.fae.reasons import listed
from companion.games.fae.rules import apply, legal
from companion.games.lesson import WELL_DONE, Lesson, Saying, Step

_TURNS_EACH = 2
"""Turns of every player after which the first round is over."""
_TARGET = Sentence(N_("Now touch the land with the green ring."))
_LISTED, _SHOWN = 2, 2
"""Maximum number of colours that are named, and of moves pointed at."""


@cache
def _friendly() -> dict[str, Any]:
    file = resources.files("companion.games.fae").joinpath("data", "lesson.json")
    return dict(json.loads(file.read_text("utf-8")))


def opening(names: Sequence[str], _: Sequence[str]) -> dict[str, Any]:
    """Return a set-up in which the first player can make a ritual at once."""
    return {**_friendly(), "players": list(names)}


def scoring(p: Position) -> list[Move]:
    """Moves that make one ritual with points, best first."""
    worth = [(sum(apply(p, move).scores) - sum(p.scores), move) for move in legal(p) if _one_ritual(p, move)]
    return [move for points, move in sorted(worth, key=lambda one: -one[0]) if points > 0]


def _one_ritual(p: Position, move: Move) -> bool:
    return not move.rituals and apply(p, move).cards_used == p.cards_used + 1


def _move(p: Position) -> Saying:
    quiet = [move for move in legal(p) if apply(p, move).cards_used == p.cards_used]
    ways = sorted(quiet or legal(p), key=lambda move: -size(p, move.source))[:_SHOWN]
    say = Sentence(N_("All druids of a land go together: touch some."))
    why = Sentence(N_("They go to the next land, where others stand."))
    return Saying(say, why, tuple((move.source, move.target) for move in ways), then=(_TARGET,))


def _ritual(p: Position) -> Saying | None:
    best = scoring(p)[:1]
    if not best:
        return None
    say = Sentence(N_("Touch the druids that glow."))
    if size(p, best[0].source) == 1:
        say = Sentence(N_("Touch the druid that glows."))
    why = Sentence(N_("Then a group stands alone, and holds a ritual."))
    return Saying(say, why, ((best[0].source, best[0].target),), then=(_TARGET,))


def _gain(before: Position, _: Move, after: Position) -> Sentence:
    """Say what a ritual has brought."""
    gains = {name: now - was for name, was, now in zip(COLOURS, before.scores, after.scores, strict=True)}
    points = {gain for gain in gains.values() if gain}
    if after.cards_used != before.cards_used + 1 or len(points) != 1:
        return WELL_DONE
    won = [name for name, gain in gains.items() if gain]
    if len(won) > _LISTED:
        return counted(
            "A ritual! {n} point for each of {m} colours.",
            "A ritual! {n} points for each of {m} colours.",
            points.pop(),
            m=len(won),
        )
    colours = listed(won)
    return counted(
        "A ritual! {n} point for {colours}.",
        "A ritual! {n} points for {colours}.",
        points.pop(),
        colours=colours,
    )


def _card(p: Position) -> Saying | None:
    say = Sentence(N_("Touch the card: the next ritual takes it."))
    why = Sentence(N_("Blessed ground adds points. On cursed ground nobody scores."))
    return Saying(say, why, keys=("card",)) if p.cards_used else None


def _spirit(_: Position) -> Saying:
    say = Sentence(N_("Touch Spirit: see your secret colour."))
    why = Sentence(N_("The secret colour with most points wins."))
    return Saying(say, why, keys=("spirit",))


LESSON: Lesson[Position, Move] = Lesson(
    steps=(
        Step("ritual", _ritual, lambda before, _, after: after.cards_used > before.cards_used, praise=_gain),
        Step("card", _card, reads=True),
        Step("spirit", _spirit, reads=True),
        Step("move", _move),
    ),
    over=lambda past: len(past) > _TURNS_EACH * past[0].players,
    farewell=Saying(
        Sentence(N_("Well done! After 12 rituals it ends.")),
        Sentence(N_("Hold anything you wonder about: it says what it is.")),
    ),
    opening=opening,
)
