"""Play at a board without a camera: undo needs no confirmation, and pieces to be put back block nothing."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import fae
from companion.session.base import GameConfig
from companion.session.messages import Undo
from companion.settings.people import Plan
from tests.session.fae_answers import moved, ordered
from tests.ui.evening import Evening, evening, go_on
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_any_size, check_layout

pytestmark = pytest.mark.slow  # many windows

PEOPLE = ("Ana", "Bo")


@pytest.fixture
def house(open_window: Any, tmp_path: Path) -> Iterator[Evening]:
    with evening(open_window, tmp_path, seed=8) as house:
        yield house


def begin_fae(house: Evening, moves: int) -> Any:
    """A game with this number of moves and nothing to be put back."""
    house.app.profiles.agree("fae", Plan(table="hands"))
    house.app.begin("fae", GameConfig(PEOPLE, setup=fae.RULES.opening(Random(2), PEOPLE)), "hands")
    look(house, "hold")
    chance = Random(2)
    shown = house.until(lambda shown: shown.phase == "play")
    while shown.played < moves:
        asked = shown.choose
        house.app.tell(
            ordered(shown.game, asked)
            if asked
            else moved(shown.game, chance.choice(fae.legal(shown.position)))
        )
        shown = house.other_than(shown)
    if shown.put_back:  # the last one made a ritual
        house.press(text="Table is right")
    return house.until(lambda shown: not shown.put_back)


def look(house: Evening, first: str = "") -> None:
    """Confirm for every player that the spirit is known; with `first` each looks at it before."""
    for name in PEOPLE:
        house.on("dealt")
        house.finger.until(partial(its_turn, house, name))
        if first:
            house.finger.hold(house.screen.ids.hold)
        house.press("check")
    house.on("fae_play")


def its_turn(house: Evening, name: str) -> bool:
    """Return whether this player looks now."""
    return bool(house.screen.player == name)


def resume(house: Evening) -> Any:
    """Leave the game, and go on with it."""
    house.press("menu")
    house.press("door")
    house.on("start")
    house.press("play", "Continue")
    look(house)
    return house.until(lambda _: True)


def plays(house: Evening, move: fae.Move) -> Any:
    """Make a move by two touches: a group and its target."""
    before = house.snapshot
    house.space(move.source)
    house.space(move.target)
    return house.other_than(before)


def test_undo_just_undoes_and_the_next_move_is_played_at_once(house: Evening) -> None:
    shown = begin_fae(house, 7)
    for _ in range(6):
        house.press("undo")
        shown = house.other_than(shown)
    assert (shown.played, shown.phase, shown.turn in house.screen.bar.title) == (1, "play", True)
    assert house.screen.bar.hands.startswith("On the table · Move ")
    assert house.screen.bar.hands.endswith(f" And {shown.put_back - 1} more changes.")
    assert house.screen.ids.main.disabled, "there is nothing to confirm"
    move = next(move for move in fae.legal(shown.position) if not fae.rituals(shown.position, move))
    shown = plays(house, move)
    assert (shown.played, shown.put_back, house.screen.bar.hands) == (2, 0, "")
    assert not resume(house).put_back


@pytest.mark.slow
def test_a_confirmed_table_stays_confirmed_when_the_game_is_left(house: Evening) -> None:
    shown = begin_fae(house, 7)
    for _ in range(3):
        house.press("undo")
        shown = house.other_than(shown)
    assert resume(house).put_back == shown.put_back > 0
    house.press(text="Table is right")
    assert house.until(lambda shown: not shown.put_back).phase == "play"
    assert not resume(house).put_back


def test_a_hero_goes_back_and_elsewhere_at_once(house: Evening) -> None:
    house.app.begin("fate", GameConfig(PEOPLE, ("bjorn", "alva")), "hands")
    house.on("fate_play")
    go_on(house, "heroes")
    board = house.screen.ids.board
    house.finger.frames(30)  # the board has moved back from the last monster
    hexes = []
    for which in (0, -1):
        shown = house.until(lambda shown: shown.stage == "heroes")
        hero = shown.position.heroes[shown.position.turn]
        house.finger.tap(board.middle(hero.hex))
        house.finger.tap(board.middle(house.finger.until(partial(targets, board), "a way")[which]))
        shown = house.other_than(shown)
        hexes.append(shown.position.heroes[shown.position.turn].hex)
        assert (shown.put_back, house.screen.bar.hands) == (0, "")
        house.press("undo")
        shown = house.other_than(shown)
        assert (shown.put_back, house.screen.bar.hands) == (1, "On the table · Move: Bjorn")
    assert len({*hexes, hero.hex}) == 3
    house.press(text="Table is right")
    assert house.until(lambda shown: not shown.put_back).stage == "heroes"


def targets(board: Any) -> list[str]:
    """Spaces to which a hero may go."""
    return sorted(mark.hex for mark in board.marks if mark.kind == "target")


def test_with_a_camera_the_steps_stay_and_no_target_is_offered_meanwhile(open_window: Any) -> None:
    controller = FakeFae(watched=True)
    controller.play_random(3)
    running = open_window(controller)
    controller.tell(Undo(1))
    running.settle(2)
    move = fae.legal(controller.position)[0]
    with Finger(running.window).ready() as finger:
        finger.frames(2)
        running.tap_space(move.source)
    assert running.screen.bar.refusal == "First make the table look like the screen."
    assert not [mark for mark in running.screen.ids.board.marks if mark.kind in ("target", "selected")]
    assert (running.screen.bar.hands, running.screen.ids.main.disabled) == ("", False)


@at_any_size
def test_it_fits_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    controller = FakeFae(("Maximiliana", "Bo"))
    controller.play_random(9)
    running = open_window(controller, size=size)
    controller.tell(Undo(1, 5))
    for language in ("en", "pt_BR", "es"):
        running.app.speak(language)
        running.lay_out()
        assert running.screen.bar.hands
        check_layout(running)
