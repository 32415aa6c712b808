"""Choice of the sheet or large card over the duel table."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from kivy.app import App
from kivy.uix.widget import Widget

from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player
from companion.session.fabula import playable
from companion.session.fabula.by_hand import CORRECT
from companion.session.fabula.snapshot import FabulaSnapshot
from ui.boards.geometry import Point
from ui.games.fabula import base_choice, choices, panels, player_side
from ui.games.fabula.app_acts import AppAct, AppActPanel
from ui.games.fabula.hand import HandPanel, PrivateCardPanel, idle
from ui.games.fabula.manual_edit import ManualEditPanel
from ui.games.fabula.panels import CardsPanel, LookPanel
from ui.games.fabula.view_model import alone
from ui.player_names import shown_name
from ui.widgets.rows import Row

NAMED = "name:"
"""Prefix of the name of a card shown from a list."""


class FabulaPanelHost(choices.TurnHost, Protocol):
    """Interface of the play screen for its panels."""

    tab: str
    looked_at: str
    pile: tuple[Player, str] | None
    number: int
    picked: list[int]
    named: list[str]
    laid: list[AppAct]

    def look_number(self, number: int) -> None:
        """Show a card of the deciding player's hand, 0 for none."""

    def comes_from(self) -> Point | None:
        """Return the place from which the card of the app comes; None if it is there already."""

    def pictures(self) -> Mapping[str, str]:
        """Return the picture of every player."""

    def refresh_text(self) -> None:
        """Show everything again."""

    def go_on(self) -> None:
        """Show the next action of the app."""

    def look_at(self, card: Id) -> None:
        """Show the details of a card; the same card again closes them."""

    def close(self) -> None:
        """Close the details."""

    def pick(self, number: int) -> None:
        """Select or deselect a number of the hand."""

    def play_number(self, number: int) -> None:
        """Play a card of a hand kept by the app."""

    def play_named(self, name: str) -> None:
        """Play a card of a hand unknown to the app."""

    def discard_named(self, name: str) -> None:
        """Discard a card of a hand unknown to the app."""

    def found(self, name: str) -> None:
        """Report the result of a search in a real deck."""

    def choose_centre(self, player: str, base: Id) -> None:
        """Place this base of a player in the centre."""

    def adjust(self, thing: str, change: str) -> None:
        """Change a card, or what the deciding player has."""


def panel(screen: FabulaPanelHost, snapshot: FabulaSnapshot) -> Widget | None:
    """Make what lies over the table now: large card, question or secret hand; None for nothing."""
    tr = App.get_running_app().tr
    if screen.laid:
        return AppActPanel(snapshot, screen.laid[0], screen.comes_from(), screen.go_on)
    if screen.tab == "more":
        return choices.MorePanel(screen, snapshot)
    if screen.tab == "wishes":
        return panels.StopsPanel(snapshot, screen.press, screen.close)
    if screen.tab == "adjust":
        return ManualEditPanel(
            snapshot,
            screen.looked_at,
            adjust=screen.adjust,
            concede=partial(screen.press, "concede"),
            close=screen.close,
        )
    if screen.looked_at:
        return _look(screen, snapshot)
    if screen.pile:
        return panels.PilePanel(snapshot, *screen.pile, screen.look_at, screen.close)
    if snapshot.over or snapshot.players[snapshot.decider] in snapshot.bots:
        return None
    if screen.number and alone(snapshot):
        return _look_alone(screen, snapshot)
    if screen.number:
        return PrivateCardPanel(
            snapshot,
            screen.number,
            partial(screen.play_number, screen.number),
            partial(screen.look_number, 0),
        )
    open_hand = alone(snapshot)
    match snapshot.asks:
        case "bases":
            return _bases(screen, snapshot)
        case "mulligan" if snapshot.in_app and not open_hand:
            title = tr.gettext("{player}: touch what you put back.").format(player=shown_name(snapshot.turn))
            return HandPanel(snapshot, title, screen.pick, screen.picked)
        case "discard" if snapshot.in_app and not open_hand:
            title = panels.discard_title(tr, snapshot, len(screen.picked))
            return HandPanel(snapshot, title, screen.pick, screen.picked)
        case "discard" if not snapshot.in_app:
            title = panels.discard_title(tr, snapshot, len(screen.named))
            return CardsPanel(snapshot, title, _left(screen, snapshot), screen.discard_named)
        case "search":
            return _search(screen, snapshot)
    if screen.tab == "hand" and not open_hand:
        return _hand(screen, snapshot)
    return None


def _left(screen: FabulaPanelHost, snapshot: FabulaSnapshot) -> list[tuple[str, int]]:
    """Unseen cards of the deciding player's deck list, without those just chosen."""
    unseen = snapshot.unseen[snapshot.decider]
    return [
        (name, n - screen.named.count(name)) for name, n in unseen.items() if n > screen.named.count(name)
    ]


def _hand(screen: FabulaPanelHost, snapshot: FabulaSnapshot) -> Widget:
    tr, player = App.get_running_app().tr, snapshot.players[snapshot.decider]
    if snapshot.in_app:
        title = tr.gettext("The hand of {player}").format(player=shown_name(player))
        return HandPanel(snapshot, title, screen.look_number, close=screen.close)
    cards = snapshot.position.cards
    now = [
        (name, n)
        for name, n in _left(screen, snapshot)
        if snapshot.asks == "act" or not idle(snapshot, cards[name])
    ]
    title = tr.gettext("Which card, {player}?").format(player=shown_name(player))
    look = partial(_look_named, screen)
    return CardsPanel(snapshot, title, now, look, dim=partial(idle, snapshot))


def _look_named(screen: FabulaPanelHost, name: str) -> None:
    screen.look_at(NAMED + name)


def _search(screen: FabulaPanelHost, snapshot: FabulaSnapshot) -> Widget:
    """Panel for the names of the cards that may be found."""
    tr, now = App.get_running_app().tr, snapshot.decider
    names = [str(way[0]).removeprefix("=") for one in screen.decisions("found") for way in one.ways]
    decks = snapshot.unseen[now], snapshot.unseen[1 - now]
    deck = next(counts for counts in decks if {*names} <= counts.keys())
    fit = [(name, deck[name]) for name in names]
    nothing = [Row(tr.gettext("Nothing"), partial(screen.found, ""), "cross")]
    return CardsPanel(snapshot, tr.gettext("Which card was found?"), fit, screen.found, nothing)


def _bases(screen: FabulaPanelHost, snapshot: FabulaSnapshot) -> Widget:
    """Panel in which one player after the other chooses the centre base."""
    waiting = next(name for name in snapshot.players if name not in (*snapshot.placed, *snapshot.bots))
    chosen = partial(screen.choose_centre, waiting)
    return base_choice.BasesPanel(
        snapshot, waiting, screen.pictures().get(waiting, "people"), chosen, screen.refresh_text
    )


def _look_alone(screen: FabulaPanelHost, snapshot: FabulaSnapshot) -> Widget:
    """Details of a card of the only person's hand."""
    app = App.get_running_app()
    hand = app.controller.show_secret(snapshot.players[snapshot.decider])
    name = hand[screen.number - 1][1]
    play = partial(screen.play_number, screen.number)
    return _to_play(screen, snapshot, name, play, partial(screen.look_number, 0))


def _to_play(
    screen: FabulaPanelHost,
    snapshot: FabulaSnapshot,
    name: str,
    play: Callable[[], None],
    close: Callable[[], None],
) -> Widget:
    """Details of a playable card of the hand."""
    app, card = App.get_running_app(), snapshot.position.cards[name]
    view = player_side.face(app.tr, name, card, app.language)
    keep = Row(app.tr.gettext("Keep it"), close, "back")
    if reason := playable.why_not(snapshot, card):
        return LookPanel(view, [keep], app.tr.gettext(reason))
    side = snapshot.position.sides[snapshot.decider]
    title = app.tr.gettext("Play {card}?").format(card=view.shown.name)
    left = app.tr.gettext("Its cost is {n}. Your resources: {have}.").format(n=card.cost, have=side.resources)
    cost = app.tr.gettext("Play it for {n}").format(n=card.cost)
    return LookPanel(view, [Row(cost, play, "check", chosen=True), keep], title, [left])


def _look(screen: FabulaPanelHost, snapshot: FabulaSnapshot) -> Widget:
    app = App.get_running_app()
    if screen.looked_at.startswith(NAMED):
        name = screen.looked_at.removeprefix(NAMED)
        return _to_play(screen, snapshot, name, partial(screen.play_named, name), screen.close)
    view_now = player_side.face_now(app.tr, snapshot.position, screen.looked_at, app.language)
    back = Row(app.tr.gettext("Close"), screen.close, "back")
    return LookPanel(view_now, [*_actions(screen, snapshot, screen.looked_at), back])


def _actions(screen: FabulaPanelHost, snapshot: FabulaSnapshot, card: Id) -> list[Row]:
    """Actions of the deciding player with a card in play, and manual changes."""
    tr, duel = App.get_running_app().tr, Duel(snapshot.position)
    rows: list[Row] = []
    for decision in screen.offered:
        kind, _, about = decision.id.partition(" ")
        if (kind == "use" and about.rpartition(" ")[0] == card) or (kind == "attach" and about == card):
            icon = "play" if kind == "use" else "fb-attach"
            words = decision.text.values["n"]
            pattern = tr.gettext("Use it for {n}") if kind == "use" else tr.gettext("Attach it for {n}")
            rows.append(
                Row(pattern.format(n=words), partial(screen.press, decision.id), icon, chosen=not rows)
            )
    attached = [other.id for other in duel.battle.values() if other.host == card]
    language = App.get_running_app().language
    rows += [
        Row(player_side.name_of(duel, id_, language), partial(screen.look_at, id_), "fb-modification")
        for id_ in attached
    ]
    if not snapshot.over and duel.zone(card) and not duel.item(card):
        text = (
            tr.gettext("Done by hand …")
            if duel.card(card).by_players
            else tr.gettext(CORRECT[snapshot.real_cards])
        )
        rows.append(
            Row(
                text,
                partial(screen.toggle, "adjust"),
                "finger",
                chosen=duel.card(card).by_players and not rows,
            )
        )
    return rows
