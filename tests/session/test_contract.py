"""The session contract over every game there is."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games import fae, fate
from companion.games.registry import load, rules
from companion.session.base import SessionManifest
from companion.session.fae.messages import ChooseOrder, Play
from companion.session.fae.session import FaeSession
from companion.session.fate.messages import PlayAct
from companion.session.fate.session import FateSession
from companion.session.messages import Confirm, Message
from companion.storage.journal import Journal
from tests.session import contract
from tests.session.contract import Played


def fae_move(session: FaeSession, chance: Random) -> Message:
    shown = session.snapshot(contract.GAME)
    if shown.step or shown.phase == "put_back":
        return Confirm(contract.GAME)
    if shown.choose:
        return ChooseOrder(contract.GAME, shown.choose)
    assert shown.position
    return Play(contract.GAME, chance.choice(fae.legal(shown.position)))


def fate_move(session: FateSession, chance: Random) -> Message:
    shown = session.snapshot(contract.GAME)
    if shown.stage == "heroes":
        return PlayAct(contract.GAME, fate.RULES.next_move(shown.position, chance))
    return Confirm(contract.GAME)


BY_TOUCH: Mapping[str, Callable[[Any, Random], Message]] = {"fae": fae_move, "fate": fate_move}


def played(name: str) -> Played:
    manifest = load("companion.session", "SESSION", SessionManifest, name)
    return Played(rules(name), manifest, BY_TOUCH[name])


@pytest.fixture(params=games.NAMES)
def game(request: pytest.FixtureRequest) -> Played:
    return played(request.param)


@pytest.fixture(params=[name for name in games.NAMES if rules(name).secret])
def secretive(request: pytest.FixtureRequest) -> Played:
    return played(request.param)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.sqlite3")


def test_every_game_is_played_here() -> None:
    assert set(BY_TOUCH) == set(games.NAMES)


def test_it_begins_with_everybody(game: Played) -> None:
    contract.it_begins_with_everybody(game)


def test_moves_stand_are_undone_and_redone(game: Played) -> None:
    contract.moves_stand_are_undone_and_redone(game)


def test_a_resumed_game_is_the_same(game: Played, journal: Journal) -> None:
    contract.a_resumed_game_is_the_same(game, journal)


def test_messages_of_another_game_are_dropped(game: Played) -> None:
    contract.messages_of_another_game_are_dropped(game)


def test_a_seat_knows_nothing_of_the_others(secretive: Played) -> None:
    contract.a_seat_knows_nothing_of_the_others(secretive)


def test_the_file_holds_no_secret_in_the_clear(secretive: Played, journal: Journal) -> None:
    contract.the_file_holds_no_secret_in_the_clear(secretive, journal)


def test_secrets_are_shown_at_the_end_alone(secretive: Played, journal: Journal) -> None:
    contract.secrets_are_shown_at_the_end_alone(secretive, journal)
