"""Settings in groups: switches and choices, each with its effect at once, and pages of their own."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.base import N_
from companion.i18n import LANGUAGES
from ui import theme
from ui.screens.page import Page
from ui.voice import PROGRAM
from ui.widgets.basics import Text, TouchButton, text_height
from ui.widgets.page_parts import PictureButton
from ui.widgets.painted import Painted
from ui.widgets.reuse import arrange
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet
from ui.widgets.toggle import Toggle

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
    """One preference, identified by its field name; without `options` it is on or off."""

    name: str
    title: str
    options: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page of its own."""

    name: str
    icon: str
    title: str


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that are shown together."""

    name: str
    icon: str
    title: str
    settings: tuple[Preference | PageLink, ...]


_QUIT, _EXPLAIN = "quit", "explain_again"
"""Names of what ends the app and of what asks to whom rules are explained again; the others are pages."""
GROUPS = (
    Group("table", "board", N_("This table"), (
        PageLink("set_up", "gear", N_("Set up this table")),
        PageLink("touch_test", "finger", N_("Touch test")),
        PageLink("phones", "phone", N_("Phones")),
        Preference("hand", N_("Which hand do you use?"),
            (Value("left", "left_hand", N_("Left")), Value("right", "right_hand", N_("Right")))),
        Preference("rotation", N_("How does the screen stand?"),
            tuple(Value(degrees, f"panel-{degrees}") for degrees in (0, 90, 180, 270))),
        Preference("flat", N_("It lies on the table")),
    )),
    Group("screen", "panel", N_("Screen"), (
        Preference("language", N_("Language"),
            tuple(Value(code, text=name, own=True) for code, name in LANGUAGES.items())),
        Preference("text_size", N_("Text size"),
            (Value(1.0, "text", N_("Normal")), Value(theme.LARGE_TEXT, "text", N_("Large")))),
        Preference("night", N_("Colours"),
            (Value(False, "sun", N_("Day")), Value(True, "moon", N_("Night")))),
        Preference("brightness", N_("Brightness")),
        Preference("little_motion", N_("Little motion")),
        Preference("sleep_min", N_("Minutes until it goes dark"),
            (Value(0, text=N_("Never")), *(Value(n, text=str(n), own=True) for n in (5, 10, 30)))),
    )),
    Group("sound", "speaker", N_("Sound"), (
        Preference("sounds", N_("Sounds")),
        Preference("voice", N_("Spoken hints")),
        Preference("quiet", N_("When does the app speak?"),
            (Value(False, "voice", N_("Always")), Value(True, "lamp", N_("When needed")))),
    )),
    Group("games", "crown", N_("Games"), (
        PageLink("teach", "teach", N_("Teach my board")),
        PageLink("games", "shelf", N_("Stored games")),
        PageLink("statistics", "chart", N_("Statistics")),
        PageLink("packages", "plus", N_("Add a game")),
        Preference("explain_rules", N_("Explain rules when they first matter")),
        PageLink(_EXPLAIN, "help", N_("Explain the rules again")),
    )),
    Group("machine", "chip", N_("Machine"), (
        PageLink("machine", "chip", N_("This machine")),
        PageLink("diagnostics", "gauge", N_("How well it works")),
        PageLink("moments", "camera", N_("Kept moments")),
        PageLink("backup", "save", N_("Backup")),
        PageLink("country", "people", N_("Country")),
        PageLink("clock", "clock", N_("Clock")),
        PageLink("about", "help", N_("About")),
        PageLink(_QUIT, "cross", N_("Quit the app")),
    )),
)  # fmt: skip
_HIGH_MM, _KEY_MM = 13.6, 11.0
"""Height of a setting and of its keys, and width of its title beside them."""
_SWITCH_MM = 12.0
"""Width of the picture of a switch, and of the space beside it."""


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
                self.box(pos, size, theme.INK, theme.mm(0.8))


class SettingLine(BoxLayout):
    """A setting: its title beside its values, above them in an upright window."""

    title = StringProperty("")


class SettingsScreen(Page):
    """Page of all settings that can change while the app runs, a group at a time."""

    group = StringProperty(GROUPS[0].name)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texts: list[tuple[Any, str, str]] = []
        self._buttons: list[tuple[TouchButton, Preference, Value]] = []
        self._toggles: dict[str, Toggle] = {}
        self._blocks = Blocks()
        self._missing = Text(color=theme.SOFT, em="note")
        self._lines = {group.name: [*self._lines_of(group)] for group in GROUPS}
        self._tabs: dict[str, PictureButton] = {}
        for group in GROUPS:
            tab = PictureButton(
                icon=group.icon, size_hint=(1, 1), em="note", picture_share=0.6 if theme.large_text() else 1
            )
            tab.bind(on_release=lambda _, name=group.name: self.choose(name))
            self._texts.append((tab, "text", group.title))
            self._tabs[group.name] = tab
            self.ids.tabs.add_widget(tab)

    def open(self, group: str = GROUPS[0].name, **about: Any) -> None:
        """Show the present settings of a group."""
        super().open(**about)
        self.choose(group)

    def state(self) -> dict[str, Any]:
        """The shown group."""
        return {"group": self.group}

    def choose(self, group: str) -> None:
        """Show the settings of a group."""
        self.group = group
        for name, tab in self._tabs.items():
            tab.chosen = name == group
        arrange(self.ids.lines, self._lines[group])
        self.ids.scroll.scroll_y = 1

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
            if setting.name == "text_size":
                value = min(value, theme.LARGE_TEXT)
            button.chosen = value == option.value
        for name, toggle in self._toggles.items():
            toggle.on = getattr(liked, name)
        self._blocks.filled = sum(step <= liked.brightness + 0.01 for step in BRIGHTNESS)
        tr = app.tr
        self._darker.why_not = tr.gettext("If it were darker, you could not read the screen.")
        self._lighter.why_not = tr.gettext("The screen cannot be brighter than this.")
        self._darker.disabled, self._lighter.disabled = (
            self._blocks.filled <= 1,
            self._blocks.filled == len(BRIGHTNESS),
        )

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

    def _lines_of(self, group: Group) -> Iterator[Widget]:
        """Return what shows the settings of a group."""
        app = App.get_running_app()
        missing = () if app.controller.machine.clock.is_settable() else ("country", "clock")
        for setting in group.settings:
            if setting.name in missing:
                continue
            if isinstance(setting, PageLink):
                yield self._link(setting)
            elif setting.name == "voice" and not app.voice.there:
                yield self._line(setting, [self._missing])
            elif setting.name == "brightness":
                self._darker = self._button("minus", "", partial(self._brighter, -1))
                self._lighter = self._button("plus", "", partial(self._brighter, 1))
                yield self._line(setting, [self._darker, self._blocks, self._lighter])
            elif setting.options:
                yield self._line(setting, [self._choice(setting, option) for option in setting.options])
            else:
                yield self._toggle(setting)

    def _toggle(self, setting: Preference) -> Toggle:
        made = Toggle(height=theme.mm(_HIGH_MM))
        made.bind(on_release=lambda made: self._prefer(setting.name, not made.on))
        made.bind(width=_grow, text=_grow)
        self._texts.append((made, "text", setting.title))
        self._toggles[setting.name] = made
        return made

    def _choice(self, setting: Preference, option: Value) -> TouchButton:
        button = self._button(
            option.icon, option.text if option.own else "", partial(self._prefer, setting.name, option.value)
        )
        if option.text and not option.own:
            self._texts.append((button, "text", option.text))
        button.em = "note" if theme.portrait() else "body"
        self._buttons.append((button, setting, option))
        return button

    def _link(self, link: PageLink) -> TouchButton:
        app = App.get_running_app()
        own = {_QUIT: app.stop, _EXPLAIN: self._ask_whom}
        act = own.get(link.name) or partial(app.open, link.name)
        button = self._button(link.icon, "", act)
        button.height = theme.mm(_HIGH_MM - 1.4)
        self._texts.append((button, "text", link.title))
        return button

    def _ask_whom(self) -> None:
        """Ask who wants to be told the rules of all games once more."""
        app, tr = App.get_running_app(), App.get_running_app().tr
        names = [person.name for person in app.controller.profiles.people() if not person.guest]
        rows = [Row(name, partial(self._explain_again, name), "people") for name in sorted(names)]
        unnamed = Row(tr.gettext("People without a name"), partial(self._explain_again, ""), "people")
        ModalSheet(tr.gettext("Explain the rules again"), [*rows, unnamed], tr.gettext("To whom?"))

    def _explain_again(self, name: str) -> None:
        app = App.get_running_app()
        if self.attempt(lambda: app.controller.profiles.explain_again(name)):
            app.overlay.notice(app.tr.gettext("Rules are explained again when they matter."))

    def _line(self, setting: Preference, controls: Sequence[Widget]) -> SettingLine:
        line = SettingLine()
        for control in controls:
            line.ids.row.add_widget(control)
        self._texts.append((line, "title", setting.title))
        return line

    def _button(self, icon: str, text: str, act: Callable[[], object]) -> TouchButton:
        button = TouchButton(icon=icon, text=text)
        button.size_hint_x, button.height = 1, theme.mm(_KEY_MM)
        button.bind(on_release=lambda _: act())
        return button


def _grow(toggle: Toggle, _: object) -> None:
    """Make a switch as high as its words need beside its picture."""
    needed = text_height(toggle.text, "body", toggle.width - theme.mm(_SWITCH_MM)) + theme.mm(1)
    if isfinite(needed):
        toggle.height = max(theme.mm(_HIGH_MM), needed)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
