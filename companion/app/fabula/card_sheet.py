"""Printable cards of Fábula: 63 x 88 mm, nine on an A4 page, with cutting lines.

A card looks as on the screen. Its frame keeps off the cut, and its paper is printed beyond it, so that a cut
that is a millimetre aside spoils no card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from companion.games.base import N_, Translations
from companion.games.fabula.cards import CardDefinition, Text
from companion.games.fabula.catalogue import sample, sample_data
from companion.printing import (
    BLEED_MM,
    POINT_MM,
    Rgb,
    card_paper,
    lines_of,
    new_document,
    rgb,
    thing,
    write_lines,
)

if TYPE_CHECKING:
    from fpdf import FPDF

CARD_MM = (63.0, 88.0)
LEFT_MM, TOP_MM = 10.5, 16.5
PICTURES = Path(__file__).parent / "prints"
PICTURE_PX = (768, 640)
RIM_MM = 0.9

PAPER, INK, SOFT, LINE, WHITE = map(rgb, ("#F3E6CC", "#1D1713", "#5A4936", "#A98F60", "#FFFFFF"))
OFFENCE, LIFE, INFLUENCE = map(rgb, ("#A2321D", "#B8322A", "#8A6410"))
COLOURS: Mapping[str, tuple[Rgb, str]] = {
    "red": (rgb("#B23A22"), "flame"), "blue": (rgb("#275A84"), "drop"), "green": (rgb("#4B7531"), "oak-leaf"),
}  # fmt: skip
"""Ink and thing of a colour of cards."""
NO_COLOUR = rgb("#6D5F50")
TITLE_MM, NOTE_MM, TEXT_MM = 5.4, 3.2, 3.3
"""Sizes of the name, the line of the type and the text, in mm; they never shrink."""
HIGHEST_MM = 44.0
"""Height of the picture: a long text takes room from it."""
BADGE_MM, FOOT_MM = 9.0, 1.6
DIGIT = 0.668
"""Height of a digit of the bold text font, in em."""

TYPES = {
    "ally": N_("Ally"), "manoeuvre": N_("Manoeuvre"), "modification": N_("Modification"), "base": N_("Base"),
}  # fmt: skip
KINDS = {
    "soldier": N_("soldier"), "politician": N_("politician"), "guardian": N_("guardian"),
    "merchant": N_("merchant"), "spirit": N_("spirit"), "beast": N_("beast"),
}  # fmt: skip
LANGUAGE = N_("en")
"""Language code of a catalogue, translated in each of them."""

Point = tuple[float, float]
STARS = {"common": 1, "rare": 2, "legendary": 3}
BOLT = ((0.56, 0.96), (0.18, 0.44), (0.46, 0.44), (0.36, 0.04), (0.82, 0.6), (0.54, 0.6))
CROWN = ((0.06, 0.0), (0.94, 0.0), (1.0, 0.92), (0.74, 0.6), (0.5, 1.0), (0.26, 0.6), (0.0, 0.92))
"""Shapes in the unit square, y up."""


def set_sheets(tr: Translations) -> bytes:
    """Return a PDF of the sample set, one copy of each card."""
    return sheets(list(sample().items()), tr)


def deck_sheets(name: str, tr: Translations) -> bytes:
    """Return a PDF of a deck of the sample set: its bases and all copies of its cards."""
    deck, cards = sample_data()["decks"][name], sample()
    main = [card for card, n in deck["main"].items() for _ in range(n)]
    return sheets([(card, cards[card]) for card in (deck["centre"], *deck["outskirts"], *main)], tr)


def sheets(cards: Sequence[tuple[str, CardDefinition]], tr: Translations) -> bytes:
    """Return a PDF with these cards in this order."""
    pdf = new_document("Fábula")
    for first in range(0, len(cards), 9):
        pdf.add_page()
        page = cards[first : first + 9]
        places = [(LEFT_MM + n % 3 * CARD_MM[0], TOP_MM + n // 3 * CARD_MM[1]) for n in range(len(page))]
        card_paper(pdf, places, CARD_MM, PAPER)
        for (x, y), (name, card) in zip(places, page, strict=True):
            draw(pdf, name, card, x, y, tr)
    return bytes(pdf.output())


def draw(pdf: FPDF, name: str, card: CardDefinition, x: float, y: float, tr: Translations) -> None:
    """Draw one card with its top left corner at x, y in mm."""
    pdf.set_draw_color(*LINE)
    pdf.set_line_width(0.1)
    pdf.rect(x, y, *CARD_MM)
    left, top = x + BLEED_MM, y + BLEED_MM
    width, height = CARD_MM[0] - 2 * BLEED_MM, CARD_MM[1] - 2 * BLEED_MM
    _rounded(pdf, (left, top, width, height), INK, 2.6)
    left, top, width, height = left + RIM_MM, top + RIM_MM, width - 2 * RIM_MM, height - 2 * RIM_MM
    _rounded(pdf, (left, top, width, height), PAPER, 1.7)
    foot = top + height - FOOT_MM - BADGE_MM

    _font(pdf, "titles", TITLE_MM, INK)
    title = lines_of(pdf, text_of(card.name, tr) or name, width - 3)
    _font(pdf, "text", TEXT_MM, INK)
    text = lines_of(pdf, text_of(card.text, tr), width - 5)
    picture = picture_mm(len(title), len(text))
    _picture(pdf, name, (left, top, width, picture))
    _corners(pdf, card, left, top, width)
    _stars(pdf, STARS[card.rarity], left + width / 2, top + picture)

    at = top + picture + 2.7
    _font(pdf, "titles", TITLE_MM, INK)
    write_lines(pdf, title, left, at, width, 1.06 * TITLE_MM)
    at += 1.06 * TITLE_MM * len(title) + 0.2
    _font(pdf, "text", NOTE_MM, SOFT, "B")
    write_lines(pdf, [_type_line(card, tr)], left, at, width, 1.3 * NOTE_MM)
    at += 1.3 * NOTE_MM
    _font(pdf, "text", TEXT_MM, INK)
    spare = foot - at - 1.25 * TEXT_MM * len(text)
    write_lines(pdf, text, left, at + spare / 2, width, 1.25 * TEXT_MM)
    _badges(pdf, card, left, foot + BADGE_MM / 2, width)


def picture_mm(title_lines: int, text_lines: int) -> float:
    """Height of the picture above a name and a text of so many lines."""
    room = CARD_MM[1] - 2 * (BLEED_MM + RIM_MM) - FOOT_MM - BADGE_MM
    words = 1.06 * TITLE_MM * title_lines + 1.3 * NOTE_MM + 1.25 * TEXT_MM * text_lines
    return min(HIGHEST_MM, room - words - 6.5)


def text_of(text: Text, tr: Translations) -> str:
    """Translate a name or text into the catalogue's language."""
    if isinstance(text, Mapping):
        return text.get(tr.gettext(LANGUAGE)) or text.get("en", "")
    return text


def _type_line(card: CardDefinition, tr: Translations) -> str:
    words = [TYPES[card.type], *([KINDS.get(card.kind, card.kind)] if card.kind else [])]
    return " · ".join(map(tr.gettext, words))


def _font(pdf: FPDF, family: str, em: float, ink: Rgb, style: Literal["", "B"] = "") -> None:
    pdf.set_font(family, style, em / POINT_MM)
    pdf.set_text_color(*ink)


def _rounded(pdf: FPDF, box: tuple[float, float, float, float], ink: Rgb, radius: float) -> None:
    pdf.set_fill_color(*ink)
    pdf.rect(*box, style="F", round_corners=True, corner_radius=radius)


def _shape(pdf: FPDF, points: Sequence[Point], ink: Rgb) -> None:
    pdf.set_fill_color(*ink)
    pdf.polygon(points, style="F")


def _number(pdf: FPDF, number: str, x: float, y: float, em: float, ink: Rgb = WHITE) -> None:
    """Write a number around x, y."""
    _font(pdf, "text", em, ink, "B")
    pdf.text(x - pdf.get_string_width(number) / 2, y + DIGIT / 2 * em, number)


def _picture(pdf: FPDF, name: str, box: tuple[float, float, float, float]) -> None:
    """Draw the card's picture as wide as the box, with what is too high cut off, more below than above."""
    left, top, width, height = box
    whole = width * PICTURE_PX[1] / PICTURE_PX[0]
    with pdf.rect_clip(left, top, width, height):
        pdf.image(PICTURES / f"{name}.png", left, top - 0.4 * (whole - height), width, whole)
    _shape(pdf, _corners_of(left, top + height - 0.35, width, 0.7), INK)


def _corners_of(left: float, top: float, width: float, height: float) -> list[Point]:
    return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]


def _corners(pdf: FPDF, card: CardDefinition, left: float, top: float, width: float) -> None:
    """Draw the cost at the left, the signs of the colours at the right."""
    if card.type != "base" and not card.token:
        side = 13.0
        round_ = [(left + side - 5 + 5 * cos(a), top + side - 5 + 5 * sin(a)) for a in _turns(12, pi / 2)]
        under = 0.4  # below the frame, so that no light shows between them
        points = [
            (left - under, top + 2), (left, top), (left + 2, top - under), (left + side, top - under),
            *round_, (left - under, top + side),
        ]  # fmt: skip
        _shape(pdf, points, INK)
        _number(pdf, str(card.cost), left + 0.47 * side, top + 0.47 * side, 9.5, PAPER)
    at = left + width - 6.0
    for colour in reversed(card.colors or ("",)):
        ink, sign = COLOURS.get(colour, (NO_COLOUR, ""))
        for radius, tint in ((4.7, PAPER), (4.4, INK), (3.9, ink)):
            pdf.set_fill_color(*tint)
            pdf.circle(at, top + 6.0, radius, style="F")
        if sign:
            thing(pdf, sign, at, top + 6.0, 5.8, PAPER)
        at -= 7.2


def _stars(pdf: FPDF, count: int, x: float, y: float) -> None:
    """Draw the rarity as stars on the line below the picture."""
    half = 1.6 * count + 0.9
    _rounded(pdf, (x - half - 0.5, y - 2.3, 2 * half + 1, 4.6), INK, 2.3)
    _rounded(pdf, (x - half, y - 1.8, 2 * half, 3.6), PAPER, 1.8)
    for number in range(count):
        middle = x + 3.2 * (number - (count - 1) / 2)
        points = [
            (middle + r * sin(a), y + 0.1 - r * cos(a))
            for a, r in zip(_turns(10, 1.8 * pi), (1.4, 0.62) * 5, strict=True)
        ]
        _shape(pdf, points, INK)


def _turns(count: int, most: float) -> list[float]:
    return [most * n / (count - 1) for n in range(count)]


def _placed(shape: Sequence[Point], x: float, y: float, side: float) -> list[Point]:
    """Move a shape of the unit square around x, y."""
    return [(x + (px - 0.5) * side, y - (py - 0.5) * side) for px, py in shape]


def _badges(pdf: FPDF, card: CardDefinition, left: float, y: float, width: float) -> None:
    """Draw offence, life and influence, each on a shape of its own; or the sign of the type of card."""
    middle = left + width / 2
    if card.type == "ally":
        pitch = (width - 8) / 3
        _diamond(pdf, middle - pitch, y, 0.82 * BADGE_MM)
        _number(pdf, str(card.offence), middle - pitch, y, 6.2)
        thing(pdf, "hearts", middle, y, 1.14 * BADGE_MM, LIFE)
        _number(pdf, str(card.life), middle, y, 6.2)
        _shape(pdf, _placed(CROWN, middle + pitch, y, BADGE_MM), INFLUENCE)
        _number(pdf, str(card.influence), middle + pitch, y + 1.0, 6.2)
    elif card.type == "manoeuvre":
        _shape(pdf, _placed(BOLT, middle, y, BADGE_MM), INK)
    elif card.type == "base":
        thing(pdf, "checked-shield", middle, y, BADGE_MM, INK)
    else:
        thing(pdf, "linked-rings", middle, y, BADGE_MM, INK)
        _number(pdf, f"+ {card.attach_cost}", middle + 0.95 * BADGE_MM, y, 5.6, INK)


def _diamond(pdf: FPDF, x: float, y: float, side: float) -> None:
    """Draw a square on its corner, rounded."""
    with pdf.rotation(45, x, y):
        _rounded(pdf, (x - side / 2, y - side / 2, side, side), OFFENCE, 0.12 * side)


PRINTS: Mapping[str, Callable[[Translations], bytes]] = {
    "": set_sheets,
    **{name: partial(deck_sheets, name) for name in sample_data()["decks"]},
}
"""Printable sheets: the whole set under "", and each deck by its name."""
