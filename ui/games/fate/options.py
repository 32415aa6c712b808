"""How a game of Fate begins: who plays which hero, and what was agreed on (F-032, F-210, F-420 to F-423)."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.base import N_
from companion.games.fate.heroes import HEROES, NAMES
from companion.games.fate.position import Options
from companion.games.fate.setup import STANDARD, Player
from companion.settings.people import Person
from ui.controller import Controller, TableKind
from ui.games.base import Choice, Opening, Option
from ui.games.fate import art


def _begin(
    controller: Controller,
    players: Sequence[Person],
    options: Mapping[str, Any],
    table: TableKind,
    druids: Mapping[int, str] | None,
) -> None:
    agreed = STANDARD._replace(**{name: options[name] for name in Options._fields if name in options})
    controller.start_fate([Player(person.name, person.role) for person in players], agreed, table)


OPENING = Opening(
    _begin,
    options=(
        Option("track", (
            Choice("short", "wait", N_("Short game: 12 rounds")),
            Choice("long", "wait", N_("Long game: 16 rounds")),
        )),
        Option("monster_die", (
            Choice(False, "nothing", N_("Without the monster die")),
            Choice(True, "dice", N_("With the monster die")),
        )),
        Option("dear_upgrades", (
            Choice(False, "nothing", N_("Usual upgrades")),
            Choice(True, "stone", N_("Upgrades cost more")),
        )),
        Option("no_start_kit", (
            Choice(False, "cards", N_("Gold, mana and a card at the start")),
            Choice(True, "nothing", N_("Nothing at the start")),
        )),
        Option("legend_swaps_legend", (
            Choice(True, "redo", N_("Legends swap places")),
            Choice(False, "nothing", N_("Legends do not swap")),
        )),
    ),
    roles=tuple(Choice(hero, art.picture(hero), NAMES[hero]) for hero in HEROES),
)  # fmt: skip
