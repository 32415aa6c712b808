"""What every game brings to the app is complete, and its demo comes to an end."""

import sys
from gettext import NullTranslations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion import cli, games
from companion.app import game_loader
from companion.app.base import AppGame, Seeing
from companion.app.demo import FAST
from companion.errors import CompanionError
from companion.settings.settings import load
from companion.storage.journal import Journal

DEMO_S = 120


def test_every_game_is_complete() -> None:
    game_loader.check()


@pytest.mark.parametrize("name", games.NAMES)
def test_what_a_camera_sees_is_complete(name: str) -> None:
    sees = game_loader.app_game(name).seeing
    if sees is None:
        return
    if sees.board is None:
        assert sees.find is not None, "its table is found by what lies there"
        return
    board = sees.board()
    assert len(board.taps_mm) >= 4
    assert board.spaces.keys() and board.marks.keys()
    lights = game_loader.app_game(name).lights
    assert lights is not None
    for space in board.spaces:
        x_mm, y_mm = lights.place_mm(space)
        assert 0 <= x_mm <= lights.size_mm[0] and 0 <= y_mm <= lights.size_mm[1]


@pytest.mark.parametrize(
    ("layer", "part", "value", "told"),
    [
        ("companion.app", "GAME", None, "expected GAME, complete"),
        ("companion.session", "SESSION", 5, "expected SESSION, complete, found: int"),
        ("companion.games", "RULES", "rules", "expected RULES, complete, found: str"),
    ],
)
def test_a_part_that_is_missing_is_named_at_the_start(
    layer: str, part: str, value: Any, told: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], tmp_path: Path,
) -> None:  # fmt: skip
    name = games.NAMES[0]
    room = ModuleType(f"{layer}.{name}")
    if value is not None:
        setattr(room, part, value)
    monkeypatch.setitem(sys.modules, room.__name__, room)
    with pytest.raises(CompanionError) as caught:
        game_loader.check()
    assert caught.value.code == "incomplete_game"
    monkeypatch.setattr("ui.app.open_window", lambda *_: None)
    assert cli.run(["run", "--journal", str(tmp_path / "journal.sqlite3"), "--lang", "en"]) == 1
    err = capsys.readouterr().err
    assert f"{layer}.{name}: {told}" in err
    assert "Traceback" not in err


def test_a_manifest_names_the_field_that_it_was_not_given() -> None:
    make: Any = AppGame
    with pytest.raises(TypeError, match="past"):
        make()
    seeing: Any = Seeing
    with pytest.raises(TypeError, match="find"):
        seeing(
            **dict.fromkeys(
                ("new_reader", "read_setup", "wrong_setup", "bare", "waiting", "lesson", "simulated")
            )
        )


@pytest.mark.slow
@pytest.mark.parametrize("name", games.NAMES)
def test_its_demo_comes_to_an_end(name: str, tmp_path: Path) -> None:
    make = game_loader.app_game(name).demo
    if make is None:
        return
    with Journal(tmp_path / "journal.sqlite3") as journal:
        demo = make(load(), journal, 7, FAST)
        try:
            demo.begin()
            assert demo.wait(DEMO_S)
            _, faithful = demo.write_report(tmp_path, NullTranslations())
            assert faithful
        finally:
            demo.close()
