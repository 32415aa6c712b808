"""Play screen of any board game: board, players, pieces, next step."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import DictProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.games.base import Kind, Reason, Space
from companion.session.answering import Answered
from companion.session.board.snapshot import BoardSnapshot
from companion.session.view import Thing
from ui import theme
from ui.games.board.description import Described
from ui.games.board.view import BoardView, Look, SpaceMark
from ui.player_names import shown_name
from ui.screens.play import PlayScreen
from ui.widgets.basics import TouchButton
from ui.widgets.painted import Painted
from ui.widgets.seat_chip import SeatChip
from ui.widgets.spotlight import Spot, round_spot


class PieceCounts(Painted):
    """How many pieces of each kind are on the board: `pictures` and `counts` by kind."""

    watched = ("counts",)
    counts = DictProperty({})
    pictures: Mapping[Kind, str] = {}

    def paint(self) -> None:
        """Draw the kinds side by side, in rows if there are many."""
        kinds = list(self.pictures)
        side = min(theme.mm(9), self.height)
        columns = max(1, min(len(kinds), int(self.width / (2.2 * side))))
        rows = [kinds[i : i + columns] for i in range(0, len(kinds), columns)]
        for number, row in enumerate(rows[: max(1, int(self.height / side))]):
            for column, kind in enumerate(row):
                x = self.x + self.width * (column + 0.5) / columns
                y = self.top - side * (number + 0.5)
                self.draw(self.pictures[kind], x - 0.5 * side, y, 0.9 * side)
                self.text(str(self.counts.get(kind, 0)), x + 0.15 * side, y, theme.em("title"), theme.INK, 0)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class BoardPlayScreen(PlayScreen):
    """Shows snapshots of a board game and turns touches into moves; a game's screen derives from it."""

    aspect = NumericProperty(1.0)
    of: ClassVar[Described]
    game_look: ClassVar[Look]
    exhibited = ("players", "counts")

    def __init__(self, **kwargs: Any) -> None:
        self._wrong: tuple[Space, ...] = ()
        super().__init__(**kwargs)
        self.aspect = self.game_look.layout.aspect
        self.board = BoardView(self.game_look, size_hint=(None, None))
        self.board.bind(on_space=lambda _, space: self.tapped(space))
        self.ids.board = self.board
        self.ids.stage.add_widget(self.board)
        for name in ("pos", "size"):
            self.ids.stage.fbind(name, self._place_board)
        self.fbind("rim_mm", self._place_board)
        self.ids.counts.pictures = self.game_look.pictures

    def update(self, before: BoardSnapshot | None, snapshot: BoardSnapshot) -> None:
        """Show a new snapshot; touches so far count only while the position stays."""
        if before is None or (before.position, before.doubt) != (snapshot.position, snapshot.doubt):
            self.let_go()
            self._wrong = ()
        self.follow()
        self.board.table = table = snapshot.table
        self.ids.counts.counts = dict(sum((Counter(counts) for counts in table.values()), Counter()))

    def refresh_text(self) -> None:
        """Update texts and marks, also after a change of language."""
        shown: BoardSnapshot | None = self.snapshot
        if shown is None:
            return
        self.say(self.message())
        self.board.marks = (*self._marks(shown), *(SpaceMark(space, "wrong") for space in self._wrong))
        self.board.arrows = self._arrows(shown)
        self._show_players(shown)
        self.show_panel((App.get_running_app().language, bool(shown.doubt)), lambda: self._panel(shown))
        self.show_keys()

    def tapped(self, space: Space) -> None:
        """Handle a touch of a space."""
        shown: BoardSnapshot | None = self.snapshot
        if shown is None or shown.over:
            return
        self._wrong = ()
        self.touch_thing(space)
        self.refresh_text()

    def unflash(self) -> None:
        """Clear the refusal."""
        self._wrong = ()
        super().unflash()

    def spot_of(self, space: Space) -> Spot | None:
        """Return the place of a space in the window."""
        layout = self.game_look.layout
        if space not in layout.centres:
            return None
        x, y = self.board.to_window(*self.board.seen(layout.centres[space]))
        return round_spot(x, y, max(theme.mm(4.5), layout.room[space] * self.board.map_box[2]))

    def touched_spaces(self) -> Sequence[Space]:
        """The spaces that were touched for the move that is being made."""
        return self.answering.chosen

    def refuse(self, thing: Thing, reason: Reason | None) -> None:
        """Say why a space may not be touched, or what is to do first."""
        tr = App.get_running_app().tr
        if first := self.not_yet():
            self.flash(first, kind="do")
            return
        self._wrong = (thing,)
        if reason and reason.text:
            self.flash(reason.text.say(tr), reason.rule)
        else:
            self.flash(tr.gettext("No move goes there."))

    def _marks(self, shown: BoardSnapshot) -> Iterator[SpaceMark]:
        """Marks of the snapshot and spaces to touch; after a touch without the step and the last move."""
        touched = self.answering.chosen
        for mark in shown.marks:
            if not touched or mark.kind == "wrong" or (mark.kind == "ask" and not shown.doubt):
                yield SpaceMark(mark.thing, mark.kind, mark.label)
        yield from (SpaceMark(space, "selected") for space in touched)
        if touched or not (shown.illegal or shown.doubt):
            yield from (SpaceMark(space, "target") for space in self._targets())

    def _targets(self) -> frozenset[Space]:
        """Return the spaces to touch next; the space of the app's move is marked by its step."""
        return self.answering.next_things if self.decisions("move", "which") else frozenset()

    def _arrows(self, shown: BoardSnapshot) -> tuple[tuple[Space, ...], ...]:
        """The way of the next step, of the only move in doubt, and of what was touched."""
        if len(self.answering.chosen) > 1:
            return (self.answering.chosen,)
        for decision in self.decisions("which"):
            if len(decision.ways) == 1:
                return decision.ways
        step = shown.step
        if step and step.space is not None and step.target is not None:
            return ((step.space, step.target),)
        return ()

    def _show_players(self, shown: BoardSnapshot) -> None:
        pictures, turn = self.pictures(), "" if shown.over else shown.turn
        state = [(player, shown_name(player), pictures.get(player, "people")) for player in shown.players]
        sides = dict(zip(shown.players, self.of.sides, strict=False))
        box, key = self.ids.players, (state, turn, shown.thinking, theme.portrait())
        if getattr(box, "shown", None) == key:
            return
        box.shown = key
        box.orientation = "horizontal" if theme.portrait() else "vertical"
        box.clear_widgets()
        for player, name, figure in state:
            chip = SeatChip(figure=figure, name=name, named=True, turn=player == turn, topic="turn")
            chip.full_name, chip.player = name, player
            chip.piece = self.game_look.pictures.get(sides.get(player, ""), "")
            chip.thinks = shown.thinking and player == turn
            box.add_widget(chip)

    def _panel(self, shown: BoardSnapshot) -> Sequence[Widget]:
        if not shown.doubt:
            return self.usual_panel
        words = App.get_running_app().tr.gettext("No piece was moved")
        none = TouchButton(icon="cross", text=words, size_hint=(1, None), height=theme.mm(12))
        none.bind(on_release=lambda _: self.answer(Answered("none", ())))
        return (*self.usual_panel, none)

    def _place_board(self, *_: Any) -> None:
        stage, rim = self.ids.stage, theme.mm(self.rim_mm)
        self.board.pos = stage.x + rim, stage.y + rim
        self.board.size = stage.width - 2 * rim, stage.height - 2 * rim
