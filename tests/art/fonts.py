"""Fonts of the app: titles, texts, signs (general icons) and things (icons of the games).

Sizes of the results: a Latin subset has 35 to 60 KB, an icon font 10 to 25 KB.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from babel.messages.pofile import read_po
from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from picosvg.svg import SVG

from tests.art.icons import SIDE, body, document
from tests.art.places import FONTS, PACKAGES, UI
from ui.boards.general_icons import GLYPHS

_GOOGLE = PACKAGES / "@expo-google-fonts"
YOUNG_SERIF = _GOOGLE / "young-serif/400Regular/YoungSerif_400Regular.ttf"
ATKINSON = _GOOGLE / "atkinson-hyperlegible-next"
ATKINSON_500 = ATKINSON / "500Medium/AtkinsonHyperlegibleNext_500Medium.ttf"
ATKINSON_700 = ATKINSON / "700Bold/AtkinsonHyperlegibleNext_700Bold.ttf"
SYMBOLS = _GOOGLE / "material-symbols-rounded/700Bold/MaterialSymbolsRounded_700Bold.ttf"

LATIN = {*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), 0x20AC, 0x2212}
"""Latin letters and signs, punctuation such as dashes and quotation marks, the euro, the minus sign."""
NUMERIC = "0123456789%+\u2212\u00d7="
"""Characters of titles that come from the text font: the serif has old-style digits, which dance."""
_COPYRIGHT, _FAMILY, _LICENCE_TEXT, _LICENCE_URL = 0, 1, 13, 14
_THINGS_EM = 1024
_THINGS_DESCENT = 128
_FIRST_THING = 0xE000
_MADE = 3_850_000_000
"""Time stamp of the font of things, in seconds since 1904: the same for every build."""


def make() -> None:
    """Write all fonts and the code points of the things."""
    characters = LATIN | shown_characters()
    _save(_subset(ATKINSON_500, characters), "text")
    _save(_subset(ATKINSON_700, characters), "text-bold")
    _save(titles(characters), "titles")
    signs = _subset(SYMBOLS, {ord(glyph.character) for glyph in GLYPHS.values()}, kerning=False)
    signs.save(UI / "fonts" / "signs.ttf")
    names = Path(__file__).with_name("things.txt").read_text("utf-8").split()
    points = {name: _FIRST_THING + number for number, name in enumerate(names)}
    _save(things(points), "things")
    (FONTS / "things.json").write_text(json.dumps(points, indent=0) + "\n", "utf-8")
    for_phones()


def for_phones() -> None:
    """Write the fonts of the page of phones; those of icons hold only what it shows."""
    shown = re.findall(r'"\\u([0-9a-f]{4})"', (UI / "phone" / "icons.js").read_text("utf-8"))
    for path in (*FONTS.glob("*.ttf"), *(UI / "fonts").glob("*.ttf")):
        icons = path.stem in ("signs", "things")
        packed = (
            _subset(path, {int(code, 16) for code in shown}, kerning=False)
            if icons
            else TTFont(path, recalcTimestamp=False)
        )
        packed.flavor = "woff2"
        packed.save(UI / "phone" / "fonts" / f"{path.stem}.woff2")


def shown_characters() -> set[int]:
    """Code points of all messages of the app, in every language."""
    found: set[int] = set()
    for path in (UI.parent / "companion/i18n/locales").rglob("*.po"):
        with path.open("rb") as file:
            for message in read_po(file):
                for text in filter(None, (message.id, message.string)):
                    found |= set(map(ord, text if isinstance(text, str) else "".join(text)))
    return {code for code in found if code >= ord(" ")}


def titles(characters: Iterable[int]) -> TTFont:
    """The serif, its digits and signs of calculation replaced by those of the bold text font.

    They are scaled so that a digit is as high as a capital of the serif. Hints are left out: those of the
    serif would not fit the digits, and FreeType's own treat both alike.
    """
    font = _subset(YOUNG_SERIF, set(characters) - set(map(ord, NUMERIC)), hinting=False)
    donor = TTFont(ATKINSON_700)
    glyphs, names = donor.getGlyphSet(), donor.getBestCmap()
    height = BoundsPen(glyphs)
    glyphs[names[ord("1")]].draw(height)  # flat at both ends, so it does not overshoot
    scale = font["OS/2"].sCapHeight / height.bounds[3]
    order = font.getGlyphOrder()
    for character in NUMERIC:
        source, name = names[ord(character)], f"{names[ord(character)]}.text"
        outline = DecomposingRecordingPen(glyphs)
        glyphs[source].draw(outline)
        pen = TTGlyphPen(None)
        outline.replay(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        glyph = pen.glyph()
        order = [*order, name]
        font.setGlyphOrder(order)
        font["glyf"][name] = glyph
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (round(glyphs[source].width * scale), glyph.xMin)
        for table in font["cmap"].tables:
            table.cmap[ord(character)] = name
    copyright_ = "; ".join(_name(one, _COPYRIGHT) for one in (font, donor))
    family = "Table Companion Titles"
    for number, text in {_COPYRIGHT: copyright_, _FAMILY: family, 3: family, 4: family}.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font["name"].setName(family.replace(" ", ""), 6, 3, 1, 0x409)
    return font


def things(points: dict[str, int]) -> TTFont:
    """Icons of game-icons.net as a font, each in the whole em square."""
    builder = FontBuilder(_THINGS_EM, isTTF=True)
    order = [".notdef", *points]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({code: name for name, code in points.items()})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), **{name: _thing(name) for name in points}})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (_THINGS_EM, 0)))
    ascent = _THINGS_EM - _THINGS_DESCENT
    builder.setupHorizontalHeader(ascent=ascent, descent=-_THINGS_DESCENT)
    builder.setupNameTable(
        {
            "familyName": "Table Companion Things",
            "styleName": "Regular",
            "copyright": "Icons of game-icons.net, CC BY 3.0; see ATTRIBUTION.md",
        }
    )
    builder.setupOS2(
        sTypoAscender=ascent,
        sTypoDescender=-_THINGS_DESCENT,
        usWinAscent=ascent,
        usWinDescent=_THINGS_DESCENT,
    )
    builder.setupPost()
    font = builder.font
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = _MADE
    return font


def _thing(name: str) -> Any:
    """One icon as quadratic outlines; SVG counts y downwards, fonts count it upwards."""
    scale = _THINGS_EM / SIDE
    svg = cast(Any, SVG).fromstring(document(body(name), SIDE, SIDE)).topicosvg()
    pen = TTGlyphPen(None)
    quadratic = Cu2QuPen(pen, 1.0, reverse_direction=True)
    upright = TransformPen(quadratic, (scale, 0, 0, -scale, 0, _THINGS_EM - _THINGS_DESCENT))
    for shape in svg.shapes():
        parse_path(shape.as_path().d, upright)
    return pen.glyph()


def _subset(path: Path, characters: Iterable[int], *, kerning: bool = True, hinting: bool = True) -> TTFont:
    """The font reduced to these characters, without ligatures and alternative forms."""
    font = TTFont(path, recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = ["kern"] if kerning else []
    options.name_IDs = [_COPYRIGHT, _FAMILY, 2, 3, 4, 6, _LICENCE_TEXT, _LICENCE_URL]
    options.hinting = hinting
    options.drop_tables += ["meta", *(() if kerning else ("GSUB", "GPOS"))]
    reducer = subset.Subsetter(options)
    reducer.populate(unicodes=characters)
    reducer.subset(font)
    return font


def _name(font: TTFont, number: int) -> str:
    return str(font["name"].getDebugName(number))


def _save(font: TTFont, name: str) -> None:
    font.save(FONTS / f"{name}.ttf")
