"""Words on painted widgets stay large enough to be read."""

from typing import Any

from tests.ui.games.fae.states import play
from tests.ui.layout import widgets

LONGEST = "Maximiliana-Lu"


def drawn(widget: Any) -> list[tuple[float, float]]:
    """Right edge and height of the pictures and texts of a widget."""
    from kivy.graphics import Rectangle

    return [(i.pos[0] + i.size[0], i.size[1]) for i in widget.canvas.before.children if type(i) is Rectangle]


def test_a_long_word_is_cut_before_it_is_too_small(open_window: Any) -> None:
    from ui.widgets.painted import Painted

    class Word(Painted):
        words = ""

        def paint(self) -> None:
            self.fitting(self.words, self.x, self.right, self.center_y, 20, [1, 1, 1, 1])

    open_window(play()())
    heights = {}
    for words in ("Bo", "Maximiliana", LONGEST, "W" * 40):
        shown = Word(size=(80, 30))
        shown.words = words
        shown.paint()
        ((right, heights[words]),) = drawn(shown)
        assert right <= 80.5
    assert heights["Bo"] > heights["Maximiliana"]
    assert min(heights.values()) >= heights["Bo"] * 0.6


def test_names_at_the_score_are_read_at_arms_length(open_window: Any) -> None:
    """Of four players on the smallest window."""
    from ui import theme

    running = open_window(play()())
    chips = [w for w, _ in widgets(running.screen) if type(w).__name__ == "PlayerChip"]
    assert {chip.name for chip in chips} >= {"Maximiliana", "Bo"}
    for chip in chips:
        chip.name = LONGEST
        chip._repaint()
        name = chip.canvas.before.children[-1]
        assert name.size[1] >= theme.mm(3.6) * 0.6, "as high as a letter"
        assert name.pos[0] + name.size[0] <= chip.right
