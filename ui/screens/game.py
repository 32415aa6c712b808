"""What the play screens of all games have in common: the message bar, refusals, lights and camera."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.errors import CompanionError
from ui import theme
from ui.screens.message import Message
from ui.sounds import SoundName
from ui.widgets.basics import Panel
from ui.widgets.live import CameraView

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_REFRESH_S = 0.1
_FLASH_S = 4.0
_INKS = {
    "plain": (theme.PANEL, theme.TEXT),
    "todo": (theme.ACCENT, theme.ON_ACCENT),
    "wrong": (theme.BAD, theme.ON_ACCENT),
    "ask": (theme.ASK, theme.ON_ACCENT),
    "wait": (theme.PANEL_LIGHT, theme.TEXT),
}
_SOUNDS: dict[str, SoundName] = {"todo": "attention", "wrong": "wrong", "ask": "ask"}


class MessageBar(Panel):
    """What to do next, large; a smaller second line for what just happened."""

    icon = StringProperty("")
    title = StringProperty("")
    detail = StringProperty("")
    ink = ListProperty(theme.TEXT)
    soft_ink = ListProperty(theme.TEXT_SOFT)

    def show(self, message: Message) -> None:
        """Show a message in the colours of its kind; a new one is heard as well."""
        if message.title != self.title and self.get_parent_window():
            app = App.get_running_app()
            if message.kind in _SOUNDS:
                app.sound(_SOUNDS[message.kind])
            app.say_aloud(message.title)
        self.colour, self.ink = _INKS[message.kind]
        self.soft_ink = theme.TEXT_SOFT if self.ink == theme.TEXT else self.ink
        self.icon, self.title, self.detail = message.icon, message.title, message.detail


class GameScreen(Screen):
    """A play screen with a light strip `strip`; `watched` once there was a picture of the table to show."""

    watched = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._flash: Message | None = None
        self._camera = CameraView()
        self._end_flash = Clock.create_trigger(lambda _: self.unflash(), _FLASH_S)
        super().__init__(**kwargs)
        self._refresh = Clock.schedule_interval(self._live, _REFRESH_S)

    def stop(self) -> None:
        """Forget the timers; the screen is thrown away."""
        self._refresh.cancel()
        self._end_flash.cancel()

    def refresh_text(self) -> None:
        """Say and mark again what there is to do; also when the language changes."""

    def do(self, act: Callable[[], None]) -> None:
        """Ask the app for something; what it refuses is shown."""
        try:
            act()
        except CompanionError as error:
            self.flash(App.get_running_app().explain(error))

    def flash(self, text: str) -> None:
        """Show a refusal for a few seconds."""
        self._flash = Message("wrong", "warn", text)
        self._end_flash.cancel()
        self._end_flash()
        self.refresh_text()

    def unflash(self) -> None:
        """The refusal was shown long enough."""
        self._flash = None
        self.refresh_text()

    def menu(self) -> None:
        """The menu of the game."""
        App.get_running_app().open("menu")

    def help(self) -> None:
        """The rules of the present situation."""
        App.get_running_app().open("rules")

    def _live(self, *_: Any) -> None:
        if not self.manager or self.manager.current != self.name:
            return
        controller = App.get_running_app().controller
        self.ids.strip.show(controller.lights())
        picture = controller.latest_picture()
        self.watched = self.watched or picture is not None
        if self._camera.parent and picture is not self._camera.picture:
            self._camera.picture = picture
