"""Printable sample of Fairy Tile: tiles with a pattern for each colour, and pages.

Fronts and backs are on alternate sheets for duplex printing over the long edge. A tile is its own mirror
image, so one cut serves both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING

from companion.games.base import N_, Translations
from companion.games.fairytile.board import TILE, Figure, Terrain, TileFace, TileSide
from companion.games.fairytile.geometry import HEX_MM, PointMm, centre_mm, corner_mm, outline_mm, side_mm
from companion.games.fairytile.goals import parse
from companion.games.fairytile.sets import sample_pages, sample_texts, sample_tiles
from companion.games.fairytile.words import NAMES, goal_sentence

if TYPE_CHECKING:
    from fpdf import FPDF

COLOURS: dict[Terrain, tuple[int, int, int]] = {
    "plain": (236, 219, 128),
    "forest": (96, 158, 92),
    "mountain": (168, 160, 152),
    "castle": (206, 128, 132),
}
RIVER = (70, 130, 200)
INK = (60, 55, 50)
RIVER_MM = 7.0
RULER_MM = 100
PAGE_MM = (210.0, 297.0)
COLUMNS, ROWS = 2, 3
TOP_MM = 16.0
CELL_MM = (100.0, 92.0)
"""Grid cell in mm; a tile is 90 mm wide and 91 mm high."""
CARD_MM = (63.0, 88.0)
CARDS_ACROSS = 3

_TITLE = N_("Fairy Tile: the sample of Table Companion, not the tiles and pages of the game")
_RULER = N_("This ruler must measure exactly 100 mm on paper. If not, print again without scaling.")


def sheets(tr: Translations) -> bytes:
    """Return all tiles and pages as a PDF."""
    from fpdf import FPDF  # only who prints needs its 300 modules
    from fpdf.prefs import ViewerPreferences

    pdf = FPDF(unit="mm", format="A4")
    pdf.core_fonts_encoding = "windows-1252"
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    pdf.set_auto_page_break(False)
    pdf.set_title(tr.gettext(_TITLE))
    pdf.set_creator("Table Companion")
    names = list(sample_tiles())
    each = COLUMNS * ROWS
    for first in range(0, len(names), each):
        for side in ("front", "back"):
            _tile_sheet(pdf, names[first : first + each], "front" if side == "front" else "back", tr)
    for first in range(1, len(sample_pages()) + 1, CARDS_ACROSS**2):
        _page_sheet(pdf, range(first, first + CARDS_ACROSS**2), tr)
    return bytes(pdf.output())


def _tile_sheet(pdf: FPDF, names: Sequence[str], side: TileSide, tr: Translations) -> None:
    pdf.add_page()
    _heading(pdf, tr)
    for number, name in enumerate(names):
        column, row = number % COLUMNS, number // COLUMNS
        if side == "back":
            column = COLUMNS - 1 - column
        middle = (
            PAGE_MM[0] / 2 + (column - (COLUMNS - 1) / 2) * CELL_MM[0],
            TOP_MM + (row + 0.5) * CELL_MM[1],
        )
        points = outline_mm()
        width = min(x for x, _ in points) + max(x for x, _ in points)
        height = min(y for _, y in points) + max(y for _, y in points)
        shift = (middle[0] - width / 2, middle[1] - height / 2)
        _tile(pdf, sample_tiles()[name][side], f"{name} {side}", shift, tr)


def _heading(pdf: FPDF, tr: Translations) -> None:
    pdf.set_text_color(*INK)
    pdf.set_font("Helvetica", "", 7)
    pdf.set_xy(10, 4)
    pdf.cell(190, 4, tr.gettext(_TITLE), align="C")
    pdf.set_xy(115, 10)
    pdf.multi_cell(85, 3, tr.gettext(_RULER), align="L")
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.2)
    pdf.line(10, 13, 10 + RULER_MM, 13)
    for tick in range(0, RULER_MM + 1, 10):
        pdf.line(10 + tick, 11.5, 10 + tick, 13)


def _tile(pdf: FPDF, face: TileFace, name: str, shift: PointMm, tr: Translations) -> None:
    def at(point: PointMm) -> PointMm:
        return point[0] + shift[0], point[1] + shift[1]

    for cell, hex_ in zip(TILE, face.hexes, strict=True):
        pdf.set_draw_color(*INK)
        pdf.set_line_width(0.3)
        pdf.set_fill_color(*COLOURS[hex_.terrain])
        pdf.polygon([at(corner_mm(cell, number)) for number in range(6)], style="DF")
        x, y = at(centre_mm(cell))
        _PATTERNS[hex_.terrain](pdf, x, y)
    for cell, hex_ in zip(TILE, face.hexes, strict=True):
        for clock in hex_.river:
            _water(pdf, at(centre_mm(cell)), at(side_mm(cell, clock)))
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.5)
    pdf.polygon([at(point) for point in outline_mm()], style="D")
    if face.start:
        part, number = face.white_corner
        _white_corner(pdf, at(corner_mm(TILE[part], number)), at(centre_mm(TILE[part])))
        _symbol(pdf, face.start, at(centre_mm(TILE[0])), tr)
    x, y = at(centre_mm(TILE[2]))
    pdf.set_font("Helvetica", "", 6)
    pdf.set_text_color(*INK)
    pdf.set_xy(x - 12, y + 17)
    pdf.cell(24, 3, name, align="C")


def _water(pdf: FPDF, middle: PointMm, end: PointMm) -> None:
    """Draw half a river: from the centre of a cell to a side, with a wave along it."""
    (x, y), (end_x, end_y) = middle, end
    along = ((end_x - x) / (HEX_MM / 2), (end_y - y) / (HEX_MM / 2))

    def at(forward_mm: float, aside_mm: float) -> PointMm:
        return x + along[0] * forward_mm - along[1] * aside_mm, y + along[1] * forward_mm + along[
            0
        ] * aside_mm

    half, length = RIVER_MM / 2, HEX_MM / 2
    pdf.set_fill_color(*RIVER)
    pdf.polygon([at(0, half), at(length, half), at(length, -half), at(0, -half)], style="F")
    pdf.ellipse(x - half, y - half, RIVER_MM, RIVER_MM, style="F")
    pdf.set_draw_color(255)
    pdf.set_line_width(0.5)
    pdf.polyline([at(length * n / 24, 1.3 * sin(n / 6 * pi)) for n in range(25)])


def _ink(pdf: FPDF) -> None:
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.35)


def _grass(pdf: FPDF, x: float, y: float) -> None:
    _ink(pdf)
    for row in range(-2, 3):
        for column in range(-2, 3):
            gx, gy = x + column * 7 + (row % 2) * 3.5 - 1.7, y + row * 7
            pdf.line(gx, gy, gx - 1, gy - 2)
            pdf.line(gx, gy, gx + 1, gy - 2)


def _trees(pdf: FPDF, x: float, y: float) -> None:
    _ink(pdf)
    pdf.set_fill_color(48, 105, 58)
    for tx, ty in ((-11, -6), (0, -11), (11, -6), (-6, 4), (6, 4), (0, 14), (-13, 9), (13, 9)):
        pdf.polygon(
            [(x + tx, y + ty - 5), (x + tx + 3.6, y + ty + 3), (x + tx - 3.6, y + ty + 3)], style="DF"
        )


def _peaks(pdf: FPDF, x: float, y: float) -> None:
    _ink(pdf)
    pdf.set_fill_color(120, 112, 106)
    for mx, my, size in ((-9, 2, 10.0), (9, 3, 9.0), (0, 9, 12.0)):
        left, top, right = (
            (x + mx - size, y + my + size / 2),
            (x + mx, y + my - size),
            (x + mx + size, y + my + size / 2),
        )
        pdf.polygon([left, top, right], style="DF")
        pdf.set_fill_color(255)
        pdf.polygon(
            [(x + mx - size / 4, y + my - size * 0.62), top, (x + mx + size / 4, y + my - size * 0.62)],
            style="DF",
        )
        pdf.set_fill_color(120, 112, 106)


def _towers(pdf: FPDF, x: float, y: float) -> None:
    _ink(pdf)
    pdf.set_fill_color(240, 232, 224)
    for tx, height in ((-10, 16.0), (10, 16.0), (0, 22.0)):
        pdf.rect(x + tx - 4, y + 11 - height, 8, height, style="DF")
        for notch in (-4, -1, 2):
            pdf.rect(x + tx + notch, y + 11 - height - 2, 2, 2, style="DF")
    pdf.set_fill_color(*INK)
    pdf.rect(x - 1.8, y + 5, 3.6, 6, style="F")


_PATTERNS: dict[Terrain, Callable[[FPDF, float, float], None]] = {
    "plain": _grass,
    "forest": _trees,
    "mountain": _peaks,
    "castle": _towers,
}


def _white_corner(pdf: FPDF, corner: PointMm, middle: PointMm) -> None:
    """Paint the cell's corner white up to 8 mm along both sides."""
    share = 8 / (HEX_MM / 3**0.5)
    ways = [(cos(turn) * 1.0, sin(turn) * 1.0) for turn in (-pi / 3, pi / 3)]
    inward = (middle[0] - corner[0], middle[1] - corner[1])
    ends = [
        (
            corner[0] + share * (inward[0] * c - inward[1] * s),
            corner[1] + share * (inward[0] * s + inward[1] * c),
        )
        for c, s in ways
    ]
    _ink(pdf)
    pdf.set_fill_color(255)
    pdf.polygon([corner, *ends], style="DF")


def _symbol(pdf: FPDF, figure: Figure, middle: PointMm, tr: Translations) -> None:
    x, y = middle
    _ink(pdf)
    pdf.set_fill_color(255)
    pdf.ellipse(x - 8, y - 8, 16, 16, style="DF")
    pdf.set_fill_color(*INK)
    shapes: dict[Figure, list[PointMm]] = {
        "princess": [(-5, 3), (-5, -3), (-2.5, 0), (0, -4), (2.5, 0), (5, -3), (5, 3)],
        "knight": [(-4, -4), (4, -4), (4, 0), (0, 5), (-4, 0)],
        "dragon": [(0, 4), (-6, -3), (-2, -1), (0, -4), (2, -1), (6, -3)],
    }
    pdf.polygon([(x + dx, y - 1 + dy) for dx, dy in shapes[figure]], style="F")
    pdf.set_font("Helvetica", "B", 5)
    pdf.set_text_color(*INK)
    pdf.set_xy(x - 8, y + 4.2)
    pdf.cell(16, 2.5, tr.gettext(NAMES[figure]), align="C")


def _page_sheet(pdf: FPDF, numbers: Sequence[int], tr: Translations) -> None:
    pdf.add_page()
    left, top = (PAGE_MM[0] - CARDS_ACROSS * CARD_MM[0]) / 2, (PAGE_MM[1] - 3 * CARD_MM[1]) / 2 + 6
    pdf.set_text_color(*INK)
    pdf.set_font("Helvetica", "", 7)
    pdf.set_xy(10, 6)
    pdf.cell(190, 4, tr.gettext(_TITLE), align="C")
    for place, number in enumerate(n for n in numbers if n in sample_pages()):
        x, y = left + place % CARDS_ACROSS * CARD_MM[0], top + place // CARDS_ACROSS * CARD_MM[1]
        _ink(pdf)
        pdf.rect(x, y, *CARD_MM)
        pdf.set_font("Helvetica", "B", 10)
        pdf.set_xy(x + 5, y + 6)
        goal = goal_sentence(parse(sample_pages()[number])).say(tr)
        pdf.multi_cell(CARD_MM[0] - 10, 4.6, goal, align="L")
        pdf.line(x + 5, y + 38, x + CARD_MM[0] - 5, y + 38)
        pdf.set_font("Helvetica", "I", 9)
        pdf.set_xy(x + 5, y + 41)
        pdf.multi_cell(CARD_MM[0] - 10, 4.4, tr.gettext(sample_texts()[number]), align="L")
        pdf.set_font("Helvetica", "B", 11)
        pdf.set_xy(x + 5, y + CARD_MM[1] - 10)
        pdf.cell(CARD_MM[0] - 10, 6, str(number), align="C")
