"""Dice on the screen: rolled faces, and faces entered by taps."""

from collections.abc import Callable
from typing import Any, get_args

from kivy.animation import Animation
from kivy.app import App
from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.fate.position import Face
from ui import theme
from ui.boards.geometry import Point
from ui.explanation import About
from ui.games.fate import explanations, icons
from ui.widgets.basics import TouchButton
from ui.widgets.painted import Painted
from ui.widgets.rows import ROW_MM, Row, RowButton

_ROLL_S, _NEXT_S, _TURNS = 0.5, 0.06, 2
"""Time until the first die lies still, and each of the others later; turns of a die."""
_STILL_S = 9.0


class FaceRow(Painted):
    """Faces side by side, at most `most` in a line; empty places are dashed. `thrown`: they lie at odd
    angles as they fell, and hits have a red rim.
    """

    watched = ("faces", "count", "most", "side_mm", "thrown")
    faces = ListProperty([])
    most = NumericProperty(7)
    count = NumericProperty(0)
    side_mm = NumericProperty(10)
    thrown = BooleanProperty(False)
    rolled_s = NumericProperty(_STILL_S)
    """Seconds since the throw; the dice turn until they lie still, one after the other."""

    def __init__(self, **kwargs: Any) -> None:
        self._turns: list[tuple[Rotate, float]] = []
        self._places: list[tuple[str, Point, float]] = []
        super().__init__(**kwargs)
        self.bind(rolled_s=self._turn)

    def roll(self) -> None:
        """Let the dice roll."""
        self.rolled_s, ends_s = 0.0, _ROLL_S + _NEXT_S * max(0, len(self.faces) - 1)
        self.lifetime.animate(self, Animation(rolled_s=ends_s, duration=ends_s))

    def _turn(self, *_: Any) -> None:
        for i, (turn, still) in enumerate(self._turns):
            left = max(0.0, 1 - self.rolled_s / (_ROLL_S + _NEXT_S * i))
            turn.angle = still + 360 * _TURNS * left**2

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the face at a place."""
        for face, (mx, my), half in self._places:
            if abs(x - mx) <= half and abs(y - my) <= half:
                return explanations.face(App.get_running_app().tr, face)
        return None

    def paint(self) -> None:
        """Draw the dice."""
        count = max(len(self.faces), int(self.count))
        self._turns, self._places = [], []
        if not count:
            return
        lines = -(-count // int(self.most))
        per_line = -(-count // lines)
        side = min(self.width / per_line, self.height / lines, theme.mm(self.side_mm))
        top = self.y + (self.height + side * lines) / 2
        for i in range(count):
            line, place = divmod(i, per_line)
            here = min(per_line, count - line * per_line)
            x = self.x + self.width / 2 + (place - (here - 1) / 2) * side
            y = top - side * (line + 0.5)
            known = i < len(self.faces)
            if known:
                self._places.append((self.faces[i], (x, y), side / 2))
            art = f"face-{self.faces[i]}" if known else "nothing"
            size, angle = (0.83 * side, _ANGLES[i % len(_ANGLES)]) if self.thrown else (0.9 * side, 0)
            canvas = self.canvas.before
            canvas.add(PushMatrix())
            turn = Rotate(angle=angle, origin=(x, y))
            self._turns.append((turn, angle))
            canvas.add(turn)
            if self.thrown and known and self.faces[i] in ("hit", "cover"):
                rim = 0.9 * size + 2 * theme.mm(0.6)
                self.box((x - rim / 2, y - rim / 2), (rim, rim), icons.RED, theme.mm(2.6))
            self.draw(art, x, y, size, [1, 1, 1, 1] if known else theme.LINE)
            canvas.add(PopMatrix())
        self._turn()


_ANGLES = (8, -5, 3, -11, 6, -4)


class FaceKey(TouchButton):
    """A face of the die to enter."""

    def __init__(self, face: Face) -> None:
        super().__init__(icon=f"face-{face}")
        self._face = face

    def about_at(self, x: float, y: float) -> About:
        """Explain the face."""
        return explanations.face(App.get_running_app().tr, self._face)


class DicePad(BoxLayout):
    """Input of the real dice's faces; `done` gets them. `roll` lets the app roll, None if it must not or the
    main key of the screen does.
    """

    def __init__(
        self, count: int, done: Callable[[tuple[Face, ...]], None], roll: Callable[[], None] | None = None
    ) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1.2), size_hint_y=None)
        tr = App.get_running_app().tr
        self._throw = TouchButton(icon="dice", text=tr.gettext("Roll in the app"))
        if roll:
            self._throw.size_hint_x, self._throw.height = 1, theme.mm(12)
            self._throw.bind(on_release=lambda _: roll())
            self.add_widget(self._throw)
        self._count, self._done = count, done
        self._row = FaceRow(count=count, size_hint_y=None, height=theme.mm(9 if count <= 7 else 13))
        self.add_widget(self._row)
        keys = BoxLayout(spacing=theme.mm(1.2), size_hint_y=None, height=theme.mm(11))
        for face in get_args(Face):
            key = FaceKey(face)
            key.size_hint_x = 1
            key.bind(on_release=lambda _, face=face: self._type(face))
            keys.add_widget(key)
        self.add_widget(keys)
        last = BoxLayout(spacing=theme.mm(1.2), size_hint_y=None)
        last.bind(minimum_height=last.setter("height"))
        self._undo = TouchButton(icon="back", about=tr.gettext("Takes the last die away."))
        self._undo.why_not = tr.gettext("No die is entered yet.")
        self._undo.size = (theme.mm(ROW_MM), theme.mm(ROW_MM))
        self._undo.bind(on_release=lambda _: self._type(None))
        last.add_widget(self._undo)
        few = tr.gettext("First enter what every die shows.")
        self._ok = RowButton(Row(tr.gettext("These dice"), self._finish, "check", why_not=few))
        last.add_widget(self._ok)
        self.add_widget(last)
        self.bind(minimum_height=self.setter("height"))
        self._shade()

    @property
    def faces(self) -> tuple[Face, ...]:
        """Faces entered so far."""
        return tuple(self._row.faces)

    def _type(self, face: Any) -> None:
        if face is None:
            self._row.faces = self._row.faces[:-1]
        elif len(self._row.faces) < self._count:
            self._row.faces = [*self._row.faces, face]
        self._shade()

    def _shade(self) -> None:
        whole, main = len(self._row.faces) >= self._count, bool(self._throw.parent)
        self._ok.disabled, self._ok.primary, self._throw.primary = not whole, whole and main, not whole
        self._undo.disabled = not self._row.faces

    def _finish(self) -> None:
        self._done(self.faces)
