"""Further actions: rows below the table, the second key, and the page of further actions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from kivy.app import App

from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id
from companion.session.fabula.snapshot import FabulaSnapshot
from ui import games, theme
from ui.games.fabula import action_drafts, player_side
from ui.games.fabula.panels import DuelPanel
from ui.games.fabula.pending_action import Aim, Draft, Offers, Written
from ui.widgets.sheet import Row


class TurnHost(Protocol):
    """Interface of the play screen for these choices."""

    draft: Draft | None
    watched: bool

    def card_touched(self, card: Id) -> None:
        """Handle a tap on a card of the stack or the list."""

    def take(self, offer: Written) -> None:
        """Choose one of several actions that explain the camera's observation."""

    def cancel(self) -> None:
        """Discard an incomplete action."""

    def toggle(self, tab: str) -> None:
        """Show another panel, or the usual one again."""

    def close(self) -> None:
        """Close the details."""

    def redo(self) -> None:
        """Play the move that was taken back again."""

    def toggle_camera(self) -> None:
        """Switch between table and camera picture."""

    def pass_for_turn(self) -> None:
        """Pass for the rest of this turn."""

    def end_turn(self) -> None:
        """End this turn without further actions."""


def below(screen: TurnHost, snapshot: FabulaSnapshot) -> list[Row]:
    """Actions that may explain what the camera saw, and targets that are not on the table."""
    if snapshot.over or snapshot.players[snapshot.decider] in snapshot.bots:
        return []
    if isinstance(screen.draft, Offers):
        return list(_meant(screen, snapshot, screen.draft))
    return list(_elsewhere(screen, snapshot, screen.draft.targets if screen.draft else ()))


def _meant(screen: TurnHost, snapshot: FabulaSnapshot, draft: Offers) -> Iterable[Row]:
    """Actions that may explain the camera's observation."""
    app, duel = App.get_running_app(), Duel(snapshot.position)
    for offer in draft.offers:
        name = player_side.name_of(duel, draft.about(offer), app.language)
        icon, text = "fb-target", name
        if "activate" in offer:
            ability = duel.card(offer["activate"]).abilities[offer["ability"]]
            cost = ability.cost.resources if ability.cost else 0
            icon, text = "play", f"{name}: " + app.tr.gettext("Use it for {n}").format(n=cost)
        elif "next" in offer and snapshot.asks == "restore":
            icon, text = "fb-hand", app.tr.gettext("Play a card")
        elif "next" in offer:
            icon, text = "fb-offence", app.tr.gettext("Attack")
        yield Row(text, partial(screen.take, offer), icon)


def _elsewhere(screen: TurnHost, snapshot: FabulaSnapshot, targets: Iterable[Id]) -> Iterable[Row]:
    """Targets that are not on the table."""
    app, duel = App.get_running_app(), Duel(snapshot.position)
    here = {*duel.bases, *(p.id for p in snapshot.position.battle)}
    here |= {item.id for item in snapshot.position.stack}
    for id_ in targets:
        if id_ not in here:
            name = player_side.name_of(duel, id_, app.language) or app.tr.gettext("a card")
            yield Row(name, partial(screen.card_touched, id_), "fb-target")


def second(screen: TurnHost, snapshot: FabulaSnapshot) -> Row | None:
    """The key above the large one."""
    tr = App.get_running_app().tr
    if snapshot.over or snapshot.players[snapshot.decider] in snapshot.bots:
        return None
    if isinstance(screen.draft, Aim) and screen.draft.action:
        return Row(tr.gettext("Do not do it"), screen.cancel)
    if snapshot.asks == "answer":
        return Row(tr.gettext("No more this turn"), screen.pass_for_turn)
    if not snapshot.in_app and snapshot.asks in ("act", "restore"):
        return Row(tr.gettext("Play a card"), partial(screen.toggle, "hand"))
    if (
        snapshot.asks == "act"
        and not snapshot.seen.turn_over
        and action_drafts.after_cards(snapshot) != "end"
    ):
        return Row(tr.gettext("End the turn"), screen.end_turn)
    return None


class MorePanel(DuelPanel):
    """Everything that has no key of its own."""

    def __init__(self, screen: TurnHost, snapshot: FabulaSnapshot) -> None:
        super().__init__()
        app, tr = App.get_running_app(), self.tr
        rows: list[Row] = []

        def add(text: str, act: Callable[[], object], icon: str) -> None:
            rows.append(Row(text, act, icon))

        playing = snapshot.asks not in ("over", "bases", "mulligan")
        mine = playing and snapshot.players[snapshot.decider] not in snapshot.bots
        if mine and snapshot.asks in ("act", "answer", "restore"):
            add(tr.gettext("Play a card"), partial(screen.toggle, "hand"), "fb-hand")
        if mine and snapshot.asks == "act":
            add(tr.gettext("End the turn"), screen.end_turn, "all")
        if not snapshot.over and games.of(snapshot.name).hint_board and app.controller.hints.offered():
            add(tr.gettext("Give me a hint"), partial(app.open, "hint"), "lamp")
        if snapshot.can_redo:
            add(tr.gettext("Do it again"), screen.redo, "redo")
        add(tr.gettext("What happened"), partial(screen.toggle, "log"), "fb-log")
        if playing:
            add(tr.gettext("Ask me …"), partial(screen.toggle, "wishes"), "clock")
            add(tr.gettext("By hand …"), partial(screen.toggle, "adjust"), "finger")
        if screen.watched:
            add(tr.gettext("Camera picture"), screen.toggle_camera, "camera")
        self.show(rows, 1 if theme.portrait() else 2)
        self.foot(Row(tr.gettext("Close"), screen.close, "back"))
