"""The parts of setting up a table."""

from collections.abc import Sequence
from functools import partial

from kivy.uix.boxlayout import BoxLayout

from companion.games.base import N_
from ui import all_games, theme
from ui.screens.set_up_lights import LightsPart
from ui.screens.set_up_part import Part, PressPart
from ui.screens.set_up_seats import SeatsPart
from ui.setup_service import CameraPlace
from ui.sound_cards import sound_cards
from ui.widgets.basics import TouchButton
from ui.widgets.page_parts import PictureButton
from ui.widgets.rows import Row, RowList
from ui.widgets.sheet import ModalSheet
from ui.widgets.table_edge import CameraHeight

_BUTTONS = (("next", "check", N_("Done")), ("undo", "undo", N_("Undo")), ("help", "help", N_("Help")))


class CameraHeightPart(Part):
    """Camera height, computed for a board and a lens."""

    title, icon = N_("Camera"), "camera"

    def build(self) -> None:
        """Build the choice of games and cameras, with the heights beside it."""
        boards = {game.name: game for game in all_games.each() if self._place(game.name)}
        game, lens = self._game(list(boards)), self._lens()
        place = self._place(game) if game else None
        picture = CameraHeight(about=place)
        words = ""
        if place:
            low, high = (f"{mm / 10:.0f} cm" for mm in (place.least_mm, place.most_mm))
            picture.least, picture.most = low, high
            words = self.tr(
                N_("Hang it {low} to {high} above the middle of the board, looking straight down.")
            )
            words = words.format(low=low, high=high)
        rows = RowList()
        rows.show([
            *(Row(each.title, partial(self.choose, game=name), "board", name == game, True)
              for name, each in boards.items()),
            *(Row(self.tr(name), partial(self.choose, lens=name), "camera", name == lens, True)
              for name in self.setup.lenses()),
        ])  # fmt: skip
        side = BoxLayout(orientation="vertical", spacing=theme.mm(1.6))
        side.add_widget(self.say(words))
        side.add_widget(rows)
        self.add_widget(picture)
        self.add_widget(side)

    def _game(self, boards: Sequence[str]) -> str:
        return str(self.chosen.get("game") or next(iter(boards), ""))

    def _lens(self) -> str:
        return str(self.chosen.get("lens") or self.setup.lenses()[0])

    def _place(self, game: str) -> CameraPlace | None:
        found: CameraPlace | None = self.setup.camera_place(game, self._lens())
        return found


class ButtonsPart(PressPart):
    """Test of the buttons: press each of them."""

    title, icon = N_("Buttons"), "button"

    def build(self) -> None:
        """Build the list of buttons, or the instructions to connect some."""
        super().build()
        if self.setup.buttons_wired():
            self.add_widget(self.say(self.tr(N_("Press every button beside the board: it gets a check."))))
        else:
            text = N_(
                "The app detects no buttons. Connect them as the wiring picture shows,"
                " then listen to the pins."
            )
            self.add_widget(self.say(self.tr(text)))
            listen = TouchButton(icon="button", text=self.tr(N_("Listen to the pins")), size_hint=(1, None))
            listen.height = theme.mm(10)
            listen.bind(on_release=lambda _: self._listen())
            self.add_widget(listen)
        self.add_widget(self.tiles(_BUTTONS, lambda name, how: how == "short"))

    def _listen(self) -> None:
        self.attempt(self.setup.use_pins)
        self.anew()


class SoundPart(Part):
    """Test of the sound."""

    title, icon = N_("Sound"), "speaker"

    def build(self) -> None:
        """Build the buttons to play a sound and to say if it was heard."""
        self.orientation = "vertical"
        on = self.app.controller.profiles.preferences().sounds
        self.add_widget(self.say(self.tr(N_("Play a sound. Is it heard at the table?"))))
        line = BoxLayout(orientation="vertical" if theme.portrait() else "horizontal", spacing=theme.mm(2))
        for icon, words, act, chosen in (
            ("play", N_("Play"), self._play, False),
            ("speaker", N_("I hear it"), partial(self._hear, True), on),
            ("mute", N_("Nothing: no sounds"), partial(self._hear, False), not on),
        ):
            tile = PictureButton(icon=icon, text=self.tr(words), chosen=chosen, size_hint=(1, 1))
            tile.bind(on_release=lambda _, act=act: act())
            line.add_widget(tile)
        self.add_widget(line)
        if len(sound_cards()) > 1:
            cards = TouchButton(
                text=self.tr(N_("Another loudspeaker")), size_hint_y=None, height=theme.mm(10)
            )
            cards.bind(on_release=lambda _: self.choose_card())
            self.add_widget(cards)

    def choose_card(self) -> ModalSheet:
        """List the sound cards by name; each plays a sound when it is touched."""
        used = self.app.controller.profiles.preferences().sound_card
        rows = [
            Row(name, partial(self._use_card, card), "speaker", card == used, keep=True)
            for card, name in (("", self.tr(N_("The system's own"))), *sound_cards())
        ]
        return ModalSheet(self.tr(N_("Touch each one until you hear it")), rows)

    def _use_card(self, card: str) -> None:
        self.app.prefer(sounds=True, sound_card=card)
        self.app.sound("win")

    def _play(self) -> None:
        self.app.prefer(sounds=True)
        self.app.sound("win")
        self.anew()

    def _hear(self, heard: bool) -> None:
        self.app.prefer(sounds=heard)
        self.anew()


PARTS: dict[str, type[Part]] = {
    "camera": CameraHeightPart, "lights": LightsPart, "buttons": ButtonsPart, "seats": SeatsPart,
    "sound": SoundPart,
}  # fmt: skip
"""Parts of the set-up, in the order of the wizard."""
