"""Play screen of Fae: board, turn, points, next step."""

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games import fae
from companion.games.base import N_, Reason
from companion.session.fae.snapshot import FaeLogEntry, FaeSnapshot
from companion.session.messages import GoTo
from companion.session.view import Thing
from ui import theme
from ui.explanation import About
from ui.games.fae import board_map, explanations, info_sheets, log_lines, marks, move_scene, questions
from ui.games.fae import icons as icons
from ui.games.fae.board import SpaceMark
from ui.games.fae.ritual_story import StoryCard
from ui.games.fae.scoreboard import gains_of
from ui.screens.deciding import DecidingScreen
from ui.screens.menu import MenuItem
from ui.screens.message import BarMessage
from ui.widgets.bubble import Spot, round_spot
from ui.widgets.log import LogView
from ui.widgets.reuse import arrange

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_STORY_S = 7.0
_LOG = N_("Lists all moves. You can go back to any of them.")
_SCORES = 1
"""Index of the scores among the widgets beside the board."""


class FaePlayScreen(DecidingScreen):
    """Play screen: shows snapshots of a game and turns taps into messages.

    The panel beside the board is the scoreboard, the question, the log, or the story of the last
    ritual. While a line of the log is selected, the board shows its position.
    """

    log_shown = BooleanProperty(False)
    exhibited = ("players", "score_sheet")

    def __init__(self, **kwargs: Any) -> None:
        self._forbidden: tuple[SpaceMark, ...] = ()
        self._lakes: tuple[int, ...] = ()
        self._story: FaeLogEntry | None = None
        self._past: int | None = None
        self._log: LogView | None = None
        self._camera_shown = False
        super().__init__(**kwargs)
        self._panel_key = "scoreboard"
        self._end_story = self.lifetime.trigger(lambda _: self.end_story(), _STORY_S)
        self._scoreboard_widgets = list(reversed(self.ids.panel.children))
        self._keys = {name: self.ids[name].__self__ for name in ("undo", "hint", "spirit", "confirm")}

    def update(self, before: FaeSnapshot | None, snapshot: FaeSnapshot) -> None:
        """Show a new snapshot."""
        if before and snapshot.table != before.table:
            self._flash = self._past = None
            self._let_go()
        if before and snapshot.doubt != before.doubt:
            self._let_go()
        self.follow()
        turn = snapshot.log[-1] if snapshot.log else None
        if before and len(snapshot.log) != len(before.log):
            fresh = turn is not None and len(snapshot.log) > len(before.log) and bool(turn.rituals)
            self._story = None
            if turn and fresh:
                self.lifetime.once(lambda _: self._fly(turn), 0)
        if self._past is None:
            self._show_board(snapshot.table, turn)
        ids = self.ids
        ids.scores.scores = dict(snapshot.scores)
        ids.scores.gains = gains_of(turn.rituals if turn else ())
        ids.next_card.card, ids.next_card.left = snapshot.next_card, snapshot.cards_left

    def scene(self, before: FaeSnapshot, snapshot: FaeSnapshot) -> float:
        """The group walks, rituals follow, then their words."""
        return move_scene.seconds(snapshot)

    def app_did(self, snapshot: FaeSnapshot) -> str:
        """The last move in words if the app made it."""
        return move_scene.app_did(App.get_running_app().tr, snapshot)

    def flashes(self, snapshot: FaeSnapshot) -> bool:
        """Return false for problems of a set-up, which are shown until they are solved."""
        return snapshot.phase != "setup"

    def refresh_text(self) -> None:
        """Update texts and marks, also after a change of language."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        tr, ids = App.get_running_app().tr, self.ids
        turn = "" if snapshot.over else snapshot.turn
        ids.players.show(snapshot.players, turn, self.pictures())
        ids.next_card.speak()
        self._show_side_panel(snapshot)
        if self._past is not None:
            pattern = tr.gettext("After move {number} of {moves}")
            title = pattern.format(number=self._past, moves=len(snapshot.log) + len(snapshot.undone))
            now = tr.gettext("Touch the board to see it as it is now.")
            self.bar.show(BarMessage("wait", "clock", title, now))
            ids.board.marks, ids.board.lakes, ids.board.guide_arrow = (), (), None
            return
        selected = bool(self.touched_spaces())
        self.say(self.message())
        ids.board.marks = marks.shown(snapshot, self.answering, self._forbidden)
        ids.board.lakes = self._lakes or marks.lakes(snapshot)
        ids.board.guide_arrow = None if selected else marks.arrow(snapshot)
        self._show_keys(snapshot, snapshot.over or self.confirmed() is not None)

    def tapped(self, space: int) -> None:
        """Handle a tap on a space of the board."""
        snapshot = self.snapshot
        if self._past is not None:
            self.look_at(None)
            return
        if snapshot is None or snapshot.position is None or snapshot.over:
            return
        self._story = self._flash = None
        self._forbidden, self._lakes = (), ()
        self.touch_thing(space)
        self.refresh_text()

    def spot_of(self, space: int) -> Spot:
        """Where a space is seen in the window."""
        board = self.ids.board
        x, y = board.to_window(*board.seen(board_map.CENTRES[space]))
        return round_spot(x, y, max(theme.mm(4.5), board_map.ROOM[space] * board.map_box[2]))

    def touched_spaces(self) -> Sequence[int]:
        """The group that was touched, if one was."""
        return () if self.decisions("order") else tuple(int(thing) for thing in self.answering.chosen)

    def about_space(self, space: int) -> About | None:
        """Explain a space of the board."""
        shown = self.snapshot
        if shown is None or shown.position is None:
            return None
        return explanations.space(App.get_running_app().tr, shown.position, space)

    def cards(self) -> None:
        """Show the remaining ritual cards."""
        if self.snapshot:
            info_sheets.cards(App.get_running_app().tr, self.snapshot.cards_left)

    def track(self) -> None:
        """Show the score track."""
        if self.snapshot:
            info_sheets.track(App.get_running_app().tr, self.snapshot.scores, self.ids.scores.gains)

    def confirm(self) -> None:
        """Confirm the present step; after the end, return to the result."""
        if self.snapshot is None:
            return
        if self.snapshot.over:
            App.get_running_app().show_result()
        elif found := self.confirmed():
            self.answer(found)

    def unflash(self) -> None:
        """Clear the refusal."""
        self._forbidden, self._lakes = (), ()
        super().unflash()

    def stop(self) -> None:
        """Stop everything; the story of the ritual counts as read."""
        super().stop()
        self._story = None

    def touch_bar(self, touch: Any) -> None:
        """Open the log with a touch of the bar's words."""
        if self.meant_words(touch):
            self.toggle_log()

    def ways(self) -> Sequence[MenuItem]:
        """The log, and the camera's picture in place of the board."""
        tiles = [MenuItem("list", N_("What was done"), self.toggle_log, _LOG)]
        if self.watched and self._camera_shown:
            tiles.append(MenuItem("board", N_("Show the board"), self.swap_camera))
        elif self.watched:
            tiles.append(MenuItem("picture", N_("Camera picture"), self.swap_camera))
        return tiles

    def swap_camera(self) -> None:
        """Show the camera's picture in place of the board, or the board again."""
        self._camera_shown = not self._camera_shown
        self.cover_board(self.ids.board, self._camera_shown)

    def look(self) -> None:
        """Open the private look of the person who has the turn; if the app has it, somebody chooses."""
        shown = self.snapshot
        if shown:
            player = "" if shown.over or shown.turn in shown.bots else shown.turn
            App.get_running_app().open("secret", player=player)

    def toggle_log(self) -> None:
        """Show or hide the log beside the board."""
        self.log_shown = not self.log_shown
        self.look_at(None)

    def look_at(self, number: int | None) -> None:
        """Show the board after `number` moves; None for the present position."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        self._let_go()
        self._past = None if number == len(snapshot.log) else number
        at = len(snapshot.log) if self._past is None else self._past
        if self._log:
            self._log.choose(at)
        position, turn = log_lines.after(snapshot, at)
        if position is None or self._past is None:
            self._show_board(snapshot.table, turn)
        else:
            self._show_board(fae.table(position), turn)
        self.refresh_text()

    def go_back(self, number: int) -> None:
        """Undo or redo until `number` moves are played."""
        self.log_shown = False
        self.look_at(None)
        if self.snapshot:
            self.tell(GoTo(self.snapshot.game, number))

    def end_story(self) -> None:
        """Close the story of the last ritual."""
        self._story = None
        self.refresh_text()

    def _fly(self, turn: FaeLogEntry) -> None:
        """Play the rituals of a move after its group has walked, then tell them."""
        self.ids.flight.fly(
            move_scene.rituals(turn, self.ids.board, self.ids.scores),
            move_scene.WALK_S,
            lambda: self._tell_story(turn),
        )

    def _tell_story(self, turn: FaeLogEntry) -> None:
        if self.snapshot and turn in self.snapshot.log[-1:] and not App.get_running_app().quiet:
            self._story = turn
            self._end_story()
            self.refresh_text()

    def _let_go(self) -> None:
        self.let_go()
        self._forbidden, self._lakes = (), ()

    def refuse(self, thing: Thing, reason: Reason | None) -> None:
        """Say why a space may not be touched, or what is to do first."""
        snapshot, tr = self.snapshot, App.get_running_app().tr
        if first := self.not_yet():
            self.flash(first)
        elif reason and reason.text and snapshot.position:
            self._forbid(snapshot.position, reason.code, int(thing))
            self.flash(reason.text.say(tr))

    def _forbid(self, position: fae.Position, code: str, where: int) -> None:
        """Mark where druids may not go, or who stays."""
        source = next(iter(self.touched_spaces()), where)
        self._forbidden = (SpaceMark(where, "closed"),)
        if code == "too_many_druids":
            self._forbidden = (SpaceMark(source, "closed", str(fae.size(position, source))),)
        elif code == "across_lake":
            self._lakes = (board_map.lake_between(source, where),)

    def _show_board(self, table: Any, turn: FaeLogEntry | None) -> None:
        self.ids.board.show(table, (turn.move.source, turn.move.target) if turn else None)

    def _show_side_panel(self, snapshot: FaeSnapshot) -> None:
        """Show the panel: question, log, last ritual, or scoreboard."""
        app = App.get_running_app()
        if self.log_shown:
            key: Hashable = "log", app.language, snapshot.log, snapshot.undone
        elif questions.wanted(snapshot):
            key = (
                "ask",
                app.language,
                snapshot.doubt,
                snapshot.step and snapshot.step.space,
                str(snapshot.assumed_table),
            )
        elif self._story:
            key = "story", app.language, self._story.number
        else:
            key = "scoreboard"
        self.show_panel(key, lambda: self._panel(snapshot))

    def _panel(self, snapshot: FaeSnapshot) -> Sequence[Widget]:
        log, self._log = self._log, None
        for widget in self._scoreboard_widgets:
            if widget.parent:
                widget.parent.remove_widget(widget)
        if self.log_shown:
            self._log = log or LogView(self.look_at, self.go_back, self.toggle_log)
            self._log.show(tuple(log_lines.lines(snapshot)), len(snapshot.log))
            return [self._log]
        if questions.wanted(snapshot):
            return [questions.panel(snapshot, self.answer)]
        if self._story:
            panel = BoxLayout(orientation="horizontal" if theme.portrait() else "vertical")
            panel.spacing = theme.mm(1.5)
            panel.add_widget(self._scoreboard_widgets[_SCORES])
            panel.add_widget(StoryCard(self._story, self.end_story))
            return [panel]
        return self._scoreboard_widgets

    def _show_keys(self, snapshot: FaeSnapshot, wanted: bool) -> None:
        """Show the keys that have an effect; the one that moves the game on takes the place of the look."""
        app, keys = App.get_running_app(), self._keys
        tr, confirm = app.tr, keys["confirm"]
        confirm.disabled = not wanted
        confirm.icon = "trophy" if snapshot.over else "check"
        yes = tr.gettext("Yes") if len(snapshot.doubt) == 1 else tr.gettext("Done")
        confirm.text = tr.gettext("Result") if snapshot.over else yes
        shown = ["undo"]
        if not snapshot.over and app.controller.hints.offered():
            shown.append("hint")
        shown.append("confirm" if wanted else "spirit")
        keys["spirit"].disabled = not snapshot.dealt or bool(snapshot.revealed)
        keys["spirit"].why_not = (
            tr.gettext("All spirits lie open already.")
            if snapshot.revealed
            else tr.gettext("The spirits are not dealt yet.")
        )
        arrange(self.ids.key_row, [keys[name] for name in shown])
