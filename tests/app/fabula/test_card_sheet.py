from collections.abc import Iterator, Mapping

import pypdfium2
import pytest
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE, FPDF_PAGEOBJ_PATH

from companion.app.fabula.card_sheet import (
    CARD_MM,
    LEFT_MM,
    PICTURES,
    PRINTS,
    RIM_MM,
    TEXT_MM,
    TITLE_MM,
    TOP_MM,
    picture_mm,
    text_of,
)  # fmt: skip
from companion.games.base import ENGLISH
from companion.games.fabula.catalogue import sample, sample_data
from companion.i18n import LANGUAGES, translator
from companion.printing import BLEED_MM, POINT_MM, lines_of, new_document

MM = 72 / 25.4
DPI = 300
LOWEST_MM = 24.0
"""Height that the picture of every card of the sample has at least."""
LINE_MM = 0.25
"""The width of a line counts into its box."""
MEGABYTES = 6_000_000


@pytest.fixture(scope="module")
def whole_set() -> bytes:
    return PRINTS[""](ENGLISH)


@pytest.fixture(scope="module")
def document(whole_set: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(whole_set)


def boxes_mm(page: pypdfium2.PdfPage, kind: int) -> Iterator[tuple[pypdfium2.PdfObject, float, float]]:
    """Objects of a kind with their width and height in mm."""
    for shape in page.get_objects():
        if shape.type == kind:
            left, bottom, right, top = shape.get_bounds()
            yield shape, (right - left) / MM, (top - bottom) / MM


def words_of(document: pypdfium2.PdfDocument) -> str:
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())


def test_the_whole_set_is_printed_at_true_size(document: pypdfium2.PdfDocument) -> None:
    assert len(document) == -(-len(sample()) // 9)
    for page in document:
        assert page.get_size() == pytest.approx((210 * MM, 297 * MM), abs=0.1)
    sizes = [size for _, *size in boxes_mm(document[0], FPDF_PAGEOBJ_PATH)]
    assert sum(size == pytest.approx(CARD_MM, abs=LINE_MM) for size in sizes) == 9
    assert b"/PrintScaling /None" in PRINTS["ember"](ENGLISH)


def test_every_card_has_its_picture_at_300_dpi(document: pypdfium2.PdfDocument) -> None:
    assert {path.stem for path in PICTURES.iterdir()} == sample().keys()
    for number, page in enumerate(document):
        pictures = list(boxes_mm(page, FPDF_PAGEOBJ_IMAGE))
        assert len(pictures) == len(list(sample())[9 * number : 9 * number + 9])
        for picture, width, height in pictures:
            across, down = picture.get_px_size()
            assert min(across / width, down / height) * 25.4 >= DPI


def test_a_frame_keeps_off_the_cut_and_the_paper_goes_beyond_it(document: pypdfium2.PdfDocument) -> None:
    scale = 4.0
    page = document[0].render(scale=scale).to_pil().convert("RGB")

    def at(x_mm: float, y_mm: float) -> tuple[int, ...]:
        found = page.getpixel((round(x_mm * MM * scale), round(y_mm * MM * scale)))
        assert isinstance(found, tuple)
        return found

    middle = TOP_MM + CARD_MM[1] / 2
    paper = at(LEFT_MM + 1, middle)
    assert min(paper) > 180
    assert at(LEFT_MM - 1, middle) == at(LEFT_MM + CARD_MM[0] - 1, middle) == paper
    assert max(at(LEFT_MM + 2.45, middle)) < 60, "the frame"
    assert at(LEFT_MM - 3, middle) == (255, 255, 255)


def test_the_whole_set_is_small_enough_to_send(whole_set: bytes) -> None:
    assert len(whole_set) < MEGABYTES
    assert b"Helvetica" not in whole_set


def test_a_deck_is_printed_with_all_its_copies() -> None:
    document = pypdfium2.PdfDocument(PRINTS["ember"](translator("pt_BR")))
    assert len(document) == 5 and words_of(document).count("Bandido das Cinzas") == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_have_two_lines_and_texts_have_room(language: str) -> None:
    tr, pdf, width = translator(language), new_document(), CARD_MM[0] - 2 * (BLEED_MM + RIM_MM)
    for card in sample().values():
        pdf.set_font("titles", "", TITLE_MM / POINT_MM)
        title = lines_of(pdf, text_of(card.name, tr), width - 3)
        assert len(title) <= 2 and all(pdf.get_string_width(line) <= width - 3 for line in title)
        pdf.set_font("text", "", TEXT_MM / POINT_MM)
        text = lines_of(pdf, text_of(card.text, tr), width - 5)
        assert picture_mm(len(title), len(text)) >= LOWEST_MM, card.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_is_in_the_language_asked_for(language: str) -> None:
    tr = translator(language)
    text = words_of(pypdfium2.PdfDocument(PRINTS["grove"](tr)))
    deck: Mapping[str, int] = sample_data()["decks"]["grove"]["main"]
    for card in deck:
        for written in (sample()[card].name, sample()[card].text):
            assert text_of(written, tr) in text
    assert "?" not in text and "\N{REPLACEMENT CHARACTER}" not in text
