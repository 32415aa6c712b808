"""A stored game as a picture to print: result, chart and key moments on an A4 page.

Drawn outside the window; import only where there is one.
"""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from io import BytesIO
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Fbo, Rectangle
from kivy.uix.widget import Widget

from companion.games.base import player_name
from companion.settings.people import Person
from ui import days, theme
from ui.boards import drawing
from ui.boards import people as people_art
from ui.game_ui import GameUi, PastBoard
from ui.services import History, KeyMoment, ReplayStep
from ui.widgets.chart import LineChart
from ui.widgets.history_chart import chart_of, lasted, result
from ui.widgets.painted import Painted

_LEAST, _CUT = 0.62, "\N{HORIZONTAL ELLIPSIS}"
"""Minimum scale of a shrunken text, and the ending of a cut text."""

PAGE_MM = (210.0, 297.0)
PX_PER_MM = 8.0
"""About 200 dots an inch: as much as a Raspberry Pi draws at once."""
SHOWN = 3
"""Maximum number of key moments on the page."""
_MARGIN_MM, _GAP_MM = 14.0, 5.0
_WIDE_MM = PAGE_MM[0] - 2 * _MARGIN_MM
_ROW_MM, _CAPTION_MM, _FOOT_MM = 13.0, 18.0, 14.0
_WORDS_MM = 11.5
"""Height of a caption's sentence, two lines of it."""
_WIDEST_MM, _HIGH = 110.0, 0.8
"""Maximum width of a board in mm, and its ratio of height to width."""


def png(
    history: History,
    steps: Sequence[ReplayStep],
    game: GameUi,
    people: Mapping[str, Person],
    tr: NullTranslations,
) -> bytes:
    """Return the page as a PNG; it shows only secrets that `history` reveals. Takes about a second."""
    with theme.paper(PX_PER_MM):
        page = Poster(history, steps, game, people, tr)
        page.paint()
        canvas = Fbo(size=page.size, clear_color=theme.GROUND, with_stencilbuffer=True)
        canvas.add(page.canvas)
        canvas.draw()
    written = BytesIO()
    CoreImage(canvas.texture).save(written, flipped=True, fmt="png")
    return written.getvalue()


def chosen(moments: Sequence[KeyMoment]) -> list[KeyMoment]:
    """The moments that matter most, in order; no two of the same step."""
    by_step: dict[int, KeyMoment] = {}
    for moment in sorted(moments, key=lambda moment: moment.rank):
        by_step.setdefault(moment.step, moment)
    most = list(by_step.values())[:SHOWN]
    return sorted(most, key=lambda moment: moment.step)


class FittedTexts(Painted):
    """A painted widget on paper, whose texts may be smaller than on a screen."""

    def fitting(
        self, text: str, left: float, right: float, y: float, size_px: float, colour: theme.Rgba
    ) -> None:
        """Draw one line of bold text from `left` on, smaller if it would not end before `right`.

        A text that would be too small to read is cut short.
        """
        room, shown = max(0.0, right - left), text
        written = drawing.word(shown, 0, y, size_px, colour)
        while written.size[0] * _LEAST > room and len(shown) > 2:
            shown = f"{shown.removesuffix(_CUT)[:-1].rstrip()}{_CUT}"
            written = drawing.word(shown, 0, y, size_px, colour)
        share = min(1.0, room / max(1.0, written.size[0]))
        written.size = (written.size[0] * share, written.size[1] * share)
        written.pos = (left, y - written.size[1] / 2)
        self.canvas.before.add(Color(1, 1, 1, 1))
        self.canvas.before.add(written)


class Poster(FittedTexts):
    """The page; `paint` draws all of it at once, in the sizes and colours of a paper."""

    def __init__(
        self,
        history: History,
        steps: Sequence[ReplayStep],
        game: GameUi,
        people: Mapping[str, Person],
        tr: NullTranslations,
    ) -> None:
        super().__init__(size=tuple(round(theme.mm(side)) for side in PAGE_MM))
        self._history, self._steps, self._game, self._people, self._tr = history, steps, game, people, tr
        self._y_mm = PAGE_MM[1] - _MARGIN_MM

    def paint(self) -> None:
        """Draw from the top to the bottom."""
        self._head()
        self._players()
        moments: Sequence[KeyMoment | None] = chosen(self._history.moments) or [None]
        wide = min(_WIDEST_MM, (_WIDE_MM - _GAP_MM * (len(moments) - 1)) / len(moments))
        if self._history.series:
            self._chart(self._y_mm - _FOOT_MM - wide * _HIGH - _CAPTION_MM - _GAP_MM)
        self._moments(moments, wide)
        foot = theme.mm(PAGE_MM[0] / 2), theme.mm(8)
        self.text("Table Companion", *foot, theme.mm(3), theme.SOFT)

    def _head(self) -> None:
        """Game, date and result."""
        history, side = self._history, 30.0
        left, top = _MARGIN_MM, self._y_mm
        self.draw(self._game.tile, theme.mm(left + side / 2), theme.mm(top - side / 2), theme.mm(side))
        left += side + _GAP_MM
        x, right = theme.mm(left), theme.mm(PAGE_MM[0] - _MARGIN_MM)
        self.fitting(self._game.title, x, right, theme.mm(top - 6), theme.mm(10), theme.INK)
        when = " · ".join((days.moment(self._tr, history.when), lasted(history, self._tr)))
        self.fitting(when, x, right, theme.mm(top - 15), theme.mm(4.2), theme.SOFT)
        if history.winners:
            self.draw("trophy", x + theme.mm(4), theme.mm(top - 25), theme.mm(9), theme.ACCENT)
            x += theme.mm(11)
        ended = result(history, self._tr)
        ended = f"{ended[0].upper()}{ended[1:]}"
        self.fitting(ended, x, right, theme.mm(top - 25), theme.mm(7.5), theme.INK)
        self._y_mm -= side + _GAP_MM

    def _players(self) -> None:
        """Each player's figure, revealed secret and points, in two columns."""
        history, half = self._history, (_WIDE_MM - _GAP_MM) / 2
        for number, name in enumerate(history.players):
            left = _MARGIN_MM + (number % 2) * (half + _GAP_MM)
            bottom = self._y_mm - (number // 2 + 1) * (_ROW_MM + 2) + 2
            ground = theme.SUNK if name in history.winners else theme.SURFACE
            self.box(
                (theme.mm(left), theme.mm(bottom)), (theme.mm(half), theme.mm(_ROW_MM)), ground, theme.mm(2)
            )
            y, right = theme.mm(bottom + _ROW_MM / 2), left + half - 4
            if person := self._people.get(name):
                self.draw(people_art.picture(person.colour), theme.mm(left + 8), y, theme.mm(10))
            if name in history.points:
                points = str(history.points[name])
                right -= self.text(points, theme.mm(right), y, theme.mm(7), theme.INK, 1) / theme.mm(1) + 2
            look = self._game.chart.get(str(history.secrets.get(name)))
            role = next((role for role in self._game.roles if role.value == history.roles.get(name)), None)
            if sign := look.picture if look else role.icon if role else "":
                self.draw(sign, theme.mm(right - 4.5), y, theme.mm(9))
                right -= 11
            called = player_name(self._tr, name)
            called = f"{called} · {role.words}" if role else called
            self.fitting(called, theme.mm(left + 15), theme.mm(right), y, theme.mm(5.6), theme.INK)
        self._y_mm -= (len(history.players) + 1) // 2 * (_ROW_MM + 2) + _GAP_MM - 2

    def _chart(self, high: float) -> None:
        chart = LineChart()
        chart_of(chart, self._history, self._game.chart)
        self._lay(chart, _MARGIN_MM, self._y_mm - high, _WIDE_MM, high)
        chart.paint()
        self._y_mm -= high + _GAP_MM

    def _moments(self, moments: Sequence[KeyMoment | None], wide: float) -> None:
        """Boards of key moments side by side with captions; None is the present position."""
        if not self._game.past_board or not self._steps:
            return
        last, high = len(self._steps) - 1, wide * _HIGH
        first = (PAGE_MM[0] - len(moments) * (wide + _GAP_MM) + _GAP_MM) / 2
        for number, moment in enumerate(moments):
            step, left = self._steps[moment.step if moment else last], first + number * (wide + _GAP_MM)
            where = step.where._replace(spaces=moment.spaces) if moment and moment.spaces else step.where
            made: Any = self._game.past_board()
            board: PastBoard = made
            self._lay(made, left, self._y_mm - high, wide, high)
            with theme.paper(PX_PER_MM, white=False):
                board.look_at(step.position, where)
                board.paint()
            if moment:
                self._caption(moment, step, left, self._y_mm - high - 2, wide)

    def _caption(self, moment: KeyMoment, step: ReplayStep, left: float, top: float, wide: float) -> None:
        """Caption in lines that fit: event, time and player."""
        for font_mm in (4.2, 3.6, 3.0):
            label = CoreLabel(
                text=moment.sentence.say(self._tr), font_size=theme.mm(font_mm), bold=True,
                color=theme.INK, text_size=(theme.mm(wide), None),
            )  # fmt: skip
            label.refresh()
            if label.texture.height <= theme.mm(_WORDS_MM):
                break
        place = theme.mm(left), theme.mm(top) - label.texture.height
        self.canvas.before.add(Color(1, 1, 1, 1))
        self.canvas.before.add(Rectangle(texture=label.texture, pos=place, size=label.texture.size))
        called = player_name(self._tr, step.who)
        who = " · ".join(filter(None, (f"{moment.step} / {len(self._steps) - 1}", called)))
        ends = theme.mm(left), theme.mm(left + wide)
        self.fitting(who, *ends, theme.mm(top - _WORDS_MM - 2.5), theme.mm(3.4), theme.SOFT)

    def _lay(self, widget: Widget, left: float, bottom: float, wide: float, high: float) -> None:
        """Put a widget on the page."""
        widget.pos = theme.mm(left), theme.mm(bottom)
        widget.size = theme.mm(wide), theme.mm(high)
        self.add_widget(widget)
