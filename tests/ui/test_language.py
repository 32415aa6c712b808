from typing import Any

from tests.ui.games.fae.fake import FakeFae
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
