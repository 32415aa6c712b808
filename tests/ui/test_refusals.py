"""Refusals are shown beside the waiting message until the next touch."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games import fae
from companion.games.base import Reason, Sentence
from companion.i18n import LANGUAGES
from companion.table.guide import GuideStep
from tests.ui.evening import evening
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fate import states
from tests.ui.layout import check_apart, check_layout
from tests.ui.test_evenings import begin_fae

pytestmark = pytest.mark.slow  # many windows


def test_a_forbidden_move_is_refused_until_the_next_touch(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, seed=8) as house:
        begin_fae(house)
        shown = house.until(lambda shown: shown.phase == "play")
        message, turn = house.screen.ids.message, f"{shown.turn}, it is your turn."
        source, far = min(fae.board.ACROSS_LAKE)
        house.space(source)
        assert message.title == "Touch where the druids go."
        house.space(far)
        assert message.refusal, "why not"
        assert message.title == "Touch where the druids go.", "what waits stays in sight"
        house.finger.hold(message, frames=1)
        assert not message.refusal, "the next touch, wherever it is"
        house.space(source)
        assert message.title == turn


def test_a_refusal_leaves_the_waiting_step_in_sight(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    step = GuideStep("remove", 20, pieces={"purple": 1})
    refused = CompanionError("nothing", "First make the table look like the screen, please, all of it.")
    with Finger(running.window).ready() as finger:
        controller.publish(replace(controller.snapshot(), todo=(step,) * 3))
        finger.frames(3)
        message = running.screen.ids.message
        waits = message.title
        controller.publish(replace(controller.snapshot(refused), todo=(step,) * 3))
        finger.frames(3)
        assert (message.title, message.refusal) == (waits, str(refused))
        for language in LANGUAGES:
            running.app.speak(language)
            running.lay_out()
            check_layout(running)
            check_apart(running)
            running.screenshot(f"refused-step-{language}.png")
        running.app.speak("en")
        finger.tap(running.screen.ids.players)
        assert (message.title, message.refusal) == (waits, "")


def test_a_wrong_table_leaves_the_waiting_step_in_sight(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    step = GuideStep("remove", 20, pieces={"purple": 1})
    controller.publish(
        replace(
            controller.snapshot(),
            todo=(step,),
            illegal=Reason("across_lake", text=Sentence("Druids cross rivers, but no lake.")),
        )
    )
    running.settle(2)
    message = running.screen.ids.message
    assert message.title == "Druids cross rivers, but no lake."
    assert message.detail == "Take 1 purple druid off the marked space."


def test_a_refusal_leaves_what_is_looked_at_in_sight(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    screen = running.screen
    monster = fake.position.monsters[-1]
    with Finger(running.window).ready() as finger:
        finger.tap(screen.ids.board.middle(monster.hex))
        looked_at = screen.ids.message.title
        screen.flash("Nothing is in reach.")
        running.screenshot("refused-preview.png")
        assert (screen.ids.message.title, screen.ids.message.refusal) == (looked_at, "Nothing is in reach.")
        finger.tap(screen.ids.track)
        assert (screen.ids.message.title, screen.ids.message.refusal) == (looked_at, "")
