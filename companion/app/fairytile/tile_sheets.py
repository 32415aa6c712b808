"""Printable sample of Fairy Tile: tiles as small scenes, and pages of a storybook.

Fronts and backs are on alternate sheets for duplex printing over the long edge. A tile is its own mirror
image, so one cut serves both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING

from companion.app.fairytile import print_scenes
from companion.games.base import N_, Translations
from companion.games.fairytile.board import TILE, Figure, TileFace, TileSide
from companion.games.fairytile.geometry import (
    HEX_MM,
    RADIUS_MM,
    PointMm,
    centre_mm,
    corner_mm,
    outline_mm,
)  # fmt: skip
from companion.games.fairytile.goals import parse
from companion.games.fairytile.sets import sample_pages, sample_texts, sample_tiles
from companion.games.fairytile.words import NAMES, goal_sentence
from companion.printing import BLEED_MM, POINT_MM, card_paper, lines_of, new_document, rgb, ruler, write_lines

if TYPE_CHECKING:
    from fpdf import FPDF

INK, SOFT, PAPER, BOOK, GOLD = map(rgb, ("#23284A", "#4D5876", "#FFFBF0", "#9C3C57", "#C9A566"))
PAGE_MM = (210.0, 297.0)
COLUMNS, ROWS = 2, 3
TOP_MM = 16.0
CELL_MM = (100.0, 92.0)
"""Grid cell in mm; a tile is 90 mm wide and 91 mm high."""
CARD_MM = (63.0, 88.0)
CARDS_ACROSS = 3
GOAL_MM, STORY_MM = 4.4, 3.2
"""Sizes of the texts of a page, in mm; the picture leaves them their room."""
PICTURE_MM = (52.0, 26.0)
"""Width and least height of the picture of a page."""

_TITLE = N_("Fairy Tile: the sample of Table Companion, not the tiles and pages of the game")
_RULER = N_("This ruler must measure exactly 100 mm on paper. If not, print again without scaling.")


def sheets(tr: Translations) -> bytes:
    """Return all tiles and pages as a PDF."""
    pdf = new_document(tr.gettext(_TITLE))
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
    pdf.set_text_color(*SOFT)
    pdf.set_font("text", "", 8)
    pdf.set_xy(10, 4)
    pdf.cell(190, 4, tr.gettext(_TITLE), align="C")
    pdf.set_xy(115, 9)
    pdf.multi_cell(85, 3.2, tr.gettext(_RULER), align="L")
    ruler(pdf, 10, 13, INK)


def _drawing(
    pdf: FPDF, drawing: str, box: tuple[float, float, float, float], view: tuple[float, float]
) -> None:
    """Draw SVG elements; a part of their plane, of that width and height from (0, 0), fills the box."""
    from fpdf.svg import SVGObject  # see companion.printing

    left, top, width, height = box
    size = f'width="{width}mm" height="{height}mm"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {view[0]} {view[1]}" {size}>{drawing}</svg>'
    SVGObject(svg).draw_to_page(pdf, left, top)


def _tile(pdf: FPDF, face: TileFace, name: str, shift: PointMm, tr: Translations) -> None:
    def at(point: PointMm) -> PointMm:
        return point[0] + shift[0], point[1] + shift[1]

    for cell, hex_ in zip(TILE, face.hexes, strict=True):
        x, y = at(centre_mm(cell))
        box = (x - RADIUS_MM, y - RADIUS_MM, 2 * RADIUS_MM, 2 * RADIUS_MM)
        _drawing(pdf, print_scenes.placed(print_scenes.land(hex_.terrain, hex_.river), 1, 1, 1), box, (2, 2))
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.3)
    for cell in TILE:
        pdf.polygon([at(corner_mm(cell, number)) for number in range(6)], style="D")
    pdf.set_line_width(0.5)
    pdf.polygon([at(point) for point in outline_mm()], style="D")
    if face.start:
        part, number = face.white_corner
        _white_corner(pdf, at(corner_mm(TILE[part], number)), at(centre_mm(TILE[part])))
        _start(pdf, face.start, at(centre_mm(TILE[0])), tr)
    x, y = at(centre_mm(TILE[2]))
    _plate(pdf, name, x, y + 19.5, 6.5)


def _plate(pdf: FPDF, text: str, x: float, y: float, points: float) -> None:
    """Write a word on a small plate around x, y."""
    pdf.set_font("text", "B", points)
    high, wide = 1.5 * points * POINT_MM, pdf.get_string_width(text) + 2.4
    pdf.set_fill_color(*PAPER)
    pdf.rect(x - wide / 2, y - high / 2, wide, high, style="F", round_corners=True, corner_radius=high / 3)
    pdf.set_text_color(*INK)
    write_lines(pdf, [text], x - wide / 2, y - high / 2, wide, high)


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
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.35)
    pdf.set_fill_color(255)
    pdf.polygon([corner, *ends], style="DF")


def _start(pdf: FPDF, figure: Figure, middle: PointMm, tr: Translations) -> None:
    """Draw where a figure begins: the figure on a disc, with its name."""
    x, y = middle
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.5)
    pdf.set_fill_color(*PAPER)
    pdf.circle(x, y, 9, style="DF")
    _drawing(pdf, print_scenes.figure(figure, 8, 7.6, 14), (x - 8, y - 8, 16, 16), (16, 16))
    _plate(pdf, tr.gettext(NAMES[figure]), x, y + 9.6, 7.5)


def _page_sheet(pdf: FPDF, numbers: Sequence[int], tr: Translations) -> None:
    pdf.add_page()
    width, height = CARD_MM
    left, top = (PAGE_MM[0] - CARDS_ACROSS * width) / 2, (PAGE_MM[1] - 3 * height) / 2 + 4
    pdf.set_text_color(*SOFT)
    pdf.set_font("text", "", 8)
    pdf.set_xy(10, 6)
    pdf.cell(190, 4, tr.gettext(_TITLE), align="C")
    shown = [number for number in numbers if number in sample_pages()]
    places = [(left + n % CARDS_ACROSS * width, top + n // CARDS_ACROSS * height) for n in range(len(shown))]
    card_paper(pdf, places, CARD_MM, PAPER)
    for (x, y), number in zip(places, shown, strict=True):
        _page(pdf, number, x, y, tr)


def _page(pdf: FPDF, number: int, x: float, y: float, tr: Translations) -> None:
    """Draw one page of the storybook: its picture, its goal and its story."""
    width, height = CARD_MM
    pdf.set_draw_color(*GOLD)
    pdf.set_line_width(0.1)
    pdf.rect(x, y, width, height)
    for inset, line, ink in ((BLEED_MM + 0.4, 0.8, BOOK), (BLEED_MM + 1.4, 0.25, GOLD)):
        pdf.set_draw_color(*ink)
        pdf.set_line_width(line)
        box = (x + inset, y + inset, width - 2 * inset, height - 2 * inset)
        pdf.rect(*box, style="D", round_corners=True, corner_radius=4 - inset / 2)
    left, room = x + (width - PICTURE_MM[0]) / 2, PICTURE_MM[0]
    pdf.set_font("titles", "", GOAL_MM / POINT_MM)
    goal = lines_of(pdf, goal_sentence(parse(sample_pages()[number])).say(tr), room)
    pdf.set_font("text", "", STORY_MM / POINT_MM)
    story = lines_of(pdf, tr.gettext(sample_texts()[number]), room)
    goal_high, story_high = 1.12 * GOAL_MM * len(goal), 1.25 * STORY_MM * len(story)
    at, foot = y + 5.5, y + height - 9.5
    whole = room * print_scenes.SCENE[1] / print_scenes.SCENE[0]
    high = max(PICTURE_MM[1], min(whole, foot - at - goal_high - story_high - 6))
    with pdf.rect_clip(left, at, room, high):
        drawing = print_scenes.scene(parse(sample_pages()[number]))
        _drawing(pdf, drawing, (left, at - 0.45 * (whole - high), room, whole), print_scenes.SCENE)
    pdf.set_draw_color(*GOLD)
    pdf.set_line_width(0.5)
    pdf.rect(left, at, room, high)
    at += high + max(2.0, (foot - at - high - goal_high - story_high - 2) / 2)
    pdf.set_text_color(*INK)
    pdf.set_font("titles", "", GOAL_MM / POINT_MM)
    write_lines(pdf, goal, left, at, room, 1.12 * GOAL_MM)
    pdf.set_text_color(*SOFT)
    pdf.set_font("text", "", STORY_MM / POINT_MM)
    write_lines(pdf, story, left, at + goal_high + 2, room, 1.25 * STORY_MM)
    pdf.line(x + width / 2 - 12, y + height - 6.9, x + width / 2 - 5, y + height - 6.9)
    pdf.line(x + width / 2 + 5, y + height - 6.9, x + width / 2 + 12, y + height - 6.9)
    pdf.set_font("text", "B", 12)
    pdf.set_text_color(*BOOK)
    write_lines(pdf, [str(number)], left, y + height - 9.4, room, 5)
