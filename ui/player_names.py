"""Names and figures of the players of a game; guests are named in the language in use."""

from collections.abc import Collection, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from kivy.app import App

from companion.games.base import player_name
from companion.settings import people
from companion.settings.people import Person
from ui.boards import people as art


def shown_name(name: str) -> str:
    """A player's name in the language in use."""
    return player_name(App.get_running_app().tr, name)


def joined(tr: NullTranslations, names: Sequence[str]) -> str:
    """Names in a row, two of them with "and"."""
    if len(names) == 2:
        return tr.gettext("{one} and {other}").format(one=names[0], other=names[1])
    return ", ".join(names)


def figures(app: Any, players: Sequence[str]) -> dict[str, Person]:
    """People of a game by name, guests included; no two share a colour or a seat."""
    return people.figures(app.controller.profiles.people(), players)


def figure_of(bots: Collection[str], known: Mapping[str, Person], name: str) -> str:
    """Picture of a player of a stored game, whose people are `known`; the app plays the `bots`."""
    if name in bots:
        return art.APP
    return art.picture(known[name].colour) if name in known else "person"
