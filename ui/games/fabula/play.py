"""Play screen of Fábula: duel table, next step, and side panel.

If the screen lies flat on the table, all of it is turned to the deciding player.
"""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.errors import CompanionError
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player
from companion.session.fabula.messages import (
    FinishTurn,
    FoundCard,
    PassForTurn,
    PlaceBases,
    PlayAction,
    StopAt,
)
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.fabula.stop_settings import Stop
from companion.session.messages import Confirm, GoTo
from companion.settings.people import facing_deg
from ui.boards.people import picture
from ui.games.fabula import action_drafts, player_side, side_panel, view_model
from ui.games.fabula.duel_table import DuelTable as DuelTable  # for the kv file
from ui.games.fabula.pending_action import Aim, Draft, Offers, Written
from ui.games.fabula.phase_indicator import PhaseIndicator as PhaseIndicator  # for the kv file
from ui.player_names import figures, shown_name
from ui.screens.game import GameScreen
from ui.widgets.secret import Turned

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FabulaDesk(BoxLayout):
    """Content of the screen, which may be rotated."""

    screen = ObjectProperty(None)


class FabulaPlayScreen(GameScreen):
    """Play screen: shows snapshots of a duel and turns touches into messages.

    `draft` is an incomplete action, `looked_at` the card whose details are shown ("name:…" for one of a
    list), `number` a card of the hand, `picked` the chosen numbers of it, `named` the names to discard.
    """

    tab = StringProperty("turn")

    def __init__(self, **kwargs: Any) -> None:
        self.draft: Draft | None = None
        self.looked_at = ""
        self.number = 0
        self.picked: list[int] = []
        self.named: list[str] = []
        self.pile: tuple[Player, str] | None = None
        super().__init__(**kwargs)
        self.desk = FabulaDesk(screen=self)
        self._turned = Turned(self.desk)
        self.add_widget(self._turned)
        self.ids.update(self.desk.ids)
        self.bar = self.desk.ids.message.__self__
        table = self.desk.ids.table
        table.bind(on_card=lambda _, card: self.card_touched(card))
        table.bind(on_hold=lambda _, card: self.look_at(card))
        table.bind(on_pile=lambda _, player, zone: self.pile_touched(player, zone))

    def update(self, before: FabulaSnapshot | None, snapshot: FabulaSnapshot) -> None:
        """Show a new snapshot."""
        if before is None or before.position != snapshot.position or before.placed != snapshot.placed:
            self._forget()
            self.draft = action_drafts.draft_for(snapshot)
            self.looked_at = view_model.for_players(before, snapshot)
        elif before.seen != snapshot.seen:
            self.draft = action_drafts.draft_for(snapshot)

    def refresh_text(self) -> None:
        """Update texts, marks and buttons, also after a change of language."""
        snapshot: FabulaSnapshot | None = self.snapshot
        if snapshot is None:
            return
        app, ids = App.get_running_app(), self.ids
        people = figures(app, snapshot.players)
        near = self._near(snapshot)
        flat = app.controller.profiles.preferences().flat
        person = people.get(snapshot.players[near])
        self._turned.degrees = facing_deg(person.seat) if flat and person else 0
        marks = view_model.marks(app.tr, snapshot, self.draft)
        acting = None if snapshot.over else snapshot.decider
        art = {name: picture(who.colour) for name, who in people.items()}
        for seat, name in ((near, "near"), (1 - near, "far")):
            side = player_side.side(snapshot.position, seat, app.language, marks, art, acting)
            setattr(ids.table, name, side._replace(shown=shown_name(side.player)))
        ids.table.flat = flat
        ids.table.arrows = view_model.arrows(snapshot, self.draft)
        ids.table.said = view_model.last(app.tr, snapshot)
        ids.phases.phase = snapshot.position.phase
        self.say(view_model.message(app.tr, snapshot, self.draft, art, app.language))
        ids.hand.chosen, ids.log.chosen = self.tab == "hand", self.tab == "log"
        ids.camera.disabled = not self.watched
        ids.camera.opacity = 1 if self.watched else 0
        icon, text = view_model.main_button(app.tr, snapshot, self.draft, self.picked)
        if (icon, text) != (ids.main.icon, ids.main.text):
            app.touches.changed()
        ids.main.icon, ids.main.text, ids.main.disabled = icon, text, not text
        ids.main.primary = bool(text)
        self._show_panel(snapshot)

    def _show_panel(self, snapshot: FabulaSnapshot) -> None:
        app = App.get_running_app()
        key = (
            snapshot.position, snapshot.asks, snapshot.placed, snapshot.wishes, snapshot.bots, self.tab,
            self.looked_at, self.number, tuple(self.picked), tuple(self.named), self.pile, app.language,
            tuple(sorted(self.draft.chosen)) if self.draft else None,
        )  # fmt: skip
        before = [type(widget) for widget in self.ids.panel.children]
        filled = self.show_panel(key, lambda: [side_panel.panel(self, snapshot)])
        if filled and [type(widget) for widget in self.ids.panel.children] != before:
            app.touches.changed()

    def _near(self, snapshot: FabulaSnapshot) -> Player:
        """Player whose side is below: the deciding one on a flat screen, else the person before it."""
        app = App.get_running_app()
        human = [n for n, name in enumerate(snapshot.players) if name not in snapshot.bots]
        if app.controller.profiles.preferences().flat and snapshot.decider in human:
            return snapshot.decider
        people = figures(app, snapshot.players)
        at_bottom = (n for n in human if people[snapshot.players[n]].seat.startswith("bottom"))
        return next(at_bottom, human[0] if human else 0)

    def card_touched(self, card: Id) -> None:
        """Handle a tap on a card of the table, the stack or a list."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        if self.draft and not self._bot_decides() and self.draft.touch(card):
            self.looked_at, self.tab = "", "turn"
            if isinstance(self.draft, Offers) and self.draft.picked:
                self.take(self.draft.picked)
            elif view_model.at_once(self.draft) and (written := self.draft.written()):
                self.act(written)
            self.refresh_text()
        else:
            self.look_at(card)

    def look_at(self, card: Id) -> None:
        """Show the details of a card; the same card again closes them."""
        same = card == self.looked_at
        self.looked_at, self.tab, self.number, self.pile = "" if same else card, "turn", 0, None
        self.refresh_text()

    def look_number(self, number: int) -> None:
        """Show a card of the deciding player's hand, 0 for none."""
        self.number = number
        self.refresh_text()

    def pile_touched(self, player: str, zone: str) -> None:
        """Handle a tap on a pile: show an open one, or the deciding player's hand."""
        snapshot = self.snapshot
        seat = snapshot.players.index(player)
        if zone in ("discard", "banished"):
            self._close()
            self.pile = (seat, zone)
        elif zone == "hand" and seat == snapshot.decider:
            self.toggle("hand")
        self.refresh_text()

    def toggle(self, tab: str) -> None:
        """Show another panel, or the usual one again."""
        now = "turn" if self.tab == tab else tab
        card = self.looked_at if tab == "adjust" else ""
        self._close()
        self.tab, self.looked_at = now, card
        self.refresh_text()

    def close(self) -> None:
        """Close the details."""
        self._close()
        self.refresh_text()

    def cancel(self) -> None:
        """Discard an incomplete action."""
        self.draft = action_drafts.draft_for(self.snapshot)
        self.refresh_text()

    def _close(self) -> None:
        self.tab, self.looked_at, self.number, self.pile = "turn", "", 0, None

    def _forget(self) -> None:
        self._close()
        self.picked, self.named, self._flash = [], [], None

    def pick(self, number: int) -> None:
        """Select or deselect a number of the hand."""
        if number in self.picked:
            self.picked.remove(number)
        else:
            self.picked.append(number)
        self.refresh_text()

    def take(self, offer: Written) -> None:
        """Choose one of several actions that explain the camera's observation."""
        if offer.get("next"):
            self.tell(Confirm(self.snapshot.game))
        elif "activate" in offer and "targets" not in offer:
            self.begin(action_drafts.activate(self.snapshot.position, offer["activate"], offer["ability"]))
        else:
            self.act(offer)

    def end_turn(self) -> None:
        """End this turn without further actions."""
        self.tell(FinishTurn(self.snapshot.game))

    def play_number(self, number: int) -> None:
        """Play a card of a hand kept by the app."""
        app, snapshot = App.get_running_app(), self.snapshot
        try:
            id_, name = app.controller.show_secret(snapshot.players[snapshot.decider])[number - 1]
        except CompanionError as error:
            self.flash(app.explain(error))
            return
        self._play(id_, name, shows=False)

    def play_named(self, name: str) -> None:
        """Play a card of a hand unknown to the app."""
        snapshot = self.snapshot
        hidden = [
            id_
            for id_ in snapshot.position.sides[snapshot.decider].hand
            if id_ not in snapshot.position.names
        ]
        if not hidden:
            self.flash(App.get_running_app().tr.gettext("There is no card in the hand."))
            return
        self._play(hidden[0], name, shows=True)

    def _play(self, card: Id, name: str, shows: bool) -> None:
        """Play a card if it can be paid, so that nobody chooses targets in vain."""
        tr, snapshot = App.get_running_app().tr, self.snapshot
        if action_drafts.too_dear(snapshot, snapshot.position.cards[name]):
            self.flash(tr.gettext(action_drafts.TOO_DEAR))
            return
        self.begin(action_drafts.play(snapshot.position, card, name, snapshot.decider, shows=shows))

    def begin(self, draft: Aim) -> None:
        """Begin an action; one without targets is played at once. The card stays open until then."""
        if written := draft.written():
            self.act(written)
            return
        if not draft.targets:
            self.flash(App.get_running_app().tr.gettext("There is no target for it."))
            return
        self._close()
        self.draft = draft
        self.refresh_text()

    def discard_named(self, name: str) -> None:
        """Discard a card of a hand unknown to the app."""
        self.named.append(name)
        snapshot = self.snapshot
        if len(self.named) < action_drafts.discards(snapshot):
            self.refresh_text()
            return
        position = snapshot.position
        hidden = [id_ for id_ in position.sides[snapshot.decider].hand if id_ not in position.names]
        shows = dict(zip(hidden, self.named, strict=False))
        self.act({"discard": list(shows), "shows": shows})

    def adjust(self, change: Written) -> None:
        """Play a manual change."""
        tab, card = self.tab, self.looked_at
        self.act({"adjust": [dict(change)]})
        self.tab, self.looked_at = tab, card

    def concede(self) -> None:
        """Let the deciding player concede."""
        self.act({"concede": self.snapshot.players[self.snapshot.decider]})

    def act(self, written: Written) -> None:
        """Play an action."""
        self.tell(PlayAction(self.snapshot.game, dict(written)))

    def found(self, name: str) -> None:
        """Report the result of a search in a real deck."""
        self.tell(FoundCard(self.snapshot.game, name))

    def choose_centre(self, player: str, base: Id) -> None:
        """Place this base of a player in the centre."""
        own = [
            id_
            for id_ in self.snapshot.bases
            if Duel(self.snapshot.position).owner(id_) == self.snapshot.players.index(player)
        ]
        self.tell(PlaceBases(self.snapshot.game, player, (base, *(id_ for id_ in own if id_ != base))))

    def stop_at(self, player: str, stop: Stop, wanted: bool) -> None:
        """Set when a player wants to be asked."""
        self.tell(StopAt(self.snapshot.game, player, stop, wanted))

    def pass_for_turn(self) -> None:
        """Pass for the rest of this turn."""
        self.tell(PassForTurn(self.snapshot.game, self.snapshot.players[self.snapshot.decider]))

    def go_to(self, number: int) -> None:
        """Undo everything after an action of the log."""
        self.tell(GoTo(self.snapshot.game, number))

    def _bot_decides(self) -> bool:
        snapshot = self.snapshot
        return snapshot.players[snapshot.decider] in snapshot.bots

    def main(self) -> None:
        """Handle the large button: play the declaration, else the usual answer."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        if snapshot.over:
            App.get_running_app().show_result()
        elif snapshot.seen.turn_over:
            self.end_turn()
        elif snapshot.asks == "mulligan":
            self.act({"mulligan": list(self.picked)})
        elif snapshot.asks == "discard":
            hand = snapshot.position.sides[snapshot.decider].hand
            self.act({"discard": [hand[number - 1] for number in self.picked]})
        elif written := view_model.declared(snapshot, self.draft):
            self.act(written)
        else:
            self.tell(Confirm(snapshot.game))

    def toggle_camera(self) -> None:
        """Switch between table and camera picture."""
        self.cover_board(self.ids.table, covered=self._camera.parent is None)
