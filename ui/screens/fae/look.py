"""Private looks: hand the screen to a player, hold to see the spirit (rule E-003)."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.i18n import phrases
from companion.session.snapshot import Snapshot
from ui.widgets.basics import Panel

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class HoldButton(Panel):
    """Held while a finger stays on it; lifting or leaving ends it at once."""

    held = BooleanProperty(False)

    def on_touch_down(self, touch: Any) -> bool:
        """Begin to hold."""
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.held = True
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Let go when the finger leaves."""
        if touch.grab_current is not self:
            return False
        self.held = self.collide_point(*touch.pos)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let go."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.held = False
        return True


class LookScreen(Screen):
    """Shows one player's spirit while the button is held, and nothing of it before or after."""

    player = StringProperty("")
    title = StringProperty("")
    words = StringProperty("")
    spirit = StringProperty("")
    looked = BooleanProperty(False)

    def show(self, snapshot: Snapshot) -> None:
        """Begin with the next player who may look; one who may know the spirit already need not."""
        player = App.get_running_app().controller.unseen()[0]
        if player != self.player:
            self.player, self.spirit, self.looked = player, "", bool(snapshot.log)
        self.refresh_text()

    def refresh_text(self) -> None:
        """Say who may look."""
        tr = App.get_running_app().tr
        self.title = tr.gettext("Hand the screen to {player}.").format(player=self.player)
        self.words = tr.gettext("Hold to see your spirit")

    def looking(self, held: bool) -> None:
        """Show or hide the spirit."""
        app = App.get_running_app()
        if held:
            colour = app.controller.show_secret(self.player)
            self.spirit, self.words = f"druid-{colour}", phrases.colour(app.tr, colour)
            self.looked = True
        else:
            self.spirit = ""
            self.refresh_text()

    def done(self) -> None:
        """The player has looked; on to the next."""
        app = App.get_running_app()
        app.controller.seen(self.player)
        app.choose_screen()
