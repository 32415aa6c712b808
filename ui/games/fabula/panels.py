"""Side panels of the duel table: turn, choice of cards, card details, log."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Protocol

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player
from companion.session.fabula import words
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.fabula.stop_settings import STOPS, Stop
from ui import theme
from ui.games.fabula import action_drafts, player_side
from ui.games.fabula.card_face import CardFace
from ui.games.fabula.icons import TYPES, sign_of
from ui.games.fabula.pending_action import Aim, Draft, Offers, Written
from ui.games.fabula.views import FaceView
from ui.player_names import shown_name
from ui.widgets.basics import FitLabel
from ui.widgets.sheet import ROW_MM, Row, RowButton, RowList

_LOG_ACTIONS = 60
TIMES = "\N{MULTIPLICATION SIGN}"


def hand_rows(
    snapshot: FabulaSnapshot, language: str, chosen: Callable[[int], None], picked: Collection[int] = ()
) -> Iterable[Row]:
    """Open hand of the deciding player, alone at the table; cards that cannot be paid are dim."""
    app, cards = App.get_running_app(), snapshot.position.cards
    hand = app.controller.show_secret(snapshot.players[snapshot.decider])
    for number, (_, name) in enumerate(hand, 1):
        text = f"{cards[name].cost} · {words.card_name(name, cards[name], language)}"
        dim = action_drafts.too_dear(snapshot, cards[name])
        yield Row(text, partial(chosen, number), sign(cards[name]), number in picked, dim=dim)


def sign(card: CardDefinition) -> str:
    """Art of a card in a list: that of its first colour, else of its type."""
    return sign_of(card.colors[0]) if card.colors else TYPES[card.type]


class DuelPanel(BoxLayout):
    """A list of rows, with optional widgets above it."""

    def __init__(self) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1))
        app = App.get_running_app()
        self.tr, self.language = app.tr, app.language
        self.rows = RowList()

    def line(self, text: str, height_mm: float = 5.0, **look: Any) -> None:
        """A line of text above the rows."""
        look = {"max_font_mm": 3.2, **look}
        self.add_widget(FitLabel(text=text, size_hint_y=None, height=theme.mm(height_mm), **look))

    def show(self, rows: Sequence[Row | Widget], columns: int = 1) -> None:
        """Add the rows below the other widgets."""
        self.add_widget(self.rows)
        self.rows.show(rows, columns)

    def foot(self, *rows: Row) -> None:
        """Add a line of buttons that does not scroll."""
        line = BoxLayout(spacing=theme.mm(1), size_hint_y=None, height=theme.mm(ROW_MM))
        for row in rows:
            made = RowButton(row)
            if not row.text:
                made.size_hint_x, made.width = None, theme.mm(ROW_MM)
            line.add_widget(made)
        self.add_widget(line)


class TurnHost(Protocol):
    """Interface of the play screen for `TurnPanel`."""

    draft: Draft | None

    def card_touched(self, card: Id) -> None:
        """Handle a tap on a card of the stack or the list."""

    def take(self, offer: Written) -> None:
        """Choose one of several actions that explain the camera's observation."""

    def cancel(self) -> None:
        """Discard an incomplete action."""

    def look_number(self, number: int) -> None:
        """Show a card of the deciding player's hand, 0 for none."""

    def toggle(self, tab: str) -> None:
        """Show another panel, or the usual one again."""

    def pass_for_turn(self) -> None:
        """Pass for the rest of this turn."""

    def end_turn(self) -> None:
        """End this turn without further actions."""


class TurnPanel(DuelPanel):
    """The stack, next to resolve on top, and the possible actions."""

    def __init__(self, screen: TurnHost, snapshot: FabulaSnapshot) -> None:
        super().__init__()
        self.screen = screen
        tr, position = self.tr, snapshot.position
        duel = Duel(position)
        rows: list[Row | Widget] = []
        if position.stack:
            self.line(tr.gettext("Happens next, from the top:"), color=theme.SOFT)
        targets = screen.draft.targets if screen.draft else ()
        for item in reversed(position.stack):
            name = player_side.name_of(duel, item.id, self.language) or tr.gettext("a card")
            who = shown_name(position.sides[item.controller].name)
            act = partial(screen.card_touched, item.id)
            rows.append(Row(f"{name} · {who}", act, "fb-stack", chosen=item.id in targets))
        rows += self._offers(snapshot)
        rows = [*self._elsewhere(snapshot, targets), *rows]
        self.show(rows)
        if snapshot.asks not in ("over", "bases", "mulligan"):
            ask, by_hand = partial(screen.toggle, "wishes"), partial(screen.toggle, "adjust")
            self.foot(Row(tr.gettext("Ask me …"), ask, "clock"), Row("", by_hand, "finger"))

    def _offers(self, snapshot: FabulaSnapshot) -> Iterable[Row]:
        tr, screen = self.tr, self.screen
        if isinstance(screen.draft, Aim) and screen.draft.action:
            yield Row(tr.gettext("Do not do it"), screen.cancel, "cross")
            return
        if isinstance(screen.draft, Offers):
            yield from self._meant(snapshot, screen.draft)
            return
        if snapshot.asks == "answer":
            yield Row(tr.gettext("No more this turn"), screen.pass_for_turn, "all")
        if snapshot.players[snapshot.decider] in snapshot.bots:
            return
        if action_drafts.alone(snapshot):
            yield from hand_rows(snapshot, self.language, screen.look_number)
        elif snapshot.asks not in ("bases", "mulligan", "over"):
            yield Row(tr.gettext("Play a card"), partial(screen.toggle, "hand"), "fb-hand")
        if snapshot.asks == "act" and not snapshot.seen.turn_over:
            yield Row(tr.gettext("End the turn"), screen.end_turn, "all")

    def _meant(self, snapshot: FabulaSnapshot, draft: Offers) -> Iterable[Row]:
        """Actions that may explain the camera's observation."""
        duel = Duel(snapshot.position)
        for offer in draft.offers:
            name = player_side.name_of(duel, draft.about(offer), self.language)
            icon, text = "fb-target", name
            if "activate" in offer:
                ability = duel.card(offer["activate"]).abilities[offer["ability"]]
                cost = ability.cost.resources if ability.cost else 0
                icon, text = "play", f"{name}: " + self.tr.gettext("Use it for {n}").format(n=cost)
            elif "next" in offer and snapshot.asks == "restore":
                icon, text = "fb-hand", self.tr.gettext("Play a card")
            elif "next" in offer:
                icon, text = "fb-offence", self.tr.gettext("Attack")
            yield Row(text, partial(self.screen.take, offer), icon, chosen=True)

    def _elsewhere(self, snapshot: FabulaSnapshot, targets: Iterable[Id]) -> Iterable[Row]:
        """Targets that are not on the table."""
        duel = Duel(snapshot.position)
        here = {*duel.bases, *(p.id for p in snapshot.position.battle if not p.host)}
        stack = {item.id for item in snapshot.position.stack}
        for id_ in targets:
            if id_ not in here and id_ not in stack:
                name = player_side.name_of(duel, id_, self.language) or self.tr.gettext("a card")
                yield Row(name, partial(self.screen.card_touched, id_), "fb-target")


class LookPanel(DuelPanel):
    """Details of a card, with its actions."""

    def __init__(
        self,
        view: FaceView | None,
        rows: Sequence[Row],
        close: Callable[[], None],
    ) -> None:
        super().__init__()
        if view:
            self.add_widget(CardFace(view))
        else:
            self.line(self.tr.gettext("Nobody has seen this card yet."), 12)
        if others := rows[1:]:
            self.rows.size_hint_y, self.rows.height = None, min(1.6, len(others)) * theme.mm(ROW_MM + 1.2)
            self.show(others)
        self.foot(*rows[:1], Row("" if rows else self.tr.gettext("Close"), close, "back"))


class CardsPanel(DuelPanel):
    """Choice of cards by name; `counts` limits the number of each."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        title: str,
        counts: Sequence[tuple[str, int]],
        chosen: Callable[[str], None],
        foot: Sequence[Row] = (),
        dim: Callable[[CardDefinition], bool] = lambda _: False,
    ) -> None:
        super().__init__()
        self.line(title, 9 if len(title) > 28 else 5.5, bold=True)
        cards = snapshot.position.cards
        rows = []
        for name, n in sorted(counts, key=lambda one: (cards[one[0]].cost, one[0])):
            card = cards[name]
            many = f" {TIMES}{n}" if n > 1 else ""
            text = f"{card.cost} · {words.card_name(name, card, self.language)}{many}"
            rows.append(Row(text, partial(chosen, name), sign(card), dim=dim(card)))
        self.show(rows)
        if foot:
            self.foot(*foot)


class DuelLogPanel(DuelPanel):
    """Log of actions, latest first; a tap opens an action and offers to go back to it."""

    def __init__(self, snapshot: FabulaSnapshot, go_to: Callable[[int], None]) -> None:
        super().__init__()
        self._snapshot, self._go_to, self._open = snapshot, go_to, 0
        self._actions: dict[int, list[str]] = {}
        for entry in snapshot.log:
            said = entry.text.say(self.tr)
            self._actions.setdefault(entry.number, []).append(said)
        self.add_widget(self.rows)
        self._show()

    def _show(self) -> None:
        rows: list[Row | Widget] = []
        for number, lines in reversed(list(self._actions.items())[-_LOG_ACTIONS:]):
            opened = number == self._open
            more = f" (+{len(lines) - 1})" if len(lines) > 1 and not opened else ""
            rows.append(Row(f"{lines[0]}{more}", partial(self._toggle, number), chosen=opened))
            if opened:
                look = {"max_font_mm": 3, "size_hint_y": None, "height": theme.mm(6)}
                rows += [FitLabel(text=line, **look) for line in lines[1:]]
            if opened and number < self._snapshot.played:
                rows.append(Row(self.tr.gettext("Back to here"), partial(self._go_to, number), "undo"))
        if self._actions and self._snapshot.played:
            rows.append(Row(self.tr.gettext("Back to the beginning"), partial(self._go_to, 0), "undo"))
        self.rows.show(rows)

    def _toggle(self, number: int) -> None:
        self._open = 0 if number == self._open else number
        self._show()


class StopsPanel(DuelPanel):
    """Stop settings: when a player wants to be asked."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        stop_at: Callable[[str, Stop, bool], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__()
        player = snapshot.players[snapshot.decider]
        self.line(self.tr.gettext("{player}, ask me …").format(player=shown_name(player)), 6, bold=True)
        rows = []
        for stop, title in STOPS.items():
            on = stop in snapshot.wishes[player].stops
            act = partial(stop_at, player, stop, not on)
            rows.append(Row(self.tr.gettext(title), act, "check" if on else "", chosen=on))
        self.show(rows)
        self.foot(Row(self.tr.gettext("Close"), close, "back"))


class PilePanel(DuelPanel):
    """Cards of an open pile, last one first."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        player: Player,
        zone: str,
        look_at: Callable[[Id], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__()
        side, duel = snapshot.position.sides[player], Duel(snapshot.position)
        titles = {"discard": self.tr.gettext("Discard pile"), "banished": self.tr.gettext("Banished")}
        self.line(f"{titles[zone]} · {shown_name(side.name)}", 6, bold=True)
        rows = []
        for id_ in reversed(getattr(side, zone)):
            name = player_side.name_of(duel, id_, self.language) or self.tr.gettext("a card")
            rows.append(Row(name, partial(look_at, id_), "fb-card"))
        self.show(rows)
        self.foot(Row(self.tr.gettext("Close"), close, "back"))


def discard_title(tr: Any, snapshot: FabulaSnapshot, picked: int) -> str:
    """Title with the number of cards still to discard."""
    return str(tr.gettext("Discard: {n} more").format(n=action_drafts.discards(snapshot) - picked))
