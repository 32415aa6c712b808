"""Seats in the light strip: whose turn it is, and spotlights on top of the game's lights."""

from collections import Counter
from pathlib import Path

import pytest

from companion.app.controller.app import App
from companion.app.devices.light_effects import Led
from companion.app.fae.lights import LIGHTS as FAE
from companion.app.fae.players import opening
from companion.app.fate.lights import LIGHTS as FATE
from companion.app.game_loader import app_game
from companion.app.lights import LAST, STRIP, TURN, pattern
from companion.games import fae, registry
from companion.games.fate.acts import EndTurn
from companion.session.base import GameConfig, SessionContext
from companion.session.fae.session import FaeSession
from companion.session.fae.snapshot import FaeSnapshot
from companion.settings.people import SIDES, Person, Side
from companion.settings.settings import load
from companion.storage.journal import Journal
from hardware.strip import DARK
from tests.app.simulated_people import People
from tests.session.fae_answers import moved
from tests.session.fate.games import begun

RED, BLUE = (255, 0, 0), (0, 0, 255)
COUNT = STRIP.count
TABLE: dict[str, Side] = {"Ana": "bottom", "Bo": "top_right"}


def fae_session(position: fae.Position) -> FaeSession:
    return FaeSession(("Ana", "Bo"), SessionContext(), position=position)


def lit(shown: list[Led], light: tuple[int, int, int] | Led) -> list[int]:
    return [number for number, lamp in enumerate(shown) if light in (lamp, lamp.light)]


@pytest.mark.parametrize("game", registry.registered())
def test_every_lamp_is_in_front_of_one_seat(game: str) -> None:
    board = app_game(game).lights
    owners: Counter[int] = Counter()
    for seat in SIDES:
        owners.update(lit(pattern(board, None, spots={seat: (1, 2, 3)}), (1, 2, 3)))
    assert owners == Counter(range(COUNT))
    assert set(pattern(board, None)) == {Led()}


def test_seats_lie_clockwise_from_the_top_left_corner() -> None:
    def middle(seat: Side) -> float:
        found = lit(pattern(None, None, spots={seat: RED}), RED)
        if 0 in found and COUNT - 1 in found:
            found = [lamp - COUNT if lamp > COUNT / 2 else lamp for lamp in found]
        return sum(found) / len(found)

    middles = [middle(seat) for seat in SIDES]
    assert middles[:-1] == sorted(middles[:-1]) and -2 < middles[-1] < 2


def test_who_is_to_move_has_a_glow_in_front() -> None:
    session = fae_session(opening(3))
    assert TURN not in pattern(FAE, session.snapshot(1))
    before = lit(pattern(FAE, session.snapshot(1), seats=TABLE), TURN)
    assert before == lit(pattern(FAE, None, spots={"bottom": RED}), RED)
    session.tell(moved(1, fae.legal(opening(3))[0]))
    shown = pattern(FAE, session.snapshot(1), seats=TABLE)
    assert set(lit(shown, TURN)) <= set(lit(pattern(FAE, None, spots={"top_right": RED}), RED))
    assert LAST in shown, "what was just done lies over it"


def test_heroes_have_their_turn_shown_and_monsters_not() -> None:
    session = begun(2)
    seats: dict[str, Side] = {"P1": "left", "P2": "right"}
    seen = set()
    for _ in range(60):
        shown = session.snapshot(1)
        glow = lit(pattern(FATE, shown, seats=seats), TURN)
        position = shown.position
        if position.phase == "heroes":
            side = seats[position.heroes[position.turn].player]
            assert glow and set(glow) <= set(lit(pattern(FATE, shown, spots={side: RED}), RED))
        else:
            assert not glow
        seen.add((position.phase, position.turn))
        session.submit(EndTurn()) if session.stage == "heroes" else session.confirm()
    assert {("heroes", 0), ("heroes", 1)} < seen


def test_spotlights_lie_on_top_until_they_go(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        app.profiles.remember([Person("Ana", seat="bottom"), Person("Bo", seat="top")])
        app.begin("fae", GameConfig(("Ana", "Bo"), setup=_setup()), "none")
        People(app, FaeSnapshot).until(lambda shown: shown.dealt)
        try:
            app.devices.spotlight("left", RED)
            app.devices.spotlight("top", BLUE)
            assert lit(list(app.strip.wanted), RED) == lit(pattern(FAE, None, spots={"left": RED}), RED)
            app.devices.spotlight("left", None)
            assert RED not in app.lights() and BLUE in app.lights()
            with pytest.raises(ValueError):
                app.devices.spotlight("kitchen", RED)
            app.leave_game()
            assert set(app.lights()) == {DARK}
        finally:
            app.close()


def _setup() -> dict[str, dict[str, str]]:
    return {"druids": {str(space): next(iter(pieces)) for space, pieces in fae.table(opening(3)).items()}}
