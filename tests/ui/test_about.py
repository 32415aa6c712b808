"""The About page names everybody whose work is shown."""

import re
from typing import Any

from tests.architecture.tree import ROOT
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import widgets


def test_everybody_that_the_attribution_names_is_on_the_page(open_window: Any) -> None:
    running = open_window(FakeFae())
    running.app.open("about")
    running.lay_out()
    shown = " ".join(getattr(widget, "text", "") for widget, _ in widgets(running.screen))
    attribution = (ROOT / "ATTRIBUTION.md").read_text("utf-8")
    sentence = re.search(r"The icons of game-icons\.net are made by (.*?)\. The npm", attribution, re.DOTALL)
    assert sentence
    contributors = re.split(r",\s+|\s+and\s+", sentence[1].replace("\n", " "))
    assert len(contributors) > 30
    for name in (*contributors, "Young Serif", "Atkinson Hyperlegible Next", "Material Symbols"):
        assert name in shown
    for licence in set(re.findall(r"CC BY 3\.0|OFL 1\.1|Apache-2\.0", attribution)):
        assert licence in shown
