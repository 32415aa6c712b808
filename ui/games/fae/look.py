"""Private looks at a spirit: hand the screen to a player, who holds to see it (rule E-003)."""

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.games.fae.board import COLOURS
from companion.i18n import phrases
from companion.session.fae.snapshot import Snapshot
from companion.settings.people import Person, facing_deg
from ui import theme
from ui.boards import art
from ui.boards import people as people_art
from ui.screens.page import Page
from ui.widgets.basics import FitLabel, Icon
from ui.widgets.pictured import PageHead, PictureButton
from ui.widgets.secret import HandOver, Turned


def spirit(player: str) -> Widget:
    """The spirit of a player to look at; to be thrown away."""
    app = App.get_running_app()
    for colour in COLOURS:  # all of them, so that none is special
        art.texture(f"druid-{colour}")
        art.texture(f"druid-{colour}", large=True)
    colour = app.controller.show_secret(player)
    shown = BoxLayout(orientation="vertical", spacing=theme.mm(2))
    shown.add_widget(Icon(name=f"druid-{colour}", colour=[1, 1, 1, 1]))
    words = FitLabel(
        text=phrases.colour(app.tr, colour), bold=True, halign="center", max_font_mm=6, size_hint_y=None
    )
    words.height = theme.mm(14)
    shown.add_widget(words)
    return shown


class SpiritLook(HandOver):
    """Hand the screen to one player, who may look at the spirit."""

    player = StringProperty("")

    def give(self, player: str, looked: bool) -> None:
        """It is this player's turn to look; one who has `looked` before need not."""
        self.player, self.looked = player, looked
        self.ask = lambda: spirit(player)
        self.refresh_text()
        App.get_running_app().say_aloud(self.title)

    def refresh_text(self) -> None:
        """Say who may look."""
        tr = App.get_running_app().tr
        person = _people().get(self.player)
        self.picture = people_art.picture(person.colour) if person else ""
        self.title = tr.gettext("Hand the screen to {player}.").format(player=self.player)
        self.words = tr.gettext("Hold to see your spirit")
        self.known = tr.gettext("I know my spirit")


class LookScreen(Screen):
    """After the deal every player looks, one after the other."""

    player = StringProperty("")
    looked = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._look = SpiritLook(way_out="menu")
        self._look.bind(on_left=lambda _: App.get_running_app().open("menu"))
        self._look.bind(player=self.setter("player"), looked=self.setter("looked"))
        self._look.bind(on_done=lambda _: self.done())
        self._turned = Turned(self._look)
        self.add_widget(self._turned)
        self.ids["hold"] = self._look.ids.hold

    def show(self, snapshot: Snapshot) -> None:
        """Begin with the next player who may look; one who may know the spirit already need not."""
        player = App.get_running_app().controller.unseen()[0]
        if player != self.player:
            self._look.give(player, bool(snapshot.log))
            self._turned.degrees = _turn(player)

    def refresh_text(self) -> None:
        """Say who may look, in another language."""
        self._look.refresh_text()

    def done(self) -> None:
        """The player has looked; on to the next."""
        app = App.get_running_app()
        app.controller.seen(self.player)
        self.player = ""
        app.choose_screen()


class SecretPage(Page):
    """A look during the game: first it is chosen who looks."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._look: SpiritLook | None = None

    def open(self, **about: Any) -> None:
        """Ask who looks."""
        self._look = None
        super().open()

    def refresh_text(self) -> None:
        """Show everything anew."""
        if self._look:
            self._look.refresh_text()
        else:
            self._ask()

    def choose(self, player: str) -> None:
        """This player looks."""
        self._look = SpiritLook()
        self._look.bind(on_done=lambda _: App.get_running_app().home())
        self._look.bind(on_left=lambda _: App.get_running_app().back())
        self.clear_widgets()
        turned = Turned(self._look, degrees=_turn(player))
        self.add_widget(turned)
        self._look.give(player, True)

    def _ask(self) -> None:
        app = App.get_running_app()
        page = BoxLayout(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2.5))
        page.add_widget(PageHead(title=app.tr.gettext("Who looks?"), icon="eye"))
        tiles = GridLayout(cols=1 if theme.portrait() else 2, spacing=theme.mm(2.5))
        known = _people()
        for player in app.snapshot.players if isinstance(app.snapshot, Snapshot) else ():
            tile = PictureButton(text=player, icon="people", size_hint=(1, 1), font_mm=5)
            if player in known:
                tile.icon, tile.tint = people_art.picture(known[player].colour), [1, 1, 1, 0.999]
            tile.bind(on_release=lambda _, player=player: self.choose(player))
            tiles.add_widget(tile)
        page.add_widget(tiles)
        self.clear_widgets()
        self.add_widget(page)


def _people() -> dict[str, Person]:
    return {person.name: person for person in App.get_running_app().controller.house.people()}


def _turn(player: str) -> int:
    """How far the look is turned for a player: to the seat where the screen lies on the table."""
    house = App.get_running_app().controller.house
    person = _people().get(player)
    return facing_deg(person.seat) if person and house.preferences().flat else 0
