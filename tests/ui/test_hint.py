"""Hints by touch, for one player: first a region, then good moves; leaving the page ends the search."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from companion.games import fae
from companion.games.base import Advice, Sentence, counted
from companion.games.fae.advice import advise
from companion.i18n import LANGUAGES
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_layout, widgets
from tests.ui.press import buttons


def thinking(found: bool = True) -> FakeFae:
    """Some moves into a game; what it finds is there at once, or not yet."""
    controller = FakeFae()
    controller.play_random(24)
    past = controller.session.past(0)
    controller.hints.found = advise(past, past[-1].turn, "red", 300, Random(1), lambda: True)
    controller.hints.ready = found
    return controller


def three(controller: FakeFae) -> tuple[Advice[fae.Move], ...]:
    """As much as there ever is to say, in the longest words."""
    colours: dict[str, object] = {"points": 15, "colours": "purple (you), red, blue, yellow and black"}
    reasons = (
        counted(
            "Isolates {n} druid on blessed ground: +{points} for {colours}.",
            "Isolates {n} druids on blessed ground: +{points} for {colours}.",
            12,
            **colours,
        ),
        Sentence("Opens +{n} for your spirit next turn: likely, few moves prevent it.", {"n": 10}),
        Sentence("{n} rituals in one move: a card for each, but no points for you.", {"n": 2}),
    )
    look = Sentence("One move here makes a larger group with your spirit.")
    moves = fae.legal(controller.position)[::9]
    around = controller.hints.found[0].highlighted
    return tuple(
        Advice(move, (move.source, move.target), around, reason, look)
        for move, reason in zip(moves, reasons, strict=False)
    )


def boards(running: Any) -> list[Any]:
    from ui.games.fae.board import FaeBoard

    return [widget for widget, _ in widgets(running.screen) if isinstance(widget, FaeBoard)]


def texts(running: Any) -> set[str]:
    return {widget.text for widget, _ in widgets(running.screen) if hasattr(widget, "text")}


def holder(running: Any) -> Any:
    from ui.widgets.secret import HoldToSee

    return next(widget for widget, _ in widgets(running.screen) if isinstance(widget, HoldToSee))


def look_closely(running: Any, name: str) -> None:
    check_layout(running)
    running.screenshot(name)


@pytest.mark.slow
@at_each_size
def test_fits_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    controller = thinking()
    controller.hints.found = three(controller)
    running = open_window(controller, size=size)
    running.app.open("hint")
    with Finger(running.window).ready() as finger:
        finger.until(lambda: running.screen._found)
        for language in LANGUAGES:
            running.app.speak(language)
            finger.frames(4)
            check_layout(running)
            for stage in ("where", "moves"):
                running.screen._more = stage == "moves"
                running.screen.refresh_text()
                finger.frames(4)
                name = f"hint_{stage}_{language}_{size[0]}x{size[1]}.png"
                finger.hold(holder(running), meanwhile=partial(look_closely, running, name))


def test_the_first_touch_shows_where_the_second_shows_moves(open_window: Any) -> None:
    controller = thinking()
    found = controller.hints.found
    running = open_window(controller)
    running.lay_out()
    with Finger(running.window).ready() as finger:
        finger.tap(next(b for b in buttons(running) if b.icon == "lamp"))
        finger.until(lambda: running.screen.name == "hint")
        finger.until(lambda: running.screen._found)
        assert not boards(running)
        seen: list[Any] = []
        finger.hold(holder(running), meanwhile=lambda: seen.extend(boards(running)))
        finger.until(lambda: not boards(running))
        finger.hold(holder(running), meanwhile=lambda: seen.extend(boards(running)))
        finger.until(lambda: not boards(running))
        where, moves = seen
        assert {mark.space for mark in where.marks} == set(found[0].highlighted) and not where.ways
        assert moves.ways == tuple(one.way for one in found)
        assert [mark.label for mark in moves.marks] == ["1", "2", "3"][: len(found)]
        finger.tap(next(b for b in buttons(running) if b.icon == "back"))
        finger.until(lambda: running.screen.name == "fae_play")
    assert controller.hints.calls == ["think", "stop"]


def test_alone_against_the_app_it_is_open_and_the_lamps_point(open_window: Any) -> None:
    controller = thinking()
    controller.session.bots = dict.fromkeys(controller.session.players[1:], "easy")
    found = controller.hints.found
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("hint")
        finger.until(lambda: boards(running))
        assert controller.hints.pointed == found[0].highlighted
        running.screenshot("hint_open.png")
        finger.frames(12)
        finger.tap(next(b for b in buttons(running) if b.icon == "lamp"))
        finger.until(lambda: boards(running)[0].ways)
        assert set(controller.hints.pointed) == {space for one in found for space in one.way}
        finger.tap(next(b for b in buttons(running) if b.icon == "back"))
        finger.until(lambda: running.screen.name == "fae_play")
        assert controller.hints.pointed == ()


def test_a_move_is_shown_alone_and_can_be_made(open_window: Any) -> None:
    controller = thinking()
    controller.hints.found = found = three(controller)
    controller.session.bots = dict.fromkeys(controller.session.players[1:], "easy")
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("hint")
        finger.until(lambda: boards(running))
        running.screen.more()
        finger.frames(2)
        rows = {b.number: b for b in buttons(running) if type(b).__name__ == "HintRow"}
        assert sorted(rows) == ["1", "2", "3"]
        finger.tap(rows["2"])
        finger.until(lambda: boards(running)[0].ways == (found[1].way,))
        assert [mark.label for mark in boards(running)[0].marks] == ["2"], "the others are gone for now"
        assert controller.hints.pointed == found[1].way
        finger.tap(next(b for b in buttons(running) if type(b).__name__ == "HintRow" and b.chosen))
        finger.until(lambda: len(boards(running)[0].ways) == len(found))
        finger.tap(next(b for b in buttons(running) if getattr(b, "number", "") == "3"))
        finger.until(lambda: any(b.text == "Play this" for b in buttons(running)))
        played = controller.snapshot().played
        finger.tap(next(b for b in buttons(running) if b.text == "Play this"))
        finger.until(lambda: running.screen.name == "fae_play")
        assert controller.snapshot().played == played + 1
        last = controller.session.timeline.moves[-1]
        assert (last.source, last.target) == found[2].way


@pytest.mark.parametrize("look", ["One move here makes a ritual.", ""])
def test_the_first_page_says_what_to_look_for(open_window: Any, look: str) -> None:
    controller = thinking()
    controller.session.bots = dict.fromkeys(controller.session.players[1:], "easy")
    first, *others = controller.hints.found
    controller.hints.found = (replace(first, look=Sentence(look) if look else None), *others)
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("hint")
        finger.until(lambda: boards(running))
        assert (look or "Look around here.") in texts(running)


def test_leaving_while_it_thinks_stops_it(open_window: Any) -> None:
    controller = thinking(found=False)
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("hint")
        finger.frames(10)
        assert running.screen._found is None and not boards(running)
        running.screenshot("hint_thinking.png")
        finger.tap(next(b for b in buttons(running) if b.icon == "back"))
        finger.until(lambda: running.screen.name == "fae_play")
    assert controller.hints.calls[-1] == "stop"


def test_a_move_that_is_made_meanwhile_ends_the_hint(open_window: Any) -> None:
    controller = thinking()
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("hint")
        finger.frames(4)
        controller.session.submit(fae.legal(controller.position)[0])
        controller.publish()
        finger.until(lambda: running.screen.name == "fae_play")


@pytest.mark.parametrize("offered", [True, False])
def test_only_games_that_can_be_thought_about_offer_hints(open_window: Any, offered: bool) -> None:
    controller = thinking()
    if not offered:
        controller.hints.found = ()
    running = open_window(controller)
    running.lay_out()
    assert any(b.icon == "lamp" for b in buttons(running)) == offered
    running.app.open("menu")
    running.lay_out()
    assert not any(b.icon == "lamp" for b in buttons(running)), "one key is enough"


def test_a_search_without_an_answer_says_so(open_window: Any) -> None:
    controller = thinking()
    controller.hints.found = ()
    running = open_window(controller)
    running.app.open("hint")
    with Finger(running.window).ready() as finger:
        finger.until(lambda: "There is no hint here. Go on as you like." in texts(running))
