from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import fae
from companion.games.base import Reason
from companion.games.fate.acts import EndTurn
from companion.games.registry import rules
from companion.i18n import LANGUAGES
from companion.session.messages import Confirm
from companion.table.guide import GuideStep
from tests.session.fate_acts import PlayAct
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fate.fake import FakeFate
from tests.ui.layout import at_any_size, check_layout, widgets
from tests.ui.press import press


def lines(running: Any) -> list[Any]:
    from ui.screens.rules import RuleLine

    return [widget for widget, _ in widgets(running.screen) if isinstance(widget, RuleLine)]


@pytest.mark.slow
def test_every_topic_has_a_picture_that_exists(open_window: Any) -> None:
    open_window(FakeFae())
    from ui import all_games
    from ui.boards.art import ART

    for game in all_games.each():
        assert game.topic_icons.keys() == rules(game.name).book().keys()
        assert set(game.topic_icons.values()) <= ART.keys()


@at_any_size
@pytest.mark.parametrize("make", [FakeFae, FakeFate], ids=["fae", "fate"])
def test_fits_in_every_language_and_with_large_texts(open_window: Any, size: Any, make: Any) -> None:
    running = open_window(make(), size=size)
    running.controller.profiles.prefer(text_size=1.25)
    running.app.open("rules")
    for _ in LANGUAGES:
        running.next_language()
        running.lay_out()
        check_layout(running)
        assert all(line.ids.words.height <= line.height for line in lines(running))


def test_bullets_stand_at_the_first_line(open_window: Any) -> None:
    running = open_window(FakeFae())
    running.app.open("rules", topic="rituals")
    running.lay_out()
    running.lay_out()
    long = [line for line in lines(running) if line.ids.words.height > 1.8 * line.ids.words.font_size]
    assert long and any(line.matters for line in lines(running)) is False
    for line in lines(running):
        words, bullet = line.ids.words, line.ids.bullet
        first = words.top - 0.59 * words.font_size
        assert abs(bullet.center_y - first) < 0.2 * words.font_size, line.text
    running.screenshot("rules-bullets.png")


def test_topics_that_apply_to_fae(open_window: Any) -> None:
    open_window(FakeFae())  # topics live beside widgets
    from ui.games.fae.rule_topics import topics

    controller = FakeFae()
    shown = controller.snapshot()
    assert topics(shown)[0].topic == "moving"
    assert topics(replace(shown, position=None))[0].topic == "setup"
    assert topics(replace(shown, choose=(7, 9)))[0] == ("rituals", "E-021")
    assert topics(replace(shown, illegal=Reason("across_lake", ())))[0] == ("moving", "E-015")
    assert topics(replace(shown, todo=(GuideStep("remove", 7),)))[0].topic == "counting"
    assert topics(replace(shown, cards_left=2))[-1].topic == "end"
    assert topics(replace(shown, over=True))[0].topic == "end"


def test_every_reason_of_fae_has_a_rule(open_window: Any) -> None:
    open_window(FakeFae())
    from ui.games.fae.rule_topics import topics

    shown, random, codes = FakeFae().snapshot(), Random(1), set()
    assert shown.position
    for _ in range(400):
        move = fae.Move(random.randrange(1, 61), random.randrange(1, 61))
        if reason := fae.explain(shown.position, move):
            codes.add(reason.code)
    for code in codes - {"same_space"}:
        applies = topics(replace(shown, illegal=Reason(code, ())))[0]
        assert applies.rule in {id for rule in rules("fae").book()[applies.topic].rules for id in rule.ids}, (
            code
        )


def test_topics_that_apply_to_fate(open_window: Any) -> None:
    open_window(FakeFate())
    from ui.games.fate.rule_topics import topics

    controller = FakeFate()
    assert [applies.topic for applies in topics(controller.snapshot())] == ["setup", "aim", "board"]
    seen: set[tuple[str, str]] = set()
    for _ in range(200):
        shown = controller.snapshot()
        found = topics(shown)
        assert {applies.topic for applies in found} <= rules("fate").book().keys()
        seen.add((shown.stage, found[0].topic))
        if shown.stage == "over":
            break
        if shown.stage == "heroes":
            controller.tell(PlayAct(1, EndTurn()))
        else:
            controller.tell(Confirm(1))
    assert {("heroes", "turn"), ("over", "end")} <= seen
    assert {("check", "monster_turn"), ("guide", "monsters_move"), ("guide", "reinforcements")} <= seen


def test_now_is_first_and_the_rule_that_matters_is_marked(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    controller.publish(replace(controller.snapshot(), illegal=Reason("empty_target", ())))
    running.lay_out()
    running.app.open("rules")
    running.lay_out()
    assert running.screen.ids.now.children[-1].key == "moving"
    marked = [line.text for line in lines(running) if line.matters]
    assert marked == ["Go only where other druids stand. Nobody goes to an empty space."]
    running.screenshot("rules_fae.png")


def test_any_topic_can_be_read(open_window: Any) -> None:
    running = open_window(FakeFate(), size=(480, 800))
    running.app.open("rules")
    running.lay_out()
    running.screenshot("rules_fate.png")
    for button in [*running.screen.ids.now.children, *running.screen.ids.topics.children]:
        button.dispatch("on_release")
        assert [line.text for line in reversed(lines(running))]
        assert running.screen.title == rules("fate").book()[button.key].title


def test_at_the_start_the_game_is_chosen(open_window: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    running = open_window(controller)
    running.app.open("rules")
    running.lay_out()
    check_layout(running)
    press(running, "Games")
    press(running, "Fate")
    assert running.screen.ids.head.title == "Rules of Fate"
    running.app.open("rules", game="fae", topic="end")
    assert running.screen.title == "End of the game"


def test_a_topic_is_read_aloud_to_those_who_like_that(open_window: Any, monkeypatch: Any) -> None:
    running = open_window(FakeFae())
    heard: list[str] = []
    monkeypatch.setattr(running.app.voice, "say", lambda text, _: heard.append(text))
    running.app.open("rules", topic="end")
    running.lay_out()
    assert not running.screen.ids.aloud.children
    running.controller.profiles.prefer(voice=True)
    running.app.open("rules", topic="end")
    running.lay_out()
    check_layout(running)
    running.screen.ids.aloud.children[0].dispatch("on_release")
    assert heard[-1].startswith("End of the game. The game ends after the 12th ritual.")
    running.app.home()
    assert heard[-1] == ""
