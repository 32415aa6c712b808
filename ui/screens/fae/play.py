"""The main screen: the live board, whose turn, points, what to do next."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import OptionProperty

from companion.games.fae import board as facts
from companion.i18n import phrases
from companion.session.snapshot import Snapshot
from ui import theme
from ui.boards.fae import Mark
from ui.screens.fae import asks
from ui.screens.fae.messages import current
from ui.screens.fae.taps import Answer, Forbidden, Order, Play, Taps, answer_spaces
from ui.screens.game import GameScreen
from ui.widgets.standing import gains_of

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class PlayScreen(GameScreen):
    """Shows snapshots of a game and turns taps into calls of the controller."""

    view = OptionProperty("board", options=["board", "camera", "both"])

    def __init__(self, **kwargs: Any) -> None:
        self._taps = Taps()
        self._forbidden: tuple[Mark, ...] = ()
        self._snapshot: Snapshot | None = None
        super().__init__(**kwargs)
        self._standing = list(reversed(self.ids.middle.children))
        self._asked: object = None
        self.bind(view=self._arrange)
        self._arrange()

    def show(self, snapshot: Snapshot) -> None:
        """Put a new snapshot on the screen."""
        before = self._snapshot
        if before and snapshot.table != before.table:
            self._taps.clear()
            self._forbidden = ()
            self._flash = None
        self._snapshot = snapshot
        ids = self.ids
        turn = snapshot.log[-1] if snapshot.log else None
        ids.board.show(snapshot.table, (turn.move.source, turn.move.target) if turn else None)
        playing = snapshot.status == "playing"
        ids.players.show(snapshot.players, snapshot.ritual_cards, snapshot.turn if playing else "")
        ids.scores.scores = dict(snapshot.scores)
        ids.scores.gains = gains_of(turn.rituals if turn else ())
        ids.piles.used = len(facts.RITUAL_CARDS) - snapshot.cards_left
        ids.next_card.show(snapshot.next_card)
        ids.undo.disabled, ids.redo.disabled = not snapshot.can_undo, not snapshot.can_redo
        if (
            snapshot.problem
            and snapshot.phase != "setup"
            and (not before or snapshot.problem is not before.problem)
        ):
            self.flash(App.get_running_app().explain(snapshot.problem))
        self.refresh_text()

    def refresh_text(self) -> None:
        """Say and mark again what there is to do; also when the language changes."""
        if self._snapshot is None:
            return
        app = App.get_running_app()
        snapshot = self._snapshot
        self.ids.message.show(self._flash or current(app.tr, snapshot, self._taps.selected is not None))
        self.ids.board.marks = self._marks(snapshot)
        self._ask(snapshot)
        step = snapshot.step
        self.ids.board.guide_arrow = _arrow(snapshot)
        odd = snapshot.unclear or _unexplained(snapshot)
        wanted = bool(step or odd or len(snapshot.doubt) == 1 or snapshot.status == "finished")
        self.ids.confirm.disabled = not wanted
        self.ids.confirm.colour = theme.ACCENT if wanted else theme.PANEL_LIGHT
        self._camera.nothing = app.tr.gettext("No camera picture")

    def tapped(self, space: int) -> None:
        """Somebody tapped a space of the board."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.position is None:
            return
        controller = App.get_running_app().controller
        self._flash, self._forbidden = None, ()
        if snapshot.choose:
            meaning = self._taps.order(snapshot.choose, space)
        elif snapshot.doubt:
            meaning = self._taps.doubt(snapshot.doubt, space)
        elif snapshot.status != "playing" or (snapshot.step and not _unexplained(snapshot)):
            meaning = None
        else:
            meaning = self._taps.board(snapshot.position, space)
        match meaning:
            case Play(source, target):
                self.do(lambda: controller.play(source, target))
            case Answer(index):
                self.do(lambda: controller.answer(index))
            case Order(spaces):
                self._taps.clear()
                self.do(lambda: controller.choose_order(spaces))
            case Forbidden(reason, where):
                self._forbidden = (Mark(where, "closed"),)
                self.flash(phrases.reason(App.get_running_app().tr, reason.code))
        self.refresh_text()

    def explain(self, space: int) -> None:
        """Somebody kept a finger on a space."""

    def confirm(self) -> None:
        """The waiting step is done; after the end, back to the result."""
        app = App.get_running_app()
        if self._snapshot and self._snapshot.status == "finished":
            app.show_result()
        else:
            self.do(app.controller.confirm)

    def unflash(self) -> None:
        """The refusal was shown long enough."""
        self._forbidden = ()
        super().unflash()

    def _marks(self, snapshot: Snapshot) -> tuple[Mark, ...]:
        taps = self._taps
        if snapshot.choose:
            order = {space: str(i) for i, space in enumerate(taps.ordered, 1)}
            return tuple(Mark(space, "order", order.get(space, "?")) for space in snapshot.choose)
        if len(snapshot.doubt) == 1:  # the arrow says it
            (move,) = snapshot.doubt
            return Mark(move.source, "move"), Mark(move.target, "move")
        if snapshot.doubt:
            spaces = answer_spaces(snapshot.doubt)
            return tuple(Mark(space, "ask", chr(ord("A") + i)) for i, space in enumerate(spaces))
        if snapshot.problem and snapshot.phase == "setup":
            concerned = snapshot.problem.params.get("spaces")
            spaces = concerned if isinstance(concerned, tuple) else ()
            return tuple(Mark(space, "wrong") for space in spaces if space in facts.SPACES)
        if snapshot.illegal and self._taps.selected is None:
            known = (space for space in snapshot.illegal.spaces if space in facts.SPACES)
            return tuple(Mark(int(space), "wrong") for space in known)
        if snapshot.unclear and self._taps.selected is None:
            return tuple(Mark(int(space), "ask", "?") for space in snapshot.unclear)
        step = snapshot.step if self._taps.selected is None else None
        if step and step.space is not None:
            if step.target is not None:  # the arrow says the rest
                return Mark(int(step.space), "move"), Mark(int(step.target), "move")
            return (Mark(int(step.space), "place" if step.act == "place" else "remove"),)
        if taps.selected is None or snapshot.position is None:
            return self._forbidden
        targets = tuple(Mark(space, "target") for space in taps.targets(snapshot.position))
        return (*targets, Mark(taps.selected, "selected"), *self._forbidden)

    def _ask(self, snapshot: Snapshot) -> None:
        """Pictures beside the board where something is asked, else how the game stands."""
        key = App.get_running_app().language, snapshot.doubt, snapshot.step, snapshot.lying, snapshot.table
        if key == self._asked:
            return
        self._asked = key
        controller, middle = App.get_running_app().controller, self.ids.middle
        panel = asks.panel(snapshot, lambda index: self.do(lambda: controller.answer(index)))
        middle.clear_widgets()
        for widget in [panel] if panel else self._standing:
            middle.add_widget(widget)

    def _arrange(self, *_: Any) -> None:
        ids, camera = self.ids, self._camera
        if camera.parent:
            camera.parent.remove_widget(camera)
        board_shown = self.view != "camera"
        ids.board.opacity = 1 if board_shown else 0
        ids.board.disabled = not board_shown
        if self.view == "both":
            camera.size_hint = (1, 1)
            ids.camera_slot.add_widget(camera)
        elif self.view == "camera":
            camera.size_hint = (None, None)
            ids.stage.add_widget(camera)
            ids.board.bind(pos=camera.setter("pos"), size=camera.setter("size"))
            camera.pos, camera.size = ids.board.pos, ids.board.size
        slot = ids.next_slot
        slot.opacity = 0 if self.view == "both" else 1
        slot.size_hint_y, slot.height = (None, 0) if self.view == "both" else (1, 1)


def _unexplained(snapshot: Snapshot) -> bool:
    """Whether the table changed in a way that only people can explain."""
    return snapshot.illegal is not None and snapshot.illegal.code == "unexplained"


def _arrow(snapshot: Snapshot) -> tuple[int, int] | None:
    """The way of the druids that are to move, or of the only move in doubt."""
    step = snapshot.step
    if step and step.act == "move":
        return int(str(step.space)), int(str(step.target))
    if len(snapshot.doubt) == 1:
        return snapshot.doubt[0].source, snapshot.doubt[0].target
    return None
