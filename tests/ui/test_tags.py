"""Cards and figures held to the reader, in the window."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.base import Table
from companion.settings.people import Person
from tests.ui.games.fae.fake import FakeFae
from tests.ui.press import press

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

TAG = "0F00A1B2C3"


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    made.profiles.known = [Person("Ana", "red"), Person("Quim", "blue")]
    return made


def held(running: Any, controller: FakeFae, tag: str) -> None:
    controller.hold(tag)
    running.lay_out()


def test_a_new_card_is_taught_and_forgotten(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    held(running, controller, TAG)
    assert (running.screen.name, running.screen.tag) == ("tags", TAG)
    press(running, "Ana")
    assert controller.profiles.taught == {TAG: "person:Ana"}
    press(running, f"Ana · {TAG[-6:]}")
    press(running, "Quim")
    assert controller.profiles.taught == {TAG: "person:Quim"}
    press(running, icon="trash")
    assert controller.profiles.taught == {}


def test_somebodys_card_brings_them_to_the_table(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.taught = {TAG: "person:Ana", "00": "fate:brute", "01": "person:Nobody"}
    running = open_window(controller)
    running.app.open("new", game="fae")
    before = {person.name for person in controller.profiles.plan("fae").players}
    assert "Ana" not in before
    held(running, controller, TAG)
    assert "Ana" in {person.name for person in controller.profiles.plan("fae").players}
    held(running, controller, "00")
    held(running, controller, TAG)
    assert "Ana" not in {person.name for person in controller.profiles.plan("fae").players}


def test_nothing_below_a_sheet_is_touched(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.taught = {TAG: "person:Ana"}
    running = open_window(controller)
    running.app.open("new", game="fae")
    press(running, "Name")
    held(running, controller, TAG)
    assert "Ana" not in {person.name for person in controller.profiles.plan("fae").players}


def test_a_piece_that_is_alone_on_the_board_is_tapped(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.playing = True
    controller.profiles.taught = {TAG: "fae:moon", "00": "fate:moon", "01": "fae:sun"}
    shown_table: Table = {3: {"moon": 1}, 4: {"sun": 1}, 5: {"sun": 1}}
    controller.shown = replace(controller.snapshot(), assumed_table=shown_table)
    running = open_window(controller)
    tapped: list[Any] = []
    monkeypatch.setattr(type(running.screen), "tapped", lambda _, space: tapped.append(space))
    for tag in (TAG, "00", "01"):
        held(running, controller, tag)
    assert tapped == [3]
