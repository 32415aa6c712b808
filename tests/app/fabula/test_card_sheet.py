import pypdfium2
import pytest

from companion.app.fabula.card_sheet import CARD_MM, PRINTS
from companion.games.base import ENGLISH
from companion.games.fabula.catalogue import sample
from companion.i18n import LANGUAGES, translator

MM = 72 / 25.4


def test_the_whole_set_is_printed_at_true_size() -> None:
    document = pypdfium2.PdfDocument(PRINTS[""](ENGLISH))
    assert len(document) == -(-len(sample()) // 9)
    first = document[0]
    assert first.get_size() == pytest.approx((210 * MM, 297 * MM), abs=0.1)
    boxes = [shape.get_bounds() for shape in first.get_objects() if shape.type == 2]
    sizes = [(round((right - left) / MM), round((top - bottom) / MM)) for left, bottom, right, top in boxes]
    assert sizes.count((round(CARD_MM[0]), round(CARD_MM[1]))) == 9
    assert "Spark Runner" in first.get_textpage().get_text_range()


def test_a_deck_is_printed_with_all_its_copies() -> None:
    document = pypdfium2.PdfDocument(PRINTS["ember"](translator("pt_BR")))
    text = "".join(page.get_textpage().get_text_range() for page in document)
    assert len(document) == 5 and text.count("Bandido das Cinzas") == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_is_in_the_language_asked_for(language: str) -> None:
    document = pypdfium2.PdfDocument(PRINTS["grove"](translator(language)))
    text = "".join(page.get_textpage().get_text_range() for page in document)
    assert {"en": "spirit", "pt_BR": "espírito", "es": "espíritu"}[language] in text
    assert "?" not in text
