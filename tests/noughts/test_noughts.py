"""A game of the tests runs in every layer without any product code of its own."""

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import cli
from companion.app.archive.tally import GameTally
from companion.app.controller.app import App
from companion.games import registry
from companion.games.base import Rules
from companion.session.base import GameConfig
from companion.session.base import manifest as session_manifest
from companion.session.view import Answer
from companion.settings.settings import load
from companion.storage.journal import Journal
from companion.testing import rules as rules_contract
from tests.noughts.registered import Register
from tests.noughts.rules import OPEN_RULES, RULES
from tests.noughts.session import NoughtsSession, NoughtsSnapshot
from tests.offered import offer
from tests.session import contract as session_contract
from tests.session.contract import Played
from tests.ui.evening import Evening, evening

GAME = {
    "game": "noughts",
    "setup": {"players": ["Ana", "Bo"]},
    "moves": [{"space": n} for n in (1, 4, 2, 5, 3)],
}
TAKEN = {**GAME, "moves": [{"space": 1}, {"space": 1}]}


@pytest.mark.parametrize("rules", (RULES, OPEN_RULES), ids=lambda rules: rules.name)
@pytest.mark.parametrize("check", rules_contract.CHECKS, ids=lambda check: check.__name__)
def test_its_rules_keep_what_games_promise(register: Register, check: Any, rules: Rules[Any, Any]) -> None:
    check(rules_contract.random_game(registry.rules(register(rules))))


def take(session: NoughtsSession, chance: Random) -> Answer:
    space = RULES.next_move(session.timeline.current.position, chance).space
    return Answer(session_contract.GAME, "take", [space])


@pytest.mark.parametrize(
    ("rules", "check"),
    [
        *((RULES, check) for check in (*session_contract.CHECKS, *session_contract.SECRET_CHECKS)),
        *((OPEN_RULES, check) for check in session_contract.CHECKS),
    ],
    ids=lambda value: getattr(value, "__name__", None) or value.name,
)
def test_its_session_keeps_what_games_promise(
    register: Register, rules: Rules[Any, Any], check: Any, tmp_path: Path
) -> None:
    name = register(rules)
    with Journal(tmp_path / "journal.sqlite3") as journal:
        check(Played(rules, session_manifest(name), take), journal)


def test_it_is_played_by_script(noughts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(GAME)}\n{json.dumps(TAKEN)}\n")
    assert cli.run(["script", str(path), "--lang", "en"]) == 2
    won, refused = map(json.loads, capsys.readouterr().out.splitlines())
    assert (won["status"], won["result"]["winners"], won["error"]) == ("finished", ["Ana"], None)
    assert (refused["held"], refused["error"]["code"]) == ("0--------", "taken")


def test_it_is_stored_listed_exported_and_imported(
    noughts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.json").write_text(json.dumps(GAME))
    journal = ["--journal", str(tmp_path / "journal.sqlite3")]
    assert cli.run(["import", str(tmp_path / "game.json"), *journal]) == 0
    assert cli.run(["games", *journal, "--lang", "en"]) == 0
    assert "noughts  Ana, Bo  5 moves" in capsys.readouterr().out
    assert cli.run(["export", "1", *journal]) == 0
    assert json.loads(capsys.readouterr().out) == GAME


def test_a_game_that_is_there_no_more_is_kept_and_not_opened(
    noughts: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        app = App(load(), journal)
        app.begin(noughts, GameConfig(("Ana", "Bo")), "none")
        app.close()
    offer(monkeypatch, "fae", "fate")
    assert cli.run(["games", "--journal", str(path), "--lang", "en"]) == 0
    assert "noughts" in capsys.readouterr().out
    with Journal(path) as journal:
        app = App(load(), journal)
        assert app.archive.saved_games() == []
        (kept,) = app.archive.games()
        assert kept.problem and "noughts" in str(kept.problem)
        app.close()


def test_an_evening_by_touch(noughts: str, open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        _begin(house)
        for space in (1, 4, 2):
            _take(house, space)
        house.press("undo")
        house.until(lambda shown: shown.played == 2)
        assert house.screen.bar.hands == "", "there is no table to speak of"
        house.press("redo")
        house.until(lambda shown: shown.played == 3)
        _leave(house)
        house.press("play", "Continue")
        _look(house)
        assert house.until(lambda shown: shown.played == 3).position.held == "00-1-----"
        _take(house, 5)
        _take(house, 3)
        shown = house.until(lambda shown: shown.over)
        house.press("eye")
        revealed = house.until(lambda shown: shown.revealed)
        assert set(revealed.revealed) == {"Ana", "Bo"}
        assert shown.line == (1, 2, 3)
        _leave(house)
        house.press("history")
        house.on("games")
        house.press("chart")
        house.on("statistics")
        figures = {
            one.player: (one.game, one.games, one.wins)
            for one in GameTally(house.app.archive.games()).players()
        }
        assert figures == {"Ana": ("noughts", 1, 1), "Bo": ("noughts", 1, 0)}
        assert {row.player for row in house.screen.ids.rows.children if hasattr(row, "player")} == {
            "Ana",
            "Bo",
        }


def test_a_taken_space_is_refused(noughts: str, open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.begin(noughts, GameConfig(("Ana", "Bo")), "none")
        _look(house)
        _take(house, 1)
        house.finger.tap(house.screen.spaces[1])
        house.finger.until(lambda: house.screen.bar.refusal == "This space is taken.")


def test_at_a_quiet_table_a_move_is_only_a_sound(
    noughts: str, open_window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.profiles.prefer(quiet=True)
        house.app.begin(noughts, GameConfig(("Ana", "Bo")), "none")
        _look(house)
        heard: list[str] = []
        monkeypatch.setattr(house.running.app._sounds, "play", heard.append)
        _take(house, 5)
        assert (house.screen.bar.calm, heard) == (True, ["tap", "move"])
        house.finger.tap(house.screen.spaces[5])
        house.finger.until(lambda: not house.screen.bar.calm)
        assert heard[2:] == ["tap", "wrong"]


def test_nobody_sees_the_other_ones_secret(noughts: str, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal, chance=Random(2))
        app.begin(noughts, GameConfig(("Ana", "Bo")), "none")
        app.tell(Answer(1, "take", [5]))
        app.stop_game()
        shown = app.latest()
        assert isinstance(shown, NoughtsSnapshot)
        assert (shown.dealt, shown.secret, shown.revealed, app.unseen()) == (True, None, {}, ("Ana", "Bo"))
        app.close()


def _begin(house: Evening) -> None:
    house.press(text="Noughts and crosses")
    house.on("new")
    for name in ("Ana", "Bo"):
        house.press("plus", "Name")
        for letter in name.upper():
            house.press(text=letter)
        house.press("check")
    house.press("play", "Start")
    _look(house)


def _look(house: Evening) -> None:
    """Let each player look at the own lucky space until the board shows."""
    for name in ("Ana", "Bo"):
        house.on("dealt")
        house.finger.until(partial(_is_given, house, name))
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
    house.on("noughts_play")


def _is_given(house: Evening, name: str) -> bool:
    return bool(house.screen.player == name)


def _take(house: Evening, space: int) -> None:
    before = house.until(lambda _: True)
    house.finger.tap(house.screen.spaces[space])
    house.other_than(before)


def _leave(house: Evening) -> None:
    house.press("menu")
    house.on("menu")
    house.press("door")
    house.on("start")


def test_it_is_shown_again_and_printed(
    noughts: str, open_window: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with evening(open_window, tmp_path) as house:
        played: list[tuple[str, Any]] = [("move", {"space": space}) for space in (1, 4, 2, 5, 3)]
        game = house.journal.record(noughts, {"players": ["Ana", "Bo"]}, played)
        house.running.app.open("history", game=game)
        house.finger.frames(3)
        house.press(text="Watch")
        house.on("replay")
        (board,) = house.screen.ids.board.children
        house.finger.until(lambda: house.screen.at == house.screen.last == 5, "the last move")
        assert board.position.held.count("-") == 4
        house.press("back")
        house.on("history")
        house.press(text="Keep")
        house.on("keep")
        house.press("picture")
        house.finger.until(lambda: house.screen.said.endswith(".png"), "a picture")
        saved = tmp_path / "table-companion" / house.screen.said.rpartition(": ")[2]
        assert saved.read_bytes().startswith(b"\x89PNG")


def test_hints_by_touch_from_the_process_that_thinks(noughts: str, open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.begin(noughts, GameConfig(("Ana", "Bo")), "none")
        _look(house)
        for space in (1, 4, 2, 5):
            _take(house, space)
        house.press("menu")
        house.on("menu")
        house.press("lamp")
        house.on("hint")
        seen: list[set[str]] = []
        for _ in ("where to look", "good moves"):
            house.finger.until(lambda: _holder(house))
            house.finger.hold(_holder(house), meanwhile=lambda: seen.append(_texts(house)))
        where, moves = seen
        assert "?" in where and {"1", "2", "Three in a row."} <= moves
        house.press("back")
        house.on("noughts_play")


def test_the_app_takes_a_seat(noughts: str, open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.bots.least_s = 0.0
        house.app.begin(noughts, GameConfig(("Ana", "Bo"), bots={"Bo": "strong"}), "none")
        house.on("dealt")
        house.finger.until(partial(_is_given, house, "Ana"))
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
        house.on("noughts_play")
        _take(house, 1)
        assert house.until(lambda shown: shown.played == 2).turn == "Ana"
        house.press("undo")
        house.until(lambda shown: shown.played == 0)


def test_without_a_secret_people_get_hints(open_noughts: str, open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.begin(open_noughts, GameConfig(("Ana", "Bo")), "none")
        house.on("open_noughts_play")
        for space in (1, 4, 2, 5):
            _take(house, space)
        house.press("menu")
        house.on("menu")
        house.press("lamp")
        house.on("hint")
        house.press(text="Show good moves")
        house.finger.until(lambda: {"1", "2", "Three in a row."} <= _texts(house))


def test_without_a_secret_the_app_takes_a_seat(open_noughts: str, open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.bots.least_s = 0.0
        house.app.begin(open_noughts, GameConfig(("Ana", "Bo"), bots={"Bo": "strong"}), "none")
        house.on("open_noughts_play")
        _take(house, 1)
        assert house.until(lambda shown: shown.played == 2).turn == "Ana"


def _holder(house: Evening) -> Any:
    from ui.widgets.secret import HoldToSee

    return next((widget for widget in house.seen() if isinstance(widget, HoldToSee)), None)


def _texts(house: Evening) -> set[str]:
    return {widget.text for widget in house.seen() if getattr(widget, "text", "")}
