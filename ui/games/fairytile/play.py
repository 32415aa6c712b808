"""Play screen of Fairy Tile: kingdom, possible actions, and side panel."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.games.base import Advice, Reason
from companion.games.fairytile.board import Cell, Figure, cell_text, read_cell, tile_cells
from companion.games.fairytile.lesson import LOOK, MAIN, PLACE, STACK
from companion.games.fairytile.position import Tell, TurnPage
from companion.i18n import say
from companion.session.answering import Answered, Answering
from companion.session.fairytile.decisions import answer, spot_thing
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.fairytile.words import story_text
from companion.session.messages import Read
from companion.session.view import Thing
from ui import theme
from ui.explanation import About
from ui.games.fairytile import (
    act_scene,
    board_map,
    explanations,
    lands,
    log_lines,
    messages,
    page_view,
    story,
    tile_choice,
)
from ui.games.fairytile.board import KingdomBoard as KingdomBoard  # for the kv file
from ui.games.fairytile.board import Mark
from ui.games.fairytile.board_overlay import BoardOverlay, look
from ui.games.fairytile.scoreboard import PlayerRows as PlayerRows  # for the kv file
from ui.games.fairytile.scoreboard import Scoreboard
from ui.games.fairytile.scoreboard import StackView as StackView  # for the kv file
from ui.games.fairytile.selection import FairySelection, Lie, selected
from ui.games.fairytile.spread import BookCover as BookCover  # for the kv file
from ui.games.fairytile.spread import OpenPage
from ui.player_names import shown_name
from ui.screens.message import BarMessage, MainKey
from ui.screens.play import PlayScreen
from ui.widgets.log import LogLine
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet
from ui.widgets.sparks import Sparks
from ui.widgets.spotlight import Spot, round_spot

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_GAP_MM = 1.0
"""Room between such an area and the keys beside it."""


class FairyPlayScreen(PlayScreen):
    """Play screen: shows snapshots of a game and turns taps into messages.

    `laying`: the player looks for a place for the tile in hand; `stuck`: no place is left. `story_shown`: the
    panel beside the kingdom is the story narrated so far.
    """

    shows_past = True
    story_shown = BooleanProperty(False)
    laying = BooleanProperty(False)
    stuck = BooleanProperty(False)
    second_icon = StringProperty("ft-turn-page")
    second_text = StringProperty("")
    exhibited = ("players",)

    def __init__(self, **kwargs: Any) -> None:
        self._refused: tuple[Mark, ...] = ()
        self._reader, self._looked, self._asked = "", 0, ""
        self._told: act_scene.ToldPage | None = None
        self._held_page = False
        super().__init__(**kwargs)
        self._end_told = self.lifetime.trigger(lambda _: self.close_told(), act_scene.TOLD_S)
        self.sparks = Sparks()
        self.add_widget(self.sparks)

    def update(self, before: FairySnapshot | None, snapshot: FairySnapshot) -> None:
        """Show a new snapshot."""
        if before and before.position != snapshot.position:
            self.let_go()
            self._flash, self._refused, self.past, self._asked = None, (), None, ""
        self.follow()
        self._reader = self._who_reads(snapshot)
        if before is None or before.played != snapshot.played:
            self._remove_told()
        if before and len(snapshot.log) > len(before.log) and isinstance(snapshot.log[-1].act, Tell):
            self._tell_aloud(snapshot.log[-1].act.page)
            self.sparks.burst()
            self._show_told(snapshot)

    @property
    def _selection(self) -> FairySelection:
        shown = self.snapshot
        return selected(self.answering, shown.position) if shown else FairySelection()

    def follow(self) -> None:
        """Keep the touches so far; a figure is looked at even if it may not go."""
        if self._selection.figure:
            self.answering = replace(self.answering, decisions=self.snapshot.decisions)
        else:
            super().follow()

    def scene(self, before: FairySnapshot, snapshot: FairySnapshot) -> float:
        """A figure walks, a tile comes to its place, or a page is told."""
        return act_scene.seconds(snapshot)

    def app_did(self, snapshot: FairySnapshot) -> str:
        """The last turn of the app in one line."""
        return act_scene.app_did(App.get_running_app().tr, snapshot)

    def refresh_text(self) -> None:
        """Update texts, marks and buttons, also after a change of language."""
        snapshot = self.snapshot
        if snapshot is None:
            return
        tr, ids = App.get_running_app().tr, self.ids
        self._show_players(snapshot)
        self._show_kingdom(snapshot)
        self._show_side_panel(snapshot)
        self.laying, self.stuck = self._selection.laying, snapshot.stuck
        self.say(self.message())
        tile = self._selection.tile or next(iter(snapshot.position.stack), None)
        face = snapshot.position.box.face(tile) if tile else None
        ids.stack.face, ids.stack.left = face, snapshot.position.stack_left
        ids.stack.turn = self._selection.spot.turn if self._selection.spot else 0
        ids.stack.chosen = self.laying
        fits_not = snapshot.stuck and self.decisions("turn_page")
        ids.stack.disabled = not (self.decisions("lay") or (fits_not and snapshot.position.stack_left))
        ids.page.disabled = not (self._reader and snapshot.dealt)
        ids.page.words = tr.gettext("Hold") if self._reader else ""
        ids.page.figure = self.pictures().get(self._reader, "")
        ids.page.owner, ids.page.ask = self._reader, self._page
        lying = self._selection.spot is not None
        self.second_icon, self.second_text = (
            ("back", tr.gettext("Put back"))
            if self.laying
            else ("door", tr.gettext("Give up"))
            if self.stuck
            else ("ft-turn-page", tr.gettext("Turn page"))
        )
        turns = sum(len(self._selection.spots.get(lie, ())) for lie in self._group()) if lying else 0
        ids.first.disabled = not (turns > 1 if self.laying else self.decisions("tell"))
        ids.second.disabled = not (self.laying or self.decisions("turn_page"))
        self.show_keys()
        self._explain_keys()

    def message(self) -> BarMessage:
        """Return what to do, or what was touched."""
        return messages.current(App.get_running_app().tr, self.snapshot, self._selection)

    def main_key(self) -> MainKey:
        """Return the key that ends the turn, or lays the tile; disabled while that may not be."""
        tr, laying, words = App.get_running_app().tr, self.laying, explanations
        if self.snapshot.over or self.decisions("done"):
            return super().main_key()
        text, its = (tr.gettext("Lay it"), words.LAY) if laying else (tr.gettext("End turn"), words.END_TURN)
        ends = self._selection.spot if laying else self.decisions("end_turn")
        why_not = "" if ends else words.ruled(tr, tr.gettext(its.why_not), its.rule)
        return MainKey("check", text, tr.gettext(its.about), why_not)

    def _explain_keys(self) -> None:
        """Give the keys their words: what they do, and why they are disabled."""
        tr, ids, words = App.get_running_app().tr, self.ids, explanations
        laying, lying, stuck = self.laying, self._selection.spot, self.stuck
        for key, its in (
            (ids.first, words.TURN if lying else words.UNPLACED if laying else words.TELL),
            (ids.second, words.PUT_BACK if laying else words.GIVE_UP if stuck else words.TURN_PAGE),
        ):
            key.about = tr.gettext(its.about)
            key.why_not = words.ruled(tr, tr.gettext(its.why_not), its.rule) if its.why_not else ""
        go_first = tr.gettext("A tile is laid as an adventure: one in a turn, two with the magic token.")
        empty = not self.snapshot.position.stack_left
        none_left = tr.gettext("No tile is left.")
        ids.stack.why_not = (
            words.ruled(tr, none_left, "FT-097") if empty else words.ruled(tr, go_first, "FT-131")
        )

    def about_land(self, figure: Figure | Literal[""], cell: Cell) -> About | None:
        """Explain a figure or a cell of the kingdom, or a place for the tile in hand."""
        tr, snapshot = App.get_running_app().tr, self.snapshot
        if snapshot is None:
            return None
        if figure:
            return explanations.figure(tr, figure)
        if any(cell in spot for spot in self.ids.board.spots):
            return explanations.place(tr)
        return explanations.land(tr, snapshot.position.kingdom, cell)

    def spot_of(self, space: str) -> Spot | None:
        """Return where a cell, the stack, a place for the tile or the large key is seen in the window."""
        board = self.ids.board
        if space == PLACE:
            return self._spot(board_map.middle(self._good_place())) if board.spots else None
        if space in (STACK, MAIN):
            box = self.box_of(space)
            return box and Spot(box.x + box.width / 2, box.y + box.height / 2, box.width / 2, box.height / 2)
        cell = read_cell(space)
        if cell is None:
            return None
        here = [figure for figure, at in board.figures.items() if at == cell]
        return self._spot(lands.places(board.figures)[here[0]][0] if here else board_map.centre(cell))

    def _spot(self, point: tuple[float, float]) -> Spot:
        board = self.ids.board
        x, y = board.to_window(*board.spot_seen(point))
        return round_spot(x, y, max(theme.mm(4.5), board.frame.side * board.map_box[2] * 0.85))

    def _good_place(self) -> Lie:
        """A mark where the tile fits in most ways."""
        spots, board = self._selection.spots, self.ids.board
        marks = dict.fromkeys(tuple(board.group_of(spot)) for spot in board.spots)
        best: tuple[Lie, ...] = max(marks, key=lambda group: sum(len(spots.get(lie, ())) for lie in group))
        return best[0]

    def may_teach(self, message: BarMessage) -> bool:
        """Return whether the lesson may lie over the board now: not while something else was touched."""
        key = self._teaching.lesson.key if self._teaching.lesson else ""
        other = (self.laying and key != "tile") or (self._selection.figure and key != "figure")
        return super().may_teach(message) and not other and self._told is None

    def touched_spaces(self) -> Sequence[str]:
        """Return what was touched so far: a figure's cell, or the stack and a place."""
        selection = self._selection
        if selection.figure:
            return (cell_text(self.snapshot.position.figure_cells[selection.figure]),)
        if selection.laying:
            return (STACK, PLACE) if selection.spot else (STACK,)
        return ()

    def _show_players(self, snapshot: FairySnapshot) -> None:
        position = snapshot.position
        pictures = self.pictures()
        self.ids.players.show(
            [
                Scoreboard(
                    shown_name(name),
                    pictures.get(name, ""),
                    len(position.books[seat]),
                    len(position.told_pages[seat]),
                    position.magic[seat],
                    name == snapshot.turn,
                    seat in position.out,
                    name,
                )
                for seat, name in enumerate(snapshot.players)
            ]
        )

    def tapped(self, cell: Cell) -> None:
        """Handle a touch of the kingdom, or beside it."""
        if (snapshot := self._open_to_taps()) is None:
            return
        selection = self._selection
        if selection.figure and snapshot.position.figure_cells[selection.figure] != cell:
            self.touch_thing(cell_text(cell))
        elif here := self._figures_on(cell):
            self._choose(here)
        elif selection.laying and (reason := self.answering.why_not(cell_text(cell))):
            self.refuse(cell_text(cell), reason)
        self.refresh_text()

    def figures_tapped(self, figures: Sequence[Figure]) -> None:
        """Handle a touch of figures, the topmost first."""
        if snapshot := self._open_to_taps():
            self._choose(figures, self._figures_on(snapshot.position.figure_cells[figures[0]]))
            self.refresh_text()

    def _choose(self, under: Sequence[Figure], beside: Sequence[Figure] = ()) -> None:
        """Select the topmost figure `under` the finger; if it is selected already, the next
        one, also of those `beside` on the same land; none after the last.
        """
        now, order = self._selection.figure, [*under, *(figure for figure in beside if figure not in under)]
        at = order.index(now) + 1 if now and now in under else 0
        self.answering = Answering(self.snapshot.decisions, tuple(order[at : at + 1]))

    def propose(self, advice: Advice[Any]) -> None:
        """Make a suggested act."""
        self.let_go()
        self.tell(answer(self.snapshot.game, advice.move))

    def refuse(self, thing: Thing, reason: Reason | None) -> None:
        """Say why a figure may not go to a land, or a tile not lie there; no land means to let go."""
        if reason and reason.text:
            tr = App.get_running_app().tr
            self.flash(say(tr, [reason.text]), reason.rule)
            cells = (read_cell(str(space)) for space in reason.spaces)
            self._refused = tuple(Mark(cell, "closed") for cell in cells if cell)
        elif read_cell(str(thing)) not in self.snapshot.position.kingdom.cells:
            self.let_go()

    def _open_to_taps(self) -> FairySnapshot | None:
        """Snapshot for a touch of the kingdom; None, after showing why, if nothing may be touched."""
        snapshot: FairySnapshot | None = self.snapshot
        if self.past is not None:
            self.look_back(None)
            return None
        if snapshot is None or snapshot.over:
            return None
        self._refused = ()
        if first := self.not_yet():
            self.flash(first, kind="do")
            return None
        return snapshot

    def _figures_on(self, cell: Cell) -> list[Figure]:
        return [figure for figure, at in self.snapshot.position.figure_cells.items() if at == cell]

    def spot(self, index: int) -> None:
        """Handle a touch of a spot for the tile; another one turns it."""
        self._refused = ()
        board = self.ids.board
        self._put(board.group_of(board.spots[index]))

    def _put(self, where: Sequence[Lie]) -> None:
        """Put the tile where a finger means one of these; once more there: the next way in which it fits."""
        selection = self._selection
        turns = [spot for lie in where for spot in selection.spots[lie]]
        at = (turns.index(selection.spot) + 1) % len(turns) if selection.spot in turns else 0
        way = (self.answering.chosen[0], spot_thing(turns[at]))
        self.answering = Answering(self.snapshot.decisions, way)
        self.refresh_text()

    def lay(self) -> None:
        """Handle a touch of the stack: take its tile in hand, or put it back."""
        tr, position = App.get_running_app().tr, self.snapshot.position
        if self._selection.laying:
            self.let_go()
        elif self.snapshot.stuck:
            self.flash(tr.gettext("This tile fits nowhere."))
        elif position.stack:
            self.answering = Answering(self.snapshot.decisions, (STACK,))
        else:
            ModalSheet(tr.gettext("Which tile was drawn?"), tile_choice.rows(position, self.take), columns=3)
        self.refresh_text()

    def take(self, tile: Thing) -> None:
        """Take a tile from the real stack."""
        self.answering = Answering(self.snapshot.decisions, (tile,))
        self.refresh_text()

    def answer(self, answer: Answered) -> None:
        """Send an answer; the tile stays where it is until the game has taken it."""
        touched = self.answering
        super().answer(answer)
        self.answering = touched

    def press(self, decision: str) -> None:
        """Make a decision that is a key."""
        self.answer(Answered(decision, ()))

    def first(self) -> None:
        """Tell the page in hand; while a tile is placed: turn it."""
        if self.laying:
            self._put(self._group())
        else:
            self.press("tell")

    def second(self) -> None:
        """Turn a page, or give up; while a tile is placed: put it back onto the stack."""
        tr = App.get_running_app().tr
        if self.laying:
            self.lay()
        elif self.stuck:
            self._give_up()
        else:
            text = tr.gettext("It goes under your book; you get the magic token for a later turn.")
            ModalSheet(tr.gettext("Turn a page?"), [
                Row(tr.gettext("Turn a page"), lambda: self.press("turn_page"), "ft-turn-page"),
            ], text)  # fmt: skip

    def main(self) -> None:
        """End the turn, or lay the tile on its spot; after the end, return to the result."""
        if self.snapshot.over or self.confirmed() or not self.decisions("end_turn"):
            super().main()
        else:
            self.press("end_turn")

    def toggle_story(self) -> None:
        """Show the story beside the kingdom, or the scoreboard again."""
        self.story_shown, self.log_shown = not self.story_shown, False
        self.look_back(None)

    def toggle_log(self) -> None:
        """Show or hide the log in place of the scoreboard or the story."""
        self.story_shown = False
        super().toggle_log()

    def log_lines(self) -> tuple[LogLine, ...]:
        """Return a line of every action in pictures."""
        return tuple(log_lines.lines(self.snapshot)) if self.snapshot else ()

    def hold(self, held: bool) -> None:
        """Open the book over the whole screen while a finger holds it."""
        if not held and self.snapshot:
            self._looked, self._asked = len(self.snapshot.log), ""
            self._reader = self._who_reads(self.snapshot)
            self.refresh_text()
            lesson = self._teaching.lesson
            if self._held_page and lesson and lesson.key == LOOK:
                App.get_running_app().controller.tell(Read(self.snapshot.game, LOOK))
        self._held_page = False
        page, hands = self.ids.page.__self__, self.ids.hands
        page.parent.remove_widget(page)
        for below in self.children:
            below.opacity = 0 if held else 1
        (self if held else hands).add_widget(page)

    def page_seen(self) -> None:
        """Handle that the page was seen: the lesson goes on when the finger leaves."""
        self._held_page = True

    def wants_to_look(self, player: str) -> None:
        """Handle a press of a seat's button: the next hold shows that player's page."""
        if self.snapshot and not self.ids.page.held and player not in self.snapshot.bots:
            self.log_shown = self.story_shown = False
            self._asked = player
            self._reader = self._who_reads(self.snapshot)
            self.refresh_text()

    def unflash(self) -> None:
        """Clear the refusal."""
        self._refused = ()
        super().unflash()

    def _page(self) -> Widget:
        app = App.get_running_app()
        book = page_view.page(app.controller.show_secret(self._reader))
        title = app.tr.gettext("Only {player} looks").format(player=shown_name(self._reader))
        return OpenPage(book, title=title, figure=self.pictures().get(self._reader, ""))

    def _who_reads(self, snapshot: FairySnapshot) -> str:
        """Player whose page may be shown: who asked for it, who just turned a page, or else who plays."""
        if snapshot.over or self._asked in snapshot.players:
            return "" if snapshot.over else self._asked
        last = snapshot.log[-1] if snapshot.log else None
        fresh = last and isinstance(last.act, TurnPage) and last.number != self._looked
        if last and fresh and last.player not in snapshot.bots:
            return last.player
        return "" if snapshot.turn in snapshot.bots else snapshot.turn

    def _tell_aloud(self, page: int) -> None:
        app = App.get_running_app()
        if text := story_text(app.tr, self.snapshot.position.box, page):
            app.say_aloud(text, needed=False)

    def _show_told(self, snapshot: FairySnapshot) -> None:
        """Show the page that was just told, for a while or until a touch."""
        if self.exhibiting or snapshot.over or (self.watched and snapshot.turn in snapshot.bots):
            return
        self._told = act_scene.ToldPage(story.narrated(snapshot)[-1])
        self.add_widget(self._told)
        self._end_told()

    def _remove_told(self) -> None:
        self._end_told.cancel()
        if self._told:
            self.remove_widget(self._told)
            self._told = None

    def close_told(self) -> None:
        """Take the told page away."""
        self._remove_told()
        self.refresh_text()

    def on_touch_down(self, touch: Any) -> bool:
        """Take the told page away; a touch beside it counts."""
        told = self._told
        if told:
            self.close_told()
            if told.sheet.collide_point(*touch.pos):
                return True
        return super().on_touch_down(touch)

    def _give_up(self) -> None:
        tr = App.get_running_app().tr
        text = tr.gettext("Only if you can never fulfil your page. You are out, the others play on.")
        ModalSheet(tr.gettext("Give up?"), [
            Row(tr.gettext("Turn a page"), lambda: self.press("turn_page"), "ft-turn-page"),
            Row(tr.gettext("I give up"), lambda: self.press("give_up"), "door"),
        ], text)  # fmt: skip

    def _group(self) -> Sequence[Lie]:
        """Return where the tile may lie for the finger that put it there."""
        group: Sequence[Lie] = self.ids.board.group_of(self._lie())
        return group

    def _lie(self) -> tuple[Cell, ...]:
        return tuple(sorted(tile_cells(*self._selection.spot))) if self._selection.spot else ()

    def _show_kingdom(self, snapshot: FairySnapshot) -> None:
        board, selection = self.ids.board, self._selection
        position = snapshot.position if self.past is None else log_lines.after(snapshot, self.past)
        board.kingdom, board.figures = position.kingdom.cells, position.figure_cells
        board.chosen = selection.figure or ""
        shown = BoardOverlay() if self.past is not None else look(snapshot, selection)
        board.marks, board.ways = (*shown.marks, *self._refused), shown.ways
        if not (any(shown) or self._refused or self.watched) and snapshot.played != self._read:
            board.ways = act_scene.app_went(snapshot) if self.past is None else ()
        board.tile, board.spots = shown.tile, shown.spots

    def _show_side_panel(self, snapshot: FairySnapshot) -> None:
        """Show the panel: scoreboard, or story."""
        key: Any = None
        if self.story_shown:
            key = App.get_running_app().language, len(snapshot.log), len(snapshot.undone), snapshot.game
        self.show_panel(key, lambda: self._panel(snapshot))

    def _panel(self, snapshot: FairySnapshot) -> Sequence[Widget]:
        if self.story_shown:
            return [story.StoryView(story.narrated(snapshot), self.toggle_story)]
        return self.usual_panel
