"""Boards tapped from another corner than their own first one."""

import json
from typing import NamedTuple

import numpy as np
import pytest

from companion.errors import VisionError
from tests.architecture.tree import ROOT
from tests.bench import turned
from tests.bench.turned import faint
from tests.vision.pictures import SCENES
from vision.arrays import Floats, Picture
from vision.cameras.sources import load_picture
from vision.fae.board import fae_board
from vision.fate.board_geometry import fate_plan
from vision.geometry import find_board
from vision.geometry.calibrate import View, view_from_points
from vision.geometry.find_board import FindableBoard
from vision.geometry.markers import marker_squares
from vision.geometry.orientation import upright


class Tapped(NamedTuple):
    board: FindableBoard
    picture: Picture
    taps_px: Floats

    def in_order(self, turn: int) -> Floats:
        """Return the sorted taps if they begin at another corner; (0, 2) if the order stays open."""
        taps_px = upright(self.board, self.picture, self.board.taps_mm, np.roll(self.taps_px, turn, 0))
        return np.zeros((0, 2)) if taps_px is None else taps_px


def all_tables() -> dict[str, Tapped]:
    """All first pictures of both boards."""
    tables = {
        name: Tapped(fae_board(), load_picture(scene.folder / "frame_000.jpg"), np.array(scene.corners_px))
        for name, scene in SCENES.items()
    }
    for name in ("minis_parchment", "tiles_night"):
        folder = ROOT / "tests/data/fate_scenes" / name
        taps = np.array(json.loads((folder / "scene.json").read_text("utf-8"))["corners_px"])
        tables[name] = Tapped(fate_plan(), load_picture(folder / "frame_000.jpg"), taps)
    return tables


TABLES = all_tables()
NEAR_PX = 8.0
"""Taps are known to about 6 px."""


def apart_px(table: Tapped, view: View, taps_px: Floats) -> float:
    """Return the largest distance in px of the tapped points in the view from the taps."""
    return float(np.linalg.norm(view.project(table.board.taps_mm) - taps_px, axis=1).max())


@pytest.mark.parametrize("name", TABLES)
def test_taps_from_any_corner_are_put_in_order(name: str) -> None:
    table = TABLES[name]
    for turn in range(len(table.taps_px)):
        assert np.array_equal(table.in_order(turn), table.taps_px), turn


@pytest.mark.parametrize("name", ["dark_markers", "tiles_night"])
def test_a_board_tapped_from_another_corner_is_found_as_it_lies(name: str) -> None:
    table = TABLES[name]
    view = find_board.from_taps(table.board, table.picture, np.roll(table.taps_px, 2, 0))
    assert apart_px(table, view, table.taps_px) < NEAR_PX


@pytest.mark.parametrize("name", TABLES)
def test_the_print_of_a_worn_board_never_turns_it_wrongly(name: str) -> None:
    """Faint and in one hue: sorted correctly, or refused."""
    table = TABLES[name]
    worn = table._replace(picture=faint(table.picture))
    for turn in range(len(table.taps_px)):
        found = worn.in_order(turn)
        assert np.array_equal(found, table.taps_px) or (name == "tiles_night" and not len(found)), turn


def test_a_print_that_contradicts_itself_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = TABLES["dark_markers"]
    monkeypatch.setattr(find_board, "upright", lambda *_: None)
    with pytest.raises(VisionError, match="nor clearly in another one") as error:
        find_board.from_taps(table.board, table.picture, table.taps_px)
    assert error.value.code == "no_board"


@pytest.mark.parametrize("name", ["dark_markers", "tiles_night"])
def test_markers_laid_the_other_way_round_are_seen_through(name: str) -> None:
    table = TABLES[name]
    view = view_from_points(table.board.taps_mm, table.taps_px, (1280, 960))
    squares = marker_squares(table.board.corners_mm)
    turned = {(number + 2) % 4: view.project(square)[[2, 3, 0, 1]] for number, square in squares.items()}
    found = find_board.from_markers(table.board, table.picture, turned)
    assert apart_px(table, found, table.taps_px) < NEAR_PX


def test_a_print_without_information_leaves_the_order_open() -> None:
    table = TABLES["tiles_night"]
    plain = table._replace(picture=np.full_like(table.picture, 120))
    assert not any(len(plain.in_order(turn)) for turn in range(6))


@pytest.mark.slow
def test_no_turn_is_accepted_wrongly() -> None:
    roots = [ROOT / "tests/data/scenes", ROOT / "tests/data/fate_scenes"]
    every = [*turned.tables(roots, simulated=0)]
    assert len(every) == 2 * len(TABLES)
    for tap in (tap for tapped in every for tap in turned.pointed_out(tapped)):
        assert tap.outcome != "wrong", tap
        if tap.sort == "as taken":
            assert tap.outcome == ("asked" if tap.begun == "counter-clockwise" else "found"), tap
