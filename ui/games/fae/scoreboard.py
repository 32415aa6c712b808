"""Scoreboard: players, points of every colour, the next ritual and how many are left."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kivy.app import App
from kivy.properties import DictProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import get_color_from_hex

from companion.games.fae import Ritual, board
from ui import theme
from ui.boards import drawing
from ui.boards.geometry import Point
from ui.explanation import About
from ui.games.fae import art as fae_art
from ui.games.fae import explanations
from ui.player_names import shown_name
from ui.widgets.painted import Painted
from ui.widgets.seat_chip import SeatChip

_CARD: theme.Rgba = get_color_from_hex("#243526")
_ON_CARD: theme.Rgba = get_color_from_hex("#f4e7bc")
_LEAST_SCALE = 20
"""Points that a full bar stands for at least."""
_LETTER_EM = 0.58


class PlayersBar(BoxLayout):
    """All players; who has the turn stands out with the name, the others are only figures."""

    _shown: object = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(width=lambda *_: self._fit_name())

    def show(self, players: Sequence[str], turn: str, pictures: Mapping[str, str]) -> None:
        """Show the players; `turn` is the player to move, "" for nobody. `pictures` are their figures."""
        names = [shown_name(player) for player in players]
        shown = names, turn, dict(pictures)
        if shown == self._shown:
            return
        self._shown = shown
        self.clear_widgets()
        self.spacing = theme.mm(1.2)
        for player, name in zip(players, names, strict=True):
            chip = SeatChip(figure=pictures.get(player, "people"), name=name, turn=player == turn)
            chip.full_name = name
            chip.topic, chip.player = "turn", player
            self.add_widget(chip)
        self._fit_name()

    def _fit_name(self) -> None:
        """Leave out the name of who has the turn, which the bar says, if the others leave too little room."""
        others = (len(self.children) - 1) * (theme.mm(9) + self.spacing)
        room = int((self.width - others - theme.mm(12)) / (_LETTER_EM * theme.em("body")))
        for chip in self.children:
            name = chip.full_name
            chip.name = name if len(name) <= room else ""
            chip.spacing = theme.mm(1.6) if chip.name and chip.turn else 0


class ScoreBoard(Painted):
    """Points per colour: bars if there is room, else one column per colour.

    `gains` holds what the last ritual brought.
    """

    watched = ("scores", "gains")
    scores = DictProperty({})
    gains = DictProperty({})

    def paint(self) -> None:
        """Draw the points."""
        if self._has_rows:
            self._rows()
        else:
            self._columns()

    def place(self, colour: str) -> Point:
        """Position of the points of a colour."""
        i = board.COLOURS.index(colour)
        if self._has_rows:
            return self.right - theme.mm(4), self.top - self._step * (i + 0.5)
        return self.x + self.width / len(board.COLOURS) * (i + 0.74), self.middle[1]

    def about_at(self, x: float, y: float) -> About:
        """Explain the points of the colour at a place."""
        share = (self.top - y) / self.height if self._has_rows else (x - self.x) / self.width
        colour = board.COLOURS[min(len(board.COLOURS) - 1, int(share * len(board.COLOURS)))]
        return explanations.points(App.get_running_app().tr, colour, self.scores.get(colour, 0))

    @property
    def _has_rows(self) -> bool:
        return bool(self.height >= theme.mm(18))

    @property
    def _step(self) -> float:
        return float(self.height) / len(board.COLOURS)

    def _rows(self) -> None:
        step = self._step
        icon = min(step * 0.94, theme.mm(5.2))
        left, right = self.x + icon + theme.mm(1.6), self.x + self.width
        numbers = min(theme.em("title"), step * 1.2)
        room = right - theme.text_mm(9) - left
        most = max(_LEAST_SCALE, *self.scores.values()) if self.scores else _LEAST_SCALE
        for i, colour in enumerate(board.COLOURS):
            y = self.top - step * (i + 0.5)
            points, gain = self.scores.get(colour, 0), self.gains.get(colour, 0)
            self.draw(f"druid-{colour}", self.x + icon / 2, y, icon)
            pill = theme.text_mm(8.4) if gain else 0
            self._bar(left, y, room - (pill + theme.mm(1.2) if gain else 0), points / most, colour)
            self.text(str(points), right, y, numbers, theme.INK, align=1)
            if gain:
                high = theme.text_mm(4.6)
                self.box((left + room - pill, y - high / 2), (pill, high), theme.GOOD, high)
                self.text(f"+{gain}", left + room - pill / 2, y, theme.em("note"), theme.SURFACE)

    def _bar(self, x: float, y: float, room: float, share: float, colour: str) -> None:
        """The bar of a colour, with a rim: black on a dark page is seen too."""
        bar, rim = theme.mm(3), theme.mm(0.3)
        self.box((x, y - bar / 2), (room, bar), theme.SUNK, bar)
        if share:
            wide = max(bar, room * share)
            self.box((x, y - bar / 2), (wide, bar), theme.SOFT, bar)
            inner = (wide - 2 * rim, bar - 2 * rim)
            self.box((x + rim, y - bar / 2 + rim), inner, fae_art.DRUID_COLOURS[colour], bar)

    def _columns(self) -> None:
        step = self.width / len(board.COLOURS)
        icon = min(self.height * 0.9, step * 0.46)
        for i, colour in enumerate(board.COLOURS):
            x = self.x + step * i
            self.draw(f"druid-{colour}", x + step * 0.28, self.middle[1], icon)
            self.text(str(self.scores.get(colour, 0)), x + step * 0.74, self.middle[1], theme.em("body"),
                      theme.INK)  # fmt: skip


_GAIN_MM = 7.0
"""Room for what a terrain brings, beside its pictures."""


class RitualView(Painted):
    """A ritual card: its stone with the value, the terrains it blesses and curses.

    `left` is the number of cards that are left, -1 if it is not shown.
    """

    watched = ("card", "left")
    card = ObjectProperty(None, allownone=True)
    left = NumericProperty(-1)

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the card."""
        return explanations.card(App.get_running_app().tr, self.card, int(self.left)) if self.card else None

    def paint(self) -> None:
        """Draw the card."""
        tr, right = App.get_running_app().tr, self.x + self.width
        if self.left >= 0:
            high, low = self.middle[1] + theme.text_mm(2), self.middle[1] - theme.text_mm(3.2)
            column = theme.text_mm(7.6)
            self.text(str(int(self.left)), right - column / 2, high, theme.em("title"), theme.INK)
            self.text(tr.gettext("to go"), right - column / 2, low, theme.em("note"), theme.SOFT)
            right -= column + theme.mm(0.4)
        if self.card is None:
            return
        high = min(self.height, theme.mm(13))
        wide = high * 0.7
        self._stone(self.x, self.middle[1] - high / 2, wide, high)
        left = self.x + wide + theme.mm(1.6)
        row = min(self.height / 2, theme.mm(6.9))
        card: board.RitualCard = self.card
        rows = ((card.blessed, tr.gettext("blessed")), (card.cursed, tr.gettext("cursed")))
        for i, (terrains, word) in enumerate(rows):
            self._terrains(terrains, word, (left, right), self.middle[1] + (0.5 - i) * row, not i)

    def _stone(self, x: float, y: float, wide: float, high: float) -> None:
        rim = theme.mm(0.5)
        self.box((x, y), (wide, high), _ON_CARD, theme.mm(1.6))
        self.box((x + rim, y + rim), (wide - 2 * rim, high - 2 * rim), _CARD, theme.mm(1.2))
        self.draw("thing-menhir", x + wide / 2, y + high * 0.69, high * 0.38, _ON_CARD)
        self.text(str(self.card.value), x + wide / 2, y + high * 0.29, high * 0.46, _ON_CARD)

    def _terrains(
        self, terrains: frozenset[str], word: str, room: tuple[float, float], y: float, blessed: bool
    ) -> None:
        """A row of terrains with what happens there; the word goes where there is no room for it."""
        x, right = room
        room_each = (right - x - theme.mm(_GAIN_MM)) / max(1, len(terrains)) - theme.mm(0.8)
        side = min(self.height / 2 - theme.mm(0.6), theme.mm(6), room_each)
        for terrain in fae_art.TERRAIN_COLOURS:
            if terrain in terrains:
                self.box((x, y - side / 2), (side, side), fae_art.TERRAIN_INKS[terrain], theme.mm(1.2))
                rim = theme.mm(0.35)
                inner = (x + rim, y - side / 2 + rim), (side - 2 * rim, side - 2 * rim)
                self.box(*inner, fae_art.TERRAIN_COLOURS[terrain], theme.mm(1))
                self.draw(terrain, x + side / 2, y, side * 0.76, fae_art.TERRAIN_INKS[terrain])
                x += side + theme.mm(0.8)
        if not terrains:
            return
        x += theme.mm(0.4)
        if blessed:
            x += self.text(f"+{self.card.value}", x, y, theme.em("body"), theme.GOOD, align=0)
        else:
            self.draw("cross", x + theme.mm(2.4), y, theme.mm(5), theme.BAD)
            x += theme.mm(4.8)
        x += theme.mm(1.2)
        if x + drawing.word(word, 0, 0, theme.em("note"), theme.SOFT).size[0] <= right:
            self.text(word, x, y, theme.em("note"), theme.SOFT, align=0)


def gains_of(rituals: Sequence[Ritual]) -> dict[str, int]:
    """Points of rituals by colour."""
    gains: Counter[str] = Counter()
    for ritual in rituals:
        gains.update(dict.fromkeys(ritual.scored, ritual.value))
    return dict(gains)
