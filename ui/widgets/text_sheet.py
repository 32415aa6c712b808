"""Keyboard for a password or an address: all characters, in three layers of keys."""

from collections.abc import Callable, Sequence

from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.widgets.typing_sheet import PORTRAIT_COLUMNS, TypingSheet

LAYERS = (
    ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm.-"),
    ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM_~"),
    ("!\"#$%&'()*", "+,-./:;<=>", "?@[\\]^_`{|", "}~ "),
)
MOST = 63
"""Maximum length of WPA passwords and of host name labels."""


class TextSheet(TypingSheet):
    """Sheet to type a text; `done(text)` is called at the end. The text is visible, because small keys are
    easily missed, and discarded with the sheet.
    """

    def __init__(self, title: str, done: Callable[[str], object], text: str = "", most: int = MOST) -> None:
        self._done, self._layer, self._most = done, 0, most
        self._keys = BoxLayout(orientation="vertical", spacing=theme.mm(1))
        super().__init__(title, text)

    def type(self, letters: str) -> None:
        """Add letters."""
        self.text = (self.text + "".join(filter(str.isprintable, letters)))[: self._most]
        self.show()

    def turn(self) -> None:
        """The next layer of keys."""
        self._layer = (self._layer + 1) % len(LAYERS)
        self._lay_keys()

    def finish(self) -> None:
        """Hand the text on."""
        text = self.text
        self.shut()
        self._done(text)

    def shut(self) -> None:
        """Close at once and discard the typed text."""
        self.text = ""
        super().shut()

    def lay(self) -> None:
        """The keys of the present layer."""
        self.page.add_widget(self._keys)
        self._lay_keys()

    def _lay_keys(self) -> None:
        self._keys.clear_widgets()
        rows: Sequence[str] = LAYERS[self._layer]
        if theme.portrait():
            keys = "".join(rows)
            starts = range(0, len(keys), PORTRAIT_COLUMNS)
            rows = [keys[start : start + PORTRAIT_COLUMNS] for start in starts]
        for row in rows:
            line = BoxLayout(spacing=theme.mm(0.8))
            for letter in row:
                line.add_widget(self.letter(letter))
            self._keys.add_widget(line)
        last = BoxLayout(spacing=theme.mm(0.8))
        last.add_widget(self.key(("ABC", "#+=", "abc")[self._layer], "", self.turn))
        last.add_widget(self.key("", "rub_out", self.rub_out))
        self._keys.add_widget(last)
