import random
import sqlite3
from pathlib import Path

import pytest

from companion.errors import RuleError, StorageError
from companion.games import registry
from companion.games.registry import rules
from companion.storage.export import export, import_game, players
from companion.storage.journal import Journal, Json

SETUP = {"players": ["Ana", "Bo"], "druids": {"1": "red"}}
MOVES = [{"from": n, "to": n + 1} for n in range(5)]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.sqlite3")


def test_undone_moves_are_left_out(journal: Journal) -> None:
    game = journal.create("fae", SETUP)
    for move in MOVES[:3]:
        journal.append(game, "move", move)
    journal.append(game, "undo", {"moves": 2})
    journal.append(game, "redo", {"moves": 1})
    assert export(journal, game) == {"game": "fae", "setup": SETUP, "moves": MOVES[:2]}
    journal.append(game, "move", MOVES[4])
    assert export(journal, game)["moves"] == [*MOVES[:2], MOVES[4]]
    journal.append(game, "undo", {"moves": 3})
    assert export(journal, game)["moves"] == []


def test_spirits_are_there_after_the_reveal_only(journal: Journal) -> None:
    game = journal.create("fae", SETUP)
    journal.append(game, "spirits", {"sealed": "…"})
    assert export(journal, game)["setup"] == SETUP
    journal.append(game, "reveal", {"spirits": {"Ana": "red", "Bo": "blue"}})
    assert export(journal, game)["setup"] == {**SETUP, "spirits": {"Ana": "red", "Bo": "blue"}}


def test_what_is_imported_exports_the_same(journal: Journal) -> None:
    setup = {**SETUP, "spirits": {"Ana": "red", "Bo": "black"}}
    document = {"game": "fae", "setup": setup, "moves": MOVES}
    assert export(journal, import_game(journal, document)) == document


def test_an_imported_game_is_another_one(journal: Journal) -> None:
    first = journal.record("fae", SETUP, [("move", move) for move in MOVES])
    second = import_game(journal, export(journal, first))
    assert journal.game(first).uid != journal.game(second).uid


@pytest.mark.parametrize("key", ["game", "setup", "moves"])
def test_a_document_without_its_parts_is_refused(journal: Journal, key: str) -> None:
    document: dict[str, object] = {"game": "fae", "setup": SETUP, "moves": MOVES, key: 3}
    with pytest.raises(StorageError, match=f'found 3 as "{key}"'):
        import_game(journal, document)
    assert journal.games() == []


@pytest.mark.parametrize(
    "event", [("undo", {}), ("undo", {"moves": 2}), ("redo", {"moves": 1}), ("undo", {"moves": "1"})]
)
def test_an_event_that_cannot_be_is_named(journal: Journal, event: tuple[str, Json]) -> None:
    game = journal.record("fae", SETUP, [("move", MOVES[0]), event])
    with pytest.raises(StorageError, match=f"Event 2, {event[0]}: expected a number of moves") as caught:
        export(journal, game)
    assert caught.value.code == "bad_event"


def test_damaged_texts_of_a_journal_are_no_set_up_and_no_event(journal: Journal) -> None:
    game = journal.record("fae", SETUP, [("move", MOVES[0])])
    other = sqlite3.connect(journal.path)
    with other:
        other.execute("UPDATE game SET setup = '{'")
        other.execute("UPDATE event SET payload = '[1]'")
    other.close()
    assert journal.game(game).setup == {}
    with pytest.raises(RuleError):
        players(journal.game(game))
    with pytest.raises(StorageError, match=f"Stored game {game}") as caught:
        export(journal, game)
    assert caught.value.code == "game_spoiled"


def test_a_game_that_is_not_installed_is_kept_and_told(journal: Journal) -> None:
    game = journal.record("chess", {"players": ["Ana", "Bo"]}, [("move", {"san": "e4"})])
    for ask in (lambda: export(journal, game), lambda: players(journal.game(game))):
        with pytest.raises(StorageError, match="the game chess, which is not installed") as caught:
            ask()
        assert caught.value.code == "not_installed"
    assert [stored.id for stored in journal.games()] == [game]


def test_players_of_every_form_of_a_set_up(journal: Journal) -> None:
    for name in registry.registered():
        setup = rules(name).opening(random.Random(1), ("Red", "Board"))
        assert players(journal.game(journal.create(name, setup))) == ("Red", "Board")
