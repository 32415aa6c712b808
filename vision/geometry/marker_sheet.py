"""PDF sheet of the corner markers: four ArUco cards at true size on one A4 page."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np
from fpdf import FPDF

from companion.errors import VisionError
from companion.printing import new_document
from vision.geometry.markers import CARD_MM, IDS, MODULES, QUIET_MM, SQUARE_MM, card_corners, card_px

RULER_MM = 100
"""Length of the ruler that shows the true size."""
BOARD_MM = (71.0, 112.0, 68.0, 60.0)
"""Left, top, width and height of the sketched board; the cards touch its corners as on the table."""
RULER_LEFT_MM, RULER_TOP_MM = 55.0, 240.0
LINE_GREY = 120
"""Grey level of cutting lines, 0..255."""


@dataclass(frozen=True, slots=True)
class SheetTexts:
    """Texts of the sheet in the player's language; `corners` in the order of `IDS`."""

    title: str
    advice: str
    ruler: str
    board: str
    corners: Sequence[str]


def write_sheet(path: Path, texts: SheetTexts) -> None:
    """Write the PDF; replaces a file at `path` only after the new one is complete.

    Raises VisionError `sheet_not_written` if the folder is missing, not writable or full.
    """
    pdf = new_document(texts.title)
    pdf.add_page()
    pdf.set_line_width(0.2)
    _write_texts(pdf, texts)
    left_mm, top_mm, width_mm, height_mm = BOARD_MM
    board = np.array([[left_mm, top_mm]]) + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (width_mm, height_mm)
    cards = card_corners(board).tolist()
    for marker, (card_left_mm, card_top_mm), corner in zip(IDS, cards, texts.corners, strict=True):
        _draw_card(pdf, marker, card_left_mm, card_top_mm, corner)
    _draw_ruler(pdf, texts.ruler)
    _save(path, bytes(pdf.output()))


def _write_texts(pdf: FPDF, texts: SheetTexts) -> None:
    pdf.set_font("titles", "", 20)
    pdf.set_xy(20, 18)
    pdf.cell(170, 8, texts.title)
    pdf.set_font("text", "", 10)
    pdf.set_xy(20, 28)
    pdf.multi_cell(170, 5, texts.advice, align="L")
    left_mm, top_mm, width_mm, height_mm = BOARD_MM
    pdf.set_draw_color(LINE_GREY)
    pdf.rect(left_mm, top_mm, width_mm, height_mm)
    pdf.set_xy(left_mm, top_mm + height_mm / 2 - 3)
    pdf.cell(width_mm, 6, texts.board, align="C")


def _draw_card(pdf: FPDF, marker: int, left_mm: float, top_mm: float, corner: str) -> None:
    pdf.set_draw_color(LINE_GREY)
    pdf.set_dash_pattern(dash=1.5, gap=1)
    pdf.rect(left_mm, top_mm, CARD_MM, CARD_MM)
    pdf.set_dash_pattern()
    bits = card_px(marker, 1)
    module_mm = SQUARE_MM / MODULES
    pdf.set_fill_color(0)
    pdf.rect(left_mm + QUIET_MM, top_mm + QUIET_MM, SQUARE_MM, SQUARE_MM, style="F")
    pdf.set_fill_color(255)
    for row, column in zip(*bits.nonzero(), strict=True):
        pdf.rect(
            left_mm + QUIET_MM + column * module_mm,
            top_mm + QUIET_MM + row * module_mm,
            module_mm,
            module_mm,
            style="F",
        )
    pdf.set_font("text", "", 9)
    above = top_mm < BOARD_MM[1]
    pdf.set_xy(left_mm, top_mm - 6 if above else top_mm + CARD_MM + 1)
    pdf.cell(CARD_MM, 5, f"{marker}: {corner}", align="C")


def _draw_ruler(pdf: FPDF, text: str) -> None:
    pdf.set_draw_color(0)
    pdf.line(RULER_LEFT_MM, RULER_TOP_MM, RULER_LEFT_MM + RULER_MM, RULER_TOP_MM)
    pdf.set_font("text", "", 7)
    for mm in range(RULER_MM + 1):
        length_mm = 5 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2
        pdf.line(RULER_LEFT_MM + mm, RULER_TOP_MM, RULER_LEFT_MM + mm, RULER_TOP_MM + length_mm)
        if mm % 10 == 0:
            pdf.set_xy(RULER_LEFT_MM + mm - 5, RULER_TOP_MM + 5)
            pdf.cell(10, 4, str(mm), align="C")
    pdf.set_font("text", "", 10)
    pdf.set_xy(20, RULER_TOP_MM + 12)
    pdf.multi_cell(170, 5, text, align="C")


def _save(path: Path, content: bytes) -> None:
    temporary: Path | None = None
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}", delete=False) as file:
            temporary = Path(file.name)
            file.write(content)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise VisionError(
            "sheet_not_written",
            f"{path}: cannot be written ({error.strerror}); name a file in a folder you may write to",
            path=str(path),
            cause=error.strerror,
        ) from error
