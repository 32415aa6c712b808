"""A hint on the duel table: cards to look at, or good actions with numbers."""

from collections.abc import Sequence
from contextlib import suppress

from kivy.app import App
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.games.base import Space, Table
from companion.session.fabula import words
from companion.session.fabula.snapshot import FabulaSnapshot
from ui.games.fabula import player_side
from ui.games.fabula.duel_table import DuelTable
from ui.games.fabula.player_side import Marks


def board(table: Table, spaces: Sequence[Space], ways: Sequence[tuple[Space, ...]]) -> Widget:
    """Present table without touch; below it the cards that the numbers mean, or the cards of the
    hand to look at, because the hand itself is not shown.
    """
    app = App.get_running_app()
    snapshot: FabulaSnapshot = app.snapshot
    sources = [str(space) for space in (*spaces, *(way[0] for way in ways if way))]
    marked = Marks.of({"target": [str(space) for way in ways for space in way[1:]], "can": sources})
    numbers = {_own(way, ways): str(n) for n, way in reversed(list(enumerate(ways, 1))) if way}
    made = DuelTable(disabled=True)
    for seat, name in ((snapshot.decider, "near"), (1 - snapshot.decider, "far")):
        marks = Marks(marked.marks, numbers)
        shown = player_side.side(snapshot.position, seat, app.language, marks, {}, snapshot.decider)
        setattr(made, name, shown)
    said = [f"{number}: {_name(snapshot, card)}" for card, number in reversed(numbers.items())]
    hand = snapshot.position.sides[snapshot.decider].hand
    made.said = " · ".join([*said, *(_name(snapshot, card) for card in spaces if card in hand)])
    return made


def _own(way: tuple[Space, ...], ways: Sequence[tuple[Space, ...]]) -> str:
    """Card that distinguishes a way from the others, if any: one ally may attack several bases."""
    return str(next((card for card in way if sum(card in other for other in ways) == 1), way[0]))


def _name(snapshot: FabulaSnapshot, card: str) -> str:
    """Name of a card, also in the hand: hints are private to its player."""
    app = App.get_running_app()
    names = dict(snapshot.position.names)
    with suppress(CompanionError):
        names |= dict(app.controller.show_secret(snapshot.turn))
    key = names.get(card, "")
    return words.card_name(key, snapshot.position.cards.get(key), app.language) if key else card
