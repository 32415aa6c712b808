"""Words on painted widgets stay large enough to be read."""

from typing import Any

from tests.ui.games.fae.states import play

LONGEST = "Maximiliana-Lu"


def drawn(widget: Any) -> list[tuple[float, float]]:
    """Right edge and height of the pictures and texts of a widget."""
    from kivy.graphics import Rectangle

    return [(i.pos[0] + i.size[0], i.size[1]) for i in widget.canvas.before.children if type(i) is Rectangle]


def test_a_long_word_is_cut_before_it_is_too_small(open_window: Any) -> None:
    from ui.poster import FittedTexts

    class Word(FittedTexts):
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


def test_a_name_shows_whole_at_the_turn_or_not_at_all(open_window: Any) -> None:
    running = open_window(play()())
    bar = running.screen.ids.players
    for turn, shown in ((LONGEST, ""), ("Bo", "Bo")):
        bar.show((LONGEST, "Bo", "Cy"), turn, dict.fromkeys(("Bo", "Cy"), "person-red"))
        running.lay_out()
        (chip,) = [chip for chip in bar.children if chip.turn]
        assert (chip.name, chip.full_name) == (shown, turn)
        assert max(chip.right for chip in bar.children) <= bar.right + 1
