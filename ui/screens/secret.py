"""Private looks at a seat's secret: hand the screen to a player, who holds to see it."""

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.session.seat_form import seat_form
from companion.session.snapshot import Snapshot
from companion.settings.people import Person, facing_deg
from companion.settings.tags import PERSON
from ui import all_games, theme
from ui.boards import people as people_art
from ui.controller import Controller
from ui.game_ui import SecretLook
from ui.lifetime import LivingScreen
from ui.player_names import figures, shown_name
from ui.screens.page import Page
from ui.widgets.page_parts import PageHead, PictureButton
from ui.widgets.secret import HandOver, Turned


class PrivateLook(HandOver):
    """Hand the screen to one player, who may look at the secret."""

    player = StringProperty("")

    def __init__(self, game: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game = game

    def give(self, player: str, looked: bool) -> None:
        """Hand over to this player; optional for one who has `looked` before."""
        app = App.get_running_app()
        self.player, self.looked = player, looked
        self.tile = all_games.tiles().get(self.game)
        self.owner = player
        self.ask = lambda: self._texts.widget(app.controller.show_secret(player))
        self.refresh_text()
        app.say_aloud(self.title)

    def refresh_text(self) -> None:
        """Show the name of the player who may look."""
        if not self.player:
            return
        tr = App.get_running_app().tr
        person = _people().get(self.player)
        self.picture = people_art.picture(person.colour) if person else ""
        self.title = tr.gettext("Only {player} looks").format(player=shown_name(self.player))
        self.words = tr.gettext(self._texts.hold)
        self.known = tr.gettext(self._texts.known)

    @property
    def _texts(self) -> SecretLook:
        return all_games.of(self.game).secret


def leave_to_phones(controller: Controller, snapshot: Snapshot) -> None:
    """Count as seen what players see on their connected phones; the menu still offers to look here."""
    if controller.unseen() and seat_form(snapshot.name):
        here = controller.phones.seated()
        for player in [player for player in controller.unseen() if here.get(player)]:
            controller.seen(player)


class DealtScreen(LivingScreen):
    """Screen after the deal: the players look at their secrets one after the other."""

    player = StringProperty("")
    looked = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._look = PrivateLook(way_out="menu")
        self._look.bind(on_left=lambda _: App.get_running_app().open("menu"))
        self._look.bind(player=self.setter("player"), looked=self.setter("looked"))
        self._look.bind(on_done=lambda _: self.done())
        self._turned = Turned(self._look)
        self.add_widget(self._turned)
        self.ids["hold"] = self._look.ids.hold

    def show(self, snapshot: Snapshot) -> None:
        """Begin with the next player who may look; optional for those who may know the secret already."""
        self._look.game = snapshot.name
        player = App.get_running_app().controller.unseen()[0]
        if player != self.player:
            self._look.give(player, snapshot.played > 0)
            self._turned.degrees = _turn(player)

    def refresh_text(self) -> None:
        """Write the name again in another language."""
        self._look.refresh_text()

    def done(self) -> None:
        """Record that the player has looked and go on to the next."""
        app = App.get_running_app()
        app.controller.seen(self.player)
        self.player = ""
        app.choose_screen()


class SecretPage(Page):
    """Private look during a game: first somebody chooses the player."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._look: PrivateLook | None = None

    def open(self, player: str = "", **about: Any) -> None:
        """Open the look of a player, or ask who looks."""
        self._look = None
        super().open()
        if player:
            self.choose(player)

    def refresh_text(self) -> None:
        """Show everything anew."""
        if self._look:
            self._look.refresh_text()
        else:
            self._ask()

    def touched(self, owner: str, thing: str) -> None:
        """Handle a person's tag: that person looks."""
        shown = App.get_running_app().snapshot
        if owner == PERSON and self._look is None and thing in shown.players and thing not in shown.bots:
            self.choose(thing)

    def choose(self, player: str) -> None:
        """Open the look of a player."""
        self._look = PrivateLook(App.get_running_app().snapshot.name)
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
        shown = app.snapshot
        for player in (name for name in shown.players if name not in shown.bots) if shown else ():
            tile = PictureButton(text=shown_name(player), icon="people", size_hint=(1, 1))
            if player in known:
                tile.icon, tile.tint = people_art.picture(known[player].colour), [1, 1, 1, 0.999]
            tile.bind(on_release=lambda _, player=player: self.choose(player))
            tiles.add_widget(tile)
        page.add_widget(tiles)
        self.clear_widgets()
        self.add_widget(page)


def _people() -> dict[str, Person]:
    app = App.get_running_app()
    return figures(app, app.snapshot.players) if app.snapshot else {}


def _turn(player: str) -> int:
    """Rotation of the look in degrees: to the player's seat if the screen lies flat on the table."""
    profiles = App.get_running_app().controller.profiles
    person = _people().get(player)
    return facing_deg(person.seat) if person and profiles.preferences().flat else 0
