"""Icons of the page of phones: the same glyphs as on the table's screen."""

import json
import re
from pathlib import Path

import ui.phone as phone_page
from companion.printing import THINGS
from ui.boards.general_icons import GLYPHS
from ui.boards.people import animals

SCRIPT = (Path(phone_page.__path__[0]) / "icons.js").read_text("utf-8")
GLYPH = re.compile(r'"?([a-z_-]+)"?: "\\u([0-9a-f]{4})"')


def named(table: str) -> dict[str, int]:
    """Code points of a table of the script, by name."""
    found = re.search(rf"export const {table} = {{(.*?)}};", SCRIPT, re.S)
    assert found
    return {name: int(code, 16) for name, code in GLYPH.findall(found[1])}


def test_the_signs_are_those_of_the_app() -> None:
    signs = named("SIGNS")
    assert len(signs) > 30
    assert signs == {name: ord(GLYPHS[name].character) for name in signs}


def test_the_things_are_those_of_the_games() -> None:
    codes, things = json.loads(THINGS.with_suffix(".json").read_text("utf-8")), named("THINGS")
    assert len(things) > 12
    assert things == {name: codes[name] for name in things}


def test_players_have_the_figures_of_the_tables_screen() -> None:
    found = re.search(r"export const ANIMALS = {(.*?)};", SCRIPT, re.S)
    assert found and dict(re.findall(r'(\w+): "([a-z-]+)"', found[1])) == animals()
