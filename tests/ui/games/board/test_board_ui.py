"""A board game whose screen is made from its description, played by touch."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import registry
from companion.games.package import GamePackage, InstalledGame
from companion.session.base import GameConfig
from companion.table.observation import Observation
from tests.ui.evening import Evening, evening
from tests.ui.layout import check_layout

PACKAGE = "tests.ui.games.board"


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> str:
    """Offer the game and no other."""
    found = GamePackage(
        api=1,
        name="rows",
        rules=f"{PACKAGE}.rows:RULES",
        session=f"{PACKAGE}.rows:SESSION",
        app=f"{PACKAGE}.parts:GAME",
        ui=f"{PACKAGE}.parts:UI",
    )
    monkeypatch.setattr(registry, "_found", (InstalledGame(name="rows", version="", package=found),))
    return "rows"


def begin(house: Evening, **more: Any) -> None:
    house.app.begin("rows", GameConfig(("Ana", "Bo"), **more), "none")
    house.on("rows_play")
    house.finger.frames(3)


def touch(house: Evening, space: int) -> None:
    board = house.screen.board
    house.finger.tap(board.seen(board.game_look.layout.centres[space]))


def take(house: Evening, space: int) -> Any:
    before = house.until(lambda _: True)
    touch(house, space)
    return house.other_than(before)


def marked(house: Evening, kind: str) -> set[Any]:
    return {mark.space for mark in house.screen.board.marks if mark.kind == kind}


def test_a_game_by_touch(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        begin(house)
        assert marked(house, "target") == set(range(1, 10))
        for space in (1, 4, 2):
            take(house, space)
        assert (marked(house, "last"), marked(house, "target")) == ({2}, {3, 5, 6, 7, 8, 9})
        assert dict(house.screen.ids.counts.counts) == {"nought": 2, "cross": 1}
        for space in (5, 3):
            shown = take(house, space)
        assert shown.position.held == "00011----" and shown.over
        touch(house, 9)
        assert house.snapshot is shown and marked(house, "target") == set()
