"""Settings: large choices with pictures, each with its effect at once."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from companion.games.base import N_
from companion.i18n import LANGUAGES
from ui import theme
from ui.screens.page import Page
from ui.voice import PROGRAM
from ui.widgets.basics import PanelBox, Text, TouchButton
from ui.widgets.painted import Painted

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

BRIGHTNESS = (0.2, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a preference: picture and text (`own`: not translated)."""

    value: Any
    icon: str = ""
    text: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class Preference:
    """One preference, identified by its field name."""

    name: str
    icon: str
    title: str
    options: tuple[Value, ...]


SETTINGS = (
    Preference("language", "voice", N_("Language"),
            tuple(Value(code, text=name, own=True) for code, name in LANGUAGES.items())),
    Preference("text_size", "text", N_("Text size"),
            (Value(1.0, "text", N_("Normal")), Value(theme.LARGE_TEXT, "text", N_("Large")))),
    Preference("hand", "finger", N_("Which hand do you use?"),
            (Value("left", "left_hand", N_("Left")), Value("right", "right_hand", N_("Right")))),
    Preference("night", "eye", N_("Colours"),
            (Value(False, "sun", N_("Day")), Value(True, "moon", N_("Night")))),
    Preference("sounds", "speaker", N_("Sounds"),
            (Value(True, "speaker", N_("On")), Value(False, "mute", N_("Off")))),
    Preference("voice", "voice", N_("Spoken hints"),
            (Value(True, "voice", N_("On")), Value(False, "mute", N_("Off")))),
    Preference("quiet", "lamp", N_("When does the app speak?"),
            (Value(False, "voice", N_("Always")), Value(True, "lamp", N_("When needed")))),
    Preference("rotation", "rotate", N_("How does the screen stand?"),
            tuple(Value(degrees, f"panel-{degrees}") for degrees in (0, 90, 180, 270))),
    Preference("flat", "hand", N_("Does it lie on the table?"),
            (Value(False, "panel", N_("It stands")), Value(True, "board", N_("It lies")))),
    Preference("sleep_min", "clock", N_("Dark after minutes of rest"),
            (Value(0, text=N_("Never")), *(Value(n, text=str(n), own=True) for n in (5, 10, 30)))),
)  # fmt: skip

PAGES_BELOW = (
    ("touch_test", "finger", N_("Touch test")),
    ("teach", "teach", N_("Teach my board")),
    ("set_up", "gear", N_("Set up this table")),
    ("country", "people", N_("Country")),
    ("clock", "clock", N_("Clock")),
    ("diagnostics", "chart", N_("How well it works")),
    ("backup", "save", N_("Backup")),
    ("machine", "chip", N_("This machine")),
)


class PreferenceCard(PanelBox):
    """A setting: picture and title above its values."""

    icon = StringProperty("")
    title = StringProperty("")


class Blocks(Painted):
    """A level as blocks from low to high; empty ones have only an outline."""

    watched = ("filled",)
    filled = NumericProperty(0)

    def paint(self) -> None:
        """Draw the blocks."""
        step = self.width / len(BRIGHTNESS)
        for i in range(len(BRIGHTNESS)):
            height = self.height * (0.4 + 0.6 * (i + 1) / len(BRIGHTNESS))
            pos, size = (self.x + i * step, self.y), (step * 0.8, height)
            self.box(pos, size, theme.LINE, theme.mm(0.8))
            if i >= self.filled:
                rim = theme.mm(0.5)
                inner = (size[0] - 2 * rim, size[1] - 2 * rim)
                self.box((pos[0] + rim, pos[1] + rim), inner, theme.SURFACE, theme.mm(0.5))
            else:
                self.box(pos, size, theme.ACCENT, theme.mm(0.8))


class SettingsScreen(Page):
    """Page of all settings that can change while the app runs."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texts: list[tuple[Any, str, str]] = []
        self._buttons: list[tuple[TouchButton, Preference, Value]] = []
        self._blocks = Blocks()
        self._missing = Text(color=theme.SOFT)
        self.ids.cards.cols = 1 if theme.portrait() else 2
        for setting in SETTINGS:
            self._add_setting(setting)
        self._add_brightness()
        self._add_pages()

    def open(self, scroll: float = 1.0, **about: Any) -> None:
        """Show the present settings; `scroll` 1 is the top, 0 the bottom."""
        super().open(**about)
        self.ids.scroll.scroll_y = scroll

    def state(self) -> dict[str, Any]:
        """Scroll position."""
        return {"scroll": self.ids.scroll.scroll_y}

    def refresh_text(self) -> None:
        """Write titles and names in the language in use, and mark the present values."""
        app = App.get_running_app()
        for widget, name, text in self._texts:
            setattr(widget, name, app.tr.gettext(text))
        missing = app.tr.gettext("For spoken hints, install the program {program}.")
        self._missing.text = missing.format(program=PROGRAM)
        self._shade()

    def _shade(self) -> None:
        app = App.get_running_app()
        liked = app.controller.profiles.preferences()
        for button, setting, option in self._buttons:
            value = app.language if setting.name == "language" else getattr(liked, setting.name)
            button.chosen = value == option.value
        self._blocks.filled = sum(step <= liked.brightness + 0.01 for step in BRIGHTNESS)

    def _prefer(self, name: str, value: object) -> None:
        app = App.get_running_app()
        if name == "language":
            app.speak(value)
        else:
            app.prefer(**{name: value})
        self._shade()
        if name == "sounds":
            app.sound("score")
        if name == "voice":
            app.hear_example()

    def _brighter(self, by: int) -> None:
        index = self._blocks.filled - 1 + by
        if 0 <= index < len(BRIGHTNESS):
            self._prefer("brightness", BRIGHTNESS[index])

    def _add_setting(self, setting: Preference) -> None:
        card = self._card(setting.icon, setting.title)
        if setting.name == "voice" and not App.get_running_app().voice.there:
            card.ids.row.add_widget(self._missing)
            return
        for option in setting.options:
            text = option.text if option.own else ""
            button = self._button(option.icon, text, partial(self._prefer, setting.name, option.value))
            if option.text and not option.own:
                self._texts.append((button, "text", option.text))
            card.ids.row.add_widget(button)
            self._buttons.append((button, setting, option))

    def _add_brightness(self) -> None:
        card = self._card("sun", N_("Brightness"))
        for part in (
            self._button("minus", "", partial(self._brighter, -1)),
            self._blocks,
            self._button("plus", "", partial(self._brighter, 1)),
        ):
            card.ids.row.add_widget(part)

    def _add_pages(self) -> None:
        machine = App.get_running_app().controller.machine
        missing = () if machine.clock.there() else ("country", "clock")
        for page, icon, title in PAGES_BELOW:
            if page in missing:
                continue
            button = self._button(icon, "", partial(App.get_running_app().open, page))
            self._add_below(button, title)
        self._add_below(self._button("cross", "", App.get_running_app().stop), N_("Quit the app"))

    def _add_below(self, button: TouchButton, title: str) -> None:
        self._texts.append((button, "text", title))
        button.height = theme.mm(14)
        self.ids.cards.add_widget(button)

    def _card(self, icon: str, title: str) -> PreferenceCard:
        card = PreferenceCard(icon=icon)
        self._texts.append((card, "title", title))
        self.ids.cards.add_widget(card)
        return card

    def _button(self, icon: str, text: str, act: Callable[[], object]) -> TouchButton:
        button = TouchButton(icon=icon, text=text)
        button.size_hint_x, button.height = 1, theme.mm(10.5)
        button.bind(on_release=lambda _: act())
        return button
