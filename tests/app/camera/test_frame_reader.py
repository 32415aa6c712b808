"""Longest times without a clear view of the table, which the interpreter uses."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from companion.app.camera.frame_reader import FrameReader
from companion.games.base import Table
from companion.table.observation import Observation
from vision.arrays import Picture
from vision.board.reader import ShownBoard
from vision.fae.board import fae_board
from vision.frame import Frame

STILL = np.full((48, 64, 3), 90, np.uint8)


class Reader:
    """Sees the same table in every picture."""

    plan = ShownBoard(fae_board().spaces, fae_board().corners_mm, {}, fae_board().taps_mm)
    view = None
    pieces = ()
    now: Mapping[str, Any] = {}

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        seen = Observation(frame, time_s, trouble=None if picture.any() else "dark")
        return replace(seen, **self.now)

    def accept(self, table: Table) -> None:
        """Nothing to learn."""


def unseen(reader: FrameReader[Reader], *times_s: float, picture: Picture = STILL) -> list[float]:
    return [reader.look(Frame(f"{time_s}", time_s, picture)).unseen_s for time_s in times_s]


def times(
    reader: FrameReader[Reader], *pictures: tuple[float, Mapping[str, Any]]
) -> list[tuple[float, float]]:
    """Unseen and covered times of each frame, for these reader results."""
    found = []
    for time_s, now in pictures:
        reader.reader.now = now
        seen = reader.look(Frame(f"{time_s}", time_s, STILL))
        found.append((seen.unseen_s, seen.covered_s))
    return found


def test_the_longest_time_without_a_picture_is_told_until_a_table_is_agreed_on() -> None:
    reader = FrameReader(lambda start: Reader())
    assert unseen(reader, 5.0, 6.0, 10.0, 11.0) == [0.0, 1.0, 4.0, 4.0]
    reader.accept(None)
    assert unseen(reader, 12.0) == [4.0]
    reader.accept({})
    assert unseen(reader, 14.0) == [2.0]


def test_a_picture_that_shows_nothing_is_none() -> None:
    reader = FrameReader(lambda start: Reader())
    unseen(reader, 1.0)
    unseen(reader, 3.0, picture=np.zeros_like(STILL))
    assert unseen(reader, 5.0) == [4.0]


def test_a_lens_that_hunts_for_focus_misses_no_picture_but_hides_the_table_like_a_hand() -> None:
    reader = FrameReader(lambda start: Reader())
    blurred = [(float(second), {"trouble": "blurred"}) for second in range(1, 8)]
    shown = times(reader, (0.0, {}), *blurred, (8.0, {}))
    assert [unseen_s for unseen_s, _ in shown] == [0.0] + [1.0] * 8
    assert [covered_s for _, covered_s in shown] == [0.0] + [1.0] * 5 + [2.0, 3.0, 4.0]


def test_beside_a_cup_time_passes_too_but_a_hand_is_part_of_every_move() -> None:
    reader = FrameReader(lambda start: Reader())
    cup, hand = {"hidden": frozenset({3})}, {"trouble": "hand"}
    shown = times(reader, (1.0, {}), (2.0, cup), (5.0, hand), (6.0, {}), (7.0, {}))
    assert shown == [(0.0, 0.0), (1.0, 1.0), (3.0, 4.0), (3.0, 4.0), (3.0, 4.0)]


def test_a_hand_that_is_there_for_long_may_have_made_several_moves() -> None:
    reader = FrameReader(lambda start: Reader())
    hands = [(float(second), {"trouble": "hand"}) for second in range(1, 10)]
    shown = times(reader, (0.0, {}), *hands, (10.0, {}))
    assert [unseen_s for unseen_s, _ in shown] == [0.0] + [1.0] * 10
    assert [covered_s for _, covered_s in shown] == [0.0] + [1.0] * 5 + [2.0, 3.0, 4.0, 5.0, 6.0]


def test_pictures_in_which_something_moves_are_pictures_too() -> None:
    reader = FrameReader(lambda start: Reader(), hold_s=0.5)
    for number in range(12):
        moving = np.roll(np.arange(48 * 64 * 3, dtype=np.uint8).reshape(48, 64, 3), 7 * number, 1)
        assert reader.look(Frame(f"{number}", 0.5 * number, moving)).trouble == "motion"
    assert unseen(reader, 6.0, 6.5, 7.0, 7.5)[-1] == 0.5


def test_a_still_picture_is_read_without_waiting() -> None:
    reader = FrameReader(lambda start: Reader(), hold_s=0.5)
    assert reader.look(Frame("live", 0.0, STILL)).trouble == "motion"
    assert reader.look(Frame("photo", 0.0, STILL, still=True)).trouble is None


def test_a_still_picture_that_is_too_noisy_is_not_said_to_move() -> None:
    reader = FrameReader(lambda start: Reader(), hold_s=0.5)
    reader.reader.now = {"trouble": "motion"}
    assert reader.look(Frame("photo", 0.0, STILL, still=True)).trouble == "unclear"


def test_a_still_picture_of_another_size_gets_a_reader_that_knows_the_accepted_table() -> None:
    given: list[Table | None] = []

    def new_reader(start: Table | None) -> Reader:
        given.append(start)
        return Reader()

    reader = FrameReader(new_reader)
    reader.look(Frame("a", 0.0, STILL, still=True))
    reader.accept({1: {"red": 1}})
    reader.look(Frame("b", 2.0, STILL, still=True))
    reader.look(Frame("c", 4.0, STILL[::2, ::2], still=True))
    assert given == [None, {1: {"red": 1}}]
    first = reader.reader
    assert reader.look(Frame("d", 6.0, np.zeros((9, 9, 3), np.uint8), still=True)).trouble == "dark"
    assert reader.reader is first, "a reader that reads nothing is not kept"
