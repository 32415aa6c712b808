"""No import cycles: imports run one way, those inside functions and those for types only too."""

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

PACKAGES = ("companion", "hardware", "ui", "vision")


def modules(root: Path = ROOT) -> dict[str, Path]:
    """The modules of the product by name; a package is its `__init__`."""
    found = {}
    for package in PACKAGES:
        for path in (root / package).rglob("*.py"):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def needed(source: str, known: Mapping[str, object]) -> set[str]:
    """The modules of the product that a module's source imports."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else node.module for name in names}
    return found & known.keys()


def graph() -> dict[str, set[str]]:
    known = modules()
    return {name: needed(path.read_text(encoding="utf-8"), known) for name, path in known.items()}


def test_imports_have_no_cycles() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))


def test_a_cycle_is_found() -> None:
    known = {"ui": None, "ui.a": None, "ui.b": None}
    first = needed("def late():\n    from ui import b\n", known)
    types = needed("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import ui.b\n", known)
    assert (first, types) == ({"ui.b"}, {"ui.b"})
    with pytest.raises(CycleError):
        TopologicalSorter({"ui.a": first, "ui.b": needed("import ui.a", known)}).prepare()
