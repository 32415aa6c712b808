"""Contract of the texts and files of a game: ids of rules, translations, and the page of phones."""

import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from companion.games import rulebook
from companion.games.package import GamePackage
from companion.i18n import DOMAIN, LOCALES, placeholders
from companion.testing.base import ContractError, DoubtError, require
from companion.testing.several import Several

NODE_S = 20.0
"""Maximum time to parse a page, in seconds."""
_MAGIC = {b"\xde\x12\x04\x95": "<", b"\x95\x04\x12\xde": ">"}


def moments(of: Several) -> None:
    """Check that the book has the rules that a move brought into play."""
    rules, book = of.rules, of.rules.book()
    for game in of.games:
        for number, move in enumerate(game.moves):
            for rule in rules.moments(game.positions[number], move, game.positions[number + 1]):
                found = f"moments of move {number + 1}: expected a rule of the book, found {rule!r}"
                require(rulebook.sentence_of(book, rule), found, rules.moments)


def catalogues(package: GamePackage) -> None:
    """Check that the translations are where they are looked for and keep the placeholders."""
    folder = package.folder("locales")
    assert folder
    wanted = f"{DOMAIN if folder == LOCALES else package.name}.mo"
    files = sorted(folder.rglob("*.mo"))
    require(files, f"expected LANGUAGE/LC_MESSAGES/{wanted}, found no compiled catalogue", str(folder))
    for file in files:
        right = file.name == wanted and file.parent.name == "LC_MESSAGES" and file.parents[2] == folder
        require(right, f"expected LANGUAGE/LC_MESSAGES/{wanted}, found {file.relative_to(folder)}", str(file))
        for originals, translated in _messages(file):
            expected = {placeholders(one) for one in originals}
            for text in translated:
                require(
                    not text or placeholders(text) in expected,
                    f"{originals[0]!r}: expected the placeholders {_named(originals[-1])}, "
                    f"found {_named(text)} in {text!r}",
                    str(file),
                )


def pages(package: GamePackage) -> None:
    """Check that the scripts for phones can be parsed; needs Node.js."""
    folder = package.folder("phone")
    assert folder
    files = [folder / f"{package.name}.js", *sorted(folder.glob(f"{package.name}_*.js"))]
    node = shutil.which("node")
    if node is None:
        raise DoubtError("expected Node.js to check the page of phones, found none: not checked", str(folder))
    with TemporaryDirectory() as kept:
        for file in files:
            module = Path(kept) / f"{file.stem}.mjs"  # Node takes a name in .js for no module
            shutil.copyfile(file, module)
            command = [node, "--check", str(module)]
            ended = subprocess.run(command, capture_output=True, text=True, timeout=NODE_S)
            if ended.returncode:
                first, *others = ended.stderr.splitlines() or [""]
                why = next((line for line in others if "Error" in line), first)
                line = first.rpartition(":")[2]
                raise ContractError(
                    f"expected a script that can be parsed, found {why}", f"{file}, line {line}"
                )


def _messages(file: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the forms of each message and those of its translation; of plural forms, which differ, all.

    Raises ContractError for a file that is no compiled catalogue.
    """
    data = file.read_bytes()
    try:
        order = _MAGIC[data[:4]]
        count, originals, translations = struct.unpack(f"{order}3I", data[8:20])
        for number in range(count):
            texts = []
            for table in (originals, translations):
                size, at = struct.unpack_from(f"{order}2I", data, table + 8 * number)
                texts.append(data[at : at + size].decode("utf-8").rpartition("\x04")[2].split("\0"))
            if texts[0] != [""]:  # the header
                yield texts[0], texts[1]
    except (KeyError, struct.error, ValueError) as error:
        raise ContractError(f"expected a compiled catalogue, found {error!r}", str(file)) from error


def _named(text: str) -> str:
    found = placeholders(text)
    if found is None:
        return "that cannot be read"
    return ", ".join(sorted(one.replace("!None", "").replace(":}", "}") for one in found)) or "none"


Check: TypeAlias = Callable[[Several], None]
CHECKS: tuple[Check, ...] = (moments,)
FOLDERS: Mapping[str, Callable[[GamePackage], None]] = {"locales": catalogues, "phone": pages}
"""Checks of the files in a folder, by the field of the package."""
