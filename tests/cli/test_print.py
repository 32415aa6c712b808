"""`companion print`: what a game has to print."""

from pathlib import Path

import pytest

from companion import cli
from companion.app.game_loader import app_game
from companion.games import registry


@pytest.mark.parametrize("name", [name for name in registry.registered() if app_game(name).prints])
def test_all_a_game_has_is_printed(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "all.pdf"
    assert cli.run(["print", name, str(out), "--lang", "es"]) == 0
    assert out.read_bytes().startswith(b"%PDF") and str(out) in capsys.readouterr().out


def test_a_part_is_printed_and_another_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "deck.pdf"
    assert cli.run(["print", "fabula", str(out), "--part", "ocean"]) == 2
    told = capsys.readouterr().err
    assert "'ocean'" in told and "river" in told and not out.exists()
    assert cli.run(["print", "fabula", str(out), "--part", "river"]) == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_a_game_with_nothing_to_print_and_a_folder_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["print", "fae", str(tmp_path / "x.pdf")]) == 2
    assert "expected one of fairytile, fabula, found 'fae'" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert cli.run(["print", "fairytile", str(tmp_path / "file" / "x.pdf")]) != 0
    assert "folder" in capsys.readouterr().err
