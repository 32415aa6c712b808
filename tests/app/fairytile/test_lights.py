"""The strip along the table's edge points at the cells of the kingdom."""

from dataclasses import replace

import pytest

from companion.app.fairytile.lights import FULFILLED, LIGHTS, NOT_YET, TABLE_MM, page_light
from companion.app.lights import ASK, PUT, TAKE, pattern
from companion.games import fairytile
from companion.games.fairytile.position import FinishTurn, Move
from companion.session.fairytile.decisions import answer
from companion.table.guide import GuideStep
from hardware.strip import Strip
from tests.session.fairytile.test_session import begun

STRIP = Strip(9, 6, 9, 6)


def test_a_cell_is_pointed_at_from_all_four_edges() -> None:
    shown = replace(begun().snapshot(0), todo=(GuideStep("place", "0,0"),), strange={})
    lamps = pattern(LIGHTS, shown, STRIP)
    assert [number for number, lamp in enumerate(lamps) if lamp == PUT] == [4, 12, 19, 27]


def test_a_figure_goes_from_cell_to_cell_and_what_lies_strange_is_asked_for() -> None:
    step = GuideStep("move", "-4,0", "4,0")
    shown = replace(
        begun().snapshot(0), todo=(step,), strange={"beside": {"dragon": 1}, "0,-6": {"dragon": 1}}
    )
    lamps = pattern(LIGHTS, shown, STRIP)
    top = [lamp.effect for lamp in lamps[:9]]
    assert lamps[2] == TAKE and lamps[6] == PUT and "run" in top[3:6] and ASK in lamps


def test_a_cell_beyond_the_edge_is_shown_at_the_corner_and_no_cell_is_a_mistake() -> None:
    assert LIGHTS.place_mm("0,0") == (TABLE_MM[0] / 2, TABLE_MM[1] / 2)
    shown = replace(begun().snapshot(0), todo=(GuideStep("place", "30,0"),), strange={})
    assert pattern(LIGHTS, shown, STRIP)[8] == PUT
    with pytest.raises(ValueError, match="expected a cell"):
        LIGHTS.place_mm("beside")


def test_the_lamp_at_a_seat_tells_whether_the_page_in_hand_can_be_told() -> None:
    session = begun()
    session.tell(
        answer(0, next(act for act in fairytile.adventures(session.position) if isinstance(act, Move)))
    )
    shown, first = session.snapshot(0), session.players[0]
    now = {page: fairytile.tellable(session.position, page) for page in session.position.box.pages}
    assert len(set(now.values())) == 2
    for page, holds in now.items():
        assert page_light([page, 0, 0], first, shown) == (FULFILLED if holds else NOT_YET)
        assert page_light([page, 0, 0], session.players[1], shown) == NOT_YET, "only in the own turn"
    assert page_light([], first, shown) is None
    session.tell(answer(0, FinishTurn()))
    assert {page_light([page], first, session.snapshot(0)) for page in now} == {NOT_YET}
    assert (FULFILLED.blinks, NOT_YET.blinks) == (2, 1), "told apart without colours"
