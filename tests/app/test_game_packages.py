"""Installed games: a good package is offered; a broken one is left out and named, whatever is wrong."""

import json
import os
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import companion
from companion.errors import CompanionError
from companion.games import BUILT_IN, installed, package, registry, trials
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
    "fae": ({}, "expected the only game of this name, found another one"),
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
    registry.prove()
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
    monkeypatch.setattr(trials, "TRIAL_S", 2.0)
    registry.prove()
    (game,) = own(registry.installed())
    assert "tc_endless: expected modules that can be imported, found no end within 2 s" in game.state
    monkeypatch.setattr(trials, "run", None)
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
    registry.prove()
    file = _file_of_game("reversi.js")
    assert file and file.read_text() == "export const reversi = 1;\n"
    assert _file_of_game("fae.js") is None and _file_of_game("session.py") is None


def test_a_tried_package_is_tried_again_only_if_a_file_changes(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []
    trial = trials.run

    def counted(name: str, *about: Any) -> str:
        tries.append(name)
        return trial(name, *about)

    monkeypatch.setattr(trials, "run", counted)
    install("reversi", fails(""))
    for _ in range(2):
        registry.use(None)
        assert registry.registered() == (*FOUR, "reversi")
    assert tries == ["reversi"]
    (tmp_path / "site" / "tc_reversi" / "rules.py").write_text("1 / 0\n")
    registry.use(None)
    assert registry.registered() == FOUR and tries == ["reversi", "reversi"]


def test_each_result_is_kept_as_it_comes_and_a_damaged_one_is_not_believed(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("reversi", fails(""))
    install("zebra", fails(""))
    registry.prove("reversi")
    assert registry.waiting() == ("zebra",)
    registry.use(None)
    assert registry.waiting() == ("zebra",)
    (kept,) = (tmp_path / "cache").rglob("*.json")
    whole = kept.read_text()
    for damaged in DAMAGED:
        damaged_text = json.dumps(json.loads(whole) | {"result": json.dumps(damaged)})
        for text in ("", "[]", "5", '{"mark": 5}', whole[:-9], damaged_text, damaged_text + " " * 200_000):
            kept.write_text(text)
            registry.use(None)
            assert "reversi" in registry.waiting(), (damaged, text[:60])
    kept.unlink()
    os.mkfifo(kept)
    registry.use(None)
    assert "reversi" in registry.waiting()


GOOD = {"api": 1, "name": "reversi", "rules": "tc_reversi.rules:RULES"}
DAMAGED: tuple[object, ...] = (
    None, [], {}, {"package": 5}, {"package": {}}, {"package": GOOD, "failure": {}},
    {"package": GOOD | {"more": 1}}, {"package": GOOD | {"rules": ["x"]}}, {"package": GOOD | {"ui": None}},
    {"package": {"name": "reversi", "api": 1}}, {"package": GOOD | {"api": True}},
    {"package": GOOD | {"phone": "x" * 10_000}},
    {"failure": None}, {"failure": {"code": "x"}}, {"failure": {"code": "x", "sentences": []}},
    {"failure": {"code": "no code", "sentences": [{"pattern": "x", "values": {}}]}},
    {"failure": {"code": "x", "sentences": [{"pattern": "{n:9999999999}", "values": {"n": 1}}]}},
    {"failure": {"code": "x", "sentences": [{"pattern": "{n.real}", "values": {"n": 1}}]}},
    {"failure": {"code": "x", "sentences": [{"pattern": "{lost}", "values": {}}]}},
    {"failure": {"code": "x", "sentences": [{"pattern": "{", "values": {}}]}},
    {"failure": {"code": "x", "sentences": [{"pattern": "{n}", "values": {"n": None}}]}},
)  # fmt: skip


@pytest.mark.parametrize("said", DAMAGED, ids=map(str, range(len(DAMAGED))))
def test_what_is_no_result_is_refused(said: object) -> None:
    with pytest.raises(ValueError):
        trials.read(json.dumps(said), "reversi", "tc_reversi", "place")


FOREIGN: tuple[dict[str, object], ...] = (
    {"api": 2}, {"name": "fae"}, {"rules": "companion.games.fae:RULES"}, {"phone": "companion/x"},
    {"phone": "."}, {"phone": "tc_reversi.sub/x"}, {"locales": "/etc"}, {"locales": "tc_reversi/.."},
)  # fmt: skip


@pytest.mark.parametrize("change", FOREIGN, ids=str)
def test_a_forged_package_says_nothing_of_another_module_or_game(change: dict[str, object]) -> None:
    with pytest.raises(CompanionError):
        trials.read(json.dumps({"package": GOOD | change}), "reversi", "tc_reversi", "place")


FORGE = """import json, os, sys
def say(text):
    for result in range(3, 1024):
        try:
            os.write(result, text.encode())
        except OSError:
            pass
"""
HOSTILE = {
    "forges": (FORGE + "say(json.dumps({'package': {'evil': 1}}) + '\\n')\nos._exit(0)\n", "not the fields"),
    "forges_much": (FORGE + "while True: say('x' * 9999)\n", "characters"),
    "forges_another": (
        FORGE + "say(json.dumps({'package': {'api': 1, 'name': 'fae', 'rules': 'a:B'}}) + '\\nmore\\n')\n",
        "'fae'",
    ),
    "forges_text": (FORGE + "say('\\x00\\n')\nos._exit(0)\n", "expected modules that can be imported"),
    "interrupts": ("raise KeyboardInterrupt\n", "line 1: KeyboardInterrupt"),
    "cancels": ("import asyncio\nraise asyncio.CancelledError\n", "line 2: CancelledError"),
    "leaves": ("raise GeneratorExit\n", "line 1: GeneratorExit"),
    "exits_well": ("import sys\nsys.exit(0)\n", "line 2: SystemExit"),
    "closes": ("import os\nos.closerange(0, 99)\n", "found exit code 1"),
    "closes_and_stays": ("import os\nos.closerange(0, 99)\nwhile True: pass\n", "found exit code"),
    "interrupts_in_rules": (
        RULES + "def book():\n    raise KeyboardInterrupt\nRULES = replace(RULES, book=book)\n",
        "line 5: KeyboardInterrupt",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_package_ends_only_its_own_trial(
    install: Install, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(trials, "_END_S", 0.1)
    rules, said = HOSTILE[name]
    install(name, {"rules.py": rules})
    for _ in range(2):
        registry.prove()
        (game,) = own(registry.installed())
        assert said in game.state and registry.registered() == FOUR
        registry.use(None)  # the second time as remembered
        monkeypatch.setattr(trials, "run", None)


def test_the_trial_of_one_game_sees_no_other_and_python_is_not_customised(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    evil = installed.games_folder() / "tc-evil"
    evil.mkdir(parents=True)
    for name in ("sitecustomize.py", "usercustomize.py", "tc_evil.py"):
        (evil / name).write_text(f"open({str(tmp_path / name)!r}, 'w').close()")
    (evil / "evil.pth").write_text("import tc_evil\n")
    install("reversi", fails("try:\n    import tc_evil\nexcept ImportError:\n    pass\n"))
    assert str(evil) in sys.path or registry.installed()
    assert registry.registered() == (*FOUR, "reversi")
    assert [*tmp_path.glob("*.py")] == []


def test_a_command_tries_only_the_game_that_it_needs(install: Install) -> None:
    install("endless", fails("while True: pass\n"))
    install("reversi", fails(""))
    assert registry.rules("fae").name == "fae" and registry.waiting() == ("endless", "reversi")
    assert registry.rules("reversi").name == "reversi" and registry.waiting() == ("endless",)


def test_a_trial_ends_with_the_program_that_waits_for_it(install: Install, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "alive")
    alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    install(
        "endless",
        fails(f"held = open({str(tmp_path / 'alive')!r}, 'wb', 0)\nheld.write(b'x')\nwhile True: pass\n"),
    )
    run = [sys.executable, "-c", "from companion.games import registry; registry.prove()"]
    program = subprocess.Popen(run, env=installed.subprocess_environment())
    try:
        assert select.select([alive], [], [], 60)[0] and os.read(alive, 1) == b"x"
        program.terminate()
        assert program.wait(10) == -signal.SIGTERM
        assert select.select([alive], [], [], 10)[0] and os.read(alive, 1) == b"", "the trial goes on"
    finally:
        program.kill()
        os.close(alive)


def test_nobody_waits_for_a_trial_in_the_background(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_in_background", True)
    install("reversi", fails(""))
    assert registry.registered() == FOUR and registry.names() == FOUR
    with pytest.raises(CompanionError, match="being checked"):
        registry.rules("reversi")
    registry.prove()
    assert registry.names() == (*FOUR, "reversi") and registry.waiting() == ()


def test_a_game_that_was_removed_during_its_trial_does_not_come_back(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("reversi", fails(""))
    trial = trials.run

    def removed(*about: Any) -> str:
        registry.use(tuple(game for game in registry.installed() if not game.source))
        return trial(*about)

    monkeypatch.setattr(trials, "run", removed)
    registry.prove()
    assert own(registry.installed()) == ()


def test_names_of_settings_are_no_names_of_games() -> None:
    assert frozenset(Settings.__dataclass_fields__) == RESERVED


def test_after_failed_starts_no_installed_game_is_loaded(install: Install) -> None:
    install("good", {"__init__.py": GAME, "rules.py": RULES})
    registry.leave_out_installed()
    assert registry.registered() == FOUR and not registry.waiting()
    assert "did not finish" in str(registry.left_out()["good"])
