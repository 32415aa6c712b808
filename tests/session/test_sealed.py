import json
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.fernet import Fernet

from companion.errors import RuleError, StorageError
from companion.games import fae
from companion.games.base import Secret
from companion.games.fae.board import COLOURS
from companion.session.fae.session import FaeSession
from companion.session.messages import Reveal
from companion.session.sealed import KEY_FILE, Sealed
from companion.storage.export import export
from companion.storage.journal import Journal
from tests.session.fakes import PLAYERS, begun, games, opening, resumed

SPIRITS = Random(3).sample(COLOURS, len(PLAYERS))


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.sqlite3")


def dealt(journal: Journal) -> FaeSession:
    return begun(position=opening(), journal=journal, chance=Random(3))


def test_spirits_are_nowhere_in_the_clear_before_the_reveal(journal: Journal) -> None:
    session = dealt(journal)
    assert [session.secret(seat) for seat in range(2)] == SPIRITS
    game = session.timeline.stored_as
    assert session.sealed and game
    shown = repr(session.sealed) + repr(vars(session)) + repr(session.snapshot(1).result)
    assert not any(colour in repr(session.sealed) for colour in COLOURS)
    assert not any(f"'{one}', '{two}'" in shown for one in SPIRITS for two in SPIRITS)
    assert "spirits" not in export(journal, game)["setup"]
    assert session.snapshot(1).dealt
    stored = journal.events(game)
    assert [event.kind for event in stored] == ["spirits"]
    assert not any(colour in json.dumps(dict(stored[0].payload)) for colour in COLOURS)
    with pytest.raises(TypeError):
        pickle.dumps(session.sealed)


def test_a_snapshot_holds_the_secret_of_its_seat_alone(journal: Journal) -> None:
    session = dealt(journal)
    for seat in range(2):
        assert (session.snapshot(1, seat=seat).seat, session.snapshot(1, seat=seat).secret) == (
            seat,
            SPIRITS[seat],
        )
    everybody = session.snapshot(1)
    assert (everybody.seat, everybody.secret, dict(everybody.revealed)) == (None, None, {})


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_stranger_has_no_secret(journal: Journal, seat: int) -> None:
    with pytest.raises(RuleError) as error:
        dealt(journal).secret(seat)
    assert error.value.code == "no_secret"


def test_the_key_is_for_its_owner_only(journal: Journal) -> None:
    dealt(journal)
    key = journal.path.with_name(KEY_FILE)
    assert key.stat().st_mode & 0o777 == 0o600
    before = key.read_bytes()
    dealt(journal)
    assert key.read_bytes() == before


def test_spirits_survive_a_restart_and_are_revealed_at_the_end_only(journal: Journal) -> None:
    game = dealt(journal).timeline.stored_as
    assert game
    session = resumed(journal, game)
    assert [session.secret(seat) for seat in range(2)] == SPIRITS
    with pytest.raises(RuleError) as error:
        session.tell(Reveal(1))
    assert error.value.code == "not_finished"
    for _, move in games(opening(), 2):
        session.submit(move)
    assert session.end().result is None
    session.tell(Reveal(1))
    result = session.end().result
    assert result and set(result["totals"]) == set(PLAYERS)
    position = session.timeline.current.position
    assert result["totals"]["Ana"] == fae.scores(position)[SPIRITS[0]] + position.ritual_cards[0]
    named = dict(zip(PLAYERS, SPIRITS, strict=True))
    assert export(journal, game)["setup"]["spirits"] == session.snapshot(1).revealed == named
    again = resumed(journal, game)
    assert again.end().result == result
    assert again.snapshot(1).revealed == named


def lost(key: Path) -> None:
    key.unlink()


def emptied(key: Path) -> None:
    key.write_bytes(b"")


def another(key: Path) -> None:
    key.write_bytes(Fernet.generate_key())


@pytest.mark.parametrize("spoil", [lost, emptied, another])
def test_without_its_key_a_game_is_dealt_anew_says_so_and_goes_on(
    journal: Journal, spoil: Callable[[Path], None]
) -> None:
    game = dealt(journal).timeline.stored_as
    assert game
    key = journal.path.with_name(KEY_FILE)
    spoil(key)
    session = resumed(journal, game)
    shown = session.snapshot(1)
    assert shown.problem and shown.problem.code == "secrets_lost"
    assert str(key) in str(shown.problem) and "everybody looks again" in str(shown.problem)
    assert shown.dealt
    found = [session.secret(seat) for seat in range(2)]
    again = resumed(journal, game)
    assert [again.secret(seat) for seat in range(2)] == found
    assert again.snapshot(1).problem is None
    for _, move in games(opening(), 2):
        again.submit(move)
    again.tell(Reveal(1))
    assert again.end().result


def test_new_games_have_secrets_after_a_key_was_spoiled(journal: Journal) -> None:
    key = journal.path.with_name(KEY_FILE)
    key.write_bytes(b"no key")
    session = dealt(journal)
    assert [session.secret(seat) for seat in range(2)] == SPIRITS
    assert key.with_suffix(".broken").read_bytes() == b"no key"


def test_a_key_that_may_not_be_read_now_changes_nothing(journal: Journal) -> None:
    game = dealt(journal).timeline.stored_as
    key = journal.path.with_name(KEY_FILE)
    kept = key.rename(key.with_suffix(".kept"))
    key.mkdir()
    with pytest.raises(StorageError, match=KEY_FILE) as error:
        resumed(journal, game)
    assert error.value.code == "secrets_unreadable"
    key.rmdir()
    kept.rename(key)
    assert resumed(journal, game).snapshot(1).problem is None


def test_a_game_that_was_never_dealt_is_dealt_when_it_goes_on(journal: Journal) -> None:
    game = journal.create("fae", fae.RULES.opening(Random(1), PLAYERS))
    session = resumed(journal, game)
    assert session.snapshot(1).dealt
    assert [session.secret(seat) for seat in range(2)] == [
        resumed(journal, game).secret(seat) for seat in range(2)
    ]


def test_where_nothing_can_be_stored_no_game_begins(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StorageError("disk_full", "no room")

    monkeypatch.setattr(journal, "_add", full)
    with pytest.raises(StorageError):
        dealt(journal)
    monkeypatch.undo()
    assert journal.games() == []


@pytest.mark.parametrize("spirits", [["red", "red"], ["red", "green"]])
def test_spirits_differ(spirits: list[str]) -> None:
    assert fae.RULES.secret
    with pytest.raises(RuleError):
        Sealed(fae.RULES.secret, spirits)


@pytest.mark.parametrize("values", [[1, 2], [[5, 9], [12, 7]], [{"hand": ["a"]}, None]])
def test_a_secret_is_any_value(values: list[Any], journal: Journal) -> None:
    secret = Secret("hands", lambda _, seats: values[:seats])
    kind, payload = Sealed.deal(secret, Random(), 2).event(journal)
    again = Sealed.load(secret, payload, journal, 1)
    assert (kind, [again.look(0), again.look(1)]) == ("hands", values)
    assert again.revealed(["Ana", "Bo"]) == {"Ana": values[0], "Bo": values[1]}
