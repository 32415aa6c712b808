"""Typing a name: the only place where the app asks for letters."""

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.settings.people import MOST_LETTERS
from ui import theme
from ui.boards.art import ART, WHITE, Stroke
from ui.widgets.basics import FitLabel, Panel, TouchButton

_LETTERS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM-'")
_ACCENTS = {"pt_BR": "ÁÂÃÇÉÊÍÓÔÕÚ", "es": "ÁÉÍÑÓÚÜ"}
_PORTRAIT_COLUMNS = 8
_BACKSPACE, _ENTER = 8, 13

ART["rub_out"] = [
    Stroke([(0.08, 0.5), (0.32, 0.76), (0.92, 0.76), (0.92, 0.24), (0.32, 0.24)], WHITE, 0.08, close=True),
    Stroke([(0.48, 0.38), (0.72, 0.62)], WHITE, 0.08),
    Stroke([(0.48, 0.62), (0.72, 0.38)], WHITE, 0.08),
]


class NameSheet(ModalView):
    """Keys to touch, and a real keyboard if there is one; `done` is told the name when it is finished.

    The sheet stays open when `done` returns a sentence: why this name cannot be.
    """

    def __init__(self, title: str, name: str, done: Callable[[str], str]) -> None:
        super().__init__(size_hint=(1, 1), background="", background_color=theme.BACKGROUND)
        self.name, self._done = name, done
        page = Panel(orientation="vertical", padding=theme.mm(1.5), spacing=theme.mm(1))
        head = BoxLayout(size_hint_y=None, height=theme.mm(12), spacing=theme.mm(2))
        head.add_widget(self._key("", "cross", self.shut))
        head.add_widget(FitLabel(text=title, color=theme.TEXT_SOFT, max_font_mm=4, size_hint_x=0.6))
        self._shown = FitLabel(bold=True, max_font_mm=6)
        head.add_widget(self._shown)
        head.add_widget(self._key("", "check", self.finish, theme.ACCENT))
        page.add_widget(head)
        self._problem = FitLabel(color=theme.BAD, max_font_mm=3.2, size_hint_y=None, height=theme.mm(5))
        page.add_widget(self._problem)
        for row in self._rows():
            line = BoxLayout(spacing=theme.mm(0.8))
            for letter in row:
                line.add_widget(self._letter(letter))
            for _ in range(_PORTRAIT_COLUMNS - len(row)):
                line.add_widget(Widget())
            page.add_widget(line)
        last = BoxLayout(spacing=theme.mm(0.8))
        last.add_widget(self._wide(App.get_running_app().tr.gettext("Space"), "", lambda: self.type(" ")))
        last.add_widget(self._wide("", "rub_out", self.rub_out))
        page.add_widget(last)
        self.add_widget(page)
        self._show()
        Window.bind(on_textinput=self._typed, on_key_down=self._pressed)
        self.bind(on_dismiss=self._let_go)
        self.open(animation=False)

    def type(self, letters: str) -> None:
        """Add letters; the first of a word is a capital, the others are small."""
        for letter in letters:
            if len(self.name) < MOST_LETTERS and (letter.isalnum() or letter in " -'."):
                begins = not self.name or self.name[-1] in " -"
                self.name += letter.upper() if begins else letter.lower()
        self._show()

    def rub_out(self) -> None:
        """Take the last letter away."""
        self.name = self.name[:-1]
        self._show()

    def finish(self) -> None:
        """Hand the name on."""
        self._problem.text = self._done(" ".join(self.name.split()))
        if not self._problem.text:
            self.shut()

    def shut(self) -> None:
        """Close at once."""
        self.dismiss(animation=False)

    def _show(self) -> None:
        self._shown.text = self.name + "_"
        self._problem.text = ""

    def _rows(self) -> tuple[str, ...]:
        accents = _ACCENTS.get(App.get_running_app().language, "")
        if not theme.portrait():
            return (*_LETTERS, accents) if accents else _LETTERS
        letters = "".join(sorted("".join(_LETTERS)[:-2])) + "-'" + accents
        starts = range(0, len(letters), _PORTRAIT_COLUMNS)
        return tuple(letters[start : start + _PORTRAIT_COLUMNS] for start in starts)

    def _letter(self, letter: str) -> TouchButton:
        made = TouchButton(text=letter, font_mm=4.6, size_hint=(1, 1))
        made.bind(on_press=lambda _: self.type(letter))
        return made

    def _wide(self, text: str, icon: str, act: Callable[[], None]) -> TouchButton:
        made = TouchButton(text=text, icon=icon, size_hint=(1, 1))
        made.bind(on_press=lambda _: act())
        return made

    def _key(self, text: str, icon: str, act: Callable[[], None], colour: Any = None) -> TouchButton:
        made = TouchButton(text=text, icon=icon, colour=colour or theme.PANEL_LIGHT)
        made.size = (theme.mm(14), theme.mm(12))
        made.bind(on_release=lambda _: act())
        return made

    def _typed(self, _: object, text: str) -> None:
        self.type(text)

    def _pressed(self, _: object, key: int, *__: object) -> bool:
        if key == _BACKSPACE:
            self.rub_out()
        elif key == _ENTER:
            self.finish()
        return False

    def _let_go(self, *_: object) -> None:
        Window.unbind(on_textinput=self._typed, on_key_down=self._pressed)
