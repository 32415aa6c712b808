"""Page of tags: the meaning of each tagged card or figure at the reader."""

from functools import partial
from typing import Any, NamedTuple

from kivy.app import App
from kivy.core.window import Window
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.settings.tags import PERSON, parts, thing
from ui import all_games, theme
from ui.boards import people as art
from ui.boards.art import WHITE
from ui.game_ui import GameUi
from ui.screens.page import Page
from ui.widgets.basics import TouchButton, text_width
from ui.widgets.lines import Lines
from ui.widgets.page_parts import PageHead, PictureButton
from ui.widgets.rows import ROW_MM, RowList

TILE_MM, _TILE_RIM_MM = 19.0, 5.0
"""Height of a tile, and what its rims and the room beside it take of its width."""


class Thing(NamedTuple):
    """Possible meaning of a tag, in the notation of `settings.tags`, with picture and name."""

    what: str
    icon: str
    name: str


class TagsPage(Page):
    """Without a tag the list of known tags; with one its possible meanings: people and game pieces.

    `tag` is the number of the tag read last, "" for none.
    """

    tag = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._head, self._rows = PageHead(icon="tag"), RowList()
        self._said = Lines(bold=True)
        box = BoxLayout(orientation="vertical", padding=theme.mm(2.5), spacing=theme.mm(2))
        for widget in (self._head, self._said, self._rows):
            box.add_widget(widget)
        self.add_widget(box)
        self.bind(problem=lambda *_: self.refresh_text())

    def open(self, tag: str = "", **about: Any) -> None:
        """Show the known tags, or the possible meanings of one."""
        self.tag = tag
        super().open(**about)

    def state(self) -> dict[str, Any]:
        """Tag to be taught."""
        return {"tag": self.tag}

    def hold(self, tag: str) -> None:
        """Handle a tag at the reader."""
        self.tag = tag
        self.refresh_text()

    def teach(self, what: str) -> None:
        """Assign a meaning to the tag, "" for none."""
        tag, self.tag = self.tag, ""
        self.forget(tag) if not what else self._keep(tag, what)

    def forget(self, tag: str) -> None:
        """Remove the meaning of a tag."""
        self._keep(tag, "")

    def refresh_text(self) -> None:
        """Show everything anew."""
        tr = App.get_running_app().tr
        self._head.title = tr.gettext("Cards")
        if self.problem:
            self._said.text = self.problem
        elif self.tag:
            self._said.text = tr.gettext("Card {tag}: what does it stand for?").format(tag=self.tag[-6:])
        else:
            self._said.text = tr.gettext("Hold a card or a figure to the reader.")
        if self.tag:
            possible = things()
            self._rows.show([self._tile(thing) for thing in possible], _columns(possible))
        else:
            known = {thing.what: thing for thing in things()}
            tags = App.get_running_app().controller.profiles.tags()
            self._rows.show([self._line(tag, known.get(what, _gone(what))) for tag, what in tags.items()])

    def _keep(self, tag: str, what: str) -> None:
        profiles = App.get_running_app().controller.profiles
        self.attempt(lambda: profiles.teach_tag(tag, what))
        self.refresh_text()

    def _tile(self, thing: Thing) -> PictureButton:
        tr = App.get_running_app().tr
        now = App.get_running_app().controller.profiles.tags().get(self.tag)
        tile = PictureButton(icon=thing.icon, text=tr.gettext(thing.name), chosen=thing.what == now)
        tile.tint, tile.em, tile.size_hint, tile.height = WHITE, "note", (1, None), theme.mm(TILE_MM)
        tile.picture_share = 0.7
        tile.bind(on_release=lambda _: self.teach(thing.what))
        return tile

    def _line(self, tag: str, known: Thing) -> BoxLayout:
        tr = App.get_running_app().tr
        line = BoxLayout(spacing=theme.mm(1.2), size_hint_y=None, height=theme.mm(ROW_MM))
        name = TouchButton(icon=known.icon, text=f"{tr.gettext(known.name)} · {tag[-6:]}", align="left")
        name.size_hint = (1, 1)
        name.bind(on_release=lambda _: self.hold(tag))
        trash = TouchButton(icon="trash", size_hint=(None, 1), width=theme.mm(ROW_MM))
        trash.bind(on_release=partial(lambda tag, _: self.forget(tag), tag))
        line.add_widget(name)
        line.add_widget(trash)
        return line


def _columns(possible: list[Thing]) -> int:
    """Number of tiles beside each other in which the longest word of a name has room."""
    tr = App.get_running_app().tr
    words = [word for thing in possible for word in tr.gettext(thing.name).split()]
    widest_px = max((text_width(word, "note") for word in words), default=1.0)
    return max(2, min(6, int(Window.width / (widest_px + theme.mm(_TILE_RIM_MM)))))


def things() -> list[Thing]:
    """All possible meanings of tags: remembered people, then the pieces of every game."""
    known = App.get_running_app().controller.profiles.people()
    found = [
        Thing(thing(PERSON, person.name), art.picture(person.colour), person.name)
        for person in known
        if not person.guest
    ]
    for game_ui in all_games.each():
        found += _of_game(game_ui)
    return found


def _of_game(game_ui: GameUi) -> list[Thing]:
    pictured = {str(role.value): (role.icon, role.words) for role in game_ui.roles}
    pieces = {kind: look for kind, look in game_ui.learnable.items() if kind not in pictured}
    return [Thing(thing(game_ui.name, name), *look) for name, look in (pictured | pieces).items()]


def _gone(what: str) -> Thing:
    """Meaning that no longer exists, e.g. because its game was removed."""
    return Thing(what, "help", parts(what)[1])
