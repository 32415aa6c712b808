"""Seats in the light strip: whose turn it is, and spotlights on top of the game's lights."""

from collections import Counter
from pathlib import Path

import pytest

from companion.app.app import App
from companion.app.lights import COUNT, DARK, LAST, TURN, lamps
from companion.games import fae
from companion.games.fae import autoplay as fae_play
from companion.games.fate.acts import EndTurn
from companion.session.fae import session as fae_session
from companion.session.fae.snapshot import snapshot
from companion.session.fate.game import snapshot as fate_snapshot
from companion.settings.people import SIDES, Person, Side
from companion.settings.settings import load
from companion.storage.journal import Journal
from companion.table.referee import Referee
from tests.session.fate.games import begun

RED, BLUE = (255, 0, 0), (0, 0, 255)
TABLE: dict[str, Side] = {"Ana": "bottom", "Bo": "top_right"}


def lit(shown: list[tuple[int, int, int]], light: tuple[int, int, int]) -> list[int]:
    return [lamp for lamp, colour in enumerate(shown) if colour == light]


@pytest.mark.parametrize("game", ["fae", "fate"])
def test_every_lamp_is_in_front_of_one_seat(game: str) -> None:
    session = begun(2)
    shown = None if game == "fae" else fate_snapshot(session, 1)
    dark = lamps(shown)
    owners: Counter[int] = Counter()
    for seat in SIDES:
        owners.update(lit(lamps(shown, spots={seat: (1, 2, 3)}), (1, 2, 3)))
    assert owners == Counter(range(COUNT))
    assert dark == lamps(shown, spots={})


def test_seats_lie_clockwise_from_the_top_left_corner() -> None:
    def middle(seat: Side) -> float:
        found = lit(lamps(None, spots={seat: RED}), RED)
        if 0 in found and COUNT - 1 in found:
            found = [lamp - COUNT if lamp > COUNT / 2 else lamp for lamp in found]
        return sum(found) / len(found)

    middles = [middle(seat) for seat in SIDES]
    assert middles[:-1] == sorted(middles[:-1]) and -2 < middles[-1] < 2


def test_who_is_to_move_has_a_glow_in_front() -> None:
    session = fae_session.Session(Referee(fae), ("Ana", "Bo"), position=fae_play.opening(3), interactive=True)
    assert TURN not in lamps(snapshot(session, 1))
    before = lit(lamps(snapshot(session, 1), seats=TABLE), TURN)
    assert before == lit(lamps(None, spots={"bottom": RED}), RED)
    session.play(fae.legal(fae_play.opening(3))[0])
    shown = lamps(snapshot(session, 1), seats=TABLE)
    assert set(lit(shown, TURN)) <= set(lit(lamps(None, spots={"top_right": RED}), RED))
    assert LAST in shown, "what was just done lies over it"


def test_heroes_have_their_turn_shown_and_monsters_not() -> None:
    session = begun(2)
    seats: dict[str, Side] = {"P1": "left", "P2": "right"}
    seen = set()
    for _ in range(60):
        shown = fate_snapshot(session, 1)
        glow = lit(lamps(shown, seats=seats), TURN)
        position = shown.position
        if position.phase == "heroes":
            side = seats[position.heroes[position.turn].player]
            assert glow and set(glow) <= set(lit(lamps(shown, spots={side: RED}), RED))
        else:
            assert not glow
        seen.add((position.phase, position.turn))
        session.act(EndTurn()) if session.stage == "heroes" else session.confirm()
    assert {("heroes", 0), ("heroes", 1)} < seen


def test_spotlights_lie_on_top_until_they_go(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        app.house.remember([Person("Ana", seat="bottom"), Person("Bo", seat="top")])
        app.start_game(("Ana", "Bo"), "none", _druids())
        try:
            app.devices.spotlight("left", RED)
            app.devices.spotlight("top", BLUE)
            assert lit(list(app.lights()), RED) == lit(lamps(None, spots={"left": RED}), RED)
            app.devices.spotlight("left", None)
            assert RED not in app.lights() and BLUE in app.lights()
            with pytest.raises(ValueError):
                app.devices.spotlight("kitchen", RED)
            app.leave_game()
            assert set(app.lights()) == {DARK}
        finally:
            app.close()


def _druids() -> dict[int, str]:
    return {space: next(iter(pieces)) for space, pieces in fae.table(fae_play.opening(3)).items()}  # type: ignore[misc]  # spaces of Fae are numbers
