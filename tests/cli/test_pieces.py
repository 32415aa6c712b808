"""`companion markers --pieces`: what a game can print."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import cli
from companion.app import game_loader
from companion.app.fabula.card_sheet import write_cards


@pytest.fixture
def printable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_loader, "app_game", lambda name: SimpleNamespace(pieces=write_cards))


def test_a_part_of_a_game_is_printed(
    tmp_path: Path, printable: None, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "river.pdf"
    assert cli.run(["markers", str(out), "--pieces", "fabula/river", "--lang", "es"]) == 0
    assert out.read_bytes().startswith(b"%PDF") and str(out) in capsys.readouterr().out


def test_a_part_that_is_not_there_and_a_game_without_any(
    tmp_path: Path, printable: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.pdf"
    assert cli.run(["markers", str(out), "--pieces", "fabula/ocean"]) == 2
    assert "'ocean'" in capsys.readouterr().err and not out.exists()
    monkeypatch.setattr(game_loader, "app_game", lambda name: SimpleNamespace(pieces=None))
    assert cli.run(["markers", str(out), "--pieces", "fae"]) == 2
    assert "something to print" in capsys.readouterr().err
