from pathlib import Path

import pypdfium2
import pytest

from companion.app.fabula.card_sheet import CARD_MM, write_cards
from companion.games.fabula.catalogue import sample
from companion.i18n import LANGUAGES, translator

MM = 72 / 25.4


def test_the_whole_set_is_printed_at_true_size(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    write_cards(out, "", translator("en"))
    document = pypdfium2.PdfDocument(out)
    assert len(document) == -(-len(sample()) // 9)
    first = document[0]
    assert first.get_size() == pytest.approx((210 * MM, 297 * MM), abs=0.1)
    boxes = [shape.get_bounds() for shape in first.get_objects() if shape.type == 2]
    sizes = [(round((right - left) / MM), round((top - bottom) / MM)) for left, bottom, right, top in boxes]
    assert sizes.count((round(CARD_MM[0]), round(CARD_MM[1]))) == 9
    assert "Spark Runner" in first.get_textpage().get_text_range()


def test_a_deck_is_printed_with_all_its_copies(tmp_path: Path) -> None:
    out = tmp_path / "ember.pdf"
    write_cards(out, "ember", translator("pt_BR"))
    document = pypdfium2.PdfDocument(out)
    text = "".join(page.get_textpage().get_text_range() for page in document)
    assert len(document) == 5 and text.count("Bandido das Cinzas") == 3
    with pytest.raises(KeyError):
        write_cards(out, "nobody", translator("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_is_in_the_language_asked_for(tmp_path: Path, language: str) -> None:
    out = tmp_path / "grove.pdf"
    write_cards(out, "grove", translator(language))
    text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(out))
    assert {"en": "spirit", "pt_BR": "espírito", "es": "espíritu"}[language] in text
    assert "?" not in text
