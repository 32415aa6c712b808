import json
import pickle
from pathlib import Path

import pytest

from companion.errors import RuleError, StorageError
from companion.games import fae
from companion.games.fae.board import COLOURS
from companion.session.fae.session import Session
from companion.session.fae.snapshot import snapshot
from companion.session.sealed import KEY_FILE, Spirits
from companion.storage.export import export
from companion.storage.journal import Journal
from tests.session.fakes import PLAYERS, PerfectReferee, games, opening


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.sqlite3")


def dealt(journal: Journal) -> Session:
    session = Session(PerfectReferee(), PLAYERS, position=opening(), journal=journal)
    session.deal(["purple", "yellow", "red", "blue", "black"])
    return session


def test_spirits_are_nowhere_in_the_clear_before_the_reveal(journal: Journal) -> None:
    session = dealt(journal)
    assert session.spirits and session.game_id
    assert session.spirits.look(0) == "purple"
    shown = repr(session.spirits) + repr(vars(session)) + repr(snapshot(session, 1).result)
    assert not any(colour in repr(session.spirits) for colour in COLOURS)
    assert "'purple', 'yellow'" not in shown
    assert "spirits" not in export(journal, session.game_id)["setup"]
    assert snapshot(session, 1).spirits_dealt
    stored = journal.events(session.game_id)
    assert [event.kind for event in stored] == ["spirits"]
    assert not any(colour in json.dumps(dict(stored[0].payload)) for colour in COLOURS)
    with pytest.raises(TypeError):
        pickle.dumps(session.spirits)


def test_the_key_is_for_its_owner_only(journal: Journal) -> None:
    dealt(journal)
    key = journal.path.with_name(KEY_FILE)
    assert key.stat().st_mode & 0o777 == 0o600
    before = key.read_bytes()
    dealt(journal)
    assert key.read_bytes() == before


def test_spirits_survive_a_restart_and_are_revealed_at_the_end_only(journal: Journal) -> None:
    game_id = dealt(journal).game_id
    assert game_id
    session = Session.resume(PerfectReferee(), journal, game_id)
    with pytest.raises(RuleError) as error:
        session.reveal()
    assert error.value.code == "not_finished"
    for _, move in games(opening(), 2):
        session.play(move)
    assert session.end().result is None
    session.reveal()
    result = session.end().result
    assert result and set(result["totals"]) == set(PLAYERS)
    line = session.line
    assert line
    assert result["totals"]["Ana"] == fae.scores(line.position)["purple"] + line.position.ritual_cards[0]
    assert export(journal, game_id)["setup"]["spirits"] == {"Ana": "purple", "Bo": "yellow"}
    assert Session.resume(PerfectReferee(), journal, game_id).end().result == result


def test_a_lost_key_is_named(journal: Journal) -> None:
    game_id = dealt(journal).game_id
    assert game_id
    key = journal.path.with_name(KEY_FILE)
    key.unlink()
    with pytest.raises(StorageError, match=KEY_FILE) as error:
        Spirits.load(journal, game_id)
    assert error.value.code == "secrets_unreadable"


@pytest.mark.parametrize("outcome", [["red"], ["red", "red"]])
def test_spirits_differ(outcome: list[str]) -> None:
    with pytest.raises(RuleError):
        Spirits.deal(2, outcome)
