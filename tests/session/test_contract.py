"""The session contract over every game there is."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import fae, fairytile, fate, registry
from companion.games.fairytile.position import FinishTurn, GiveUp
from companion.games.registry import rules
from companion.session.base import manifest
from companion.session.fabula.session import FabulaSession
from companion.session.fae.session import FaeSession
from companion.session.fairytile.decisions import answer
from companion.session.fairytile.session import FairySession
from companion.session.fate.session import FateSession
from companion.session.messages import Confirm, Message
from companion.storage.journal import Journal
from companion.testing import session as decided
from tests.games.played import played as random_game
from tests.session import contract
from tests.session.contract import Check, Played
from tests.session.fabula.duels import few_cards, next_message
from tests.session.fae_answers import moved, ordered
from tests.session.fate_acts import PlayAct


def fae_move(session: FaeSession, chance: Random) -> Message:
    shown = session.snapshot(contract.GAME)
    if shown.choose:
        return ordered(contract.GAME, shown.choose)
    assert shown.position
    return moved(contract.GAME, chance.choice(fae.legal(shown.position)))


def fate_move(session: FateSession, chance: Random) -> Message:
    shown = session.snapshot(contract.GAME)
    if shown.stage == "heroes":
        return PlayAct(contract.GAME, fate.RULES.next_move(shown.position, chance))
    return Confirm(contract.GAME)


def fairytile_move(session: FairySession, chance: Random) -> Message:
    """Nothing that shows a page before it is told; in the end everybody gives up."""
    shown = session.snapshot(contract.GAME)
    if shown.position.done:
        return answer(contract.GAME, FinishTurn())
    if shown.played > 60:
        return answer(contract.GAME, GiveUp())
    return answer(contract.GAME, chance.choice(fairytile.adventures(session.position)))


def fabula_move(session: FabulaSession, chance: Random) -> Message:
    return next_message(session, chance)


RULES = {"fabula": few_cards}
"""Where other openings than the usual ones are played."""
BY_TOUCH: Mapping[str, Callable[[Any, Random], Message]] = {
    "fae": fae_move,
    "fate": fate_move,
    "fairytile": fairytile_move,
    "fabula": fabula_move,
}


def played(name: str) -> Played:
    return Played(RULES.get(name, rules(name)), manifest(name), BY_TOUCH[name])


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.sqlite3")


def test_every_game_is_played_here() -> None:
    assert set(BY_TOUCH) == set(registry.registered())


@pytest.mark.parametrize("name", registry.registered())
@pytest.mark.parametrize("check", contract.CHECKS, ids=lambda check: check.__name__)
def test_a_session_keeps_what_games_promise(name: str, check: Check, journal: Journal) -> None:
    check(played(name), journal)


@pytest.mark.parametrize("name", [name for name in registry.registered() if rules(name).secret])
@pytest.mark.parametrize("check", contract.SECRET_CHECKS, ids=lambda check: check.__name__)
def test_a_session_keeps_its_secrets(name: str, check: Check, journal: Journal) -> None:
    check(played(name), journal)


@pytest.mark.parametrize("name", registry.registered())
def test_whole_games_are_played_by_decisions_alone(name: str, journal: Journal) -> None:
    """Games that say what may be decided; the others follow."""
    decided.decisions(decided.StoredGame(random_game(name), manifest(name), journal))


@pytest.mark.parametrize("name", registry.registered())
def test_on_the_screen_alone_nothing_speaks_of_a_table(name: str, journal: Journal) -> None:
    decided.on_the_screen(decided.StoredGame(random_game(name), manifest(name), journal))
