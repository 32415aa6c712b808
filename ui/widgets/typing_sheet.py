"""Base of sheets for typing: a head with the text, and support for a physical keyboard."""

from collections.abc import Callable

from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from ui import theme
from ui.lifetime import Lifetime
from ui.widgets.basics import PanelBox, Text, TouchButton

PORTRAIT_COLUMNS = 8
_BACKSPACE, _ENTER = 8, 13


class TypingSheet(ModalView):
    """Sheet with the typed text in its head; `page` holds the keys below."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__(size_hint=(1, 1), background="", background_color=theme.GROUND)
        self.text = text
        self.page = PanelBox(orientation="vertical", padding=theme.mm(1.5), spacing=theme.mm(1))
        head = BoxLayout(size_hint_y=None, height=theme.mm(12), spacing=theme.mm(2))
        head.add_widget(self._end("cross", self.shut))
        head.add_widget(Text(text=title, color=theme.SOFT, size_hint_x=0.6))
        self._shown = Text(em="title")
        head.add_widget(self._shown)
        head.add_widget(self._end("check", self.finish, primary=True))
        self.page.add_widget(head)
        self.lay()
        self.add_widget(self.page)
        self.show()
        self.lifetime = Lifetime()
        self.lifetime.bind(Window, on_textinput=self._typed, on_key_down=self._pressed)
        self.bind(on_dismiss=lambda _: self.lifetime.end())
        self.open(animation=False)

    def lay(self) -> None:
        """Put the keys on the page."""
        raise NotImplementedError

    def type(self, letters: str) -> None:
        """Add letters."""
        raise NotImplementedError

    def finish(self) -> None:
        """Hand the text on."""
        raise NotImplementedError

    def rub_out(self) -> None:
        """Delete the last letter."""
        self.text = self.text[:-1]
        self.show()

    def show(self) -> None:
        """Show the typed text."""
        self._shown.text = self.text + "_"

    def shut(self) -> None:
        """Close at once."""
        self.dismiss(animation=False)

    def letter(self, letter: str) -> TouchButton:
        """A key that types."""
        return self.key(letter, "", lambda: self.type(letter))

    def key(self, text: str, icon: str, act: Callable[[], None]) -> TouchButton:
        """A key that does something."""
        made = TouchButton(text=text, icon=icon, size_hint=(1, 1))
        made.bind(on_press=lambda _: act())
        return made

    def _end(self, icon: str, act: Callable[[], None], primary: bool = False) -> TouchButton:
        made = TouchButton(icon=icon, primary=primary, size=(theme.mm(14), theme.mm(12)))
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
