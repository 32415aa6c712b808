"""Events of a duel, and their JSON objects in `companion watch --game fabula`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.games.base import Sentence
from companion.session.events import Event, Json

Corners = tuple[tuple[float, float], ...]
"""Corners in pixels, clockwise from the card's own top left."""


class CardRead(NamedTuple):
    """A card on the table; `card`: its name, or "back" if face down."""

    card: str
    corners_px: Corners
    tapped: bool
    side: str
    zone: str


@dataclass(frozen=True, slots=True)
class CardsRead(Event):
    """The cards on the table; `unknown`: corners of unrecognised cards."""

    name = "table"
    cards: tuple[CardRead, ...]
    unknown: tuple[Corners, ...] = ()

    def _fields(self) -> Json:
        cards = [
            {
                "id": card.card,
                "corners_px": _rounded(card.corners_px),
                "tapped": card.tapped,
                "side": card.side,
                "zone": card.zone,
            }
            for card in self.cards
        ]
        return {"cards": cards, "unknown": [_rounded(corners) for corners in self.unknown]}


@dataclass(frozen=True, slots=True)
class CardChanged(Event):
    """A change of one card since the previous table: it appeared, was tapped, moved, and so on."""

    name = "change"
    what: str
    card: str
    more: Mapping[str, Any]

    def _fields(self) -> Json:
        return {"what": self.what, "card": self.card, **self.more}


@dataclass(frozen=True, slots=True)
class ActionSeen(Event):
    """An action that explains the picture, in the format of a written duel; `said`: its sentences."""

    name = "action"
    player: str
    action: Mapping[str, Any]
    said: Sequence[Sentence] = ()

    def _fields(self) -> Json:
        return {"player": self.player, **self.action}


@dataclass(frozen=True, slots=True)
class ActionAsked(Event):
    """Several actions explain the picture: the players must choose one; `said`: the sentences of each."""

    name = "ask"
    candidates: Sequence[Mapping[str, Any]]
    said: Sequence[Sequence[Sentence]] = ()

    def _fields(self) -> Json:
        return {"candidates": [dict(candidate) for candidate in self.candidates]}


@dataclass(frozen=True, slots=True)
class DuelStands(Event):
    """State of the duel when the pictures end."""

    name = "end"
    standing: Mapping[str, Any]

    def _fields(self) -> Json:
        return dict(self.standing)


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in corners]
