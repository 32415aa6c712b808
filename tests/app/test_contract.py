"""Every game's application layer is complete, and its demo comes to an end."""

import sys
import time
from collections.abc import Callable
from gettext import NullTranslations
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.app import game_loader
from companion.app.archive.archive import JournalArchive
from companion.app.archive.history import PastGame
from companion.app.camera_game import Seeing
from companion.app.controller.demo import demo_app
from companion.app.diagnostics import doctor_computer
from companion.games import registry
from companion.settings.settings import load
from companion.simulation.base import FAST
from companion.simulation.demo import Demo
from companion.storage.journal import Journal
from tests.offered import offer
from tests.patience import WAIT_S

DEMO_CPU_S = 120
"""Processor time that a demo may take; the longest takes a quarter of it."""


def test_every_game_is_complete() -> None:
    game_loader.check()
    assert registry.names() == registry.registered() and not registry.left_out()


@pytest.mark.parametrize("name", registry.registered())
def test_what_a_camera_sees_is_complete(name: str) -> None:
    if game_loader.app_game(name).camera is None:
        return
    sees = game_loader.seeing(name)
    if sees.board is None:
        assert sees.find is not None, "its table is found by what lies there"
        return
    board = sees.board()
    assert len(board.taps_mm) >= 4
    assert board.spaces.keys()
    lights = game_loader.app_game(name).lights
    assert lights is not None
    for space in board.spaces:
        x_mm, y_mm = lights.place_mm(space)
        assert 0 <= x_mm <= lights.size_mm[0] and 0 <= y_mm <= lights.size_mm[1]


@pytest.fixture
def chess(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """Registers a game with this text in its folder of a layer; the layers before it are whole."""
    offer(monkeypatch, "fae", "chess", "fate")
    monkeypatch.setattr(registry, "_left_out", {})
    layers = (("companion.games", "", "RULES"), ("companion.session", ".manifest", "SESSION"))

    def write(layer: str, text: str) -> str:
        for whole, module, part in layers:
            if whole == layer:
                break
            monkeypatch.setitem(sys.modules, f"{whole}.chess", ModuleType(f"{whole}.chess"))
            room = ModuleType(f"{whole}.chess{module}")
            setattr(room, part, getattr(import_module(f"{whole}.fae{module}"), part))
            monkeypatch.setitem(sys.modules, room.__name__, room)
        for module in ("", ".manifest"):
            monkeypatch.setitem(sys.modules, f"{layer}.chess{module}", ModuleType("chess"))
            del sys.modules[f"{layer}.chess{module}"]  # what is imported instead goes when the test ends
        folder = tmp_path / layer / "chess"
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
        file = folder / ("manifest.py" if layer == "companion.session" else "__init__.py")
        file.write_text(text, "utf-8")
        package = import_module(layer)
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder.parent)])
        return str(file)

    return write


BROKEN = (
    ("SESSION = 5\nraise AttributeError('no such rune')\n", "line 2: AttributeError: no such rune"),
    ("SESSION = (\n", "line 1: SyntaxError: '(' was never closed"),
    ("\nfrom companion.session.base import Nothing\n", "line 2: ImportError: cannot import name 'Nothing'"),
    ("import no_such_library\n", "line 1: ModuleNotFoundError: No module named 'no_such_library'"),
    ("import json\n\njson.loads('{')\n", "line 3: JSONDecodeError"),
)


@pytest.mark.parametrize("layer", ["companion.games", "companion.session", "companion.app"])
@pytest.mark.parametrize(("text", "told"), BROKEN)
def test_a_broken_game_is_left_out_and_its_mistake_named(
    layer: str, text: str, told: str, chess: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    file = chess(layer, text)
    game_loader.check()
    assert registry.names() == ("fae", "fate")
    assert load().games.keys() == {"fae", "fate"}
    (error,) = registry.left_out().values()
    assert f"{file}, {told}" in str(error)
    assert "the game chess is left out" in caplog.text and "Traceback" in caplog.text
    found = {check.name: check for check in doctor_computer.installed_games()}
    assert (found["installed_games"].found, found["game_chess"].state) == ("fae, fate", "failed")
    assert found["game_chess"].todo is error


@pytest.mark.parametrize(
    ("layer", "text", "told"),
    [
        ("companion.app", "", "companion.app.chess.history: expected PAST, complete, found: No module"),
        ("companion.session", "SESSION = 5", "chess.manifest: expected SESSION, complete, found: int"),
        ("companion.games", "RULES = 'rules'", "chess: expected RULES, complete, found: str"),
    ],
)
def test_a_game_that_lacks_a_part_is_left_out(
    layer: str, text: str, told: str, chess: Callable[..., str]
) -> None:
    chess(layer, text)
    game_loader.check()
    assert told in str(registry.left_out()["chess"])


def test_a_stored_game_of_a_broken_one_says_why(chess: Callable[..., str], tmp_path: Path) -> None:
    file = chess("companion.app", "1 / 0\n")
    with Journal(tmp_path / "journal.sqlite3") as journal:
        journal.record("chess", {"players": ["Ana", "Bo"]}, [])
        archive = JournalArchive(journal, game_loader.past)
        assert archive.saved_games() == []
        (kept,) = archive.games()
        assert f"{file}, line 1: ZeroDivisionError" in str(kept.problem)


def test_a_manifest_names_the_field_that_it_was_not_given() -> None:
    make: Any = PastGame
    with pytest.raises(TypeError, match="replay"):
        make(result=None, timeline=None)
    seeing: Any = Seeing
    with pytest.raises(TypeError, match="find"):
        seeing(
            **dict.fromkeys(
                ("new_reader", "read_setup", "wrong_setup", "bare", "waiting", "lesson", "simulated")
            )
        )


SHORT = {"fae": 25, "fate": 26, "fairytile": 1, "fabula": 14}
"""Seeds of short demos (measured: processor time of the seeds 1 to 29)."""
LONG = {"fae", "fate", "fabula"}
"""Games whose demo takes more than 10 s."""


def ends(demo: Demo[Any]) -> bool:
    """Wait for the end; return False if nothing was shown for `WAIT_S`, or it took too much of the processor.

    How long it takes depends on what else the machine does.
    """
    end_s, seen = time.process_time() + DEMO_CPU_S, None
    while not demo.wait(WAIT_S):
        if demo._last is seen or time.process_time() > end_s:
            return False
        seen = demo._last
    return True


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in registry.registered()],
)
def test_its_demo_comes_to_an_end(name: str, tmp_path: Path) -> None:
    make = game_loader.camera_game(name).demo if game_loader.app_game(name).camera else None
    if make is None:
        return
    with Journal(tmp_path / "journal.sqlite3") as journal:
        seed = SHORT.get(name, 7)
        demo = make(demo_app(load(), journal, seed), journal, seed, FAST)
        try:
            demo.begin()
            assert ends(demo)
            _, faithful = demo.write_report(tmp_path, NullTranslations())
            assert faithful
        finally:
            demo.close()
