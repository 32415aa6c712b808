"""Typing a password: all characters of a keyboard, in three layers of keys."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from ui import theme
from ui.widgets.basics import FitLabel, Panel, TouchButton

LAYERS = (
    ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"),
    ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"),
    ("!\"#$%&'()*", "+,-./:;<=>", "?@[\\]^_`{|", "}~ "),
)
MOST = 63
"""As long as the passwords of radio networks may be."""
_PORTRAIT_COLUMNS = 8
_BACKSPACE, _ENTER = 8, 13


class PasswordSheet(ModalView):
    """Keys to touch, and a real keyboard if there is one; `done` is told the password.

    What is typed is shown, as nobody hits every key of a small screen; it is forgotten with the sheet.
    """

    def __init__(self, title: str, done: Callable[[str], object]) -> None:
        super().__init__(size_hint=(1, 1), background="", background_color=theme.BACKGROUND)
        self.password, self._done, self._layer = "", done, 0
        self._page = Panel(orientation="vertical", padding=theme.mm(1.5), spacing=theme.mm(1))
        head = BoxLayout(size_hint_y=None, height=theme.mm(12), spacing=theme.mm(2))
        head.add_widget(self._wide("", "cross", self.shut, 0.3))
        head.add_widget(FitLabel(text=title, color=theme.TEXT_SOFT, max_font_mm=4, size_hint_x=0.6))
        self._shown = FitLabel(bold=True, max_font_mm=5)
        head.add_widget(self._shown)
        head.add_widget(self._wide("", "check", self.finish, 0.3))
        self._page.add_widget(head)
        self._keys = BoxLayout(orientation="vertical", spacing=theme.mm(1))
        self._page.add_widget(self._keys)
        self.add_widget(self._page)
        self._lay()
        self._show()
        Window.bind(on_textinput=self._typed, on_key_down=self._pressed)
        self.bind(on_dismiss=self._let_go)
        self.open(animation=False)

    def type(self, letters: str) -> None:
        """Add letters."""
        self.password = (self.password + "".join(filter(str.isprintable, letters)))[:MOST]
        self._show()

    def rub_out(self) -> None:
        """Take the last letter away."""
        self.password = self.password[:-1]
        self._show()

    def turn(self) -> None:
        """The next layer of keys."""
        self._layer = (self._layer + 1) % len(LAYERS)
        self._lay()

    def finish(self) -> None:
        """Hand the password on."""
        password = self.password
        self.shut()
        self._done(password)

    def shut(self) -> None:
        """Close at once, and forget what was typed."""
        self.password = ""
        self.dismiss(animation=False)

    def _show(self) -> None:
        self._shown.text = self.password + "_"

    def _lay(self) -> None:
        self._keys.clear_widgets()
        rows: Sequence[str] = LAYERS[self._layer]
        if theme.portrait():
            keys = "".join(rows)
            starts = range(0, len(keys), _PORTRAIT_COLUMNS)
            rows = [keys[start : start + _PORTRAIT_COLUMNS] for start in starts]
        for row in rows:
            line = BoxLayout(spacing=theme.mm(0.8))
            for letter in row:
                key = TouchButton(text=letter, font_mm=4.6, size_hint=(1, 1))
                key.bind(on_press=lambda _, letter=letter: self.type(letter))
                line.add_widget(key)
            self._keys.add_widget(line)
        last = BoxLayout(spacing=theme.mm(0.8))
        last.add_widget(self._wide(("ABC", "#+=", "abc")[self._layer], "", self.turn))
        last.add_widget(self._wide("", "rub_out", self.rub_out))
        self._keys.add_widget(last)

    def _wide(self, text: str, icon: str, act: Callable[[], None], share: float = 1.0) -> TouchButton:
        made = TouchButton(text=text, icon=icon, size_hint=(share, 1))
        made.bind(on_release=lambda _: act())
        return made

    def _typed(self, _: object, text: str) -> None:
        self.type(text)

    def _pressed(self, _: object, key: int, *__: object) -> bool:
        if key == _BACKSPACE:
            self.rub_out()
        elif key == _ENTER:
            self.finish()
        return True

    def _let_go(self, *_: Any) -> None:
        Window.unbind(on_textinput=self._typed, on_key_down=self._pressed)
