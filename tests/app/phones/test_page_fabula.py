"""The page of Fábula in a real browser."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.controller.app import App
from companion.games.fabula.autoplay import opening
from companion.session.base import GameConfig
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones import test_page
from tests.app.phones.test_page import SHAPES, Phone, browser, pytestmark  # noqa: F401  # slow, needs a browser

PLAYERS = ("Ana", "Bo")
SECRET, MAIN = '[data-key="secret"]', '[data-key="main"][aria-disabled="false"]:not([hidden])'

PLAY = f'{MAIN}[data-decision^="play"]'


class Evening(test_page.Evening):
    """The app with a duel and its phones."""

    def begin(self, app: App) -> None:
        setup = opening(Random(4), PLAYERS)
        app.begin("fabula", GameConfig(PLAYERS, options={"hands": "app"}, setup=setup), "none")

    def decided(self, phone: Phone, css: str) -> None:
        """Press what decides, and wait until the game has it."""
        before = self.snapshot
        self.press(phone, css)
        self.until(lambda: self.snapshot != before)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Journal(tmp_path / "games.db") as journal:
        app = App(load(DEFAULTS), journal, chance=Random(4))
        try:
            yield Evening(app, journal)
        finally:
            app.close()


def picture(phone: Phone, name: str, language: str) -> None:
    """Check the page upright and across; with PHONE_SCREENSHOTS, keep pictures there."""
    for width, height in SHAPES:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        assert phone.driver.execute_script("return document.documentElement.scrollWidth") <= width
        small = phone.driver.execute_script(
            "return [...document.querySelectorAll('button, a, select, summary')].filter("
            "it => it.offsetParent && !it.closest('.aside') "
            "&& (it.offsetHeight < 44 || it.offsetWidth < 44)).map(it => it.innerText)"
        )
        assert not small
        if folder := os.environ.get("PHONE_SCREENSHOTS"):
            phone.driver.save_screenshot(f"{folder}/fabula_{name}_{language}_{width}x{height}.png")


def open_hand(phone: Phone, css: str = "[data-key=hand0]") -> None:
    phone.until(lambda: phone.find(SECRET), "the key of the hand")
    if not phone.find("#secret:not([hidden])"):
        phone.press(SECRET)
    phone.until(lambda: phone.find(css), "the open hand")


def hand(evening: Evening) -> Any:
    assert evening.app._session
    return evening.app._session.secret(evening.snapshot.decider)


@pytest.mark.parametrize("language", ["en", "pt-BR", "es"])
def test_a_duel_is_played_on_two_phones(tmp_path: Path, evening: Evening, language: str) -> None:
    with browser(tmp_path / "ana", language) as ana, browser(tmp_path / "bo", language) as bo:
        phones = [ana, bo]
        for phone, player in zip(phones, PLAYERS, strict=True):
            phone.open(evening.code(player))
            phone.seated(player)
        for phone, player in zip(phones, PLAYERS, strict=True):
            assert not phone.find("[data-key=choose1]")
            open_hand(phone, "[data-key=choose1]")
            if player == "Ana":
                picture(phone, "bases", language)
            evening.decided(phone, "[data-key=choose1]")
        open_hand(ana)
        for _, name in hand(evening):
            assert evening.snapshot.position.cards[name].name[language.replace("-", "_")] in ana.text()
        ana.press("[data-key=hand1]")
        evening.decided(ana, "[data-key=done]")
        evening.until(lambda: evening.snapshot.decider == 1)
        evening.decided(bo, MAIN)

        played = _turns(evening, phones, language)
        assert evening.snapshot.position.battle and played
        waits = phones[1 - evening.snapshot.decider]
        waits.until(lambda: not waits.find("#secret:not([hidden])"), "a hand that the end of the turn closes")
        ana.press("#game summary")
        picture(ana, "table", language)
        ana.press(".half:last-child .bases .mini")
        ana.until(lambda: ana.find("dialog[open]"), "a base from near")
        picture(ana, "near", language)
        ana.driver.execute_script("document.querySelector('dialog').close()")


def _turns(evening: Evening, phones: list[Phone], language: str) -> int:
    """Play some turns: each plays what it can, and attacks with all. Return the cards played."""
    played = 0
    for _ in range(60):
        now = evening.snapshot
        phone = phones[now.decider]
        if now.position.turn_number > 4 or now.over:
            break
        phone.until(lambda phone=phone: phone.find(f".ways .key, {MAIN}"), "a decision")
        if now.asks == "act":
            playable = _playable(evening)
            if playable is not None:
                open_hand(phone)
                if not played:
                    picture(phone, "hand", language)
                phone.press(f"[data-key=hand{playable}]")
                phone.until(lambda phone=phone: phone.find(PLAY), "the card from near")
                if not played:
                    picture(phone, "zoom", language)
                evening.decided(phone, PLAY)
                played += 1
                continue
        elif now.asks == "attack" and phone.find(".mini.can"):
            phone.press(".mini.can")
            phone.until(lambda phone=phone: phone.find(".mini.target"), "the bases")
            picture(phone, "attack", language)
            phone.press(".mini.target")
        evening.decided(phone, MAIN)
    return played


def _playable(evening: Evening) -> int | None:
    """The number of an ally of the hand that can be paid, from 0."""
    position, seat = evening.snapshot.position, evening.snapshot.decider
    for number, (_, name) in enumerate(hand(evening)):
        card = position.cards[name]
        if card.type == "ally" and not card.targets and card.cost <= position.sides[seat].resources:
            return number
    return None


def test_onlookers_see_the_table_and_no_hand(tmp_path: Path, evening: Evening) -> None:
    with browser(tmp_path / "browser") as phone:
        phone.open(evening.app.phones.watch_addresses()[0])
        phone.until(lambda: phone.find(".half"), "the table")
        assert not phone.find(".secret") and not phone.find(f".ways .key, {MAIN}")
        assert "Your hand" not in phone.source()
        if folder := os.environ.get("PHONE_SCREENSHOTS"):
            phone.driver.set_window_size(1280, 800)
            phone.driver.save_screenshot(f"{folder}/fabula_watch.png")
