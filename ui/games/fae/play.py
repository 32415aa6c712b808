"""Play screen of Fae: board, turn, points, next step."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games import fae
from companion.games.base import Reason
from companion.session.fae.snapshot import FaeLogEntry, FaeSnapshot
from companion.session.view import Thing
from ui import theme
from ui.explanation import About
from ui.games.fae import board_map, explanations, info_sheets, log_lines, marks, move_scene, questions
from ui.games.fae import icons as icons
from ui.games.fae.board import SpaceMark
from ui.games.fae.ritual_story import StoryCard
from ui.games.fae.scoreboard import gains_of
from ui.screens.play import PlayScreen
from ui.widgets.log import LogLine
from ui.widgets.reuse import arrange
from ui.widgets.spotlight import Spot, round_spot

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_STORY_S = 7.0


class FaePlayScreen(PlayScreen):
    """Play screen: shows snapshots of a game and turns taps into messages.

    The panel beside the board is the scoreboard, the question, or the story of the last ritual.
    """

    shows_past = True
    exhibited = ("players", "score_sheet")

    def __init__(self, **kwargs: Any) -> None:
        self._forbidden: tuple[SpaceMark, ...] = ()
        self._lakes: tuple[int, ...] = ()
        self._story: FaeLogEntry | None = None
        super().__init__(**kwargs)
        self._end_story = self.lifetime.trigger(lambda _: self.end_story(), _STORY_S)
        self.keys["spirit"] = self.ids.spirit.__self__

    def update(self, before: FaeSnapshot | None, snapshot: FaeSnapshot) -> None:
        """Show a new snapshot."""
        if before and snapshot.table != before.table:
            self._flash = self.past = None
            self.let_go()
        if before and snapshot.doubt != before.doubt:
            self.let_go()
        self.follow()
        turn = snapshot.log[-1] if snapshot.log else None
        if before and len(snapshot.log) != len(before.log):
            fresh = turn is not None and len(snapshot.log) > len(before.log) and bool(turn.rituals)
            self._story = None
            if turn and fresh:
                self.lifetime.once(lambda _: self._fly(turn), 0)
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
        ids = self.ids
        turn = "" if snapshot.over else snapshot.turn
        ids.players.show(snapshot.players, turn, self.pictures())
        self._show_side_panel(snapshot)
        self._show_board(snapshot)
        self.say(self.message())
        self.show_keys()
        if self.past is not None:
            ids.board.marks, ids.board.lakes, ids.board.guide_arrow = (), (), None
            return
        selected = bool(self.touched_spaces())
        ids.board.marks = marks.shown(snapshot, self.answering, self._forbidden)
        ids.board.lakes = self._lakes or marks.lakes(snapshot)
        ids.board.guide_arrow = None if selected else marks.arrow(snapshot)

    def tapped(self, space: int) -> None:
        """Handle a tap on a space of the board."""
        snapshot = self.snapshot
        if self.past is not None:
            self.look_back(None)
            return
        if snapshot is None or snapshot.position is None or snapshot.over:
            return
        self._story = self._flash = None
        self._forbidden, self._lakes = (), ()
        self.touch_thing(space)
        self.refresh_text()

    def spot_of(self, space: int) -> Spot:
        """Return where a space is seen in the window."""
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

    def unflash(self) -> None:
        """Clear the refusal."""
        self._forbidden, self._lakes = (), ()
        super().unflash()

    def stop(self) -> None:
        """Stop everything; the story of the ritual counts as read."""
        super().stop()
        self._story = None

    def look(self) -> None:
        """Open the private look of the person who has the turn; if the app has it, somebody chooses."""
        shown = self.snapshot
        if shown:
            player = "" if shown.over or shown.turn in shown.bots else shown.turn
            App.get_running_app().open("secret", player=player)

    def log_lines(self) -> tuple[LogLine, ...]:
        """Return a line of every move in pictures."""
        return tuple(log_lines.lines(self.snapshot)) if self.snapshot else ()

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

    def let_go(self) -> None:
        """Forget the touches so far, and what they were refused for."""
        super().let_go()
        self._forbidden, self._lakes = (), ()

    def refuse(self, thing: Thing, reason: Reason | None) -> None:
        """Say why a space may not be touched, or what is to do first."""
        snapshot, tr = self.snapshot, App.get_running_app().tr
        if first := self.not_yet():
            self.flash(first, kind="do")
        elif reason and reason.text and snapshot.position:
            self._forbid(snapshot.position, reason.code, int(thing))
            self.flash(reason.text.say(tr), reason.rule)

    def _forbid(self, position: fae.Position, code: str, where: int) -> None:
        """Mark where druids may not go, or who stays."""
        source = next(iter(self.touched_spaces()), where)
        self._forbidden = (SpaceMark(where, "closed"),)
        if code == "too_many_druids":
            self._forbidden = (SpaceMark(source, "closed", str(fae.size(position, source))),)
        elif code == "across_lake":
            self._lakes = (board_map.lake_between(source, where),)

    def _show_board(self, snapshot: FaeSnapshot) -> None:
        """Show the present table, or the position of a line of the log."""
        position, turn = log_lines.after(snapshot, len(snapshot.log) if self.past is None else self.past)
        table = snapshot.table if self.past is None or position is None else fae.table(position)
        self.ids.board.show(table, (turn.move.source, turn.move.target) if turn else None)

    def _show_side_panel(self, snapshot: FaeSnapshot) -> None:
        """Show the panel: question, last ritual, or scoreboard."""
        step, asks = snapshot.step and snapshot.step.space, questions.wanted(snapshot)
        asked = (snapshot.doubt, step, str(snapshot.assumed_table)) if asks else ()
        story = self._story.number if self._story else 0
        self.show_panel((App.get_running_app().language, asked, story), lambda: self._panel(snapshot))

    def _panel(self, snapshot: FaeSnapshot) -> Sequence[Widget]:
        if questions.wanted(snapshot):
            return [questions.panel(snapshot, self.answer)]
        if self._story:
            panel = BoxLayout(orientation="horizontal" if theme.portrait() else "vertical")
            panel.spacing = theme.mm(1.5)
            arrange(panel, [self.ids.score_sheet.__self__, StoryCard(self._story, self.end_story)])
            return [panel]
        return self.usual_panel

    def more_keys(self) -> Sequence[str]:
        """Return the key of the private look, unless something moves the game on."""
        snapshot, tr, key = self.snapshot, App.get_running_app().tr, self.keys["spirit"]
        key.disabled = not snapshot.dealt or bool(snapshot.revealed)
        key.why_not = (
            tr.gettext("All spirits lie open already.")
            if snapshot.revealed
            else tr.gettext("The spirits are not dealt yet.")
        )
        return [] if self.keys["main"].text else ["spirit"]
