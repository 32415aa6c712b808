"""A test of the camera at the table: people judge what was read in a few pictures."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Any, NamedTuple, Protocol

from companion.games.base import Space
from companion.storage.exports import Saved
from ui.services import KeptMoment, PicturePoint, RgbPicture

PICTURES = 5
"""Number of pictures of a test."""


class SeenThing(NamedTuple):
    """A piece, card or tile that the camera read: kind, space, place, and name if one is printed."""

    kind: str
    space: Space
    place: PicturePoint
    name: str = ""


@dataclass(slots=True, eq=False)
class TestPicture:
    """A picture and what was read in it; `capture` is what the app needs to keep it, None once it may go."""

    __test__ = False

    picture: RgbPicture
    things: Sequence[SeenThing]
    capture: Any = None


@dataclass(slots=True, eq=False)
class Judged:
    """A picture with what people say about it: the numbers of wrong things, and places of missed ones.

    `kept`: its capture was kept.
    """

    picture: TestPicture
    wrong: set[int] = field(default_factory=set)
    missed: list[PicturePoint] = field(default_factory=list)
    kept: bool = False

    @property
    def wrong_things(self) -> list[SeenThing]:
        """The wrong things."""
        return [self.picture.things[number] for number in sorted(self.wrong)]

    @property
    def right_things(self) -> list[SeenThing]:
        """The other things."""
        return [thing for number, thing in enumerate(self.picture.things) if number not in self.wrong]

    def touch(self, place: PicturePoint, reach: float) -> int | None:
        """Toggle the nearest mark no further away than `reach`, else add a missed thing.

        A mark of a missed thing goes. Returns the number of the toggled thing. `reach` is a share of the
        picture's width.
        """
        shape = self.picture.picture.height / self.picture.picture.width

        def apart(other: PicturePoint) -> float:
            return hypot(other[0] - place[0], (other[1] - place[1]) * shape)

        things = [(apart(thing.place), number) for number, thing in enumerate(self.picture.things)]
        missed = [(apart(other), -1 - number) for number, other in enumerate(self.missed)]
        distance, number = min([*things, *missed], default=(reach + 1, 0))
        if distance > reach:
            self.missed.append(place)
        elif number < 0:
            del self.missed[-1 - number]
        else:
            self.wrong ^= {number}
            return number
        return None


class Tally(NamedTuple):
    """Number of things read right and wrong."""

    right: int = 0
    wrong: int = 0


def tallies(judged: Sequence[Judged], named: Callable[[SeenThing], str]) -> Mapping[str, Tally]:
    """Count the things of all pictures by name, those with most mistakes first."""
    right, wrong = Counter[str](), Counter[str]()
    for one in judged:
        for number, thing in enumerate(one.picture.things):
            (wrong if number in one.wrong else right)[named(thing)] += 1
    names = sorted({*right, *wrong}, key=lambda name: (-wrong[name], name))
    return {name: Tally(right[name], wrong[name]) for name in names}


def totals(judged: Sequence[Judged]) -> tuple[int, int, int]:
    """Number of things read right, read wrong, and missed in all pictures."""
    wrong = sum(len(one.wrong) for one in judged)
    return (
        sum(len(one.picture.things) for one in judged) - wrong,
        wrong,
        sum(len(one.missed) for one in judged),
    )


class Moments(Protocol):
    """Moments that people kept because the app was wrong: pictures, and what it believed."""

    def keep(self) -> None:
        """Keep the last seconds of the running game. Raises StorageError."""

    def take(self) -> TestPicture:
        """The last picture of the running game and what was read in it. Raises StorageError."""

    def keep_judged(self, judged: Judged) -> None:
        """Keep the seconds before a picture in which something was wrong. Raises StorageError."""

    def moments(self) -> Sequence[KeptMoment]:
        """All kept moments, the newest first; takes a moment."""

    def picture(self, name: str) -> RgbPicture:
        """The last picture of a moment. Raises CompanionError."""

    def delete(self, name: str) -> None:
        """Delete a moment. Raises StorageError."""

    def export(self, name: str) -> Saved:
        """Copy a moment to a USB stick, or where people find it. Raises StorageError."""
