"""Keyboard for a name: letters only, capitalised automatically."""

from collections.abc import Callable

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.settings.people import MOST_LETTERS
from ui import theme
from ui.widgets.basics import Text
from ui.widgets.typing_sheet import PORTRAIT_COLUMNS, TypingSheet

_LETTERS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM-'")
_ACCENTS = {"pt_BR": "ÁÂÃÇÉÊÍÓÔÕÚ", "es": "ÁÉÍÑÓÚÜ"}


class NameSheet(TypingSheet):
    """Sheet to type a name; `done(name)` is called at the end. The sheet stays open if `done` returns a
    sentence that refuses the name.
    """

    def __init__(self, title: str, name: str, done: Callable[[str], str]) -> None:
        self._done = done
        self._problem = Text(color=theme.BAD, em="note", size_hint_y=None, height=theme.mm(5))
        super().__init__(title, name)

    def type(self, letters: str) -> None:
        """Add letters; the first of a word is a capital, the others are small."""
        for letter in letters:
            if len(self.text) < MOST_LETTERS and (letter.isalnum() or letter in " -'."):
                begins = not self.text or self.text[-1] in " -"
                self.text += letter.upper() if begins else letter.lower()
        self.show()

    def finish(self) -> None:
        """Hand the name on."""
        self._problem.text = self._done(" ".join(self.text.split()))
        if not self._problem.text:
            self.shut()

    def show(self) -> None:
        """Show the typed text and clear the refusal."""
        super().show()
        self._problem.text = ""

    def lay(self) -> None:
        """Put the letters on the page, with those of the language."""
        self.page.add_widget(self._problem)
        for row in self._rows():
            line = BoxLayout(spacing=theme.mm(0.8))
            for letter in row:
                line.add_widget(self.letter(letter))
            for _ in range(PORTRAIT_COLUMNS - len(row)):
                line.add_widget(Widget())
            self.page.add_widget(line)
        last = BoxLayout(spacing=theme.mm(0.8))
        last.add_widget(self.key(App.get_running_app().tr.gettext("Space"), "", lambda: self.type(" ")))
        last.add_widget(self.key("", "rub_out", self.rub_out))
        self.page.add_widget(last)

    def _rows(self) -> tuple[str, ...]:
        accents = _ACCENTS.get(App.get_running_app().language, "")
        if not theme.portrait():
            return (*_LETTERS, accents) if accents else _LETTERS
        letters = "".join(sorted("".join(_LETTERS)[:-2])) + "-'" + accents
        starts = range(0, len(letters), PORTRAIT_COLUMNS)
        return tuple(letters[start : start + PORTRAIT_COLUMNS] for start in starts)
