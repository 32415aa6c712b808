"""Installed games: a good package is offered; a broken one is left out and named, whatever is wrong."""

import json
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import companion
from companion.games import BUILT_IN, installed, package, registry
from companion.games.package import RESERVED, InstalledGame
from companion.i18n import translator
from companion.session.base import manifest
from companion.settings.settings import Settings

FOUR = tuple(game.name for game in BUILT_IN)
GAME = """from companion.games.package import GamePackage
GAME = GamePackage(api=1, name="{name}", rules="tc_{name}.rules:RULES")
"""
RULES = """from dataclasses import replace
from tests.noughts.rules import OPEN_RULES
RULES = replace(OPEN_RULES, name="{name}", title="{name}")
"""
Files = dict[str, str]


def change(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def fails(rules: str) -> Files:
    """A package with the start of its rules changed."""
    return {"rules.py": rules + RULES}


def entry(old: str, new: str) -> Files:
    return {"__init__.py": change(GAME, old, new)}


MO = struct.pack("<I", 0x950412DE) + b"damaged"
BROKEN: dict[str, tuple[Files, str]] = {
    "import_error": (fails("import json\n1 / 0\n"), "tc_import_error/rules.py, line 2: ZeroDivisionError"),
    "no_library": (fails("import no_such_library\n"), "tc_no_library/rules.py, line 1: ModuleNotFoundError"),
    "syntax": (fails("\nx = (\n"), "tc_syntax/rules.py, line 2: SyntaxError"),
    "not_utf8": (fails("x = '\udcff'\n"), "tc_not_utf8/rules.py"),
    "entry_raises": ({"__init__.py": "raise OSError('no')\n"}, "entry_raises/__init__.py, line 1: OSError"),
    "old_api": (entry("api=1", "api=0"), "tc_old_api, api: expected 1, found 0"),
    "no_api": (entry("api=1, ", ""), "tc_no_api/__init__.py, line 2: TypeError"),
    "wrong_type": ({"__init__.py": "GAME = 5\n"}, "tc_wrong_type: expected a GamePackage, found int"),
    "no_game": ({"__init__.py": ""}, "tc_no_game: expected a GamePackage, found NoneType"),
    "other_name": (entry('name="{name}"', 'name="chess"'), "name: expected 'other_name', found 'chess'"),
    "bad_part": (entry(':RULES"', '"'), 'tc_bad_part, rules: expected "module:NAME"'),
    "lacks_part": (entry(".rules:", ".lost:"), "tc_lacks_part.lost: expected RULES"),
    "wrong_part": ({"rules.py": "RULES = 'rules'\n"}, "rules: expected RULES, complete, found: str"),
    "raises_when_used": (
        {"rules.py": RULES + "def book():\n    raise KeyError('lost')\nRULES = replace(RULES, book=book)\n"},
        "tc_raises_when_used/rules.py, line 5: KeyError",
    ),
    "exits": (fails("import sys\nsys.exit(3)\n"), "tc_exits/rules.py, line 2: SystemExit"),
    "ends_at_once": (fails("import os\nos._exit(3)\n"), "expected modules that can be imported, found exit"),
    "recursion": (fails("def f():\n    f()\nf()\n"), "tc_recursion/rules.py, line 2: RecursionError"),
    "prints": (fails("print('hello')\n"), "tc_prints: expected no output while it is imported, found 'hello"),
    "thread": (
        fails("from threading import Event, Thread\nThread(target=Event().wait, name='mine').start()\n"),
        "tc_thread: expected no thread that is left after the import, found mine",
    ),
    "too_much_memory": (fails("x = bytearray(3_000_000_000)\n"), "rules.py, line 1: MemoryError"),
    "no_module": ({}, "expected the module tc_no_module, found nothing"),
    "no_phone": (entry('RULES"', 'RULES", phone="tc_no_phone/phone"'), "no_phone, phone: expected a folder"),
    "no_page": (
        entry('RULES"', 'RULES", phone="tc_no_page/phone"') | {"phone/other.js": ""},
        "phone/no_page.js: expected the page of the phones",
    ),
    "outside": (entry('RULES"', 'RULES", locales="tc_outside/.."'), 'locales: expected "package/folder"'),
    "bad_catalogue": (
        entry('RULES"', 'RULES", locales="tc_bad_catalogue/l"')
        | {"l/es/LC_MESSAGES/bad_catalogue.mo": MO.decode("latin-1")},
        "bad_catalogue.mo: expected a compiled catalogue",
    ),
    "looks_for_games": (
        fails("from companion.games import registry\nregistry.rules('fae')\n"),
        "tc_looks_for_games/rules.py, line 2: RuleError",
    ),
    "Not-a-name": ({}, "expected a name of at most 40 letters"),
    "class": ({}, "expected a name of at most 40 letters"),
    "camera": ({}, "expected a name of at most 40 letters"),
    "fae": ({}, "expected the only game of this name, found 2"),
}  # fmt: skip
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Write an installed distribution with an entry point and a module, as pip does."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(site)

    def written(name: str, files: Files, distribution: str = "") -> None:
        distribution = distribution or f"tc-{name}"
        info = site / f"{distribution.replace('-', '_')}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[{package.GROUP}]\n{name} = tc_{name}:GAME\n")
        for path, text in ({"__init__.py": GAME, "rules.py": RULES} | files).items() if files else ():
            file = site / f"tc_{name}" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            coding = "latin-1" if path.endswith(".mo") else "utf-8"
            made = text.replace("{name}", name) if coding == "utf-8" else text
            file.write_text(made, coding, "surrogateescape")
        registry.use(None)

    yield written
    registry.use(None)
    for module in [name for name in sys.modules if name.startswith("tc_")]:
        del sys.modules[module]


def own(games: tuple[InstalledGame, ...]) -> tuple[InstalledGame, ...]:
    """Those that are not built in."""
    return tuple(game for game in games if game.source)


@pytest.mark.parametrize(
    "names",
    [("import_error", "exits", "prints"), pytest.param(tuple(BROKEN), marks=pytest.mark.slow)],
    ids=["three", "all"],
)
def test_every_broken_package_is_left_out_and_named(install: Install, names: tuple[str, ...]) -> None:
    for name in names:
        install(name, BROKEN[name][0])
    install("reversi", {"rules.py": RULES})
    found = {game.source: game for game in own(registry.installed())}
    assert found.keys() == {f"tc-{name}" for name in (*names, "reversi")}
    states = {name: found[f"tc-{name}"].state for name in names}
    assert {name: state for name, state in states.items() if BROKEN[name][1] not in state} == {}
    assert registry.names() == (*FOUR, "reversi")
    assert len(registry.left_out()) == len(names)
    assert all(game.package is None and game.version == "1.2" for game in found.values() if game.error)


def test_two_packages_of_one_name_are_both_left_out(install: Install) -> None:
    install("reversi", fails(""))
    install("reversi", {}, "tc-another")
    assert [game.name for game in own(registry.installed())] == ["tc-another:reversi", "tc-reversi:reversi"]
    assert registry.names() == FOUR


def test_an_endless_import_is_ended_and_remembered(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install("endless", fails("while True: pass\n"))
    monkeypatch.setattr(installed, "TRIAL_S", 2.0)
    (game,) = own(registry.installed())
    assert "tc_endless: expected modules that can be imported, found no end within 2 s" in game.state
    monkeypatch.setattr(installed, "_trial", None)
    registry.use(None)
    assert own(registry.installed())[0].state == game.state
    assert registry.names() == FOUR


def whole(install: Install) -> None:
    install(
        "reversi",
        {
            "__init__.py": """from companion.games.package import GamePackage
GAME = GamePackage(api=1, name="reversi", rules="tc_reversi.rules:RULES",
                   session="tc_reversi.session:SESSION", app="tc_reversi.app:GAME",
                   ui="tc_reversi.ui:UI", phone="tc_reversi/phone", locales="tc_reversi/locales")
""",
            "session.py": "from tests.noughts.session import manifest\nfrom tc_reversi.rules import RULES\n"
            "SESSION = manifest(RULES)\n",
            "app.py": "from tests.noughts.app import GAME, past\nfrom tc_reversi.rules import RULES\n"
            "PAST = past(RULES)\n",
            "ui.py": "from tests.noughts.ui import TILE, manifest\nfrom tc_reversi.rules import RULES\n"
            "UI = manifest(RULES)\n",
            "phone/reversi.js": "export const reversi = 1;\n",
            "locales/es/LC_MESSAGES/reversi.mo": catalogue("Flip a stone.", "Voltea una ficha."),
        },
    )


def catalogue(english: str, translated: str) -> str:
    """A compiled catalogue of one sentence."""
    header = "Content-Type: text/plain; charset=UTF-8\n"
    texts = [b"", english.encode(), header.encode(), translated.encode()]
    at, places = 28 + 8 * len(texts), []
    for text in texts:
        places += [len(text), at]
        at += len(text) + 1
    head = struct.pack("<7I", 0x950412DE, 0, 2, 28, 44, 0, 0)
    return (head + struct.pack(f"<{len(places)}I", *places) + b"\0".join([*texts, b""])).decode("latin-1")


def test_a_whole_package_is_a_game_like_the_others(install: Install) -> None:
    whole(install)
    result = CliRunner().invoke(companion, ["games", "--installed", "--json"])
    listed = {game["name"]: game for game in json.loads(result.output)}
    assert tuple(listed) == (*FOUR, "reversi")
    assert listed["reversi"] == {
        "name": "reversi", "version": "1.2", "source": "tc-reversi", "state": "ok",
        "parts": ["rules", "session", "app", "ui", "phone", "locales"],
    }  # fmt: skip
    assert "taken" in manifest("reversi").reasons
    assert translator("es").gettext("Flip a stone.") == "Voltea una ficha."
    assert translator("pt_BR").gettext("Flip a stone.") == "Flip a stone."


def test_the_phones_get_the_page_of_an_installed_game(install: Install) -> None:
    from companion.app.phones.server import _file_of_game

    whole(install)
    file = _file_of_game("reversi.js")
    assert file and file.read_text() == "export const reversi = 1;\n"
    assert _file_of_game("fae.js") is None and _file_of_game("session.py") is None


def test_a_tried_package_is_tried_again_only_if_a_file_changes(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []
    trial = installed._trial

    def counted(name: str, value: str, place: str, environment: dict[str, str]) -> dict[str, object]:
        tries.append(name)
        return trial(name, value, place, environment)

    monkeypatch.setattr(installed, "_trial", counted)
    install("reversi", fails(""))
    for _ in range(2):
        registry.use(None)
        assert registry.registered() == (*FOUR, "reversi")
    assert tries == ["reversi"]
    (tmp_path / "site" / "tc_reversi" / "rules.py").write_text("1 / 0\n")
    registry.use(None)
    assert registry.registered() == FOUR and tries == ["reversi", "reversi"]
    kept = next((tmp_path / "cache").rglob("games.json"))
    for damaged in (
        "",
        "[]",
        '{"tc-reversi:reversi": 5}',
        kept.read_text().replace('"failure"', '"package"'),
    ):
        kept.write_text(damaged)
        registry.use(None)
        assert registry.registered() == FOUR


def test_names_of_settings_are_no_names_of_games() -> None:
    assert frozenset(Settings.__dataclass_fields__) == RESERVED
