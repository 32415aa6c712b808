"""Cards and bases as printed: each is painted once to a texture, so that a frame only draws rectangles."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Literal, TypeAlias

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Mesh, PopMatrix, PushMatrix, Rectangle, Rotate, RoundedRectangle
from kivy.graphics.fbo import Fbo
from kivy.graphics.texture import Texture
from kivy.utils import get_color_from_hex

from companion.kept import kept
from ui import fonts, theme
from ui.boards import drawing
from ui.boards.geometry import Point
from ui.games.fabula import card_pictures
from ui.games.fabula.icons import CROWN, INK, PAPER, SOFT, TYPES, sign_of
from ui.games.fabula.views import BasePrint, CardPrint
from ui.theme import Rgba

Size: TypeAlias = Literal["hand", "table", "large", "base"]

HAND_MM, TABLE_MM, LARGE_MM, BASE_MM, SMALL_BASE_MM = (
    (18.0, 25.6), (14.0, 16.2), (49.0, 70.6), (16.2, 9.0), (8.0, 7.4),
)  # fmt: skip
"""Widths and heights of cards in hand, on the table and as large as they are shown, and of bases."""
_TITLES, _TEXT, BOLD = str(fonts.TITLES), str(fonts.TEXT), str(fonts.TEXT_BOLD)
_KEPT = 60
_EDGE = 2
"""Transparent pixels around a print: a turned one has smooth edges."""
_OVERSAMPLING = 2
_LINES = 3
"""The most lines of a name."""
_OFFENCE, _LIFE, _INFLUENCE = (get_color_from_hex(code) for code in ("#a2321d", "#b8322a", "#8a6410"))
_HURT: Rgba = get_color_from_hex("#b23327")
_STARS = {"common": 1, "rare": 2, "legendary": 3}


def card(shown: CardPrint, size: Size, wide_px: float) -> tuple[Texture, float, float]:
    """A card as texture, with the width and height at which to draw it, which include a clear edge."""
    standard = {"hand": HAND_MM, "table": TABLE_MM, "large": LARGE_MM}[size]
    high_px = wide_px * standard[1] / standard[0]
    em = theme.em("note") / theme.mm(1) if size == "large" else 1.0
    return _drawn(shown, size, round(wide_px), round(high_px), round(em, 2))


def base(shown: BasePrint, wide_px: float, high_px: float) -> tuple[Texture, float, float]:
    """A base as texture, with the width and height at which to draw it."""
    return _drawn(shown, "base", round(wide_px), round(high_px), 1.0)


@kept
@lru_cache(maxsize=_KEPT)
def _drawn(
    shown: CardPrint | BasePrint, size: Size, wide: int, high: int, em: float
) -> tuple[Texture, float, float]:
    full = wide + 2 * _EDGE, high + 2 * _EDGE
    plate = _Plate(full)
    if isinstance(shown, BasePrint):
        _base(plate, shown, wide, high)
    elif not shown.name:
        _back(plate, wide, high)
    elif size == "large":
        _large(plate, shown, wide, high)
    else:
        _small(plate, shown, size, wide, high)
    return plate.printed(), *full


class _Plate:
    """A surface to print on, its corner at the corner of the card; y is up."""

    def __init__(self, full: tuple[int, int]) -> None:
        self._full = full
        self._fbo = Fbo(size=(full[0] * _OVERSAMPLING, full[1] * _OVERSAMPLING), clear_color=[*INK[:3], 0])

    def printed(self) -> Texture:
        """The finished print, scaled down to its smooth size."""
        self._fbo.draw()
        smooth = Fbo(size=self._full, clear_color=[*INK[:3], 0])
        smooth.add(Color(1, 1, 1, 1))
        smooth.add(Rectangle(texture=self._fbo.texture, size=self._full))
        smooth.draw()
        return smooth.texture

    def at(self, x: float, y: float) -> Point:
        """A point of the card, in pixels of the surface."""
        return (x + _EDGE) * _OVERSAMPLING, (y + _EDGE) * _OVERSAMPLING

    def box(self, box: tuple[float, float, float, float], ink: Rgba, radii: float | Sequence[float]) -> None:
        """A box (left, bottom, width, height); radii from the top left clockwise."""
        left, bottom, wide, high = box
        four = [radii] * 4 if isinstance(radii, int | float) else radii
        self._fbo.add(Color(*ink))
        self._fbo.add(
            RoundedRectangle(
                pos=self.at(left, bottom),
                size=(wide * _OVERSAMPLING, high * _OVERSAMPLING),
                radius=[radius * _OVERSAMPLING for radius in four],
            )
        )

    def picture(self, texture: Texture, box: tuple[float, float, float, float], low: float = 0.4) -> None:
        """A picture that covers a box; `low` is the share of what is cut off that is cut at the top."""
        left, bottom, wide, high = box
        share = (wide / high) / (texture.width / texture.height)
        if share >= 1:
            kept = texture.height / share
            part = texture.get_region(0, (texture.height - kept) * (1 - low), texture.width, kept)
        else:
            kept = texture.width * share
            part = texture.get_region((texture.width - kept) / 2, 0, kept, texture.height)
        size = wide * _OVERSAMPLING, high * _OVERSAMPLING
        self._fbo.add(Color(1, 1, 1, 1))
        self._fbo.add(Rectangle(texture=part, pos=self.at(left, bottom), size=size))

    def sign(self, name: str, x: float, y: float, side: float, tint: Rgba) -> None:
        """A piece of art around a point."""
        drawing.picture(self._fbo, name, *self.at(x, y), side * _OVERSAMPLING, tint)

    def shape(self, points: Sequence[Point], box: tuple[float, float, float, float], ink: Rgba) -> None:
        """A shape of the unit square in a box, drawn as a fan around the middle of its foot."""
        left, bottom, wide, high = box
        placed = [self.at(left + x * wide, bottom + y * high) for x, y in [(0.5, 0.02), *points, points[0]]]
        vertices = [value for x, y in placed for value in (x, y, 0, 0)]
        self._fbo.add(Color(*ink))
        self._fbo.add(Mesh(vertices=vertices, indices=list(range(len(placed))), mode="triangle_fan"))

    def turned_box(self, x: float, y: float, side: float, ink: Rgba) -> None:
        """A square that stands on a corner."""
        self._fbo.add(PushMatrix())
        self._fbo.add(Rotate(angle=45, origin=self.at(x, y)))
        self.box((x - side / 2, y - side / 2, side, side), ink, 0.12 * side)
        self._fbo.add(PopMatrix())

    def lines(
        self, lines: Sequence[str], x: float, top: float, em: float, ink: Rgba, font: str, leading: float
    ) -> None:
        """Centred lines of text below `top`."""
        for number, line in enumerate(lines):
            written = _label(line, em * _OVERSAMPLING, font, ink)
            middle = self.at(x, top - (number + 0.5) * leading * em)
            pos = middle[0] - written.width / 2, middle[1] - written.height / 2
            self._fbo.add(Color(1, 1, 1, 1))
            self._fbo.add(Rectangle(texture=written, pos=pos, size=written.size))


def _label(text: str, em: float, font: str, ink: Rgba) -> Texture:
    label = CoreLabel(text=text, font_size=em, font_name=font, color=ink)
    label.refresh()
    return label.texture


def width_of(text: str, em: float, font: str) -> float:
    """Width of a line of text in pixels."""
    label = CoreLabel(font_name=font, font_size=em)
    label.resolve_font_name()
    return float(label.get_extents(text)[0])


def wrapped(text: str, em: float, room: float, font: str = _TITLES) -> list[str]:
    """Lines of a text no wider than `room` pixels; a word that is wider alone is divided."""
    label = CoreLabel(font_name=font, font_size=em)
    label.resolve_font_name()

    def fits(words: str) -> bool:
        return bool(label.get_extents(words)[0] <= room)

    lines: list[str] = []
    for word in text.split():
        if lines and fits(f"{lines[-1]} {word}"):
            lines[-1] += f" {word}"
            continue
        while not fits(word):
            cut = max((n for n in range(2, len(word) - 2) if fits(f"{word[:n]}-")), default=0)
            if not cut:
                break
            lines.append(f"{word[:cut]}-")
            word = word[cut:]
        lines.append(word)
    return lines


def _frame(plate: _Plate, shown: CardPrint, wide: float, high: float, rim: float) -> None:
    plate.box((0, 0, wide, high), INK, 0.07 * wide)
    plate.box((rim, rim, wide - 2 * rim, high - 2 * rim), PAPER, 0.05 * wide)


def _back(plate: _Plate, wide: float, high: float) -> None:
    rim = 0.04 * wide
    plate.box((0, 0, wide, high), INK, 0.07 * wide)
    plate.box((rim, rim, wide - 2 * rim, high - 2 * rim), PAPER, 0.05 * wide)
    inner = (2 * rim, 2 * rim, wide - 4 * rim, high - 4 * rim)
    plate.picture(card_pictures.back(), inner, 0.5)


def _corners(plate: _Plate, shown: CardPrint, wide: float, high: float) -> None:
    """Cost at the left, signs of the colours at the right."""
    if shown.cost is not None:
        side = 0.26 * wide + theme.mm(1)
        plate.box((0, high - side, side, side), INK, [0.07 * wide, 0, 0.5 * side, 0])
        em = 0.17 * wide + theme.mm(1.2)
        plate.lines([str(shown.cost)], 0.47 * side, high - 0.5 * side + 0.5 * em, em, PAPER, BOLD, 1)
    side = 0.13 * wide + theme.mm(1)
    at = wide - 0.06 * wide - side / 2
    for colour in reversed(shown.colours):
        plate.sign(sign_of(colour), at, high - 0.06 * wide - side / 2, side, [1, 1, 1, 1])
        at -= 0.74 * side


def _small(plate: _Plate, shown: CardPrint, size: Size, wide: float, high: float) -> None:
    """A card in hand, or on the table without its name."""
    rim, unit = max(theme.mm(0.4), 0.024 * wide), wide / {"hand": 18, "table": 14}.get(size, 18)
    _frame(plate, shown, wide, high, rim)
    badge = {"hand": 4.6, "table": 4.35}.get(size, 4.6) * unit
    foot = rim + 0.03 * wide + badge + 0.3 * unit
    em = 3.4 * unit
    name = wrapped(shown.name, em, wide - 2 * rim - 0.6 * unit)[:_LINES] if size == "hand" else []
    low = foot + (len(name) * 1.02 * em + 0.7 * unit if name else 0)
    plate.picture(_picture(shown), (rim, low, wide - 2 * rim, high - rim - low))
    plate.box((rim, low - 0.7 * rim, wide - 2 * rim, 0.7 * rim), INK, 0)
    plate.lines(name, wide / 2, low - 0.4 * unit, em, INK, _TITLES, 1.02)
    _badges(plate, shown, (rim, rim + 0.03 * wide, wide - 2 * rim, badge))
    _corners(plate, shown, wide, high)


def _large(plate: _Plate, shown: CardPrint, wide: float, high: float) -> None:
    """A card that fills the screen, with its text."""
    rim, unit = max(theme.mm(0.4), 0.024 * wide), wide / LARGE_MM[0]
    _frame(plate, shown, wide, high, rim)
    room = wide - 2 * rim - theme.mm(3)
    title, note = min(theme.em("title"), 6.4 * unit), min(theme.em("note"), 3.9 * unit)
    name = wrapped(shown.name, title, room)
    text = wrapped(shown.text, note, room - theme.mm(1.6), _TEXT)
    line = wrapped(shown.type_line, note, room, BOLD)
    badge, kept = 6.6 * unit, rim + 0.03 * wide
    words = len(name) * 1.02 * title + len(line) * 1.1 * note + len(text) * 1.2 * note + 3.2 * unit
    low = max(high - rim - 0.47 * (high - 2 * rim), min(kept + badge + words, high - 0.26 * high))
    plate.picture(_picture(shown, large=True), (rim, low, wide - 2 * rim, high - rim - low))
    plate.box((rim, low - 0.7 * rim, wide - 2 * rim, 0.7 * rim), INK, 0)
    top = low - 1.1 * unit
    plate.lines(name, wide / 2, top, title, INK, _TITLES, 1.02)
    top -= len(name) * 1.02 * title + 0.6 * unit
    plate.lines(line, wide / 2, top, note, SOFT, BOLD, 1.1)
    top -= len(line) * 1.1 * note
    stars = _STARS.get(shown.rarity, 0)
    for number in range(stars):
        x = wide - 0.06 * wide - (number + 0.5) * 2.8 * unit
        plate.sign("star", x, low + 1.9 * unit, 2.6 * unit, INK)
    rest = top - kept - badge
    plate.lines(text, wide / 2, top - (rest - len(text) * 1.2 * note) / 2, note, INK, _TEXT, 1.2)
    _badges(plate, shown, (rim + 4 * unit, kept, wide - 2 * rim - 8 * unit, badge))
    _corners(plate, shown, wide, high)


def _picture(shown: CardPrint, large: bool = False) -> Texture:
    return card_pictures.picture(shown.card, shown.kind, shown.type, shown.colours, large)


def _badges(plate: _Plate, shown: CardPrint, box: tuple[float, float, float, float]) -> None:
    """Offence, life and influence, each on a shape of its own; or the sign of the type of card."""
    left, bottom, wide, side = box
    y = bottom + side / 2
    if not shown.numbers:
        plate.sign(TYPES.get(shown.type, "fb-card"), left + wide / 2, y, side, INK)
    for place, number in enumerate(shown.numbers):
        x = left + wide * (place + 0.5) / len(shown.numbers)
        if number.icon == "fb-offence":
            plate.turned_box(x, y, 0.78 * side, _OFFENCE)
        elif number.icon == "fb-influence":
            plate.shape(CROWN, (x - side / 2, y - 0.48 * side, side, 0.94 * side), _INFLUENCE)
        else:
            plate.sign(number.icon, x, y, 1.14 * side, _LIFE)
        em = 0.74 * side
        drop = 0.06 * side if number.icon == "fb-influence" else 0
        plate.lines([str(number.value)], x, y + em / 2 - drop, em, [1, 1, 1, 1], BOLD, 1)
        if number.change:
            sign, high = ("take", 0.34) if number.change > 0 else ("hand", -0.34)
            plate.sign("shadow", x + 0.44 * side, y + high * side, 0.46 * side, INK)
            plate.sign(sign, x + 0.44 * side, y + high * side, 0.4 * side, PAPER)


def _base(plate: _Plate, shown: BasePrint, wide: float, high: float) -> None:
    rim, radius = theme.mm(0.5), theme.mm(1.4)
    plate.box((0, 0, wide, high), INK, radius)
    picture = (
        card_pictures.picture(shown.card, "", "base", shown.colours) if shown.card else card_pictures.back()
    )
    inner = (rim, rim, wide - 2 * rim, high - 2 * rim)
    plate.picture(picture, inner, 0.62)
    if shown.card:
        em = theme.mm(3.4)
        digits = str(shown.resistance)
        written = width_of(digits, em, BOLD)
        side, chip = theme.mm(3.2), theme.mm(4.4)
        long = ceil(written) + side + theme.mm(1.8)
        plate.box((wide - long, 0, long, chip), _HURT if shown.hurt else INK, chip / 2)
        plate.sign("fb-resistance", wide - long + theme.mm(0.7) + side / 2, chip / 2, side, PAPER)
        x = wide - theme.mm(0.9) - written / 2
        plate.lines([digits], x, chip / 2 + em / 2, em, PAPER, BOLD, 1)
    if shown.centre:
        side = theme.mm(4.2)
        plate.sign("shadow", 0.5 * side, high - 0.5 * side, 1.1 * side, INK)
        plate.sign("fb-influence", 0.5 * side, high - 0.5 * side, 0.8 * side, theme.ACCENT)
