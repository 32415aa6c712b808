"""First pages of a game and all texts of its lesson fit, in each size of window and language."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import registry
from companion.games.lesson import END, LessonView
from companion.i18n import LANGUAGES
from tests.games.lessons import TAUGHT, Course
from tests.games.test_moments import moments
from tests.ui.fake import FakeController
from tests.ui.games.fabula.fake import FakeFabula
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fairytile.fake import FakeFairy
from tests.ui.games.fate import states
from tests.ui.layout import at_each_size, check_apart, check_layout, check_parts_apart, widgets
from tests.ui.test_gallery import LARGEST

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

PLAYED: dict[str, Callable[[], FakeController]] = {
    "fae": FakeFae,
    "fate": lambda: states.hero_turn(watched=False),
    "fairytile": FakeFairy,
    "fabula": FakeFabula,
}
MOST_MOVES = 200
"""Moves within which a person who follows a lesson has seen it."""
EACH_LETTERS = pytest.mark.parametrize("text_size", [1.0, LARGEST])


def steps(game: str) -> list[LessonView]:
    """Every step of a lesson as those see it who follow it, with the longest names."""
    course = Course(game, registry.rules(game).players[1], 0)
    seen: dict[str, LessonView] = {}
    while (view := course.view()) is None or view.key != END:
        if view and view.saying:
            seen[view.key] = view
        if view and view.reads:
            course.read.add(view.key)
        elif not course.follow():
            course.deviate()
        assert len(course.moves) < MOST_MOVES, course
    return [*seen.values(), view]


def check_strip(running: Any) -> None:
    """Check that the teacher stands in the window and drops no word."""
    from ui import theme
    from ui.widgets.basics import Text

    bar, window = running.screen.bar, running.window
    strip, said = bar.teacher, bar.teacher._said
    assert bar.taught and said.text
    assert strip.right <= window.width + 1 and strip.top <= window.height + 1, said
    assert strip.ids.title.text.replace("\n", " ") == said.text
    for widget, _ in widgets(strip):
        if isinstance(widget, Text) and widget.text:
            assert widget.fits and widget.height > theme.em("note"), widget.text
            assert widget.y >= strip.y - 1 and widget.top <= strip.top + 1, (widget.text, strip.size)
    check_parts_apart(strip)


@EACH_LETTERS
@at_each_size
@pytest.mark.parametrize("game", TAUGHT)
def test_the_page_before_a_first_game_fits(
    open_window: Any, game: str, size: tuple[int, int], text_size: float
) -> None:
    controller = PLAYED[game]()
    controller.profiles.prefer(text_size=text_size)
    running = open_window(controller, size=size)
    running.app.open("intro", game=game)
    for language in LANGUAGES:
        running.app.speak(language)
        running.lay_out()
        running.lay_out()
        check_layout(running)
        check_apart(running)


@EACH_LETTERS
@at_each_size
@pytest.mark.parametrize("game", TAUGHT)
def test_all_rules_and_steps_of_lessons_fit_the_strip(
    open_window: Any, game: str, size: tuple[int, int], text_size: float
) -> None:
    controller = PLAYED[game]()
    controller.profiles.prefer(text_size=text_size)
    running = open_window(controller, size=size)
    running.app.home()
    screen = running.screen
    for language in LANGUAGES:
        running.app.speak(language)
        screen.bar.learning = False
        for rule in moments(game):
            screen.bar.teach(screen._teaching._tip(rule))
            running.lay_out()
            check_strip(running)
        screen.bar.learning = True
        for view in steps(game):
            assert view.saying
            for touches in range(len(view.saying.then) + 1):
                screen.bar.teach(screen._teaching._step(view, view.saying, touches))
                running.lay_out()
                check_strip(running)
