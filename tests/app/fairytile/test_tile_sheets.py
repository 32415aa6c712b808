"""The sample to print."""

from collections.abc import Callable

import pypdfium2
import pytest

from companion.app.fairytile.tile_sheets import CELL_MM, COLUMNS, PAGE_MM, TOP_MM, sheets
from companion.games.base import ENGLISH
from companion.games.fairytile.geometry import HEX_MM, outline_mm
from companion.games.fairytile.sets import sample_tiles
from companion.i18n import LANGUAGES, translator

SCALE = 2.0
PX_PER_MM = SCALE * 72 / 25.4


@pytest.fixture(scope="module")
def document() -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(sheets(ENGLISH))


def pixels(document: pypdfium2.PdfDocument, page: int) -> Callable[[float, float], tuple[int, int, int]]:
    """The colour of a page at millimetres from its top left."""
    picture = document[page].render(scale=SCALE).to_pil().convert("RGB")

    def at(x_mm: float, y_mm: float) -> tuple[int, int, int]:
        r, g, b = picture.getpixel((round(x_mm * PX_PER_MM), round(y_mm * PX_PER_MM)))
        return r, g, b

    return at


def middle_of_a(place: int) -> tuple[float, float]:
    """The middle of cell A of the tile at a place of a sheet, in millimetres."""
    xs, ys = zip(*outline_mm(), strict=True)
    x = PAGE_MM[0] / 2 + (place % COLUMNS - 0.5) * CELL_MM[0] - (min(xs) + max(xs)) / 2
    return x, TOP_MM + (place // COLUMNS + 0.5) * CELL_MM[1] - (min(ys) + max(ys)) / 2


def test_fronts_and_backs_and_pages(document: pypdfium2.PdfDocument) -> None:
    assert len(document) == 2 * 3 + 4
    assert document[0].get_size() == pytest.approx((595.28, 841.89), abs=0.1)
    text = [document[n].get_textpage().get_text_range() for n in range(len(document))]
    for name in sample_tiles():
        assert f"{name} front" in "".join(text[0:6:2])
        assert f"{name} back" in "".join(text[1:6:2])
    assert "not the tiles and pages of the game" in text[0]


def test_a_tile_is_printed_at_true_size(document: pypdfium2.PdfDocument) -> None:
    at = pixels(document, 0)
    x, y = middle_of_a(3)  # T4: a river through A from one o'clock to seven
    left, right = x - HEX_MM / 2, x + 3 * HEX_MM / 2
    for inside, outside in ((left + 1, left - 1), (right - 1, right + 1)):
        assert at(inside, y + 9) != (255, 255, 255)
        assert at(outside, y + 9) == (255, 255, 255)


def test_backs_lie_behind_their_fronts(document: pypdfium2.PdfDocument) -> None:
    """Turned over the long side, the paper's left is its right: S1's back is printed at the right."""
    back = document[1].get_textpage()
    text = back.get_text_range()
    left = {name: back.get_charbox(text.index(f"{name} back"))[0] for name in ("S1", "S2")}
    front = document[0].get_textpage()
    text = front.get_text_range()
    right = {name: front.get_charbox(text.index(f"{name} front"))[0] for name in ("S1", "S2")}
    assert left["S1"] > left["S2"]
    assert right["S1"] < right["S2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_be_printed(language: str) -> None:
    assert len(pypdfium2.PdfDocument(sheets(translator(language)))) == 10
