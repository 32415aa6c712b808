from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image, ImageChops

from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fae.states import play
from tests.ui.games.fairytile.fake import FakeFairy
from tests.ui.layout import widgets


def texts(running: Any) -> set[str]:
    from ui.widgets.basics import Text

    return {w.text for w, _ in widgets(running.screen) if isinstance(w, Text) and w.text}


def test_texts_of_widget_files_change_with_the_language(open_window: Any) -> None:
    running = open_window(FakeFae())
    running.app.open("new", game="fae")
    running.lay_out()
    for language, word in (("en", "Screen"), ("es", "Pantalla"), ("pt_BR", "Tela")):
        running.app.speak(language)
        running.lay_out()
        assert word in texts(running)


@pytest.mark.parametrize("make", [play(), FakeFairy], ids=["fae", "fairytile"])
def test_what_is_painted_changes_with_the_language_too(open_window: Any, make: Callable[[], Any]) -> None:
    from ui.lifetime import end_motions

    shots = []
    for first in ("es", "en"):
        running = open_window(make(), first)
        running.app.speak("es")
        running.lay_out()
        end_motions()
        running.lay_out()
        with Image.open(running.screenshot(f"language-{first}.png")) as shot:
            shots.append(shot.convert("RGB"))
        running.close()
    assert ImageChops.difference(*shots).getbbox() is None
