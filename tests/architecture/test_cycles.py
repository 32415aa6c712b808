"""No import cycles of modules or of folders; imports inside functions and those for types only count, too."""

import ast
from collections.abc import Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

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


@cache
def graph() -> dict[str, set[str]]:
    known = modules()
    return {name: needed(path.read_text(encoding="utf-8"), known) for name, path in known.items()}


def folders() -> dict[str, str]:
    """The folder of each module, as a dotted name; a module beside sub-folders counts for its own folder."""
    return {name: ".".join(path.relative_to(ROOT).parent.parts) for name, path in modules().items()}


def folder_graph(imports: Mapping[str, set[str]], folder: Mapping[str, str]) -> dict[str, set[str]]:
    """The folders that the modules of each folder import.

    The four packages' own folders are left out: they hold the entry points and what everything builds on.
    """
    found: dict[str, set[str]] = {}
    for module, others in imports.items():
        found.setdefault(folder[module], set()).update(folder[other] for other in others)
    return {name: others - {name, *PACKAGES} for name, others in found.items() if name not in PACKAGES}


def cycle(imports: Mapping[str, set[str]]) -> str:
    """One import cycle as "a -> b -> a"; empty if there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return " -> ".join(reversed(error.args[1]))
    return ""


def test_imports_have_no_cycles() -> None:
    assert cycle(graph()) == ""


def test_folders_have_no_cycles() -> None:
    assert cycle(folder_graph(graph(), folders())) == ""


def test_a_cycle_is_found() -> None:
    known = {"ui": None, "ui.a": None, "ui.b": None}
    first = needed("def late():\n    from ui import b\n", known)
    types = needed("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import ui.b\n", known)
    assert (first, types) == ({"ui.b"}, {"ui.b"})
    assert cycle({"ui.a": first, "ui.b": needed("import ui.a", known)}) in (
        "ui.a -> ui.b -> ui.a",
        "ui.b -> ui.a -> ui.b",
    )


def test_a_cycle_of_folders_is_found() -> None:
    """The modules form none: each folder has one that imports and one that is imported."""
    imports = {
        "ui.a.top": {"ui.a.b.x"},
        "ui.a.b.x": set[str](),
        "ui.a.b.y": {"ui.a.base"},
        "ui.a.base": {"ui"},
    }
    folder = {"ui": "ui", "ui.a.top": "ui.a", "ui.a.base": "ui.a", "ui.a.b.x": "ui.a.b", "ui.a.b.y": "ui.a.b"}
    assert cycle(imports) == ""
    assert folder_graph(imports, folder) == {"ui.a": {"ui.a.b"}, "ui.a.b": {"ui.a"}}
    assert cycle(folder_graph(imports, folder))
