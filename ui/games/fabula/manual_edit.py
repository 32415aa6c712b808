"""Manual changes: for cards that the app cannot execute, and to correct mistakes."""

from collections.abc import Callable
from functools import partial

from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id
from companion.session.fabula.by_hand import CHANGES
from companion.session.fabula.snapshot import FabulaSnapshot
from ui.games.fabula import player_side
from ui.games.fabula.panels import DuelPanel
from ui.player_names import shown_name
from ui.widgets.rows import Row


class ManualEditPanel(DuelPanel):
    """Buttons to change a card, or the deciding player if no card is shown."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        card: Id,
        *,
        adjust: Callable[[str, str], None],
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

    def _row(self, thing: str, change: str, icon: str, text: str = "") -> Row:
        return Row(text or self.tr.gettext(CHANGES[change]), partial(self._adjust, thing, change), icon)

    def _of_player(self, snapshot: FabulaSnapshot) -> list[Row]:
        name = snapshot.players[snapshot.decider]
        icons = (("resources +1", "plus"), ("resources -1", "minus"), ("draw", "fb-deck"))
        rows = [self._row(name, change, icon) for change, icon in icons]
        text = self.tr.gettext("{player} gives up").format(player=shown_name(name))
        return [*rows, Row(text, self._concede, "door")]

    def _of_card(self, duel: Duel, card: Id) -> list[Row]:
        rows, thing = list[Row](), duel.thing(card)
        if thing:
            turned = self.tr.gettext("Restored") if thing.tapped else self.tr.gettext("Turned")
            rows = [
                self._row(card, "damage +1", "plus"),
                self._row(card, "damage -1", "minus"),
                self._row(card, "turn", "fb-turn", turned),
            ]
        if card in duel.bases:
            return rows
        if thing and duel.card(card).type == "ally":
            signs = (("offence", "fb-offence"), ("life", "fb-life"), ("influence", "fb-influence"))
            rows += [self._row(card, f"{what} {by}", icon, by) for what, icon in signs for by in ("+1", "-1")]
        if thing:
            other = shown_name(duel.sides[1 - thing.controller].name)
            text = self.tr.gettext("To {player}").format(player=other)
            rows.append(self._row(card, "controller", "move", text))
        zones = (
            ("battle", "fb-card"), ("discard", "fb-discard"), ("hand", "fb-hand"),
            ("deck_top", "fb-deck"), ("deck_bottom", "fb-deck"), ("banished", "cross"),
        )  # fmt: skip
        here = duel.zone(card)
        return [*rows, *(self._row(card, zone, icon) for zone, icon in zones if zone != here)]
