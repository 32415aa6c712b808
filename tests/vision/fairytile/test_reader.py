from copy import deepcopy
from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.base import Kind, Space
from companion.games.fairytile.board import FIGURES, Hex, cell_text, hex_kind, read_cell
from tests.vision.fairytile.pictures import lands, picture, rows, sampled
from vision.arrays import Picture
from vision.fairytile.kingdom_reading import KingdomEvidence, Reading, SeenCell
from vision.fairytile.reader import KingdomReader


@cache
def _read(name: str) -> KingdomReader:
    reader = KingdomReader(sampled(name))
    reader.look("0", 0.0, picture(name, 0))
    return reader


def first_read(name: str) -> KingdomReader:
    return deepcopy(_read(name))


def sure_lands(reading: Reading) -> dict[str, Hex]:
    return {cell_text(cell): seen.hex for cell, seen in reading.cells.items() if seen.sure and seen.hex}


def turned(shown: Picture, degrees: float, shift_px: float) -> Picture:
    height, width = shown.shape[:2]
    there = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 0.97)
    there = np.asarray(there, np.float64)
    there[:, 2] = there[:, 2] + shift_px
    return np.asarray(
        cv2.warpAffine(shown, there, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


@pytest.mark.parametrize(("name", "number"), [("day", 2), ("lamp", 1)])
def test_sampled_tiles_are_recognised_and_nothing_false_is_sure(name: str, number: int) -> None:
    reader, row = first_read(name), rows(name)[number]
    assert reader.look("1", 2.0, picture(name, number)).trouble is None
    truth = {cell_text(cell): hex_ for cell, hex_ in lands(row).items()}
    assert {cell_text(cell) for cell in reader.reading.cells} == truth.keys()
    believed = sure_lands(reader.reading)
    assert believed.items() <= truth.items()
    old = {
        cell
        for cell, land in row["state"]["cells"].items()
        if land["tile"] in {f.tile for f in sampled(name)}
    }
    assert old <= believed.keys()
    for cell in old:
        seen = reader.reading.cells[read_cell(cell)]  # type: ignore[index]  # a cell of the truth
        assert (seen.tile, seen.part) == tuple(row["state"]["cells"][cell][key] for key in ("tile", "part"))


@pytest.mark.parametrize("number", [1, 2])
def test_figures_are_seen_where_they_stand(number: int) -> None:
    reader = first_read("lamp")
    reader.look("1", 2.0, picture("lamp", number))
    standing = {figure: cell_text(seen.cell) for figure, seen in reader.reading.figures.items() if seen.sure}
    assert standing == rows("lamp")[number]["state"]["figures"]
    assert set(standing) == set(FIGURES)


def test_a_figure_behind_another_keeps_its_cell() -> None:
    reader, (first, second) = first_read("behind"), rows("behind")
    table: dict[Space, dict[Kind, int]] = {
        cell_text(cell): {hex_kind(hex_): 1} for cell, hex_ in lands(first).items()
    }
    for figure, space in first["state"]["figures"].items():
        table[space][figure] = 1
    reader.accept(table)
    reader.look("1", 2.0, picture("behind", 1))
    standing = {figure: cell_text(seen.cell) for figure, seen in reader.reading.figures.items() if seen.sure}
    assert standing == second["state"]["figures"]
    assert standing["princess"] == standing["knight"]


def test_a_hand_delays_the_reading_and_leaves_no_trace() -> None:
    reader = first_read("day")
    assert reader.look("1", 2.0, picture("day", 1)).trouble == "hand"
    assert reader.look("2", 4.0, picture("day", 2)).trouble is None
    assert len(reader.reading.cells) == len(lands(rows("day")[2]))


@pytest.mark.parametrize(("degrees", "shift_px"), [(1.5, 12.0), (75.0, 20.0)], ids=["nudged", "turned"])
def test_a_kingdom_that_moved_is_followed(degrees: float, shift_px: float) -> None:
    reader = first_read("lamp")
    before = sure_lands(reader.reading)
    seen = reader.look("1", 2.0, turned(picture("lamp", 0), degrees, shift_px))
    assert seen.trouble is None
    now = sure_lands(reader.reading)
    assert now.items() <= before.items()
    assert len(now) > 0.9 * len(before)


def test_without_samples_cells_are_found_and_nothing_is_sure() -> None:
    reader = KingdomReader()
    seen = reader.look("0", 0.0, picture("day", 0))
    assert len(reader.reading.cells) == len(lands(rows("day")[0]))
    assert not sure_lands(reader.reading)
    assert set(seen.confidence) >= {cell_text(cell) for cell in reader.reading.cells}


def test_the_accepted_position_names_the_cells_of_an_unknown_set() -> None:
    truth = lands(rows("day")[0])
    reader = KingdomReader()
    reader.accept(
        {cell_text(cell): {" ".join((h.terrain, *map(str, h.river))): 1} for cell, h in truth.items()}
    )
    reader.look("0", 0.0, picture("day", 0))
    px = rows("day")[0]["cells_px"]
    for cell, seen in reader.reading.cells.items():
        assert np.hypot(*(np.array(seen.px) - px[cell_text(cell)])) < 12


def test_a_picture_of_another_size_is_no_reading() -> None:
    reader = first_read("lamp")
    assert reader.look("1", 2.0, picture("lamp", 0)[:600]).trouble == "board_lost"


def test_evidence_weighs_what_a_cell_may_show() -> None:
    sure = SeenCell((0, 0), Hex("forest", (3,)), 0.99, "T1", "front", "A")
    evidence = KingdomEvidence(Reading({(0, 0): sure}))
    assert evidence.fit({"0,0": {"forest 3": 1}}) == 0
    assert evidence.fit({"0,0": {"plain": 1}}) < -10
    assert evidence.fit({"5,5": {"plain": 1}}) < -10
