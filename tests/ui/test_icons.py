"""Icons of the app: each name has a glyph of the icon font or a drawing."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from fontTools.ttLib import TTFont

from tests.architecture.tree import ROOT
from tests.ui.games.fae.fake import FakeFae
from ui.fonts import SIGNS

NAMED = re.compile(r"""\bicon(?:: |=)["']([\w-]+)["']""")


def opacity(texture: Any) -> list[bytes]:
    """Rows of a square texture's alpha channel."""
    alpha, side = texture.pixels[3::4], texture.width
    return [alpha[start : start + side] for start in range(0, len(alpha), side)]


def margin(lines: list[bytes]) -> int:
    """Number of empty lines before the first or after the last with ink, the smaller of the two."""
    inked = [number for number, line in enumerate(lines) if any(line)]
    return min(inked[0], len(lines) - 1 - inked[-1])


def test_the_icon_font_holds_exactly_the_glyphs_in_use(open_window: Any) -> None:
    open_window(FakeFae())
    from ui.boards.general_icons import GLYPHS

    font = TTFont(SIGNS)
    assert {chr(code) for code in font.getBestCmap()} == {glyph.character for glyph in GLYPHS.values()}


def test_every_icon_that_a_screen_names_exists(open_window: Any) -> None:
    open_window(FakeFae())
    from ui.all_games import each
    from ui.boards.art import ART

    assert each()
    files = [path for kind in ("py", "kv") for path in (ROOT / "ui").rglob(f"*.{kind}")]
    named = {name for path in files for name in NAMED.findall(path.read_text("utf-8"))}
    assert len(named) > 30
    assert named <= ART.keys()


def test_glyphs_are_white_whole_and_all_of_one_size(open_window: Any) -> None:
    open_window(FakeFae())
    from ui.boards import art
    from ui.boards.general_icons import GLYPHS

    for name in GLYPHS:
        texture = art.texture(name)
        assert set(texture.pixels[0::4]) == set(texture.pixels[1::4]) == {255}, name
        rows = opacity(texture)
        columns = [bytes(column) for column in zip(*rows, strict=True)]
        edge = min(margin(rows), margin(columns)) / texture.width
        assert 0.05 < edge < 0.09, name
        assert not art.coloured(name)


def test_glyphs_stand_upright_and_the_hands_are_mirrored(open_window: Any) -> None:
    open_window(FakeFae())
    from ui.boards import art

    down, up = (opacity(art.texture(name)) for name in ("hand", "take"))
    low, high = (sum(map(sum, down[part])) for part in (slice(0, 128), slice(128, 256)))
    assert low > high, "the head of the arrow down is in the lower half, the first rows"
    assert sum(map(sum, up[128:])) > sum(map(sum, up[:128]))
    left, right = (opacity(art.texture(name)) for name in ("left_hand", "right_hand"))
    assert left == [row[::-1] for row in right] != right


def test_the_licence_of_the_icon_font_is_kept() -> None:
    licence = SIGNS.with_name("LICENSE-signs.txt")
    assert "Apache License" in licence.read_text("utf-8")
    attribution = (ROOT / "ATTRIBUTION.md").read_text("utf-8")
    for path in (SIGNS, licence):
        assert str(path.relative_to(ROOT)) in attribution


def test_large_art_and_portraits_are_let_go_with_the_game(open_window: Any) -> None:
    open_window(FakeFae())
    from companion import kept
    from ui.boards import art

    portrait = next(name for name, picture in art.ART.items() if isinstance(picture, art.Print))
    shown = [("hand", 64), ("hand", 256), (portrait, 64)]
    before = [art.texture(*each) for each in shown]
    assert [art.texture(*each) for each in shown] == before
    kept.clear_caches()
    again = [art.texture(*each) for each in shown]
    assert [one is other for one, other in zip(before, again, strict=True)] == [True, False, False]


def icons_in_calls(source: str) -> Iterator[str]:
    """Names of icons that calls give as constants: `icon`, the third of `Row`, the first of `MenuItem`."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", "")
        values = [word.value for word in node.keywords if word.arg == ("name" if name == "Icon" else "icon")]
        values += node.args[2:3] if name == "Row" else node.args[:1] if name == "MenuItem" else []
        for value in values:
            parts = (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)
            yield from (str(part.value) for part in parts if isinstance(part, ast.Constant) and part.value)


def test_every_icon_that_a_page_names_exists(display: str) -> None:
    from ui.all_games import each
    from ui.boards.art import ART

    each()
    named = {
        name: path for path in (ROOT / "ui").rglob("*.py") for name in icons_in_calls(path.read_text("utf-8"))
    }
    assert len(named) > 30
    assert {name: path for name, path in named.items() if name not in ART} == {}
