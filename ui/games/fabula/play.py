"""Play screen of Fábula: duel table, next step, and side panel.

If the screen lies flat on the table, all of it is turned to the deciding player.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Any

from kivy.app import App
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.games.base import Advice
from companion.games.fabula.duel import Duel
from companion.games.fabula.lesson import HAND, MAIN
from companion.games.fabula.position import Id, Player
from companion.session.answering import Answered
from companion.session.fabula import playable
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.view import Answer, Decision
from companion.settings.people import facing_deg
from ui import theme
from ui.boards.geometry import Point
from ui.boards.people import APP, picture
from ui.explanation import About
from ui.games.fabula import (
    app_acts,
    base_choice,
    choices,
    explanations,
    hand,
    player_side,
    side_panel,
    view_model,
)
from ui.games.fabula.desk import DeskKey, FabulaDesk
from ui.games.fabula.duel_table import STRIP_MM
from ui.games.fabula.fan import FAN_MM, HandFan
from ui.games.fabula.panels import DuelPanel
from ui.games.fabula.view_model import Draft, alone
from ui.games.fabula.views import CardView
from ui.player_names import figures, shown_name
from ui.screens.message import BarMessage, MainKey
from ui.screens.play import PlayScreen
from ui.widgets.reuse import arrange
from ui.widgets.rows import ROW_MM, Row, RowList
from ui.widgets.secret import Turned
from ui.widgets.spotlight import Box, Spot, round_spot

_LAST_S = 2.5
"""How long the last action of the app is shown."""


class FabulaPlayScreen(PlayScreen):
    """Play screen: shows snapshots of a duel and turns touches into answers.

    `looked_at` is the card whose details are shown ("name:…" for one of a list), `number` a card of the hand.
    `laid` are actions of the app that people have not seen yet, after `laid_before` others in a row.
    """

    tab = StringProperty("turn")

    def __init__(self, **kwargs: Any) -> None:
        self._own: tuple[object, tuple[Decision, ...]] = (None, ())
        self.looked_at = ""
        self.number = 0
        self.pile: tuple[Player, str] | None = None
        self.laid: list[app_acts.AppAct] = []
        self.laid_before = 0
        self._came: object = None
        self._second_row: Row | None = None
        super().__init__(**kwargs)
        self.desk = FabulaDesk(screen=self)
        self._turned = Turned(self.desk)
        self.add_widget(self._turned)
        self.ids.update(self.desk.ids)
        self.ids["board"] = self.desk.ids.table
        self.bar = self.desk.ids.message.__self__
        self._keys = list(reversed(self.desk.ids.controls.children))
        self._second_key = DeskKey()
        self._second_key.bind(on_release=lambda _: self._second_row and self._second_row.act())
        self._fan, self._rows = HandFan(), RowList()
        self._fan.bind(on_card=lambda _, number: self.hand_touched(number))
        table = self.desk.ids.table
        table.bind(on_card=lambda _, card: self.card_touched(card))
        table.explain, self._fan.explain = self.about, self.about_named
        table.bind(on_pile=lambda _, player, zone: self.pile_touched(player, zone))

    def update(self, before: FabulaSnapshot | None, snapshot: FabulaSnapshot) -> None:
        """Show a new snapshot."""
        if before is None or before.position != snapshot.position or before.placed != snapshot.placed:
            self._forget()
            self._fly_from_hand(before, snapshot)
            self.let_go()
            self.looked_at = view_model.for_players(before, snapshot)
            self.laid += app_acts.between(before, snapshot, self.watched)
            if before and snapshot.played < before.played:
                self.laid = []
            if not self.laid:
                self.laid_before, self._came = 0, None
        elif before.seen != snapshot.seen:
            self.let_go()
        else:
            self.follow()

    def scene(self, before: FabulaSnapshot, snapshot: FabulaSnapshot) -> float:
        """The app's last action is seen before the result; before, its cards wait for a touch."""
        return _LAST_S if snapshot.over else 0.0

    @property
    def offered(self) -> tuple[Decision, ...]:
        """The open decisions: for the table, and with the hand of who decides."""
        shown: FabulaSnapshot | None = self.snapshot
        if shown is None or self._bot_decides():
            return ()
        if self._own[0] is not shown:
            try:
                found = App.get_running_app().controller.decisions_of(shown.players[shown.decider])
            except CompanionError:  # it is locked, or nobody keeps the hand
                found = ()
            known = {one.id for one in shown.decisions}
            own = [one for one in found if one.id not in known and one.id != "bases" and not one.aside]
            self._own = shown, (*shown.decisions, *own)
        return self._own[1]

    @property
    def draft(self) -> Draft | None:
        """The open draft; None if a touch only shows the card."""
        return view_model.draft(self.answering, self.snapshot.asks) if self.snapshot else None

    @property
    def picked(self) -> list[int]:
        """Numbers of the cards of the hand that were touched."""
        hand = self.snapshot.position.sides[self.snapshot.decider].hand
        return [hand.index(thing) + 1 for thing in self.answering.chosen if thing in hand]

    @property
    def named(self) -> list[str]:
        """Names of the cards that are to be discarded."""
        chosen = [str(thing) for thing in self.answering.chosen if str(thing).startswith("=")]
        return [thing[1:].rpartition("/")[0] for thing in chosen if "/" in thing]

    def answer(self, answer: Answered) -> None:
        """Send an answer; what only its player knows is answered at that seat."""
        shown = self.snapshot
        common = any(one.id == answer.decision for one in shown.decisions)
        self.let_go()
        self.tell(Answer(shown.game, *answer, None if common else shown.decider))

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
        draft = self.draft
        marks = view_model.marks(app.tr, snapshot, draft)
        acting = None if snapshot.over else snapshot.decider
        art = {name: picture(who.colour) for name, who in people.items()}
        art |= dict.fromkeys(snapshot.bots, APP)
        for seat, name in ((near, "near"), (1 - near, "far")):
            side = player_side.side(snapshot.position, seat, app.language, marks, art, acting)
            setattr(ids.table, name, side._replace(shown=shown_name(side.player)))
        ids.table.flat = flat
        ids.table.arrows = view_model.arrows(snapshot, draft)
        ids.table.stack = player_side.on_stack(snapshot.position, app.language, marks)
        ids.phases.phase, ids.phases.language = snapshot.position.phase, app.language
        self._show_panel(snapshot)
        self._show_low(snapshot)
        playable = any(view.mark == "can" for view in self._fan.cards)
        message = view_model.message(app.tr, snapshot, draft, art, playable)
        over = self.ids.panel.children
        covered = bool(over) and over[0].whole
        before = ids.main.text
        if self.show_main().text != before:
            app.touches.changed()
        ids.main.opacity = 1 if ids.main.text else 0
        ids.main.primary = ids.main.primary and not covered
        self._show_second(choices.second(self, snapshot))
        if self.laid:
            message = BarMessage("wait", APP, app.tr.gettext("This is what the app did."))
        self.say(self._taught(message) if snapshot.lesson else message)
        ids.controls.opacity, ids.controls.disabled = (0, True) if covered else (1, False)

    def main_key(self) -> MainKey:
        """Return the large key: the usual answer, or the declaration that was touched."""
        playable = any(view.mark == "can" for view in self._fan.cards)
        return view_model.main_key(
            App.get_running_app().tr, self.snapshot, self.offered, self.draft, playable
        )

    def log_panel(self, log: Widget) -> Widget:
        """Return the sheet of the log."""
        sheet = DuelPanel()
        arrange(sheet, [log])
        return sheet

    def _show_second(self, row: Row | None) -> None:
        """Show the key beside the large one, or none; undo stays in its place, at the edge of the window."""
        self._second_row = row
        self._second_key.text = row.text if row else ""
        if not self.exhibiting:
            undo, main = self._keys
            keys = [*([self._second_key] if row else []), main]
            arrange(self.ids.controls, [undo, *keys] if theme.portrait() else [*keys, undo])

    def _show_low(self, snapshot: FabulaSnapshot) -> None:
        """Show further choices below the table, else the hand."""
        low, rows = self.ids.low, choices.below(self, snapshot)
        self._fan.cards = [] if rows else hand.in_hand(snapshot, self.picked)
        shown: Sequence[Widget] = ()
        if rows:
            self._rows.show(rows, 1 if theme.portrait() else 2)
            low.height, shown = min(2, -(-len(rows) // 2)) * theme.mm(ROW_MM + 1.6), [self._rows]
        elif self._fan.cards:
            low.height, shown = theme.mm(FAN_MM), [self._fan]
        else:
            low.height = 0
        for widget in shown:
            widget.size_hint, widget.size, widget.pos = (1, 1), low.size, low.pos
            widget.pos_hint = {"x": 0, "y": 0}
        arrange(low, shown)

    def _taught(self, message: BarMessage) -> BarMessage:
        """Let the lesson speak about a decision that it explains."""
        told = self.snapshot.asks in ("answer", "block", "defend") and not (self.draft and self.draft.aims)
        return replace(message, kind="turn") if told and message.kind == "ask" else message

    def may_teach(self, message: BarMessage) -> bool:
        """Return false while a card or a question lies over the table, except that for the centre."""
        over = self.ids.panel.children
        return super().may_teach(message) and (not over or isinstance(over[0], base_choice.BasesPanel))

    def teaching_area(self, spots: Sequence[Spot]) -> Box | None:
        """Return the area to dim: a sheet over the table, else the table if a place above the hand is lit."""
        over = self.ids.panel.children
        widget, low = (over[0], 0) if over else (self.ids.table, self.ids.table.low)
        left, bottom = widget.to_window(*widget.pos)
        meant = any(spot.y > bottom + low for spot in spots)
        return Box(left, bottom, widget.width, widget.height) if meant or over else None

    def about(self, thing: str) -> About:
        """Explain a card, a base, or a place of the table."""
        app, duel = App.get_running_app(), Duel(self.snapshot.position)
        if thing in explanations.PLACES:
            return explanations.place(app.tr, thing)
        item, base = duel.item(thing), duel.bases.get(thing)
        name = (item.name if item else "") or duel.names.get(item.source if item else thing, "")
        if base and name:
            return explanations.base(app.tr, name, duel.cards[name], app.language, base.centre)
        return self.about_named(name)

    def about_named(self, name: str) -> About:
        """Explain a card by its name, "" for one that nobody may see."""
        app = App.get_running_app()
        if not name:
            return explanations.place(app.tr, "back")
        return explanations.card(app.tr, name, self.snapshot.position.cards[name], app.language)

    def spot_of(self, space: str) -> Spot | None:
        """Return where a card or base is seen in the window, a base of the list, the hand or the key."""
        table = self.ids.table
        over = self.ids.panel.children
        if over and isinstance(over[0], base_choice.BasesPanel):
            key = over[0].confirm if space == MAIN else over[0].keys.get(space)
            return self._spot(key) if key else None
        if space == MAIN:
            return self._spot(self.ids.main) if self.ids.main.text else None
        if space == HAND:
            return self._hand_spot()
        if over:
            return None
        if space not in table.boxes:
            return None
        _, _, wide, high = table.boxes[space]
        x, y = table.to_window(*table.spot(space))
        thing = Duel(self.snapshot.position).thing(space)
        if thing and thing.tapped:  # it is painted slanted, which a round place fits
            return round_spot(x, y, hypot(wide, high) / 2)
        return Spot(x, y, wide / 2, high / 2)

    def _spot(self, widget: Widget) -> Spot | None:
        if not widget.get_parent_window():
            return None
        x, y = widget.to_window(*widget.center)
        return Spot(x, y, widget.width / 2, widget.height / 2)

    def _hand_spot(self) -> Spot | None:
        """An ally of the open hand that can be played, else the hand, else the key that names cards."""
        if not self._fan.cards or not self._fan.parent:
            return self._spot(self._second_key) if self._second_row else None
        fit = [n for n, view in enumerate(self._fan.cards, 1) if view.mark and view.shown.type == "ally"]
        if not fit:
            return None if alone(self.snapshot) else self._spot(self._fan)
        x, y = self._fan.to_window(*self._fan.spot(fit[0]))
        return Spot(x, y, self._fan.seen_px(fit[0]) / 2, self._fan.size_px()[1] / 2)

    def touched_spaces(self) -> Sequence[str]:
        """The last pair of a declaration, or the cards that were picked."""
        over = self.ids.panel.children
        if over and isinstance(over[0], base_choice.BasesPanel):
            return [over[0].picked] if over[0].picked else []
        chosen = [str(thing) for thing in self.answering.chosen]
        if self.draft and self.draft.aims:
            return ()
        pairs = self.draft is not None and self.draft.pairs and len(chosen) % 2 == 0
        return chosen[-2:] if pairs else chosen[-1:]

    def exhibit(self, caption: Widget) -> None:
        """Make room for the camera picture and the caption."""
        self.desk.make_room()
        super().exhibit(caption)

    def hand_touched(self, number: int) -> None:
        """Handle a tap on a card below the table."""
        snapshot = self.snapshot
        if snapshot.asks in ("mulligan", "discard"):
            self.pick(number)
        elif alone(snapshot):
            self.look_number(number)
        else:
            self.toggle("hand")

    def _fly_from_hand(self, before: FabulaSnapshot | None, now: FabulaSnapshot) -> None:
        """Let a card that was just played fly from the hand on the screen to its place."""
        flown = view_model.from_hand(before, now, {view.id for view in self._fan.cards})
        self.ids.table.flying = flown
        if not flown or self._fan.parent is None:
            self.ids.table.flying = ""
            return
        number = next(n for n, view in enumerate(self._fan.cards, 1) if view.id == flown)
        start = self._fan.spot(number)
        language, duel = App.get_running_app().language, Duel(now.position)

        def land() -> None:
            self.ids.table.flying = ""

        def fly(*_: Any) -> None:
            if flown in self.ids.table.boxes and self.ids.table.flying == flown:
                view = CardView(flown, player_side.lying(duel, flown, language))
                self.ids.flyer.fly(view, start, self.ids.table.spot(flown), land)
            else:
                land()

        self.lifetime.at_end(land)
        self.lifetime.once(fly)  # once the table has its places

    def comes_from(self) -> Point | None:
        """Return the place from which the card of the app comes; None if it is there already."""
        now = self.laid_before, list(self.laid[:1])
        if self._came == now:
            return None
        self._came = now
        table = self.ids.table
        return table.x + theme.mm(6), table.top - theme.mm(STRIP_MM) / 2

    def go_on(self) -> None:
        """Show the next action of the app."""
        self.laid, self.laid_before = self.laid[1:], self.laid_before + 1
        if not self.laid:
            self.laid_before, self._came = 0, None
        self.refresh_text()

    def _show_panel(self, snapshot: FabulaSnapshot) -> None:
        app = App.get_running_app()
        key: tuple[object, ...] = (
            snapshot.position, snapshot.asks, snapshot.placed, snapshot.wishes, snapshot.bots, self.tab,
            self.looked_at, self.number, self.answering.chosen, self.answering.focus, self.pile, app.language,
            snapshot.can_redo,
        )  # fmt: skip
        if self.laid:  # what is read stays while the app goes on
            key = "laid", self.laid_before, self.laid[0], app.language
        before = [type(widget) for widget in self.ids.panel.children]

        def made() -> list[Widget]:
            over = side_panel.panel(self, snapshot)
            return [over] if over else []

        filled = self.show_panel(key, made)
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
        if card in self.answering.next_things or card in self.answering.chosen:
            self.looked_at, self.tab = "", "turn"
            self.touch_thing(card)
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
        elif zone == "hand" and seat == snapshot.decider and not alone(snapshot):
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
        self.let_go()
        self.refresh_text()

    def _close(self) -> None:
        self.tab, self.looked_at, self.number, self.pile = "turn", "", 0, None
        self.log_shown = False

    def _forget(self) -> None:
        self._close()
        self._flash = None

    def pick(self, number: int) -> None:
        """Select or deselect a number of the hand."""
        self.touch_thing(self.snapshot.position.sides[self.snapshot.decider].hand[number - 1])
        self.refresh_text()

    def play_number(self, number: int) -> None:
        """Play a card of a hand kept by the app."""
        app, snapshot = App.get_running_app(), self.snapshot
        try:
            id_, name = app.controller.show_secret(snapshot.players[snapshot.decider])[number - 1]
        except CompanionError as error:
            self.flash(app.explain(error))
            return
        self._play(f"play {id_}", name)

    def play_named(self, name: str) -> None:
        """Play a card of a hand unknown to the app."""
        if self.snapshot.position.sides[self.snapshot.decider].hand:
            self._play(f"play ={name}", name)
        else:
            self.flash(App.get_running_app().tr.gettext("There is no card in the hand."))

    def _play(self, key: str, name: str) -> None:
        """Play a card if it can be played, so that nobody chooses targets in vain."""
        tr, snapshot = App.get_running_app().tr, self.snapshot
        if self.decisions(key):
            self.press(key)
        elif reason := playable.why_not(snapshot, snapshot.position.cards[name]):
            self.flash(tr.gettext(reason))

    def press(self, id: str) -> None:
        """Take a touch of the key of a decision: it answers, or its targets are touched next."""
        for _ in self.decisions(id):
            stays = id.startswith("stop ")
            if not stays:
                self._close()
            super().press(id)
            if self.answering.focus:
                self.refresh_text()

    def propose(self, advice: Advice[Any]) -> None:
        """Make a suggested move; its first card may be one that a key plays, none means the usual answer."""
        self._close()
        way = advice.way
        for one in self.offered:
            _, _, about = one.id.partition(" ")
            keyed = bool(way) and way[0] in (about, about.rpartition(" ")[0])
            things = (one.id, *way[1:]) if keyed else way
            usual = one.default is not None and self.snapshot.asks != "mulligan"
            if not one.aside and (one.form.is_complete(things) if way else usual):
                self.answer(Answered(one.id, things))
                return
        super().propose(advice)

    def discard_named(self, name: str) -> None:
        """Discard a card of a hand unknown to the app."""
        self.touch_thing(f"={name}/{self.named.count(name) + 1}")
        if found := self.answering.complete:
            self.answer(found)
        self.refresh_text()

    def adjust(self, thing: str, change: str) -> None:
        """Change a card, or what the deciding player has."""
        tab, card = self.tab, self.looked_at
        self.answer(Answered("adjust", ("adjust", thing, change)))
        self.tab, self.looked_at = tab, card

    def found(self, name: str) -> None:
        """Report the result of a search in a real deck."""
        self.answer(Answered("found", (f"={name}",)) if name else Answered("nothing", ()))

    def choose_centre(self, player: str, base: Id) -> None:
        """Place this base of a player in the centre."""
        self.answer(Answered(f"bases {player}", (base,)))

    def _bot_decides(self) -> bool:
        snapshot = self.snapshot
        return snapshot.players[snapshot.decider] in snapshot.bots
