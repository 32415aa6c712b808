"""Contract of the seat forms: what a phone gets is JSON, and only its own seat's secret is in it."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import registry
from companion.games.registry import rules
from companion.i18n import LANGUAGES, translator
from companion.session.sealed import Sealed
from companion.session.seat_form import SeatForm, common, seat_form
from tests.session.contract import GAME, Played
from tests.session.test_contract import played

WITH_SEAT = [played(name) for name in registry.registered() if seat_form(name)]
MOVES = 12


def form(game: Played) -> SeatForm:
    found = seat_form(game.rules.name)
    assert found
    return found


def name_of(game: Played) -> str:
    return game.rules.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_SEAT, ids=name_of)
def test_all_that_a_phone_gets_is_json(game: Played, language: str) -> None:
    tr, session = translator(language), game.begun()
    for shown in game.play(session, MOVES):
        everything: list[Any] = [common(shown, tr), form(game).public(shown, tr)]
        everything += [
            form(game).secret(session.snapshot(GAME, seat=n), tr) for n in range(len(game.players))
        ]
        assert json.loads(json.dumps(everything, allow_nan=False)) == everything


@pytest.mark.parametrize("game", [game for game in WITH_SEAT if game.rules.secret], ids=name_of)
def test_what_everybody_sees_does_not_depend_on_secrets(game: Played) -> None:
    tr, secret = translator("en"), game.rules.secret
    assert secret
    found = []
    for seed in (1, 2):
        session: Any = game.begun()
        session.sealed = Sealed.deal(secret, Random(seed), len(game.players))
        held = [session.secret(n) for n in range(len(game.players))]
        found.append((held, form(game).public(session.snapshot(GAME), tr)))
    assert found[0][0] != found[1][0] and found[0][1] == found[1][1]


@pytest.mark.parametrize("game", [game for game in WITH_SEAT if game.rules.secret], ids=name_of)
def test_a_seats_secret_does_not_depend_on_the_others(game: Played) -> None:
    tr, session = translator("en"), game.begun()
    for shown in game.play(session, 3):
        mine = session.snapshot(GAME, seat=0)
        other = session.snapshot(GAME, seat=1)
        assert form(game).secret(mine, tr) is not None
        assert form(game).secret(mine, tr) != form(game).secret(other, tr)
        assert form(game).secret(replace(shown, seat=None), tr) is None


def test_fae_has_a_seat() -> None:
    assert {game.rules.name for game in WITH_SEAT} >= {"fae"} <= {*registry.registered()}
    assert rules("fae").secret
