"""Printable cards of Fábula: 63 x 88 mm, nine on an A4 page, with cutting lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from math import cos, pi, sin
from typing import TYPE_CHECKING

from companion.games.base import N_, Translations
from companion.games.fabula.cards import CardDefinition, Text
from companion.games.fabula.catalogue import sample, sample_data

if TYPE_CHECKING:
    from fpdf import FPDF

CARD_MM = (63.0, 88.0)
LEFT_MM, TOP_MM = 10.5, 16.5
ART_MM = (5.0, 14.0, 53.0, 32.0)
"""Left, top, width and height of the picture on a card, in mm."""

INKS = {"red": (196, 62, 44), "blue": (38, 98, 168), "green": (56, 124, 66)}
OTHER_INK = (110, 104, 96)
PAPER, DARK = (252, 249, 242), (34, 32, 30)

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
    from fpdf import FPDF  # only who prints needs its 300 modules
    from fpdf.prefs import ViewerPreferences

    pdf = FPDF(unit="mm", format="A4")
    pdf.core_fonts_encoding = "windows-1252"
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    pdf.set_auto_page_break(False)
    pdf.set_creator("Table Companion")
    for number, (name, card) in enumerate(cards):
        place = number % 9
        if not place:
            pdf.add_page()
        draw(pdf, name, card, LEFT_MM + place % 3 * CARD_MM[0], TOP_MM + place // 3 * CARD_MM[1], tr)
    return bytes(pdf.output())


def draw(pdf: FPDF, name: str, card: CardDefinition, x: float, y: float, tr: Translations) -> None:
    """Draw one card with its top left corner at x, y in mm."""
    inks = [INKS.get(color, OTHER_INK) for color in card.colors] or [OTHER_INK]
    pdf.set_draw_color(150)
    pdf.set_fill_color(*PAPER)
    pdf.set_line_width(0.2)
    pdf.rect(x, y, *CARD_MM, style="DF")
    for side, ink in enumerate((inks[0], inks[-1])):
        pdf.set_fill_color(*ink)
        pdf.rect(x + 2 + 29.5 * side, y + 2, 29.5, 10, style="F")
        pdf.rect(x + 2 + 29.5 * side, y + 47.5, 29.5, 5, style="F")
    _words(pdf, x + 14, y + 2, 34, 10, text_of(card.name, tr) or name, "B", 9, (255, 255, 255))
    if card.type != "base":
        _number(pdf, x + 8, y + 7, card.cost)
    for place, color in enumerate(card.colors):
        _sign(pdf, color, x + 56 - 6 * place, y + 7, 2.4, (255, 255, 255))
    _picture(pdf, name, card, inks, x, y)
    words = [TYPES[card.type], *([KINDS.get(card.kind, card.kind)] if card.kind else [])]
    line = " · ".join(map(tr.gettext, words))
    _words(pdf, x + 4, y + 47.5, 46, 5, line, "", 7, (255, 255, 255))
    for place in range({"common": 1, "rare": 2, "legendary": 3}[card.rarity]):
        _sign(pdf, "", x + 58 - 4 * place, y + 50, 1.2, (255, 255, 255))
    pdf.set_text_color(*DARK)
    pdf.set_font("Helvetica", "", 7.5)
    pdf.set_xy(x + 4, y + 54)
    pdf.multi_cell(55, 3.4, _plain(text_of(card.text, tr)), align="L")
    if card.type == "ally":
        shapes = ((3, card.offence), (40, card.life), (5, card.influence))
        for place, (corners, value) in enumerate(shapes):
            _badge(pdf, x + 12 + 19.5 * place, y + 80, corners, value, inks[0])
    elif card.type == "modification":
        _words(pdf, x + 4, y + 78, 55, 5, f"+ {card.attach_cost}", "B", 11, DARK)


def text_of(text: Text, tr: Translations) -> str:
    """Translate a name or text into the catalogue's language."""
    if isinstance(text, Mapping):
        return text.get(tr.gettext(LANGUAGE)) or text.get("en", "")
    return text


def _plain(text: str) -> str:
    """Replace characters that the PDF's built-in font lacks."""
    return text.replace("\N{MINUS SIGN}", "\N{EN DASH}").encode("cp1252", "replace").decode("cp1252")


def _words(
    pdf: FPDF,
    x: float,
    y: float,
    w: float,
    h: float,
    text: str,
    style: str,
    size: float,
    ink: tuple[int, ...],
) -> None:
    pdf.set_text_color(*ink)
    text = _plain(text)
    pdf.set_font("Helvetica", style, size)
    while pdf.get_string_width(text) > w and size > 5:
        size -= 0.5
        pdf.set_font("Helvetica", style, size)
    pdf.set_xy(x, y)
    pdf.cell(w, h, text, align="C")


def _number(pdf: FPDF, x: float, y: float, n: int) -> None:
    pdf.set_fill_color(*PAPER)
    pdf.ellipse(x - 4, y - 4, 8, 8, style="F")
    _words(pdf, x - 4, y - 4, 8, 8, str(n), "B", 13, DARK)


def _badge(pdf: FPDF, x: float, y: float, corners: int, n: int, ink: tuple[int, int, int]) -> None:
    """Draw a number in a triangle (offence), a disc (life) or a star (influence)."""
    pdf.set_fill_color(*ink)
    pdf.polygon(_star(x, y, 7, corners, 0.62 if corners == 5 else 1.0), style="F")
    _words(pdf, x - 5, y - 3 + (corners == 3), 10, 6, str(n), "B", 11, (255, 255, 255))


def _sign(pdf: FPDF, color: str, x: float, y: float, r: float, ink: tuple[int, int, int]) -> None:
    """Draw the shape of a colour, for colour-blind users: triangle, disc, diamond.

    Small stars for others.
    """
    pdf.set_fill_color(*ink)
    corners = {"red": 3, "blue": 40, "green": 4}.get(color, 5)
    pdf.polygon(_star(x, y, r, corners, 0.5 if corners == 5 else 1.0), style="F")


def _star(x: float, y: float, r: float, corners: int, inner: float, turn: float = 0.0) -> list[Point]:
    if inner == 1.0:
        angles = [2 * pi * k / corners + turn for k in range(corners)]
        return [(x + r * sin(a), y - r * cos(a)) for a in angles]
    angles = [pi * k / corners + turn for k in range(2 * corners)]
    return [
        (x + r * (inner if k % 2 else 1) * sin(a), y - r * (inner if k % 2 else 1) * cos(a))
        for k, a in enumerate(angles)
    ]


def _picture(
    pdf: FPDF, name: str, card: CardDefinition, inks: Sequence[tuple[int, int, int]], x: float, y: float
) -> None:
    """Draw a picture of shapes unique to this card, derived from its name."""
    digits = sha256(name.encode()).digest() * 2
    left, top, width, height = ART_MM
    pale = [tuple(round(255 - (255 - part) * 0.25) for part in ink) for ink in inks]
    with pdf.rect_clip(x + left, y + top, width, height):
        pdf.set_fill_color(*pale[0])
        pdf.rect(x + left, y + top, width, height, style="F")
        pdf.set_fill_color(*pale[-1])
        slope = digits[0] / 255 * height
        corners = [(left, slope), (left + width, height - slope), (left + width, height), (left, height)]
        pdf.polygon([(x + px, y + top + py) for px, py in corners], style="F")
        for n in range(7):
            a, b, c, d = digits[4 * n + 1 : 4 * n + 5]
            ink = inks[n % len(inks)]
            shade = 0.45 + 0.5 * (d / 255)
            pdf.set_fill_color(*(round(part * shade + 255 * (1 - shade) * (n % 2)) for part in ink))
            shape = (3, 4, 5, 6, 40)[c % 5]
            size = 3 + 8 * (d / 255)
            middle = x + left + a / 255 * width, y + top + b / 255 * height
            inner = 0.5 if shape in (5, 6) else 1.0
            pdf.polygon(_star(*middle, size, shape, inner, c / 255 * pi), style="F")
    pdf.set_draw_color(*DARK)
    pdf.rect(x + left, y + top, width, height)


PRINTS: Mapping[str, Callable[[Translations], bytes]] = {
    "": set_sheets,
    **{name: partial(deck_sheets, name) for name in sample_data()["decks"]},
}
"""Printable sheets: the whole set under "", and each deck by its name."""
