"""The page of Fate in a real browser: a hero acts, the monsters' turn is told, and onlookers see it."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.controller.app import App
from companion.games.fate.acts import EndTurn, Prepare
from companion.session.base import GameConfig
from companion.session.messages import AllDone
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones.test_page import SHAPES, Evening, Phone, browser
from tests.app.phones.test_page import phone as phone
from tests.app.phones.test_page import pytestmark as pytestmark
from tests.app.phones.test_page import shared_browser as shared_browser
from tests.session.fate_acts import PlayAct


class FateEvening(Evening):
    """The app with a game of Fate, its set-up done, and its phones."""

    players, heroes = ("Ana", "Bo"), ("bjorn", "alva")

    def __init__(self, app: App, journal: Journal) -> None:
        self.app, self.journal = app, journal
        app.phones._port, app.phones._addresses = 0, lambda: ["127.0.0.1"]
        app.phones.turn_on()
        app.begin("fate", GameConfig(self.players, roles=self.heroes), "none")
        self.until(lambda: self.snapshot is not None)
        self.until(self.set_up)

    def set_up(self) -> bool:
        """Count the steps of the set-up as done."""
        if self.snapshot.stage != "heroes":
            self.app.tell(AllDone(self.snapshot.game))
        return bool(self.snapshot.stage == "heroes")

    def asked(self, player: str) -> object:
        """Return the question that a seat sees."""
        game, seat = self.snapshot.game, self.players.index(player)
        session: Any = self.app._session
        return session.snapshot(game, seat=seat).asked

    def act(self, act: Any) -> None:
        before = self.snapshot.played
        self.app.tell(PlayAct(self.snapshot.game, act))
        self.until(lambda: self.snapshot.played > before)


@pytest.fixture
def fate(tmp_path: Path) -> Iterator[FateEvening]:
    with Journal(tmp_path / "games.db") as journal:
        app = App(load(DEFAULTS), journal, chance=Random(1))
        try:
            yield FateEvening(app, journal)
        finally:
            app.close()


def test_a_hero_moves_by_a_touch_of_the_board(phone: Phone, fate: FateEvening) -> None:
    phone.open(fate.code())
    phone.seated()
    assert "Bjorn" in phone.text() and not phone.find('[data-key="secret"]:not([hidden])')
    played = fate.snapshot.played
    phone.press('[data-thing="G"]')  # the hero stands there
    phone.until(lambda: phone.find(".space.target"), "the targets")
    place = phone.find(".space.target")[0].get_attribute("data-space")
    phone.press(f'[data-thing="{place}"]')
    phone.press('[data-key="main"]')
    phone.until(lambda: fate.snapshot.position.heroes[0].hex == place, "the move")
    phone.until(lambda: phone.find(".key.spent"), "the move on the sheet")
    phone.press('[data-key="undo"]')
    phone.until(lambda: fate.snapshot.played == played, "the undone move")


def test_a_correction_at_the_seat_without_the_turn(phone: Phone, fate: FateEvening) -> None:
    phone.open(fate.code("Bo"))
    phone.seated("Bo")
    phone.until(lambda: phone.find('[data-key="part more"]'), "more")
    assert not phone.find('[data-key="move"]')
    phone.press('[data-key="correct"]')
    phone.until(lambda: "What is different for Alva?" in phone.text(), "the question")
    phone.press('[data-key="cancel"]')
    phone.until(lambda: not fate.asked("Bo"), "the dropped question")


def test_the_monsters_turn_is_told_and_any_seat_goes_on(phone: Phone, fate: FateEvening) -> None:
    phone.open(fate.code("Bo"))
    phone.seated("Bo")
    for _ in fate.heroes:
        fate.act(EndTurn())
    phone.until(lambda: "Monsters' turn, 1 of" in phone.text(), "the story")
    phone.press('[data-key="main"]')
    phone.until(lambda: fate.snapshot.done == 1, "the next step")
    phone.until(lambda: "Monsters' turn, 2 of" in phone.text(), "the second step")
    phone.press('[data-key="all_done"]')
    phone.until(lambda: fate.snapshot.stage == "heroes", "the next round")


def test_onlookers_see_the_board_and_decide_nothing(phone: Phone, fate: FateEvening) -> None:
    fate.act(Prepare())
    phone.open(fate.app.phones.watch_addresses()[0])
    phone.until(lambda: phone.find(".token"), "the board")
    phone.until(lambda: "Bjorn prepares" in phone.text(), "the story")
    assert not phone.find("[role=button]") and not phone.find("#bar:not([hidden])")
    if pictures := os.environ.get("PHONE_SCREENSHOTS"):
        phone.driver.set_window_size(1280, 900)
        phone.driver.save_screenshot(f"{pictures}/fate_watch.png")


STEPS = {
    "play": "",
    "cards": "#game summary",
    "move": '[data-key="move"]',
    "film": "",
}


@pytest.mark.parametrize("language", ["en", "pt-BR", "es"])
def test_nothing_is_cut_off(tmp_path: Path, fate: FateEvening, language: str) -> None:
    """Set PHONE_SCREENSHOTS to a folder to look at the pages."""
    pictures = os.environ.get("PHONE_SCREENSHOTS")
    with browser(tmp_path / "browser", language) as phone:
        phone.open(fate.code())
        phone.seated()
        for step, pressed in STEPS.items():
            if step == "cards":
                phone.driver.execute_script("document.querySelector(arguments[0]).click()", pressed)
            elif pressed:
                phone.press(pressed)
            if step == "move":
                phone.until(lambda: phone.find(".space.target"), "the targets")
            if step == "film":
                for _ in fate.heroes:
                    fate.act(EndTurn())
                phone.until(lambda: phone.find('[data-key="all_done"]'), "the film")
            for width, height in SHAPES:
                metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
                phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
                assert phone.driver.execute_script("return document.documentElement.scrollWidth") <= width
                small = phone.driver.execute_script(
                    "return [...document.querySelectorAll('button, a, select, summary')].filter("
                    "it => it.offsetParent && !it.closest('.aside') "
                    "&& (it.offsetHeight < 44 || it.offsetWidth < 44))"
                    ".map(it => it.innerText)"
                )
                assert not small
                if pictures:
                    whole = phone.driver.execute_script("return document.documentElement.scrollHeight")
                    tall = {**metrics, "height": whole}
                    phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", tall)
                    phone.driver.save_screenshot(f"{pictures}/fate_{step}_{language}_{width}.png")
