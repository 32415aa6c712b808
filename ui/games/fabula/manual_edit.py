"""Manual changes: for cards that the app cannot execute, and to correct mistakes."""

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id
from companion.session.fabula.snapshot import FabulaSnapshot
from ui.games.fabula import player_side
from ui.games.fabula.panels import DuelPanel
from ui.games.fabula.pending_action import Written
from ui.player_names import shown_name
from ui.widgets.sheet import Row


class ManualEditPanel(DuelPanel):
    """Buttons to change a card, or the deciding player if no card is shown."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        card: Id,
        *,
        adjust: Callable[[Written], None],
        concede: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__()
        self._adjust, self._concede = adjust, concede
        duel = Duel(snapshot.position)
        if card and (duel.thing(card) or duel.zone(card)):
            title = player_side.name_of(duel, card, self.language) or self.tr.gettext("a card")
            rows = self._of_card(duel, card)
        else:
            title = shown_name(snapshot.players[snapshot.decider])
            rows = self._of_player(snapshot)
        self.line(title, bold=True)
        self.show(rows, 2)
        self.foot(Row(self.tr.gettext("Close"), close, "back"))

    def _row(self, text: str, icon: str, **change: Any) -> Row:
        return Row(text, partial(self._adjust, change), icon)

    def _of_player(self, snapshot: FabulaSnapshot) -> list[Row]:
        tr, side = self.tr, snapshot.position.sides[snapshot.decider]
        change = {"player": side.name}
        return [
            self._row(tr.gettext("One resource more"), "plus", **change, resources=side.resources + 1),
            self._row(
                tr.gettext("One resource less"), "minus", **change, resources=max(0, side.resources - 1)
            ),
            self._row(tr.gettext("Draw a card"), "fb-deck", **change, draw=1),
            Row(
                tr.gettext("{player} gives up").format(player=shown_name(side.name)),
                self._concede,
                "door",
            ),
        ]

    def _of_card(self, duel: Duel, card: Id) -> list[Row]:
        tr, rows = self.tr, []
        thing = duel.thing(card)
        if thing:
            rows = [
                self._row(tr.gettext("One damage more"), "plus", card=card, damage=thing.damage + 1),
                self._row(tr.gettext("One damage less"), "minus", card=card, damage=max(0, thing.damage - 1)),
                self._row(
                    tr.gettext("Restored") if thing.tapped else tr.gettext("Turned"),
                    "fb-turn", card=card, tapped=not thing.tapped,
                ),
            ]  # fmt: skip
        if card in duel.bases:
            return rows
        if thing and duel.card(card).type == "ally":
            signs = (("offence", "fb-offence"), ("life", "fb-life"), ("influence", "fb-influence"))
            for number, icon in signs:
                rows += [self._row(f"{by:+d}", icon, card=card, **{number: by}) for by in (1, -1)]
        if thing:
            other = duel.sides[1 - thing.controller].name
            rows.append(
                self._row(
                    tr.gettext("To {player}").format(player=shown_name(other)),
                    "move",
                    card=card,
                    controller=other,
                )
            )
        zones = (
            ("battle", tr.gettext("Into the battle zone"), "fb-card"),
            ("discard", tr.gettext("Into the discard pile"), "fb-discard"),
            ("hand", tr.gettext("Into the hand"), "fb-hand"),
            ("deck_top", tr.gettext("Onto the deck"), "fb-deck"),
            ("deck_bottom", tr.gettext("Under the deck"), "fb-deck"),
            ("banished", tr.gettext("Banished"), "cross"),
        )
        here = duel.zone(card)
        rows += [self._row(text, icon, card=card, zone=zone) for zone, text, icon in zones if zone != here]
        return rows
