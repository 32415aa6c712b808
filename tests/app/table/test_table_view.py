"""The table check on single pictures, without threads or cameras."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.camera_game import SetupReading
from companion.app.fae import players as people
from companion.app.fae.seeing import SEEING
from companion.app.table import table_view
from companion.app.table.table_view import HINTS, LOST, WRONG_CORNERS, TableView
from companion.games import fae
from companion.games.base import Table
from companion.games.fae.board import REGIONS
from ui.services import PicturePoint, TableLook
from vision.cameras.sources import Frame, Picture, load_picture

DATA = Path(__file__).parents[2] / "data"
FAE, FATE = DATA / "scenes/dark_markers", DATA / "fate_scenes/tiles_night"


def first(folder: Path) -> tuple[Picture, tuple[PicturePoint, ...]]:
    """The first picture and where its board really is."""
    picture = load_picture(sorted(folder.glob("*.jpg"))[0])
    corners = json.loads((folder / "scene.json").read_text())["corners_px"]
    size_px = np.array([picture.shape[1], picture.shape[0]])
    return picture, tuple((float(x), float(y)) for x, y in np.array(corners) / size_px)


def seen(game: str, picture: Picture, corners: tuple[PicturePoint, ...] = ()) -> TableView:
    sight = TableView(game, 0.0, corners, printed=True)
    assert sight.watch(Frame("0", 0.0, picture))
    sight.read()
    return sight


def shown(sight: TableView, corrected: Table | None = None) -> TableLook:
    look = sight.look(corrected or {})
    assert look
    return look


@pytest.fixture(scope="module")
def setup() -> TableView:
    return seen("fae", first(FAE)[0])


def test_a_board_with_markers_is_found_and_read(setup: TableView) -> None:
    look = shown(setup)
    assert np.abs(np.array(look.corners) - first(FAE)[1]).max() < 0.005
    assert not look.dragged
    assert sorted(look.markers) == [0, 1, 2, 3]
    assert sum(len(kinds) for kinds in look.pieces.values()) == 60
    assert (look.hints, look.problems, look.busy, look.ready) == ((), (), "", True)
    x, y = np.mean(look.outlines[1], axis=0)
    assert 0 < x < 1 and 0 < y < 1


def test_the_same_picture_is_not_read_again(setup: TableView) -> None:
    picture = first(FAE)[0]
    assert not setup.watch(Frame("1", 1.0, picture))
    other = picture.copy()
    other[400:500, 500:600] = 200
    assert setup.watch(Frame("2", 2.0, other))


def test_what_people_say_counts_more_than_the_picture(setup: TableView) -> None:
    (here,) = shown(setup).pieces[1]
    other = next(colour for colour in ("red", "blue") if colour != here)
    look = shown(setup, {1: {other: 1}})
    assert look.pieces[1] == {other: 1}
    assert not look.ready
    assert {problem.outline for problem in look.problems} <= set(look.outlines.values())
    assert "stands twice in this region; missing:" in str(look.problems[0].sentence)
    look = shown(setup, {1: {}})
    assert 1 not in look.pieces
    assert [str(p.sentence) for p in look.problems] == [f"{here.capitalize()} is missing here."]


def read_at_once(sight: TableView, monkeypatch: pytest.MonkeyPatch, also: Callable[[], None]) -> None:
    """A set-up is read in no time; reading a real picture takes seconds."""

    def read(*_: Any) -> SetupReading:
        also()
        return SetupReading(opening())

    monkeypatch.setattr(sight, "_seeing", replace(SEEING, read_setup=read))


def test_a_blurred_table_is_not_read_but_says_what_would_help() -> None:
    picture, corners = first(FAE)
    sight = TableView("fae", 0.0, corners)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 2.6), dtype=np.uint8)
    sight.watch(Frame("0", 0.0, soft))
    sight.read()
    sight.watch(Frame("1", 1.0, soft))
    look = shown(sight)
    assert not look.ready and not look.pieces
    assert HINTS["blurred"] in [replace(hint, outline=()) for hint in look.hints]


def test_a_board_is_where_it_is_dragged_to(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, corners = first(FAE)
    sight = TableView("fae", 0.0)
    read_at_once(sight, monkeypatch, lambda: None)
    sight.watch(Frame("0", 0.0, picture))
    sight.drag(((0.1, 0.1), (0.3, 0.1), (0.3, 0.3), (0.1, 0.3)))
    sight.read()
    look = shown(sight)
    assert look.dragged and not look.ready
    assert look.hints == (WRONG_CORNERS,)
    sight.drag(corners)
    assert sight.watch(Frame("1", 1.0, picture))
    sight.read()
    look = shown(sight)
    assert look.dragged and look.ready
    assert look.corners == corners


def test_a_board_dragged_away_while_reading_is_not_shown_where_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture, corners = first(FAE)
    sight = TableView("fae", 0.0, corners)
    sight.watch(Frame("0", 0.0, picture))
    read_at_once(sight, monkeypatch, lambda: sight.drag(()))
    sight.read()
    assert not shown(sight).pieces
    assert sight.watch(Frame("1", 1.0, picture))


def test_without_a_board_light_comes_first() -> None:
    dark = np.full((480, 640, 3), 30, np.uint8)
    look = shown(seen("fae", dark))
    assert [hint.about for hint in look.hints] == ["light", "board"]
    assert look.hints[1] == LOST
    assert (look.corners, look.ready) == ((), False)


def test_while_something_moves_nothing_is_read() -> None:
    sight = TableView("fae", 0.6)
    picture = first(FAE)[0]
    moved = picture.copy()
    moved[300:600, 300:600] = 255
    assert not sight.watch(Frame("0", 0.0, picture))
    assert not sight.watch(Frame("1", 0.5, moved))
    assert shown(sight).busy == "moving"
    assert not sight.watch(Frame("2", 1.0, moved))
    assert sight.watch(Frame("3", 1.2, moved))
    assert shown(sight).busy == ""


@pytest.mark.slow
def test_a_corner_may_be_dragged_while_a_picture_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, corners = first(FAE)
    sight = seen("fae", picture)
    working = table_view._working

    def dragging(picture: Picture) -> Picture:
        sight.drag(corners)
        return working(picture)

    monkeypatch.setattr(table_view, "_working", dragging)
    assert not sight.watch(Frame("1", 1.0, picture)), "as the one before"
    assert sight.watch(Frame("2", 2.0, picture)), "read again with the new corners"


def test_a_camera_that_shakes_is_told() -> None:
    sight, picture = TableView("fae", 0.6), first(FAE)[0]
    for n in range(5):
        sight.watch(Frame(str(n), 0.2 * n, np.roll(picture, 8 * (n % 2), 1)))
    assert [hint.about for hint in shown(sight).hints][-1:] == ["still"]


def test_fate_tells_what_must_not_lie_there_yet() -> None:
    picture, corners = first(FATE)
    look = shown(seen("fate", picture, corners))
    truth = json.loads((FATE / "truth.jsonl").read_text().splitlines()[0])
    assert look.pieces and set(look.pieces) <= set(truth["state"])
    assert not look.ready
    assert str(look.problems[0].sentence).endswith(" lies here: take it off.")


def opening() -> dict[Any, Any]:
    return dict(fae.table(people.opening(3)))


def wrong(table: Table, unsure: frozenset[Any] = frozenset()) -> list[tuple[Any, str]]:
    return [(place, str(sentence)) for place, sentence in SEEING.wrong_setup(table, unsure)]


def test_every_mistake_of_a_set_up_is_named_at_its_space() -> None:
    table, (a, b, *_) = opening(), REGIONS[1]
    (first_kind,), (second_kind,) = table[a], table[b]
    assert wrong(table) == []
    assert wrong({space: kinds for space, kinds in table.items() if space != a}) == [
        (a, f"{first_kind.capitalize()} is missing here.")
    ]
    assert wrong({space: kinds for space, kinds in table.items() if space not in (a, b)}) == [
        (a, "A druid is missing here."),
        (b, "A druid is missing here."),
    ]
    text = f"{first_kind.capitalize()} stands twice in this region; missing: {second_kind.capitalize()}."
    assert wrong(table | {b: {first_kind: 1}}) == [(a, text), (b, text)]
    assert wrong(table | {a: {first_kind: 2}}) == [(a, "Only one druid belongs here.")]
    assert (b, "Only one druid belongs here.") in wrong(table | {b: {second_kind: 1, "blue": 1}})


def test_a_doubtful_druid_is_asked_about_where_nothing_else_is_wrong() -> None:
    table, (a, b, *_) = opening(), REGIONS[2]
    assert wrong(table, frozenset({a})) == [(a, "Which druid is this? Touch it.")]
    del table[b]
    assert [place for place, _ in wrong(table, frozenset({a}))] == [b]
