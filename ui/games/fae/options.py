"""How a game of Fae begins."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.settings.people import Person
from ui.controller import Controller, TableKind
from ui.games.base import Opening


def _begin(
    controller: Controller,
    players: Sequence[Person],
    options: Mapping[str, Any],
    table: TableKind,
    druids: Mapping[int, str] | None,
) -> None:
    controller.start_game([person.name for person in players], table, druids)


OPENING = Opening(_begin, oldest_begins=True, setup_page="fae_setup")
