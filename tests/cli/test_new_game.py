"""A new game from nothing: written, checked, tested, played in the terminal, by camera, and loaded anew."""

import os
import subprocess
import sys
from pathlib import Path
from queue import Queue

import pytest

from companion.errors import CompanionError
from companion.games import installed
from companion.games.new_game import BOARDS, Board, write
from companion.games.source_watch import SourceWatch
from tests.patience import WAIT_S
from tests.slow import slow_but

MOST_LINES = 130
"""Of the longest of the games that are written; the usual one is below 100."""


def companion(folder: Path, *command: str, code: int = 0, given: str = "") -> str:
    """Return the output of a command in a folder of an author who has installed nothing."""
    homes = {f"XDG_{home}_HOME": str(folder / home) for home in ("CACHE", "CONFIG", "DATA", "STATE")}
    run = [sys.executable, "-m", *command]
    done = subprocess.run(
        run, cwd=folder, env=os.environ | homes, input=given, capture_output=True, text=True
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("board", slow_but(1, BOARDS))
def test_a_new_game_keeps_the_contract_and_its_own_tests(tmp_path: Path, board: Board) -> None:
    said = companion(tmp_path, "companion", "new-game", "pebbles", "--board", board, "--lang", "en")
    assert said.startswith("Written: pebbles. Play it: companion ")
    lines = sum(
        len(file.read_text("utf-8").splitlines()) for file in tmp_path.glob("pebbles/tc_pebbles/*.py")
    )
    assert lines < (100 if board == "grid" else MOST_LINES)
    assert "no mistake" in companion(tmp_path, "companion", "check-game", "./pebbles", "--lang", "en")
    cover = tmp_path / "CACHE" / "table-companion" / "covers" / "pebbles.png"
    assert cover.is_file() == (board != "none"), "drawn from its board"
    assert "passed" in companion(tmp_path / "pebbles", "pytest", "-q", "-p", "no:cacheprovider")


def test_the_game_without_a_board_is_played_in_the_terminal(tmp_path: Path) -> None:
    write("pebbles", "none", tmp_path)
    said = companion(tmp_path, "companion", "play", "./pebbles", "--lang", "en", given="3\n" * 5)
    assert "Player 1: 3" in said and "is over" in said


@pytest.mark.slow
@pytest.mark.parametrize("board", [board for board in BOARDS if board != "none"])
def test_a_new_game_is_followed_by_camera(tmp_path: Path, board: Board) -> None:
    write("pebbles", board, tmp_path)
    said = companion(tmp_path, "companion", "demo", "--game", "./pebbles", "--fast", "--lang", "en")
    assert "0 wrong, questions: 0" in said


def test_a_name_that_is_taken_or_means_something_else_is_refused(tmp_path: Path) -> None:
    write("pebbles", "grid", tmp_path)
    for name, code in (("pebbles", "file_exists"), ("camera", "wrong_package"), ("a b", "wrong_package")):
        with pytest.raises(CompanionError) as caught:
            write(name, "grid", tmp_path)
        assert caught.value.code == code
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(CompanionError) as caught:
        write("others", "grid", tmp_path / "file")
    assert caught.value.code == "not_written"


@pytest.mark.parametrize("text", ["", "[project]\nname = 1", "[", '[project]\nname="a"\nversion="1"'])
def test_a_folder_without_a_game_is_refused_with_its_file(tmp_path: Path, text: str) -> None:
    (tmp_path / installed.PROJECT).write_text(text, "utf-8")
    with pytest.raises(CompanionError, match=installed.PROJECT):
        installed.add_source(tmp_path)


def test_a_change_of_the_source_is_tried_before_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(installed, "_sources", [])
    rules = write("pebbles", "none", tmp_path) / "tc_pebbles" / "rules.py"
    found: Queue[CompanionError | None] = Queue()
    watch = SourceWatch(tmp_path / "pebbles", found.put)
    try:
        good = rules.read_text("utf-8")
        rules.write_text(good + "\n1 / 0\n", "utf-8")
        said = str(found.get(timeout=WAIT_S))
        assert "rules.py, line" in said and "ZeroDivisionError" in said
        rules.write_text(good.replace("counters: int = 15", "counters: int = 12"), "utf-8")
        assert found.get(timeout=WAIT_S) is None
    finally:
        watch.close()
