"""Own tiles in front of the camera; the recognised lands are drawn over the picture."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.app import App
from kivy.graphics import Color, Line
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.base import N_
from companion.games.fairytile.board import Cell, TileFace, neighbour
from companion.session.fairytile.own_sets import OwnSet
from ui import theme
from ui.capture import Capture
from ui.games.fairytile import art, drafts
from ui.games.fairytile.tile_editor import TileEditor, figure_name
from ui.games.fairytile.tile_lesson import REACH, Lesson, cells, lying
from ui.services import PicturePoint
from ui.widgets.corners import PictureView
from ui.widgets.rows import Row

TOLD = {
    "front": N_("Lay tiles side by side, fronts up, without figures. Then take the picture."),
    "back": N_("Now turn every tile over where it lies, and take the picture again."),
}
_CORRECT = N_("Touch a tile that I recognised wrongly.")
EDIT = N_("Touch a land to change it, a side to let a river flow.")


class LessonPicture(PictureView):
    """Picture of a lesson, with the recognised lands of its tiles."""

    def __init__(self, lesson: Lesson, **kwargs: Any) -> None:
        self._lesson = lesson
        super().__init__(**kwargs)
        if lesson.picture:
            self.picture = lesson.close_up

    def paint(self) -> None:
        """Draw the picture, the lands and the rivers of its tiles."""
        super().paint()
        lesson = self._lesson
        if self.picture is None or lesson.close_up is not self.picture:
            return
        for number, shown in enumerate(lesson.tiles):
            middles = {cell: self.spot(lesson.places[cell]) for cell in cells(shown)}
            x, y = (sum(values) / 3 for values in zip(*middles.values(), strict=True))
            colour = theme.ACCENT if number == lesson.chosen else theme.INK
            corners = [(x + REACH * (cx - x), y + REACH * (cy - y)) for cx, cy in middles.values()]
            self.ring(corners, colour, theme.mm(0.6 if number == lesson.chosen else 0.35))
            for (cell, spot), hex_ in zip(middles.items(), shown.hexes, strict=True):
                side = 0.42 * _near(spot, middles.values())
                for clock in lying(hex_, shown.placed.turn).river:
                    self._river(spot, self._towards(cell, clock, middles))
                self.draw("shadow", *spot, side * 1.12, [0.05, 0.05, 0.06, 0.9])
                self.draw(f"land-{hex_.terrain}", *spot, side)
            self.draw("shadow", x, y, theme.mm(5), [0.05, 0.05, 0.06, 0.85])
            self.text(shown.placed.tile, x, y, theme.em("note"), theme.INK)

    def _towards(self, cell: Cell, clock: int, middles: Mapping[Cell, PicturePoint]) -> PicturePoint:
        """Position of the side in a clock direction, from the middles of the tile's three lands."""
        (ax, ay), *_ = middles.values()
        a, b, c = middles
        (bx, by), (cx, cy) = middles[b], middles[c]
        x, y = middles[cell]
        q, r = (there - here for there, here in zip(neighbour(cell, clock), cell, strict=True))
        # the two steps of the tile span the lattice
        (bq, br), (cq, cr) = (b[0] - a[0], b[1] - a[1]), (c[0] - a[0], c[1] - a[1])
        whole = bq * cr - br * cq
        along, over = (q * cr - r * cq) / whole, (bq * r - br * q) / whole
        return (
            x + 0.5 * (along * (bx - ax) + over * (cx - ax)),
            y + 0.5 * (along * (by - ay) + over * (cy - ay)),
        )

    def _river(self, middle: PicturePoint, end: PicturePoint) -> None:
        for colour, wide in ((art.BANK, 0.75), (art.WATER, 0.5), (art.FOAM, 0.12)):
            self.canvas.before.add(Color(*colour[:3], 1))
            self.canvas.before.add(Line(points=[*middle, *end], width=theme.mm(wide), cap="round"))


class TileCameraPart(Capture):
    """Part of the page that learns tiles from the camera; `keep` stores a set."""

    def __init__(self, keep: Callable[[OwnSet], object], show: Callable[[], object]) -> None:
        super().__init__("fairytile", show)
        self._keep, self.lesson = keep, Lesson()

    def rows(self) -> list[Row]:
        """The tiles in the picture."""
        tr = App.get_running_app().tr
        if self.lesson.picture is None:
            sides = {"front": tr.gettext("Front side"), "back": tr.gettext("Back side")}
            return [
                Row(text, partial(self._side, side), "ft-tile", side == self.lesson.side)
                for side, text in sides.items()
            ]
        rows = [
            Row(tr.gettext("The picture"), partial(self.choose, None), "camera", self.lesson.chosen is None)
        ]
        rows += [
            Row(shown.placed.tile, partial(self.choose, at), "ft-tile", at == self.lesson.chosen)
            for at, shown in enumerate(self.lesson.tiles)
        ]
        return rows

    def next_text(self) -> tuple[str, str]:
        """Icon and text of the large button."""
        tr = App.get_running_app().tr
        if self.lesson.picture is None:
            return "camera", tr.gettext("Take the picture")
        return "check", tr.gettext("Keep the tiles")

    def said(self) -> str:
        """Present instruction."""
        if self.lesson.picture is None:
            return TOLD[self.lesson.side]
        return _CORRECT if self.lesson.chosen is None else EDIT

    def next(self, own: OwnSet) -> None:
        """Take the picture, or store its tiles."""
        teacher, lesson = App.get_running_app().controller.teacher, self.lesson
        if lesson.picture is None:
            self.stop()

            def take() -> Any:
                return teacher.capture("fairytile"), teacher.propose(own.name)

            self.work(take, lambda found: lesson.taken(found[0], found[1], own))
        else:
            kept = lesson.kept(own)
            self.work(
                lambda: teacher.learn_pieces(None, lesson.sheet(), own.name), lambda _: self._learnt(kept)
            )

    def choose(self, at: int | None) -> None:
        """Select a tile to correct, or the whole picture."""
        self.lesson.chosen = at
        self._show()

    def again(self) -> None:
        """Take another picture."""
        self.lesson.picture, self.lesson.tiles, self.lesson.chosen = None, [], None
        self._show()

    def panel(self) -> Widget:
        """The picture, or the tile being corrected."""
        at = self.lesson.chosen
        if at is None:
            picture = LessonPicture(self.lesson)
            picture.bind(on_place=lambda _, place: self._touched(place))
            if self.lesson.picture is None:
                self.watch(picture)
            return picture
        editor = TileEditor(face=self.lesson.face(at), turn=self.lesson.tiles[at].placed.turn)
        editor.bind(on_edit=lambda _, changed: self._put(at, changed))
        row = BoxLayout(spacing=theme.mm(2), orientation="vertical" if theme.portrait() else "horizontal")
        row.add_widget(PictureView(picture=self.lesson.seen(at)))
        row.add_widget(editor)
        return row

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], object]]]:
        """Icon, text and action of the other buttons."""
        tr, lesson = App.get_running_app().tr, self.lesson
        if lesson.picture is None or self.busy:
            return ()
        at = lesson.chosen
        if at is None:
            return (("undo", tr.gettext("Another picture"), self.again),)
        away = ("trash", tr.gettext("Leave out"), lambda: self._do(lambda: lesson.leave_out(at)))
        if lesson.tiles[at].face == "back":
            return (away,)
        face = lesson.face(at)
        return (
            ("star", figure_name(face), lambda: self._put(at, drafts.with_next_figure(face))),
            ("redo", tr.gettext("First land"), lambda: self._do(lambda: lesson.first_land(at))),
            away,
        )

    def _side(self, side: Any) -> None:
        self.lesson.side = side
        self._show()

    def _put(self, at: int, face: TileFace) -> None:
        self.lesson.correct(at, face)
        self._show()

    def _do(self, act: Callable[[], object]) -> None:
        act()
        self._show()

    def _touched(self, place: PicturePoint) -> None:
        if self.lesson.picture is not None and (at := self.lesson.at(place)) is not None:
            self.choose(at)

    def _learnt(self, kept: OwnSet) -> None:
        self._keep(kept)
        text = App.get_running_app().tr.ngettext("{n} tile kept.", "{n} tiles kept.", len(self.lesson.tiles))
        self.status = text.format(n=len(self.lesson.tiles))
        self.lesson.over()


def _near(spot: PicturePoint, others: Iterable[PicturePoint]) -> float:
    """Distance to the nearest of these places."""
    far = [((spot[0] - x) ** 2 + (spot[1] - y) ** 2) ** 0.5 for x, y in others]
    return min((each for each in far if each > 1), default=0.0)
