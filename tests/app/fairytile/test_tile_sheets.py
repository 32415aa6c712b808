"""The sample to print."""

from collections.abc import Callable, Iterator

import pypdfium2
import pytest
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

from companion.app.fairytile.tile_sheets import CARD_MM, CELL_MM, COLUMNS, PAGE_MM, TOP_MM, sheets
from companion.games.base import ENGLISH
from companion.games.fairytile.geometry import HEX_MM, outline_mm
from companion.games.fairytile.goals import parse
from companion.games.fairytile.sets import sample_pages, sample_texts, sample_tiles
from companion.games.fairytile.words import goal_sentence
from companion.i18n import LANGUAGES, translator

SCALE = 2.0
POINTS_PER_MM = 72 / 25.4
LINE_MM = 0.45
"""The width of a line counts into its box."""
PX_PER_MM = SCALE * POINTS_PER_MM


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


def sizes_mm(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float]]:
    """Width and height of each line and shape of a page."""
    for shape in page.get_objects():
        if shape.type == FPDF_PAGEOBJ_PATH:
            left, bottom, right, top = shape.get_bounds()
            yield (right - left) / POINTS_PER_MM, (top - bottom) / POINTS_PER_MM


def middle_of_a(place: int) -> tuple[float, float]:
    """The middle of cell A of the tile at a place of a sheet, in millimetres."""
    xs, ys = zip(*outline_mm(), strict=True)
    x = PAGE_MM[0] / 2 + (place % COLUMNS - 0.5) * CELL_MM[0] - (min(xs) + max(xs)) / 2
    return x, TOP_MM + (place // COLUMNS + 0.5) * CELL_MM[1] - (min(ys) + max(ys)) / 2


def test_fronts_and_backs_and_pages(document: pypdfium2.PdfDocument) -> None:
    assert len(document) == 2 * 3 + 4
    for page in document:
        assert page.get_size() == pytest.approx((595.28, 841.89), abs=0.1)
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


def test_the_ruler_measures_100_mm(document: pypdfium2.PdfDocument) -> None:
    assert (
        sum(
            width == pytest.approx(100, abs=LINE_MM) and height < 1 for width, height in sizes_mm(document[0])
        )
        == 1
    )


def test_pages_are_cards_of_63_by_88_mm(document: pypdfium2.PdfDocument) -> None:
    assert sum(size == pytest.approx(CARD_MM, abs=LINE_MM) for size in sizes_mm(document[6])) == 9


def test_lands_keep_the_colours_of_their_terrain(document: pypdfium2.PdfDocument) -> None:
    """S1 has a plain at its B and a forest at its C."""
    at = pixels(document, 0)
    x, y = middle_of_a(0)
    plain = at(x + HEX_MM, y + 11)
    forest = at(x + HEX_MM / 2 - 17, y + HEX_MM * 0.866 + 1)
    assert plain[0] > 200 and plain[1] > 180 and plain[2] < 160
    assert forest[1] > forest[0] + 20 and forest[1] > forest[2] + 20


@pytest.mark.parametrize(
    "language",
    [code if code == "es" else pytest.param(code, marks=pytest.mark.slow) for code in LANGUAGES],
)
def test_every_language_can_be_printed(language: str) -> None:
    tr = translator(language)
    made = sheets(tr)
    assert len(made) < 1_000_000 and b"Helvetica" not in made
    document = pypdfium2.PdfDocument(made)
    assert len(document) == 10
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    for number, goal in sample_pages().items():
        assert goal_sentence(parse(goal)).say(tr) in text
        assert tr.gettext(sample_texts()[number]) in text
    assert "\N{REPLACEMENT CHARACTER}" not in text
