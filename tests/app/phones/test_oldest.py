"""The phones' page uses only what the oldest browsers know that ui/phone/README.md names."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from tests.app.phones.oldest import unknown

PAGE = Path(__file__).parents[3] / "ui" / "phone"
SCRIPTS = sorted(PAGE.rglob("*.js"))
STYLE = PAGE / "style.css"
STANDS_IN = {
    "vibrate": "a phone that cannot only shows whose turn it is",
    "showModal": "`dialog` of view.js stands in",
    "wakeLock": "awake.js plays a video instead",
    "release": "of a wake lock, which is there then",
    "released": "of a wake lock, which is there then",
    "toHex": "noble asks if it is there",
    "fromHex": "noble asks if it is there",
}
"""Names that may stand in the code, since it goes on without them."""
OWN = {"at", "controller", "device", "move", "number", "turn"}
"""Keys of the page's own data; called, they are what the browser has under that name."""
LOOKS_ONLY = {"cursor", "scrollbar-width", "scrollbar-color", "user-select", "text-size-adjust",
              "-webkit-touch-callout", "-webkit-tap-highlight-color", "overscroll-behavior",
              "color-scheme", "paint-order", "hyphens", "inset", ":has", ":focus-visible",
              "::backdrop"}  # fmt: skip
"""Looks without which the page can be used; `inset` is only asked for."""
NEW_SYNTAX = {
    "field_definition": "a field of a class",
    "private_property_identifier": "a private name",
    "class_static_block": "a static block",
    "namespace_export": "`export * as`",
    "decorator": "a decorator",
    "import_attribute": "an import attribute",
    "using_declaration": "`using`",
    "hash_bang_line": "a first line with #!",
}
NEW_OPERATORS = {"??=", "||=", "&&="}
PARSER = Parser(Language(tree_sitter_javascript.language()))


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


def text(node: Node | None) -> str:
    return node.text.decode() if node and node.text else ""


def inside(node: Node, *kinds: str) -> bool:
    while node.parent:
        node = node.parent
        if node.type in kinds:
            return True
    return False


def called(node: Node) -> bool:
    return node.parent is not None and node.parent.child_by_field_name("function") == node


def called_name(node: Node) -> str:
    return text(node.child_by_field_name("function"))


def too_new(script: str) -> list[str]:
    """Return `line: what` for everything in a script that an oldest browser does not know."""
    names = unknown()
    members, known_globals = set(names["members"]) - STANDS_IN.keys(), set(names["globals"])
    tree = PARSER.parse(script.encode())
    assert not tree.root_node.has_error, "the parser does not understand the script"
    found = []
    for node in nodes(tree.root_node):
        said, what = text(node), NEW_SYNTAX.get(node.type, "")
        if node.type == "property_identifier" and node.parent and node.parent.type == "member_expression":
            own = said in OWN and not called(node.parent)
            what = f".{said}" if said in members and not own else ""
        elif node.type == "identifier" and said in known_globals:
            what = said
        elif node.type == "number" and re.search(r"_|n$", said):
            what = f"the number {said}"
        elif node.type == "augmented_assignment_expression" and text(node.children[1]) in NEW_OPERATORS:
            what = text(node.children[1])
        elif node.type == "regex" and re.search(r"\(\?<[=!]|/[a-z]*[dv][a-z]*$", said):
            what = f"the pattern {said}"
        elif node.type == "await_expression" and not inside(
            node, "function_declaration", "function_expression", "arrow_function", "method_definition"
        ):
            what = "await outside of functions"
        elif node.type == "call_expression" and text(node.child_by_field_name("function")).endswith(
            "EventListener"
        ):
            arguments = text(node.child_by_field_name("arguments"))
            what = "a signal of a listener" if re.search(r"\{[^{}]*\bsignal\b[^{}]*\}\)$", arguments) else ""
        if what:
            found.append(f"{node.start_point.row + 1}: {what}")
    return found


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_script_is_understood_by_the_oldest_browsers(script: Path) -> None:
    assert not too_new(script.read_text("utf-8")), script


def test_the_script_for_older_browsers_is_understood_by_all() -> None:
    tree = PARSER.parse((PAGE / "old.js").read_bytes())
    used = {node.type for node in nodes(tree.root_node)}
    assert {"function_expression", "variable_declaration"} <= used
    assert not used & {"arrow_function", "lexical_declaration", "template_string", "class_declaration",
                       "optional_chain", "spread_element", "object_pattern", "await_expression",
                       "shorthand_property_identifier", "method_definition"}  # fmt: skip


def test_the_style_needs_nothing_that_the_oldest_browsers_lack() -> None:
    names, style = unknown(), re.sub(r"/\*.*?\*/", "", STYLE.read_text("utf-8"), flags=re.S)
    properties = set(re.findall(r"(?<=[{;(\s])([a-z-]+)\s*:(?=\s)", style))
    selectors = set(re.findall(r"::?[a-z-]+(?=[^;{}]*\{)", style))
    new = {f":{name}" for name in names["selectors"]} | {f"::{name}" for name in names["selectors"]}
    assert (properties & set(names["properties"])) | (selectors & new) <= LOOKS_ONLY
    assert {"display", "max-height"} <= properties and {":disabled", ":focus-visible"} <= selectors, (
        "the search finds them"
    )


NEW = """told.toReversed() | list.at(-1) | parent.replaceChildren() | structuredClone(a) | const a = 1n
class A { #b() {} } | class A { b = 1 } | class A { static { } } | await a | /(?<=a)b/ | /a/v | BigInt(1)
x.replaceAll('a', 'b') | addEventListener('a', f, { signal: ended }) | export * as a from 'b' | a ??= 1
Object.hasOwn(a, 'b') | 1_000"""


@pytest.mark.parametrize("script", re.split(r" \| |\n", NEW))
def test_the_check_finds_what_is_too_new(script: str) -> None:
    assert too_new(script)


@pytest.mark.parametrize("script", ["a?.b ?? c", "f({ signal: 1 })", "list.flatMap(f)", "import('./a.js')"])
def test_the_check_lets_pass_what_is_known(script: str) -> None:
    assert not too_new(script)
