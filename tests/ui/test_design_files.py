"""Fonts and pictures of the design: every message can be written, every card has its picture."""

import importlib.util
import json
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from companion.games import registry
from companion.games.fabula.catalogue import sample
from tests.architecture.tree import ROOT
from ui import fonts

CARDS = ROOT / "ui/games/fabula/prints"
LARGE = ROOT / "companion/app/fabula/prints"
FONTS = ROOT / "companion/printing/fonts"
PACKAGES = ROOT / "build/art/node_modules"
ATTRIBUTION = (ROOT / "ATTRIBUTION.md").read_text("utf-8")
CONTROL = {"\n"}


def characters(font: Path) -> set[str]:
    return set(map(chr, TTFont(font).getBestCmap()))


def size(picture: Path) -> tuple[int, int]:
    """Width and height in the header of a PNG."""
    header = picture.read_bytes()[:24]
    assert header.startswith(b"\x89PNG"), picture
    return int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")


@pytest.mark.parametrize("font", [fonts.TEXT, fonts.TEXT_BOLD, fonts.TITLES], ids=lambda path: path.stem)
def test_fonts_have_every_character_of_every_message(font: Path) -> None:
    known = characters(font) | CONTROL
    catalogues = list((ROOT / "companion/i18n/locales").rglob("*.po"))
    assert len(catalogues) == 2
    missing = {}
    for path in catalogues:
        with path.open("rb") as file:
            for message in read_po(file):
                for text in filter(None, (message.id, message.string)):
                    for form in (text,) if isinstance(text, str) else text:
                        if unknown := set(form) - known:
                            missing[form] = unknown
    assert missing == {}


def test_digits_of_titles_stand_in_line_and_are_as_high_as_capitals() -> None:
    font = TTFont(fonts.TITLES)
    names, glyphs = font.getBestCmap(), font["glyf"]
    for digit in "0123456789":
        glyph = glyphs[names[ord(digit)]]
        assert -20 <= glyph.yMin <= 0, digit
        assert 0 <= glyph.yMax - font["OS/2"].sCapHeight <= 20, digit
    assert font["name"].getDebugName(1) == "Table Companion Titles"
    assert "Atkinson" in font["name"].getDebugName(0) and "Young Serif" in font["name"].getDebugName(0)


def test_every_thing_has_its_own_glyph() -> None:
    things: dict[str, int] = json.loads(fonts.THINGS.with_suffix(".json").read_text("utf-8"))
    assert set(map(chr, things.values())) == characters(fonts.THINGS)
    assert len(set(things.values())) == len(things) >= 48
    assert {"hearts", "fox-head", "snail", "rune-stone"} <= things.keys()


def test_every_game_has_a_cover_and_every_patch_is_there() -> None:
    for name in registry.registered():
        cover = (ROOT / f"ui/games/{name}/prints/cover.jpg").read_bytes()
        assert cover.startswith(b"\xff\xd8") and 80_000 < len(cover) < 200_000, name
    for name, side in {"patches/key": 64, "patches/card": 64, "patches/shadow": 96, "grain": 256}.items():
        assert size(ROOT / f"ui/art/{name}.png") == (side, side)


def test_every_sample_card_has_a_small_and_a_large_picture() -> None:
    for folder, shape in {CARDS / "cards": (180, 150), LARGE: (768, 640)}.items():
        assert {path.stem for path in folder.iterdir()} == sample().keys()
        assert {size(path) for path in folder.iterdir()} == {shape}


def test_licences_are_kept_and_every_font_and_picture_is_attributed() -> None:
    for name in ("LICENSE-titles.txt", "LICENSE-text.txt"):
        assert "SIL Open Font License, Version 1.1" in (FONTS / name).read_text("utf-8")
    assert "Apache License" in (ROOT / "ui/fonts/LICENSE-signs.txt").read_text("utf-8")
    for path in (*(ROOT / "ui/fonts").glob("*.t[tx]*"), *FONTS.glob("*.t[tx]*"), CARDS, LARGE):
        assert str(path.relative_to(ROOT)) in ATTRIBUTION
    assert fonts.SIGNS.name == "signs.ttf"
    for words in ("Lorc", "Delapouite", "CC BY 3.0", "cut, roughened and inked"):
        assert words in ATTRIBUTION


@pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("skia", "scipy"))) or not PACKAGES.exists(),
    reason="pictures are made by `make art`, which installs what that needs",
)
@pytest.mark.parametrize("card", ["hush", "steam_engineer"])
def test_a_card_picture_is_made_the_same_again(card: str, tmp_path: Path) -> None:
    from tests.art.fabula.cards import designs
    from tests.art.woodcut import save_flat, woodcut

    design = designs()[card]
    save_flat(woodcut(card, design), design.inks, tmp_path / "again.png")
    assert (tmp_path / "again.png").read_bytes() == (LARGE / f"{card}.png").read_bytes()
