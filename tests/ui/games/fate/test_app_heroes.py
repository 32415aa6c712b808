"""Heroes that the app plays and its hints, by touch."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import fate
from companion.games.fate.acts import EndTurn
from companion.i18n import LANGUAGES
from tests.session.fate_acts import PlayAct
from tests.ui.evening import evening, go_on
from tests.ui.finger import Finger
from tests.ui.games.fate import states
from tests.ui.games.fate.fake import FakeFate
from tests.ui.layout import at_each_size, check_layout, widgets
from tests.ui.press import buttons


def advised() -> FakeFate:
    """Bjorn's turn, with hints."""
    fake = states.hero_turn()
    assert fate.RULES.advisor
    past = fake.session.past(0)
    fake.hints.found = fate.RULES.advisor.advise(past, 0, None, 0, Random(1), lambda: True)
    fake.hints.ready = True
    return fake


def thinking() -> FakeFate:
    """The app's hero is to act, after Bjorn's turn."""
    fake = states.hero_turn(watched=False)
    fake.session.bots = {"Player 2": "easy"}
    fake.session.submit(EndTurn())
    return fake


def boards(running: Any) -> list[Any]:
    from ui.games.fate.board import FateBoard

    return [widget for widget, _ in widgets(running.screen) if isinstance(widget, FateBoard)]


@pytest.mark.slow
def test_a_new_game_with_a_hero_of_the_app(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.app.bots.least_s = 0.0
        house.press("tile-fate", "Fate")
        house.on("new")
        house.press(text="App")
        plan = house.app.profiles.plan("fate")
        assert sorted(person.bot for person in plan.players) == ["", "easy"]
        assert len({person.role for person in plan.players}) == 2
        house.press("play")
        house.on("fate_play")
        bot = next(iter(house.snapshot.bots))
        go_on(house, "heroes")
        mine = house.until(lambda shown: shown.stage == "heroes" and not shown.thinking)
        house.app.tell(PlayAct(mine.game, EndTurn()))
        later = house.until(lambda shown: shown.played > mine.played + 2)
        assert [person for person in later.players if person in later.bots] == [bot]


def test_while_the_app_thinks_its_hero_is_not_touched(open_window: Any) -> None:
    fake = thinking()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(10)
        message = running.screen.ids.message
        assert message.icon == "bot" and "Player 2" in message.title
        assert running.screen.ids.main.disabled
        acts = fake.session.timeline.at
        running.screen.tapped(fake.position.heroes[1].hex)
        finger.frames(4)
        assert running.screen.ask is None and fake.session.timeline.at == acts


def test_a_hint_shows_where_to_look_and_then_acts_with_numbers(open_window: Any) -> None:
    fake = advised()
    running = open_window(fake)
    found = fake.hints.found
    running.app.open("hint")
    with Finger(running.window).ready() as finger:
        finger.until(lambda: running.screen._found)
        finger.frames(4)
        (board,) = boards(running)
        assert {mark.hex for mark in board.marks} == {*found[0].highlighted} and not board.paths
        finger.tap(next(b for b in buttons(running) if b.icon == "lamp"))
        finger.frames(4)
        (board,) = boards(running)
        assert {*board.paths} == {one.way for one in found if len(one.way) > 1}
        assert sorted(n for mark in board.marks for n in mark.label.split()) == ["1", "2", "3"][: len(found)]


@pytest.mark.slow
@at_each_size
def test_hints_and_thinking_fit_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    fake = advised()
    running = open_window(fake, size=size)
    running.app.open("hint")
    with Finger(running.window).ready() as finger:
        finger.until(lambda: running.screen._found)
        for more in (False, True):
            running.screen._more = more
            for language in LANGUAGES:
                running.app.speak(language)
                finger.frames(4)
                check_layout(running)
                running.screenshot(f"fate_hint_{more}_{language}_{size[0]}x{size[1]}.png")
        running.app.home()
        fake.publish(thinking().snapshot())
        for language in LANGUAGES:
            running.app.speak(language)
            finger.frames(4)
            check_layout(running)
            running.screenshot(f"fate_thinking_{language}_{size[0]}x{size[1]}.png")
