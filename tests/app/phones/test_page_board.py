"""The page of games without one of their own: an installed board game, and a game without a board."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

import pytest

from companion.app.controller.app import App
from companion.games import registry
from companion.games.package import GamePackage, InstalledGame
from companion.session.base import GameConfig
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from tests.app.phones.test_page import Evening, Phone
from tests.app.phones.test_page import phone as phone
from tests.app.phones.test_page import pytestmark as pytestmark
from tests.app.phones.test_page import shared_browser as shared_browser
from tests.noughts.registered import open_noughts as open_noughts
from tests.noughts.registered import register as register
from tests.packages.reversi import tc_reversi
from tests.ports import held_port

PLAYERS = ("Ana", "Bo")
REVERSI = Path(tc_reversi.__file__).parents[1]


class BoardEvening(Evening):
    """The app with a game of an installed package, and its phones."""

    game = ""

    def begin(self, app: App) -> None:
        """Begin the game."""
        setup = registry.rules(self.game).opening(Random(3), PLAYERS)
        app.begin(self.game, GameConfig(PLAYERS, setup=setup), "none")


def opened(folder: Path, name: str) -> Iterator[BoardEvening]:
    with held_port() as port, Journal(folder / "games.db") as journal:
        app = App(load(DEFAULTS), journal, chance=Random(1))
        kind = type("OfGame", (BoardEvening,), {"game": name})
        try:
            yield kind(app, journal, port)
        finally:
            app.close()


@pytest.fixture
def reversi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardEvening]:
    monkeypatch.syspath_prepend(str(REVERSI))
    game: GamePackage = tc_reversi.GAME
    monkeypatch.setattr(
        registry, "_found", (InstalledGame(name="reversi", version="1", source="x", package=game),)
    )
    yield from opened(tmp_path, "reversi")


@pytest.fixture
def noughts(tmp_path: Path, open_noughts: str) -> Iterator[BoardEvening]:
    yield from opened(tmp_path, open_noughts)


def decisions(evening: Evening, seat: int) -> Any:
    assert evening.app._session
    return evening.app._session.snapshot(evening.snapshot.game, seat=seat).decisions


def test_a_board_game_by_description_is_played_on_phones(
    phone: Phone,
    reversi: BoardEvening,
    tmp_path: Path,
) -> None:
    phone.open(reversi.code())
    phone.seated()
    (move,) = decisions(reversi, 0)
    phone.until(lambda: len(phone.find(".space.target")) == len(move.ways), "the marked spaces")
    spaces = {one.get_attribute("data-space") for one in phone.find(".space")}
    assert len(spaces) == 64 and len(phone.find(".over .letters")) == 4
    phone.driver.save_screenshot(str(tmp_path / "reversi.png"))
    space = move.ways[0][0]
    reversi.press(phone, f'[data-thing="{space}"]')
    phone.until(lambda: phone.find(".space.chosen"), "the chosen space")
    reversi.press(phone, '[data-key="main"]')
    phone.until(lambda: reversi.snapshot.played == 1, "the move")
    phone.until(lambda: len(phone.find(".over .letters")) == 5, "the disc")
    assert not phone.find("#choices button"), "it is another player's turn"
    assert space in phone.find("#game ol li")[0].text
    phone.driver.save_screenshot(str(tmp_path / "reversi-after.png"))
    reversi.press(phone, '[data-key="undo"]')
    phone.until(lambda: len(phone.find(".over .letters")) == 4, "the undone move")


def test_a_game_without_a_board_is_played_by_keys(phone: Phone, noughts: BoardEvening) -> None:
    phone.open(noughts.code())
    phone.seated()
    phone.until(lambda: len(phone.find(".ways .key")) == 9, "a key for each space")
    noughts.press(phone, '[data-key="take 5"]')
    noughts.press(phone, '[data-key="main"]')
    phone.until(lambda: noughts.snapshot.played == 1, "the move")
    assert noughts.snapshot.position.held[4] != "-"


def test_the_board_of_a_description_is_told_in_one_unit(reversi: BoardEvening) -> None:
    address = reversi.app.phones.watch_addresses()[0].removesuffix("/watch")
    with urlopen(f"{address}/page/reversi_board.json") as answer:
        board = json.load(answer)
    assert board["width"] == board["height"] == 1000 and len(board["spaces"]) == 64
    assert {one["room"] for one in board["spaces"]} == {57.1}, "half of 40 mm of 350 mm"
    assert board["pieces"].keys() == {"black", "white"}
    assert board["pieces"]["black"]["ink"] != board["pieces"]["white"]["ink"]
