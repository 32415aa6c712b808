"""Scoreboard: turn, points of every colour, remaining ritual cards."""

from collections import Counter
from collections.abc import Mapping, Sequence

from kivy.properties import DictProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.fae import Ritual, board
from ui import theme
from ui.boards.art import WHITE
from ui.boards.geometry import Point
from ui.games.fae import art as fae_art
from ui.player_names import shown_name
from ui.widgets.basics import FitLabel, Icon
from ui.widgets.painted import Painted


class PlayerChip(Painted):
    """A player's symbol, name and number of ritual cards; in the accent colour on their turn."""

    def __init__(self, name: str, cards: int, turn: bool, picture: str = "") -> None:
        super().__init__()
        self.name, self.cards, self.turn, self.picture = name, cards, turn, picture

    def paint(self) -> None:
        """Draw the chip."""
        ink = theme.SURFACE if self.turn else theme.INK
        self.box(self.pos, self.size, theme.INK if self.turn else theme.SURFACE, theme.mm(1.6))
        left, right, y = self.x + theme.mm(0.8), self.right - theme.mm(0.9), self.middle[1]
        side = min(self.height * 0.86, theme.mm(4.6))
        if self.picture:
            tint = ink if self.picture == "bot" else WHITE
            self.draw(self.picture, left + side / 2, y, side, tint)
            left += side + theme.mm(0.5)
        right -= self.text(str(self.cards), right, y, theme.mm(3.6), ink, align=1) + theme.mm(0.4)
        self.draw("ritual", right - side * 0.35, y, side * 0.7, ink)
        right -= side * 0.7 + theme.mm(0.4)
        self.fitting(self.name, left, right, y, theme.text_mm(3.6), ink)


class PlayersBar(GridLayout):
    """All players, two a row, the one to move in the accent colour."""

    _shown: object = None

    def show(
        self,
        players: Sequence[str],
        cards: Mapping[str, int],
        turn: str,
        pictures: Mapping[str, str] | None = None,
    ) -> None:
        """Show the players; `turn` is the player to move, "" for nobody.

        `pictures` are those of players by name.
        """
        names = [shown_name(player) for player in players]
        shown = names, dict(cards), turn, dict(pictures or {})
        if shown == self._shown:
            return
        self._shown = shown
        self.clear_widgets()
        self.cols = 2
        self.spacing = theme.mm(1)
        for player, name in zip(players, names, strict=True):
            self.add_widget(
                PlayerChip(name, cards.get(player, 0), player == turn, (pictures or {}).get(player, ""))
            )


class ScoreBoard(Painted):
    """Points per colour: bars if there is room, else one column per colour.

    `gains` holds what the last ritual brought.
    """

    watched = ("scores", "gains")
    scores = DictProperty({})
    gains = DictProperty({})

    def paint(self) -> None:
        """Draw the points."""
        self.box(self.pos, self.size, theme.SURFACE, theme.mm(1.6))
        if self.height >= theme.mm(20):
            self._rows()
        else:
            self._columns()

    def place(self, colour: str) -> Point:
        """Position of the points of a colour."""
        i = board.COLOURS.index(colour)
        if self.height >= theme.mm(20):
            return self.right - theme.mm(4), self.top - theme.mm(1) - self._step * (i + 0.5)
        return self.x + self.width / len(board.COLOURS) * (i + 0.74), self.middle[1]

    @property
    def _step(self) -> float:
        return float(self.height - theme.mm(2)) / len(board.COLOURS)

    def _rows(self) -> None:
        step = self._step
        icon = min(step * 0.94, theme.mm(5.4))
        left, right = self.x + theme.mm(2.4) + icon, self.x + self.width - theme.mm(2)
        number = theme.mm(9)
        room = right - number - left - theme.mm(1)
        top = max(30, *self.scores.values()) if self.scores else 30
        for i, colour in enumerate(board.COLOURS):
            y = self.y + self.height - theme.mm(1) - step * (i + 0.5)
            points, gain = self.scores.get(colour, 0), self.gains.get(colour, 0)
            self.draw(f"druid-{colour}", self.x + theme.mm(1.4) + icon / 2, y, icon)
            bar = theme.mm(1.8)
            self.box((left, y - bar / 2), (room, bar), theme.SUNK, bar)
            fill = fae_art.DRUID_COLOURS[colour] if colour != "black" else theme.LINE
            if points:
                self.box((left, y - bar / 2), (max(bar, room * points / top), bar), fill, bar)
            self.text(str(points), right, y, theme.mm(4.2), theme.INK, align=1)
            if gain:
                width = theme.mm(6.4)
                x = right - number - width / 2
                height = theme.mm(3.6)
                self.box((x - width / 2, y - height / 2), (width, height), theme.GOOD, height)
                self.text(f"+{gain}", x, y, theme.mm(2.7), theme.ON_ACCENT)

    def _columns(self) -> None:
        step = self.width / len(board.COLOURS)
        icon = min(self.height * 0.62, step * 0.46)
        for i, colour in enumerate(board.COLOURS):
            x = self.x + step * i
            self.draw(f"druid-{colour}", x + step * 0.28, self.middle[1], icon)
            points = str(self.scores.get(colour, 0))
            size = min(theme.mm(3.6), step * (0.44 if len(points) < 3 else 0.3))
            self.text(points, x + step * 0.74, self.middle[1], size, theme.INK)


class CardPiles(Painted):
    """The twelve ritual cards by value; used ones are dark, the next one is bright."""

    watched = ("used",)
    used = NumericProperty(0)

    def paint(self) -> None:
        """Draw the piles."""
        cards = board.RITUAL_CARDS
        gaps = cards[-1].value - 1
        gap = theme.mm(0.9)
        step = (self.width - gap * gaps) / len(cards)
        x = self.x
        for i, card in enumerate(cards):
            if i and card.value != cards[i - 1].value:
                x += gap
            state = "used" if i < self.used else "next" if i == self.used else "left"
            colour = {"used": theme.SURFACE, "next": theme.ACCENT, "left": theme.LINE}[state]
            ink = {"used": theme.LINE, "next": theme.ON_ACCENT, "left": theme.INK}[state]
            self.box((x + 1, self.y), (step - 2, self.height), colour, theme.mm(0.7))
            self.text(str(card.value), x + step / 2, self.middle[1], self.height * 0.6, ink)
            x += step


class TerrainTile(Painted):
    """A terrain as on the board: its colour with its glyph."""

    watched = ("terrain",)
    terrain = ObjectProperty("")

    def paint(self) -> None:
        """Draw the tile."""
        if self.terrain:
            self.box(self.pos, self.size, fae_art.TERRAIN_COLOURS[self.terrain], theme.mm(1))
            side = min(self.size) * 0.82
            self.draw(self.terrain, *self.middle, side, fae_art.TERRAIN_INKS[self.terrain])


class NextCard(BoxLayout):
    """The next ritual card: terrains it blesses with its value, terrains it curses."""

    _shown: board.RitualCard | None = None

    def show(self, card: board.RitualCard | None) -> None:
        """Show a card, or nothing when none is left."""
        if card is self._shown:
            return
        self._shown = card
        self.clear_widgets()
        self.spacing = theme.mm(1)
        if card is None:
            return
        blessed = [terrain for terrain in fae_art.TERRAIN_COLOURS if terrain in card.blessed]
        cursed = [terrain for terrain in fae_art.TERRAIN_COLOURS if terrain in card.cursed]
        for terrains, icon, tint, word in (
            (blessed, "", theme.GOOD, f"+{card.value}"),
            (cursed, "cross", theme.BAD, ""),
        ):
            if not terrains:
                continue
            half = BoxLayout(spacing=theme.mm(0.8))
            mark: Widget
            if icon:
                mark = Icon(name=icon, colour=tint, size_hint_x=None, width=theme.mm(5))
            else:
                mark = FitLabel(
                    text=word, color=tint, bold=True, max_font_mm=5, size_hint_x=None, width=theme.mm(8)
                )
            half.add_widget(mark)
            for terrain in terrains:
                tile = TerrainTile(terrain=terrain, size_hint=(None, 1), width=theme.mm(9))
                half.add_widget(tile)
            if len(terrains) == 1:
                half.add_widget(Widget())
            self.add_widget(half)


def gains_of(rituals: Sequence[Ritual]) -> dict[str, int]:
    """Points of rituals by colour."""
    gains: Counter[str] = Counter()
    for ritual in rituals:
        gains.update(dict.fromkeys(ritual.scored, ritual.value))
    return dict(gains)
