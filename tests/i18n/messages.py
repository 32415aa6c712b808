"""Update the message catalogues: `python -m tests.i18n.messages`.

Extracts the sentences of the source, merges them into every catalogue, compiles the catalogues and checks
everything. Needs Babel, a development dependency.
"""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.i18n import COMMENT, DOMAIN, LANGUAGES, LOCALES
from tests.i18n import catalogue_check as check

ROOT = Path(__file__).parents[2]
FOLDERS = ("companion", "hardware", "ui", "vision")
KEYWORDS = {**DEFAULT_KEYWORDS, "counted": (1, 2)}
_IN_DATA = re.compile(r'"(?:name|text|label)": ("(?:[^"\\]|\\.)*")')

_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""Creation date in every catalogue; it is fixed, so that equal messages make equal files."""

Extracted: TypeAlias = tuple[int, str, Any, list[str]]


def extract_python(file: IO[bytes], keywords: Any, _tags: Any, options: Any) -> Iterator[Extracted]:
    """Babel extraction method for Python files, by their syntax tree.

    Babel's own reads tokens, and those of f-strings are others since Python 3.12.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in keywords:
                texts = [one.value if isinstance(one, ast.Constant) else None for one in node.args]
                yield node.lineno, name, texts[0] if len(texts) == 1 else tuple(texts), []


def extract_kv(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Iterator[Extracted]:
    """Babel extraction method for Kivy's .kv files."""
    for number, line in enumerate(file.read().decode().splitlines(), 1):
        for match in check.IN_KV.finditer(line):
            yield number, "gettext", ast.literal_eval(match.group(1)), []


def extract_data(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Iterator[Extracted]:
    """Babel extraction method for names and sentences in a game's data files."""
    for number, line in enumerate(file.read().decode().splitlines(), 1):
        for match in _IN_DATA.finditer(line):
            yield number, "gettext", json.loads(match.group(1)), []


def extract_rulebook(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Iterator[Extracted]:
    """Babel's extraction method for the titles and sentences of rulebooks."""
    for topic in tomllib.loads(file.read().decode()).values():
        for text in (topic["title"], *(text for text, *_ in topic["rules"])):
            yield 0, "gettext", text, []


def extract_settings(file: IO[bytes], _keywords: Any, _tags: Any, options: Any) -> Iterator[Extracted]:
    """Babel's extraction method for the comments of the settings."""
    for text in COMMENT.findall(file.read().decode()):
        yield 0, "gettext", text, []


@cache
def template() -> Catalog:
    """Return all sentences of the source."""
    catalogue = Catalog(domain=DOMAIN, project="Table Companion", fuzzy=False)
    methods = [
        ("**.py", "tests.i18n.messages:extract_python"),
        ("**.kv", "tests.i18n.messages:extract_kv"),
        ("**/data/*.json", "tests.i18n.messages:extract_data"),
        ("settings/defaults.toml", "tests.i18n.messages:extract_settings"),
        ("**/rulebook.toml", "tests.i18n.messages:extract_rulebook"),
    ]
    for folder in FOLDERS:
        found = extract_from_dir(
            str(ROOT / folder), methods, keywords={**DEFAULT_KEYWORDS, "counted": (1, 2)}
        )
        for name, _line, message, _comments, context in found:
            catalogue.add(message, None, [(f"{folder}/{name}", 0)], context=context)
    return catalogue


def path(language: str) -> Path:
    """Path of the translators' catalogue of a language."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Read a catalogue from disk; empty if it does not exist."""
    try:
        with path(language).open("rb") as file:
            catalogue = read_po(file, locale=language, domain=DOMAIN)
    except FileNotFoundError:
        catalogue = Catalog(locale=language, domain=DOMAIN, fuzzy=False)
    catalogue.project, catalogue.version = "Table Companion", "1"
    catalogue.header_comment = "# Messages of Table Companion."
    catalogue.last_translator = catalogue.language_team = catalogue.msgid_bugs_address = "Table Companion"
    catalogue.creation_date = catalogue.revision_date = _DATE
    return catalogue


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue to gettext's binary format."""
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def unread() -> Iterator[str]:
    """Calls in the source whose message cannot be extracted: file, line and remedy."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if look := {".py": check.python, ".kv": check.kv}.get(file.suffix):
                for line, problem in look(file.read_text(encoding="utf-8")):
                    yield f"{file.relative_to(ROOT)}:{line}: {problem}"


def main() -> int:
    """Update, compile and check every catalogue; print problems and return 1 if there are any."""
    sentences = template()
    problems = list(unread())
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = read(language)
        catalogue.update(sentences, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        file = path(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as out:
            write_po(out, catalogue, width=100, sort_output=True, omit_header=False, no_location=True)
        file.with_suffix(".mo").write_bytes(compiled(catalogue))
        name = file.relative_to(ROOT)
        problems += [f"{name}: {problem}" for problem in check.catalogue(catalogue, sentences)]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
