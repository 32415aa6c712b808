"""The strip along the table's edge points at the cells of the kingdom."""

from dataclasses import replace

import pytest

from companion.app.fairytile.lights import LIGHTS, TABLE_MM
from companion.app.lights import ASK, PUT, TAKE, pattern
from companion.table.guide import GuideStep
from hardware.strip import Strip
from tests.session.fairytile.test_session import begun

STRIP = Strip(9, 6, 9, 6)


def test_a_cell_is_pointed_at_from_all_four_edges() -> None:
    shown = replace(begun().snapshot(0), step=GuideStep("place", "0,0"), strange={})
    lamps = pattern(LIGHTS, shown, STRIP)
    assert [number for number, lamp in enumerate(lamps) if lamp == PUT] == [4, 12, 19, 27]


def test_a_figure_goes_from_cell_to_cell_and_what_lies_strange_is_asked_for() -> None:
    step = GuideStep("move", "-4,0", "4,0")
    shown = replace(begun().snapshot(0), step=step, strange={"beside": {"dragon": 1}, "0,-6": {"dragon": 1}})
    lamps = pattern(LIGHTS, shown, STRIP)
    top = [lamp.effect for lamp in lamps[:9]]
    assert lamps[2] == TAKE and lamps[6] == PUT and "run" in top[3:6] and ASK in lamps


def test_a_cell_beyond_the_edge_is_shown_at_the_corner_and_no_cell_is_a_mistake() -> None:
    assert LIGHTS.place_mm("0,0") == (TABLE_MM[0] / 2, TABLE_MM[1] / 2)
    shown = replace(begun().snapshot(0), step=GuideStep("place", "30,0"), strange={})
    assert pattern(LIGHTS, shown, STRIP)[8] == PUT
    with pytest.raises(ValueError, match="expected a cell"):
        LIGHTS.place_mm("beside")
