"""Texts of the page of phones: every key of its scripts has one, in every language."""

import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import ui.phone as phone_page
from companion.app.phones.page_words import page_words
from companion.games import registry
from companion.i18n import LANGUAGES
from tests.app.phones.table import Table, run

FOLDER = Path(phone_page.__path__[0])
SAID = re.compile(r"""\bsay\((?:\w+ \? )?"([a-z_]+)"(?: : "([a-z_]+)")?\)""")


def said(scripts: list[Path]) -> set[str]:
    """Keys that scripts name outright."""
    return {key for path in scripts for pair in SAID.findall(path.read_text("utf-8")) for key in pair if key}


@pytest.mark.parametrize("game", ["", *registry.registered()])
def test_every_key_of_the_scripts_has_a_text(game: str) -> None:
    others = tuple(name for name in registry.registered() if name != game)
    loaded = [path for path in FOLDER.glob("*.js") if not path.name.startswith(others)]
    keys = said(loaded)
    assert len(keys) > 20 and keys <= page_words("en", game).keys()


@pytest.mark.parametrize("game", registry.registered())
def test_the_words_are_translated(game: str) -> None:
    english = page_words("en", game)
    for language in LANGUAGES.keys() - {"en"}:
        same = [key for key, text in page_words(language, game).items() if text == english[key]]
        assert len(same) <= 4, same


@pytest.mark.parametrize("path", ["en", "es", "pt_BR/fae", "xx", "en/chess", "en/..%2Ffae"])
def test_the_table_sends_the_words_of_a_language(table: Table, path: str) -> None:
    async def ask(client: aiohttp.ClientSession) -> Any:
        async with client.get(f"{table.url}/words/{path}") as answer:
            return answer.status, await answer.json() if answer.status == 200 else None

    status, words = run(ask)
    language, _, game = path.partition("/")
    known = language in LANGUAGES and game in ("", "fae")
    assert status == (200 if known else 404)
    assert words == (page_words(language, game) if known else None)
