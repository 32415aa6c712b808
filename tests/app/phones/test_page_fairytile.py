"""The page of Fairy Tile in a real browser."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.controller.app import App
from companion.games import fairytile
from companion.games.fairytile.board import cell_text
from companion.games.fairytile.position import FinishTurn
from companion.games.fairytile.rules import fulfilling
from companion.session.base import GameConfig
from companion.session.fairytile.decisions import answer
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones import test_page
from tests.app.phones.test_page import PLAYERS, SHAPES, Evening, Phone, browser

pytestmark = test_page.pytestmark
TILE, BACK, PLACE = (
    '.tray [data-key="stack"]',
    '[data-key="let go"]',
    "#choices [data-thing*='/'][aria-pressed=false]",
)
"""The next tile, the key that leaves what is begun, and another place of the tile."""
CHOICE = '#choices [data-thing="{}"]'


class FairyEvening(Evening):
    """The app with a game of Fairy Tile and its phones."""

    def __init__(self, app: App) -> None:
        self.app = app
        app.phones._port, app.phones._addresses = 0, lambda: ["127.0.0.1"]
        app.phones.turn_on()
        setup = fairytile.RULES.opening(Random(3), PLAYERS)
        app.begin("fairytile", GameConfig(PLAYERS, setup=setup), "none")
        self.until(lambda: self.snapshot is not None)

    def hand(self) -> int:
        session: Any = self.app._session
        return int(session.hand(0))

    def until_true(self) -> None:
        """Play at the table until Ana's page is true in her turn."""
        chance = Random(1)
        while not (
            self.snapshot.turn == PLAYERS[0] and fairytile.tellable(self.snapshot.position, self.hand())
        ):
            snapshot = self.snapshot
            found = fairytile.adventures(snapshot.position)
            if snapshot.turn == PLAYERS[0]:
                found = fulfilling(snapshot.position, self.hand(), found) or found
            act = FinishTurn() if snapshot.position.done else chance.choice(found)
            played = snapshot.played
            self.app.tell(answer(snapshot.game, act))
            self.until(partial(self.went_on, played))

    def went_on(self, played: int) -> bool:
        return bool(self.snapshot.played > played)

    def reach(self, figure: Any) -> list[str]:
        return sorted(map(cell_text, fairytile.reachable(self.snapshot.position, figure)))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[FairyEvening]:
    with Journal(tmp_path / "games.db") as journal:
        app = App(load(DEFAULTS), journal, chance=Random(1))
        try:
            yield FairyEvening(app)
        finally:
            app.close()


def photograph(phone: Phone, name: str) -> None:
    """Check that nothing is cut off; with PHONE_SCREENSHOTS, a folder, keep the pictures."""
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
        if pictures := os.environ.get("PHONE_SCREENSHOTS"):
            phone.driver.save_screenshot(f"{pictures}/fairytile_{name}_{width}x{height}.png")


@pytest.mark.parametrize("language", ["en", "pt-BR", "es"])
def test_a_turn_on_a_phone(tmp_path: Path, evening: FairyEvening, language: str) -> None:
    with browser(tmp_path / "browser", language) as phone:
        phone.open(evening.code())
        phone.seated()
        assert not phone.find(".spread")
        photograph(phone, f"play_{language}")
        phone.press('[data-key="secret"]')
        phone.until(lambda: phone.find(".spread"), "the open page")
        assert str(evening.hand()) in phone.find(".leaf .note")[0].text
        photograph(phone, f"page_{language}")
        phone.press('[data-key="secret"]')
        phone.until(lambda: not phone.find(".spread"), "the closed page")

        phone.press(TILE)
        phone.until(lambda: phone.find(".ghost") and phone.find(PLACE), "the tile at a place, and others")
        before = phone.driver.execute_script("return document.querySelector('.ghost').innerHTML")
        phone.press(PLACE)
        lying = "return document.querySelector('.ghost').innerHTML !== arguments[0]"
        phone.until(lambda: phone.driver.execute_script(lying, before), "the tile at another place")
        photograph(phone, f"lay_{language}")
        phone.press(BACK)
        phone.until(lambda: not phone.find(".ghost"), "the kingdom")
        phone.press('[data-key="turn_page"]')
        phone.until(lambda: phone.find('[data-key="main"][data-decision="turn_page"]'), "the question")
        phone.press(BACK)

        figure = next(one for one in ("princess", "knight", "dragon") if evening.reach(one))
        phone.press(CHOICE.format(figure))
        target = evening.reach(figure)[0]
        phone.until(lambda: phone.find(f'.space.target[data-space="{target}"]'), "the targets")
        photograph(phone, f"where_{language}")
        phone.press(CHOICE.format(target))
        phone.press('[data-key="main"]')
        phone.until(lambda: evening.snapshot.played == 1, "the move")
        assert cell_text(evening.snapshot.position.figure_cells[figure]) == target
        phone.until(lambda: "End turn" in phone.text() or language != "en", "the end of the turn")
        evening.press(phone, '[data-key="main"]')
        phone.until(lambda: evening.snapshot.turn == PLAYERS[1], "the next player")


def test_a_page_is_told_and_everybody_reads_it(tmp_path: Path, evening: FairyEvening) -> None:
    with browser(tmp_path / "browser") as phone:
        phone.open(evening.code())
        phone.seated()
        phone.press('[data-key="secret"]')
        evening.until_true()
        phone.until(lambda: phone.find(".leaf .key"), "the page may be told")
        photograph(phone, "true")
        page = evening.hand()
        phone.press(".leaf .key")
        phone.until(lambda: evening.snapshot.position.told_pages[0] == (page,), "the told page")
        phone.until(lambda: phone.find(".book .leaf"), "the story")
        phone.open(evening.app.phones.watch_addresses()[0])
        phone.until(lambda: phone.find(".book .leaf"), "the story of the onlookers")
        assert str(page) in phone.find(".book .leaf")[0].text
        assert not phone.find("#bar:not([hidden])") and not phone.find("[role=button]")
        photograph(phone, "watch")


def test_a_tile_is_laid_and_a_page_is_turned(tmp_path: Path, evening: FairyEvening) -> None:
    with browser(tmp_path / "browser") as phone:
        phone.open(evening.code())
        phone.seated()
        phone.press(TILE)
        phone.press('[data-key="another"]')
        phone.press('[data-key="main"]')
        phone.until(lambda: evening.snapshot.played == 1, "the tile")
        assert len(evening.snapshot.position.kingdom.placed_tiles) == 4
        phone.press('[data-key="undo"]')
        phone.until(lambda: evening.snapshot.played == 0, "the undone tile")
        phone.press('[data-key="turn_page"]')
        phone.until(lambda: phone.find('[data-key="main"][data-decision="turn_page"]'), "the question")
        phone.press('[data-key="main"]')
        phone.until(lambda: evening.snapshot.position.magic[0], "the magic")
