import json
import random
from pathlib import Path
from typing import Any

import pytest
from click import Command
from click.testing import CliRunner, Result

from companion.commands.storage import export_, games, import_
from companion.errors import ExitCode, RuleError, StorageError
from companion.games import fae, fate, registry
from companion.games.fae.script import FaeSetup, move_object, setup_object
from companion.session.base import SessionContext
from companion.session.fate.session import FateSession
from companion.storage.journal import Journal
from tests.session.fakes import PLAYERS, opening
from tests.session.fakes import games as random_games


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def written(moves: int, seed: int = 0) -> str:
    played = [move_object(move) for _, move in list(random_games(opening(seed), seed))[:moves]]
    setup = setup_object(FaeSetup(PLAYERS, {}, opening(seed)))
    return json.dumps({"game": "fae", "setup": setup, "moves": played})


def run(command: Command, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(a) for a in (*arguments, "--lang", "en")])


def bring_in(journal: Path, text: str) -> Result:
    file = journal.with_name("game.json")
    file.write_text(text)
    return run(import_, file, "--journal", journal)


def test_games_are_imported_listed_exported_and_deleted(journal: Path) -> None:
    result = bring_in(journal, written(9) + "\n" + written(2, seed=1))
    assert result.output.split() == ["1", "2"], result.output
    listed = run(games, "--journal", journal).output.splitlines()
    assert len(listed) == 2
    assert listed[0].split()[0] == "1" and "Ana, Bo" in listed[0] and listed[0].endswith("9 moves")
    assert json.loads(run(export_, 1, "--journal", journal).output) == json.loads(written(9))
    assert run(games, "--journal", journal, "--delete", 1).exit_code == 0
    assert len(run(games, "--journal", journal).output.splitlines()) == 1


def test_a_game_of_fate_is_stored_and_listed_like_any_other(journal: Path) -> None:
    chance = random.Random(2)
    setup = fate.RULES.opening(chance, ("P1", "P2"))
    position = fate.RULES.read_setup(setup)
    moves: list[dict[str, Any]] = []
    while len(moves) < 120 and not fate.RULES.finished(position):
        act = fate.RULES.next_move(position, chance)
        moves.append(fate.RULES.write_move(act))
        position = fate.RULES.apply(position, act)
    text = json.dumps({"game": "fate", "setup": setup, "moves": moves})
    assert bring_in(journal, text).output.split() == ["1"]
    assert f"fate  P1, P2  {len(moves)} moves" in run(games, "--journal", journal).output
    assert json.loads(run(export_, 1, "--journal", journal).output) == json.loads(text)
    with Journal(journal, write=False) as book:
        again = FateSession.resume(1, SessionContext(book))
    assert again.position == position
    placed = {act.act for step in again.guide.left for act in step.acts}
    assert placed == {"place"}, "nothing of this game lies on the table yet"


def test_games_that_cannot_be_opened_are_listed_with_the_reason(journal: Path) -> None:
    with Journal(journal) as book:
        book.record("chess", {"players": ["Ana", "Bo"]}, [("move", {"san": "e4"})])
        book.record("fae", {"players": ["Ana"]}, [])
        book.record("fae", fae.RULES.opening(random.Random(1), ("Red", "Board")), [("undo", {"moves": 1})])
    listed = CliRunner().invoke(games, ["--journal", str(journal), "--lang", "pt_BR"]).output.splitlines()
    assert [line.split()[:4:3] for line in listed] == [["1", "chess"], ["2", "fae"], ["3", "fae"]]
    assert "chess, que não está instalado" in listed[0]
    assert "setup." in listed[1] and "undo" in listed[2]
    refused = run(export_, 1, "--journal", journal).exception
    assert isinstance(refused, StorageError) and refused.code == "not_installed"
    assert run(games, "--journal", journal, "--delete", 1).exit_code == 0
    assert len(run(games, "--journal", journal).output.splitlines()) == 2


def test_no_games_yet(journal: Path) -> None:
    assert "No games" in run(games, "--journal", journal).output
    assert not journal.exists()


def test_a_wrong_move_is_named_and_nothing_is_stored(journal: Path) -> None:
    document = json.loads(written(3))
    document["moves"][1] = {"from": 1, "to": 60}
    result = bring_in(journal, written(2) + "\n" + json.dumps(document))
    assert isinstance(result.exception, RuleError)
    assert "game.json:2, move 2: not_adjacent" in str(result.exception)
    assert not journal.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"game": "chess"}', '{"game": "fae"}'])
def test_a_file_that_is_no_game_is_named(journal: Path, text: str) -> None:
    result = bring_in(journal, text)
    assert isinstance(result.exception, RuleError)
    assert "game.json:1: " in str(result.exception)


def test_a_set_up_without_a_key_is_named(journal: Path) -> None:
    result = bring_in(journal, '{"game": "fairytile", "setup": {"players": ["Ana", "Bo"]}}')
    assert isinstance(result.exception, RuleError)
    assert "game.json:1: bad_setup: setup.start: expected 3 starting tiles" in str(result.exception)


def test_a_document_is_stored_whole_or_not_at_all(journal: Path) -> None:
    setup = registry.rules("fairytile").opening(random.Random(1), ("Ana", "Bo"))
    document = {"game": "fairytile", "setup": setup, "turns": [{"turn_page": True}]}
    result = bring_in(journal, written(2) + "\n" + json.dumps(document))
    assert isinstance(result.exception, RuleError)
    assert "game.json:2: bad_document: " in str(result.exception) and '"turns"' in str(result.exception)
    assert not journal.exists()


def test_an_unknown_game_is_named(journal: Path) -> None:
    bring_in(journal, written(1))
    result = run(export_, 7, "--journal", journal)
    assert isinstance(result.exception, StorageError)
    assert result.exception.exit_code == ExitCode.WRONG_INPUT
    assert "(1), found 7" in str(result.exception)
