"""Printed sheets: the fonts of screen and paper, and the PDF document that every sheet begins with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpdf import FPDF

Rgb = tuple[int, int, int]

_FONTS = Path(__file__).parent / "fonts"
TITLES = _FONTS / "titles.ttf"
TEXT = _FONTS / "text.ttf"
TEXT_BOLD = _FONTS / "text-bold.ttf"
THINGS = _FONTS / "things.ttf"
_THINGS_ASCENT = 0.875
"""Part of the square of a thing that is above the line it is written on."""
POINT_MM = 25.4 / 72
_RULER_MM = 100
BLEED_MM, _MARK_MM = 2.0, 6.0
"""Paper of a card beyond the cut, and inside it up to its frame; length of the cutting marks outside."""


def new_document(title: str = "") -> FPDF:
    """Return an A4 document in millimetres, to be printed without scaling.

    Its fonts are "titles", "text", "text" bold and "things"; only the characters in use are embedded.
    """
    from fpdf import FPDF  # only who prints needs its 300 modules
    from fpdf.prefs import ViewerPreferences

    pdf = FPDF(unit="mm", format="A4")
    for family, style, path in (
        ("titles", "", TITLES), ("text", "", TEXT), ("text", "B", TEXT_BOLD), ("things", "", THINGS),
    ):  # fmt: skip
        pdf.add_font(family, style, path)
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    pdf.set_auto_page_break(False)
    pdf.set_creator("Table Companion")
    if title:
        pdf.set_title(title)
    return pdf


def rgb(code: str) -> Rgb:
    """Return the colour written as #RRGGBB."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


@cache
def things() -> dict[str, int]:
    """Code points of the things of the games by their names at game-icons.net."""
    found: dict[str, int] = json.loads(THINGS.with_suffix(".json").read_text("utf-8"))
    return found


def thing(pdf: FPDF, name: str, x: float, y: float, side: float, ink: Rgb) -> None:
    """Draw a thing around x, y, its square `side` mm wide. Raises KeyError if the font has none."""
    pdf.set_font("things", "", side / POINT_MM)
    pdf.set_text_color(*ink)
    pdf.text(x - side / 2, y + (_THINGS_ASCENT - 0.5) * side, chr(things()[name]))


def lines_of(pdf: FPDF, text: str, width: float) -> list[str]:
    """Break a text into lines of at most `width` mm in the font of the moment."""
    lines: list[str] = []
    for word in text.split():
        if lines and pdf.get_string_width(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def write_lines(pdf: FPDF, lines: list[str], x: float, y: float, width: float, leading: float) -> None:
    """Write lines below y, each in the middle of a column."""
    for number, line in enumerate(lines):
        pdf.set_xy(x, y + number * leading)
        pdf.cell(width, leading, line, align="C")


def card_paper(
    pdf: FPDF, places: Sequence[tuple[float, float]], size: tuple[float, float], paper: Rgb
) -> None:
    """Draw the cutting marks of a page's cards and their paper; `places` are their top left corners."""
    (width, height), (xs, ys) = size, zip(*places, strict=True)
    pdf.set_draw_color(0)
    pdf.set_line_width(0.1)
    for x in {left + side for left in xs for side in (0.0, width)}:
        pdf.line(x, min(ys) - _MARK_MM, x, max(ys) + height + _MARK_MM)
    for y in {top + side for top in ys for side in (0.0, height)}:
        pdf.line(min(xs) - _MARK_MM, y, max(xs) + width + _MARK_MM, y)
    pdf.set_fill_color(*paper)
    for x, y in places:
        pdf.rect(x - BLEED_MM, y - BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM, style="F")


def ruler(pdf: FPDF, x: float, y: float, ink: Rgb) -> None:
    """Draw a ruler of 100 mm with a tick each 10 mm, which shows that the print has its true size."""
    pdf.set_draw_color(*ink)
    pdf.set_line_width(0.2)
    pdf.line(x, y, x + _RULER_MM, y)
    for tick in range(0, _RULER_MM + 1, 10):
        pdf.line(x + tick, y - 1.5, x + tick, y)
