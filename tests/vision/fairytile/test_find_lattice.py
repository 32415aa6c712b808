import cv2
import numpy as np
import pytest

from companion.errors import VisionError
from companion.games.fairytile.board import turned
from tests.vision.contract import NOTHING
from tests.vision.fairytile.pictures import picture, rows
from vision.arrays import Picture
from vision.fairytile.find_lattice import find_lattice
from vision.fairytile.lattice import cell_middles, cells_at, moved
from vision.fairytile.lattice import turned as turned_view

NEAR_MM = 4.0


@pytest.mark.parametrize(("name", "number"), [("day", 0), ("lamp", 2), ("plaid", 0), ("planks", 0)])
def test_the_lattice_of_tiles_is_found_on_any_table(name: str, number: int) -> None:
    truth = {tuple(map(int, cell.split(","))): px for cell, px in rows(name)[number]["cells_px"].items()}
    seen = find_lattice(picture(name, number)).to_board(np.array(list(truth.values())))
    cells = cells_at(seen)
    assert np.linalg.norm(seen - cell_middles(cells), axis=1).max() < NEAR_MM
    turns = [np.array([turned(cell, turn) for cell in truth]) for turn in range(6)]  # type: ignore[arg-type]  # two numbers
    assert any(len(np.unique(cells - other, axis=0)) == 1 for other in turns)


@pytest.mark.parametrize("nothing", NOTHING.values(), ids=NOTHING)
def test_a_picture_without_tiles_is_refused(nothing: Picture) -> None:
    with pytest.raises(VisionError) as caught:
        find_lattice(nothing)
    assert caught.value.code == "no_tiles"
    assert "No land tiles found" in str(caught.value)


def test_a_table_of_planks_is_no_kingdom() -> None:
    planks = np.full((960, 1280, 3), 140, np.uint8)
    for x in range(40, 1280, 90):
        cv2.line(planks, (x, 0), (x + 60, 959), (60, 70, 80), 3)
    with pytest.raises(VisionError):
        find_lattice(planks)


def test_cells_get_other_names_with_another_origin_and_turn() -> None:
    view = find_lattice(picture("lamp", 0))
    point = view.project([[45.0, 0.0, 0.0]])
    assert moved(view, np.array([45.0, 0.0])).to_board(point) == pytest.approx(np.zeros((1, 2)), abs=1e-6)
    there = turned_view(view, 1).to_board(point)
    assert cells_at(there).tolist() == [list(turned((1, 0), 1))]
