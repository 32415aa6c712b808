"""A game has its own package in every layer; games do not know each other, shared modules know no game."""

import re
from functools import cache
from pathlib import Path

import grimp
import pytest

from companion.games import registry
from tests.architecture.tree import ROOT, texts

LAYERS = ("companion.games", "companion.session", "companion.app", "vision", "ui.games")
"""The layers with one package a game; that of vision is only for games that a camera follows."""


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("companion", "hardware", "ui", "vision")


def game_of(module: str) -> str | None:
    """The game whose package holds a module."""
    for layer in LAYERS:
        name = module.removeprefix(f"{layer}.").partition(".")[0]
        if module.startswith(f"{layer}.") and name in registry.registered():
            return name
    return None


def arrows(module: str) -> set[str]:
    return graph().find_modules_directly_imported_by(module)


def test_shared_modules_import_no_games() -> None:
    found = [
        f"{module} -> {other}"
        for module in sorted(graph().modules)
        if game_of(module) is None
        for other in arrows(module)
        if game_of(other) is not None
    ]
    assert found == []


def test_games_do_not_know_each_other_in_any_layer() -> None:
    found = [
        f"{module} -> {other}"
        for module in sorted(graph().modules)
        if (game := game_of(module)) is not None
        for other in arrows(module)
        if game_of(other) not in (None, game)
    ]
    assert found == []


def users() -> dict[str, set[str]]:
    """The modules that import each module; a `.kv` file counts as the module that loads it."""
    found = {module: set(graph().find_modules_that_directly_import(module)) for module in graph().modules}
    for path in texts():
        if path.suffix == ".kv":
            user = ".".join(path.with_suffix("").parts)
            for name in re.findall(r"^#:import \w+ (\S+)$", (ROOT / path).read_text("utf-8"), re.MULTILINE):
                module = name if name in found else name.rpartition(".")[0]
                found[module].add(user)
    return found


FOR_PACKAGES = ("companion.app.board", "companion.session.board", "ui.games.board", "vision.board")


def test_shared_modules_serve_at_least_two_games() -> None:
    """A module belongs to a game if only modules that belong to the game import it.

    `FOR_PACKAGES` are also for installed games, which are no part of this graph.
    """
    imports = users()
    owner = {module: game_of(module) for module in graph().modules}
    owned_at_first = {module for module, game in owner.items() if game}
    changed = True
    while changed:
        changed = False
        for module, its_users in imports.items():
            owners = {owner.get(user) for user in its_users if user != module}
            if owner[module] is None and len(owners) == 1 and None not in owners:
                owner[module], changed = owners.pop(), True
    alone = {module for module, game in owner.items() if game and module not in owned_at_first}
    assert {module for module in alone if not module.startswith(FOR_PACKAGES)} == set()


@pytest.mark.parametrize("name", registry.registered())
def test_every_game_has_its_packages(name: str) -> None:
    packages = {layer for layer in LAYERS if f"{layer}.{name}" in graph().modules}
    assert set(LAYERS) - packages <= {"vision"}


def test_a_game_is_named_only_in_its_packages() -> None:
    """The one registration is an exception; texts for users and tests may name games."""
    words = {word for name in registry.registered() for word in (name, name.capitalize())}
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in texts()
        if path.parts[0] in ("companion", "hardware", "ui", "vision")
        and path.suffix in (".py", ".kv", ".toml")
        if not set(path.parts) & set(registry.registered()) and path != Path("companion/games/__init__.py")
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), start=1)
        if words & set("".join(c if c.isalnum() or c == "_" else " " for c in line).split())
    ]
    assert found == []
