"""The play screen has room for all that stands beside the kingdom, in each language, with long names."""

from typing import Any

import pytest

from companion.i18n import LANGUAGES
from tests.ui.games.fairytile import states
from tests.ui.games.fairytile.fake import FakeFairy
from tests.ui.layout import SIZES, check_apart, check_layout, widgets

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

NAMES = ("Maximiliana", "Bartholomeus", "Wilhelmina", "Konstantin")


def check_inside(screen: Any) -> None:
    """What is written in the page is inside it, in letters that can be read."""
    from ui import theme
    from ui.widgets.basics import Text

    page = screen.ids.page
    assert page.height >= theme.mm(theme.TOUCH_MM)
    for widget, _ in widgets(page):
        if isinstance(widget, Text):
            assert page.y - 1 <= widget.y and widget.top <= page.top + 1, f"{widget.text!r} is outside"
            assert widget.fits, f"{widget.text!r} does not fit"


@pytest.mark.parametrize("text_size", [1.0, 1.25])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("players", [3, 4])
def test_nothing_lies_on_another(
    open_window: Any, players: int, size: tuple[int, int], text_size: float
) -> None:
    fake = FakeFairy(NAMES[:players])
    fake.profiles.prefer(text_size=text_size)
    running = open_window(fake, size=size)
    for language in LANGUAGES:
        running.app.speak(language)
        for touched in ("", "laying"):
            if touched:
                states.laying(running)
            for _ in range(2):
                running.lay_out()
            check_layout(running)
            check_apart(running)
            check_inside(running.screen)
        running.screen.lay()
