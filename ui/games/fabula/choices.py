"""Further actions: rows below the table, the second key, and the page of further actions."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol

from kivy.app import App

from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id
from companion.session.answering import Answered
from companion.session.fabula.by_hand import CORRECT
from companion.session.fabula.decisions import PLAYING
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.view import Decision, Path
from ui import theme
from ui.games.fabula import player_side
from ui.games.fabula.panels import DuelPanel
from ui.games.fabula.view_model import Draft
from ui.widgets.rows import Row


class TurnHost(Protocol):
    """Interface of the play screen for these choices."""

    @property
    def draft(self) -> Draft | None:
        """The open draft; None if nothing is chosen."""

    @property
    def offered(self) -> tuple[Decision, ...]:
        """The decisions that are open here."""

    def decisions(self, *ids: str) -> Sequence[Decision]:
        """Return the open decisions with these ids."""

    def card_touched(self, card: Id) -> None:
        """Handle a touch of a card of the stack or the list."""

    def answer(self, answer: Answered) -> None:
        """Send an answer."""

    def press(self, id: str) -> None:
        """Take a touch of the key of a decision."""

    def cancel(self) -> None:
        """Forget the touches so far."""

    def toggle(self, tab: str) -> None:
        """Show another panel, or the usual one again."""

    def close(self) -> None:
        """Close the details."""

    def offers_hint(self) -> bool:
        """Return whether a hint may be asked for."""

    def redo(self) -> None:
        """Play the move that was taken back again."""


def below(screen: TurnHost, snapshot: FabulaSnapshot) -> list[Row]:
    """Actions that may explain what the camera saw, and targets that are not on the table."""
    if snapshot.over or snapshot.players[snapshot.decider] in snapshot.bots:
        return []
    if snapshot.seen.choices:
        return list(_meant(screen))
    return list(_elsewhere(screen, snapshot, screen.draft.targets if screen.draft else ()))


def _meant(screen: TurnHost) -> Iterable[Row]:
    """Actions that may explain the camera's observation."""
    tr = App.get_running_app().tr
    for decision in screen.decisions("which"):
        assert isinstance(decision.form, Path)
        for way, label in zip(decision.form.options, decision.form.labels, strict=True):
            yield Row(label.text.say(tr), partial(screen.answer, Answered(decision.id, way)), "fb-target")
    for decision in screen.decisions("pass"):
        yield Row(decision.text.say(tr), partial(screen.press, decision.id), "fb-offence")


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
    if screen.draft and screen.draft.aims and screen.draft.decision.id not in ("choose", "laid"):
        return Row(tr.gettext("Do not do it"), screen.cancel)
    if not snapshot.in_app and snapshot.asks in ("act", "restore"):
        return Row(tr.gettext("Play a card"), partial(screen.toggle, "hand"))
    for decision in screen.decisions("pass_turn", "end_turn"):
        if decision.default is None and snapshot.asks != "restore":
            return Row(decision.text.say(tr), partial(screen.press, decision.id))
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
        if mine and snapshot.asks in PLAYING:
            add(tr.gettext("Play a card"), partial(screen.toggle, "hand"), "fb-hand")
        for decision in screen.decisions("end_turn"):
            add(decision.text.say(tr), partial(screen.press, decision.id), "all")
        if screen.offers_hint():
            add(tr.gettext("Give me a hint"), partial(app.open, "hint"), "lamp")
        if snapshot.can_redo:
            add(tr.gettext("Do it again"), screen.redo, "redo")
        if playing:
            add(tr.gettext("When to ask me"), partial(screen.toggle, "wishes"), "clock")
            add(tr.gettext(CORRECT[snapshot.real_cards]), partial(screen.toggle, "adjust"), "finger")
        self.show(rows, 1 if theme.portrait() else 2)
        self.foot(Row(tr.gettext("Close"), screen.close, "back"))
