"""Checks of the catalogues against the source.

A problem is one line with place, message and remedy.
Needs Babel, a development dependency.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural

IN_KV = re.compile(r"""\.gettext\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)""")
"""A gettext call in a .kv file whose message can be extracted."""
_LITERAL_IN_KV = re.compile(r"""\b(n?gettext)\(\s*(?:[fFrRbB]?["'])""")
_GETTEXT = ("gettext", "ngettext", "N_", "counted")


def kv(text: str) -> Iterator[tuple[int, str]]:
    """Calls in a .kv file whose message cannot be extracted: line and remedy."""
    for number, line in enumerate(text.splitlines(), 1):
        found = {match.start() + 1 for match in IN_KV.finditer(line)}
        for call in _LITERAL_IN_KV.finditer(line):
            if call.start() not in found:
                do = 'write app.tr.gettext("…") in one line, or set the text in Python'
                yield number, f"{line.strip()}: the message is not found here; {do}"


def python(text: str) -> Iterator[tuple[int, str]]:
    """Calls in a Python file whose message cannot be extracted: line and remedy."""
    tree = ast.parse(text)
    inside = {
        id(node)
        for joined in ast.walk(tree)
        if isinstance(joined, ast.JoinedStr)
        for node in ast.walk(joined)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name not in _GETTEXT or not node.args:
            continue
        call = ast.unparse(node)
        if any(isinstance(arg, ast.JoinedStr) for arg in node.args):
            yield node.lineno, f"{call}: an f-string is no message; use {{names}} and .format(…)"
        elif id(node) in inside and isinstance(node.args[0], ast.Constant):
            yield node.lineno, f"{call}: the message is not found in an f-string; assign it first"
        elif name == "N_" and not isinstance(node.args[0], ast.Constant):
            yield node.lineno, f"{call}: only a literal can be marked; write the sentence here"


def catalogue(found: Catalog, source: Catalog) -> Iterator[str]:
    """Problems of a catalogue by message, with remedy. `source` holds all messages."""
    plurals = get_plural(found.locale)
    if (found.num_plurals, found.plural_expr) != (plurals.num_plurals, plurals.plural_expr):
        header = f"nplurals={plurals.num_plurals}; plural={plurals.plural_expr}"
        yield f"Plural-Forms: expected {header!r}, found {found.plural_forms!r}; put the expected one there"
    for message in source:
        if message.id and found.get(message.id, message.context) is None:
            yield f"{_key(message)}: is not there; run `make messages`, then translate it"
    for message in found:
        if message.id:
            for problem in _entry(message, found.num_plurals, source):
                yield f"{_key(message)}: {problem}"


def _entry(message: Message, forms: int, source: Catalog) -> Iterator[str]:
    if (there := source.get(message.id, message.context)) is None:
        yield "is not in the source; run `make messages`, which takes it out"
        return
    ids, strings = _forms(there.id), _forms(message.string)
    if message.fuzzy:
        yield "is marked fuzzy and would not be used; check it and take the mark off"
    if not any(strings):
        yield "no translation; write its msgstr"
        return
    expected = forms if there.pluralizable else 1
    if len(strings) != expected or isinstance(message.id, str) == there.pluralizable:
        yield f"expected {expected} forms, found {len(strings)}; write them all"
        return
    if not all(strings):
        yield f"expected {expected} forms, one is empty; write them all"
        return
    for index, string in enumerate(strings):
        allowed = [fields(text) for text in ids]
        if None in allowed:
            yield "its own braces are broken; write {{ and }} for braces, in the source"
            return
        wanted = allowed[:1] + allowed[-1:] if index == 0 else allowed[-1:]
        if (here := fields(string)) is None:
            yield f"broken braces in {string!r}; write placeholders as in the message"
        elif here not in wanted:
            yield f"expected placeholders {_named(wanted[-1])}, found {_named(here)}; write the same ones"
        if _ends(string) != _ends(ids[0]):
            yield f"expected the same blanks at the ends as in the message, found {string!r}"


def fields(text: str) -> list[str] | None:
    """Placeholders of a message with conversion and format, sorted; None for an invalid one."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return None
    return sorted(
        f"{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}"
        for _, name, spec, conversion in parts
        if name is not None
    )


def _forms(text: str | Sequence[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


def _named(placeholders: Sequence[str] | None) -> str:
    return ", ".join(f"{{{name}}}" for name in placeholders or ()) or "none"


def _ends(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _key(message: Message) -> str:
    return f'"{_forms(message.id)[0]}"'
