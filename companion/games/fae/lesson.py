"""The guided first round of Fae: a ritual, the next card, one's own colour, and a move."""

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from companion.games.base import N_, Sentence
from companion.games.fae.position import Move, Position, size
from companion.games.fae.rules import apply, legal
from companion.games.lesson import Lesson, Saying, Step

_TURNS_EACH = 2
"""Turns of every player after which the first round is over."""
_SHOWN = 2
"""Maximum number of moves pointed at."""


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
    say = Sentence(N_("Druids of a space walk together: touch them, then where they go."))
    why = Sentence(N_("They go to a space beside theirs where others stand."))
    return Saying(say, why, tuple((move.source, move.target) for move in ways))


def _ritual(p: Position) -> Saying | None:
    ways = tuple((move.source, move.target) for move in scoring(p)[:1])
    say = Sentence(N_("Touch the druids in the ring, then where they go: a group stands alone."))
    why = Sentence(N_("Alone, it holds a ritual: points for each of its colours, yours or not."))
    return Saying(say, why, ways) if ways else None


def _card(p: Position) -> Saying | None:
    say = Sentence(N_("The next ritual takes this card. It blesses one ground and curses another."))
    why = Sentence(N_("Blessed ground adds points. On cursed ground all leave without points."))
    return Saying(say, why, keys=("card",)) if p.cards_used else None


def _spirit(_: Position) -> Saying:
    say = Sentence(N_("Only the points of your secret colour are yours. Look at it here."))
    why = Sentence(N_("Help it without the others guessing which one it is."))
    return Saying(say, why, keys=("spirit",))


LESSON: Lesson[Position, Move] = Lesson(
    steps=(
        Step("ritual", _ritual, lambda before, _, after: after.cards_used > before.cards_used),
        Step("card", _card, reads=True),
        Step("spirit", _spirit, reads=True),
        Step("move", _move),
    ),
    over=lambda past: len(past) > _TURNS_EACH * past[0].players,
    farewell=Saying(
        Sentence(N_("That is enough to begin. Most points for one's own colour win after 12 rituals.")),
        Sentence(N_("Hold anything you wonder about: it says what it is.")),
    ),
    opening=opening,
)
