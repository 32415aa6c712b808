"""The fonts of the package are the ones that texts are written in."""

from typing import Any

import pytest

from tests.ui.games.fae.fake import FakeFae


@pytest.mark.parametrize(("bold", "file"), [(False, "text.ttf"), (True, "text-bold.ttf")])
def test_texts_are_written_in_the_apps_own_font(open_window: Any, bold: bool, file: str) -> None:
    open_window(FakeFae())
    from kivy.core.text import Label

    label = Label(text="ção ñ", font_size=40, bold=bold)
    label.resolve_font_name()
    assert label.options["font_name_r"].endswith(file)
