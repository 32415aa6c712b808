"""The light pattern: next action, errors, last move and whose turn it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.app.devices.light_effects import Led
from companion.games.base import Space
from companion.session.snapshot import Snapshot
from companion.session.view import CALM_MARKS, MarkKind
from companion.settings.people import SIDES, Side
from hardware.strip import Light, Strip

if TYPE_CHECKING:  # loads OpenCV, which the start page does without
    from companion.app.base import BoardLights

STRIP = Strip()
TAKE = Led((255, 140, 0))
PUT = Led((0, 220, 80), "breathe")
WRONG = Led((255, 0, 0), "blink")
ASK = Led((60, 90, 255), "breathe")
LAST = Led((50, 50, 45))
TURN = Led((26, 22, 14), "breathe")
_LAMPS: Mapping[MarkKind, Led] = {
    "last": LAST,
    "turn": LAST,
    "ask": ASK,
    "wrong": WRONG,
    "move": TAKE,
    "remove": TAKE,
    "goal": PUT,
    "place": PUT,
    "turn_over": PUT,
}
ROUTE: Light = (0, 90, 35)
"""Colour of the light that runs from a source to a target space."""

_SQUARE_MM = (500.0, 500.0)
"""Assumed size of the table if there is no board, in mm."""


def pattern(
    board: "BoardLights | None",
    snapshot: Snapshot | None,
    strip: Strip = STRIP,
    seats: Mapping[str, Side] = {},
    spots: Mapping[Side, Light] = {},
    hinted: Iterable[Space] = (),
) -> list[Led]:
    """Return one `Led` per lamp, clockwise from the board's top left corner.

    A space is shown by the lamps in its row and column, on all four sides. `seats` maps players to
    sides: the lamps in front of the player to move glow. `hinted` are spaces to point at. `spots`
    override everything.
    """
    shown = [Led()] * strip.count
    size_mm = board.size_mm if board else _SQUARE_MM
    if snapshot and snapshot.turn in seats:
        _set_lamps(shown, _seat_lamps(seats[snapshot.turn], size_mm, strip), TURN)
    if snapshot and board:
        marks = [(space, mark) for mark in snapshot.marks for space in board.where(snapshot, mark.thing)]
        for (source, _), (target, mark) in pairwise(marks):
            if mark.kind == "goal":
                _run(shown, _way(board, source, target, strip))
        asked = [(space, ASK) for thing in hinted for space in board.where(snapshot, thing)]
        for space, lamp in (*((space, _LAMPS[mark.kind]) for space, mark in marks), *asked):
            _set_lamps(shown, _space_lamps(board, space, strip), lamp)
    for seat, light in spots.items():
        _set_lamps(shown, _seat_lamps(seat, size_mm, strip), Led(light))
    return shown


def taught(snapshot: Snapshot | None) -> Sequence[Space]:
    """Spaces of the lesson's move; none while the lamps ask for something else first."""
    saying = snapshot.lesson.saying if snapshot and snapshot.lesson else None
    if not snapshot or not saying or any(mark.kind not in CALM_MARKS for mark in snapshot.marks):
        return ()
    return next(iter(saying.ways), ())


def _set_lamps(shown: list[Led], numbers: Iterable[int], lamp: Led) -> None:
    for number in numbers:
        shown[number] = lamp


def _run(shown: list[Led], way: list[int]) -> None:
    for place, number in enumerate(way):
        shown[number] = Led(ROUTE, "run", place / len(way))


def places_mm(strip: Strip, size_mm: tuple[float, float]) -> Iterator[float]:
    """Distance of each lamp along the edge, clockwise from the top left corner; even per side."""
    begin = 0.0
    for lamps, side_mm in zip(strip.sides, (*size_mm, *size_mm), strict=True):
        yield from (begin + (lamp + 0.5) / lamps * side_mm for lamp in range(lamps))
        begin += side_mm


def _seat_lamps(seat: Side, size_mm: tuple[float, float], strip: Strip) -> list[int]:
    """Lamps in front of a seat: half a side, or a quarter of both sides of a corner."""
    width, height = size_mm
    middles = (
        width / 2, width, width + height / 2, width + height,
        1.5 * width + height, 2 * width + height, 2 * width + 1.5 * height, 2 * (width + height),
    )  # fmt: skip
    i = SIDES.index(seat)
    before, after = ((width, width), (width, height), (height, height), (height, width))[i % 4]
    edge_mm, start_mm = 2 * (width + height), middles[i] - before / 4
    length_mm = before / 4 + after / 4
    places = enumerate(places_mm(strip, size_mm))
    return [number for number, at_mm in places if (at_mm - start_mm) % edge_mm < length_mm]


def _space_lamps(board: "BoardLights", space: Space, strip: Strip) -> list[int]:
    """Indices of the lamps above and below a space, and right and left of it."""
    (x_mm, y_mm), (width_mm, height_mm) = board.place_mm(space), board.size_mm
    across = (x_mm / width_mm, y_mm / height_mm, 1 - x_mm / width_mm, 1 - y_mm / height_mm)
    found, first = [], 0
    for lamps, share in zip(strip.sides, across, strict=True):
        if lamps:
            found.append(first + min(lamps - 1, max(0, int(share * lamps))))
        first += lamps
    return found


def _way(board: "BoardLights", source: Space, target: Space, strip: Strip) -> list[int]:
    """Lamps between two spaces' columns or rows, on the side with the longer run; ends excluded."""
    here, there = (_space_lamps(board, space, strip) for space in (source, target))
    ways = [
        list(range(start, end, 1 if start < end else -1))[1:] for start, end in zip(here, there, strict=True)
    ]
    return max(ways, key=len, default=[])
