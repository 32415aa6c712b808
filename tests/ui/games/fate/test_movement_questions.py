"""The questions of a movement fit the window, whatever its size and language."""

from typing import Any

import pytest

from companion.games.fate.acts import Correct
from companion.i18n import LANGUAGES
from tests.ui.games.fate.fake import FakeFate
from tests.ui.games.fate.touch import popups
from tests.ui.layout import at_each_size, check_layout


def crowded() -> FakeFate:
    """Boldur with Wrecking Ball among monsters."""
    fake = FakeFate(4)
    fake.until("heroes")
    for act in (
        Correct("turn", "boldur"),
        Correct("take", "boldur", 8),
        Correct("hex", "boldur", value="12,6"),
        Correct("hex", "embla", value="13,5"),
        Correct("place", "troll", value="13,6"),
        Correct("place", "goblin", value="12,7"),
        Correct("place", "grendel", 1, "11,7"),
    ):
        fake.put(act)
    return fake


@pytest.mark.slow
@at_each_size
def test_ways_and_places_fit(open_window: Any, size: tuple[int, int]) -> None:
    running = open_window(crowded(), size=size)
    for large in (1.0, 1.25):
        running.controller.profiles.prefer(text_size=large)
        running.lay_out()
        for language in LANGUAGES:
            running.app.speak(language)
            running.screen.tapped("12,6")
            running.screen.tapped("13,7")
            running.lay_out()
            check_layout(running)
            answers = popups(running)
            assert len(answers) > 2
            answers[-1].dispatch("on_release")
            running.lay_out()
            check_layout(running)
            running.screen.main()
            running.lay_out()
