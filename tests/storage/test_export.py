from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.storage.export import export, import_game
from companion.storage.journal import Journal

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


@pytest.mark.parametrize("key", ["game", "setup", "moves"])
def test_a_document_without_its_parts_is_refused(journal: Journal, key: str) -> None:
    document: dict[str, object] = {"game": "fae", "setup": SETUP, "moves": MOVES, key: 3}
    with pytest.raises(StorageError, match=f'found 3 as "{key}"'):
        import_game(journal, document)
    assert journal.games() == []
