"""The pages about the machine, its network, its update and its checks are in the chosen language."""

import ctypes
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from companion.app.diagnostics import doctor_computer, doctor_devices
from companion.app.machine.machine_control import AppMachine
from companion.app.machine.networks import Networks
from companion.app.machine.update_check import UpdateCheck
from companion.errors import HardwareError
from companion.i18n import LANGUAGES, translator
from companion.settings.settings import DEFAULTS, load
from hardware import gpio_chip
from hardware.errors import no_pins, station_lost
from tests.ui.device_scenes import DEVICE_SCENES
from tests.ui.layout import widgets
from tests.ui.scenes import SCENES, start
from tests.ui.services import Measured
from tests.ui.test_diagnostics import controller as measured
from ui.machine_service import WirelessNetwork
from ui.services import Check, Diagnostics

pytestmark = pytest.mark.slow  # many windows

PAGES = ("machine", "update", "networks", "diagnostics", "diagnostics-bad")
ENGLISH = re.compile(
    r"\b(slowed down|free|failed|errors|none|true|false|exit code|camera|update|unknown|not[- ]found|enabled|"
    r"disabled|active|inactive|no module|no screen|no display|no connection|not enough|timeout\w*|expected|"
    r"station|lamp|check)\b",
    re.IGNORECASE,
)
"""Texts of these pages in every language."""


def ended(code: int, said: str = "") -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """A program with this result."""
    return lambda command, **_: subprocess.CompletedProcess(command, code, "", said)


def hangs(command: Any, **_: Any) -> "subprocess.CompletedProcess[str]":
    """A program that never ends."""
    raise subprocess.TimeoutExpired(command, 9)


def is_not_there(command: Any, **_: Any) -> "subprocess.CompletedProcess[str]":
    """A program that is not installed; the message of the system is not translated."""
    raise FileNotFoundError(2, "¶")


FAILURES = (ended(3), ended(4, "¶"), hangs, is_not_there)


def joins(networks: Networks) -> None:
    """Join a network."""
    networks.join(WirelessNetwork("Salon", 90, False, False, "02:00:00:00:00:01"), "")


def no_network(run: Any, act: Callable[[Networks], None]) -> Any:
    """A network cannot be found or joined."""
    fake: Any = start()
    networks = Networks(run, there=True)
    act(networks)
    networks.wait()
    fake.machine.look_for_networks = lambda: None
    fake.machine.look = AppMachine(Measured(), True, networks=networks).networks()
    return fake


def refusal(run: Any) -> HardwareError:
    """Reason why the machine refuses a command."""
    with pytest.raises(HardwareError) as caught:
        AppMachine(Measured(), True, run).run_action("restart")
    return caught.value


def without_news(run: Any, answer: Path | None = None) -> Any:
    """The update check has no result."""
    fake: Any = start()
    news = UpdateCheck(run, answer or Path("¶"))
    news.begin()
    news.wait()
    fake.machine.fresh = news.look
    return fake


def checks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Check]:
    """Findings of the doctor on a machine with every problem."""
    settings = load(DEFAULTS)

    def no_module(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name="¶")

    for module in (doctor_computer, doctor_devices):
        monkeypatch.setattr(module, "import_library", no_module)
    yield doctor_computer.library(doctor_computer.LIBRARIES[0])
    monkeypatch.setattr(gpio_chip, "CHIPS", Path("/dev"))
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: [folder / "gpiochip0"])
    yield doctor_devices.buttons(settings)
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/systemctl")
    for enabled, active in (("enabled", "active"), ("disabled", "inactive"), ("enabled", "failed"), ("", "")):
        answers = {"is-enabled": enabled, "is-active": active}
        monkeypatch.setattr(doctor_computer, "_systemctl", answers.get)
        yield doctor_computer.service()
    monkeypatch.setattr(ctypes, "CDLL", lambda _: (_ for _ in ()).throw(OSError("¶")))
    yield doctor_computer.graphics()


def unwell(monkeypatch: pytest.MonkeyPatch) -> Any:
    """All possible texts of the diagnostics page."""
    with monkeypatch.context() as patch:
        found = tuple(checks(patch))
    errors = (("21:14", station_lost("top_right", "¶")), ("20:02", no_pins("¶")))
    # Of a check that passed only its state is shown; here everything that could be said of it.
    failed = tuple(Check(one.name, one.title, "failed", one.found, one.todo) for one in found)
    return measured(Diagnostics(errors=errors, checks=failed))


def lines(running: Any) -> set[str]:
    """Every visible line of the page, without the change log, which has one language."""
    from ui.widgets.qr import QrCode

    seen = [w for w, _ in widgets(running.screen) if not isinstance(w, QrCode)]
    translated = running.controller.machine.fresh.found or ()
    texts = {str(w.text) for w in seen if getattr(w, "text", "")} - set(translated)
    return {line for text in texts for line in text.splitlines()}


@cache
def translated(language: str) -> tuple[set[str], set[str]]:
    """English texts that differ in a language, and all texts in that language."""
    entries = vars(translator(language))["_catalog"].items()
    return {english for english, words in entries if english != words}, {words for _, words in entries}


def check_language(running: Any, language: str) -> None:
    """Check that no line is English or holds an English text."""
    english, words = translated(language)
    found = lines(running)
    assert found, "expected something to read"
    assert not found & (english - words)
    assert not [line for line in found if ENGLISH.search(line)]


LANGUAGE = pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])


@LANGUAGE
@pytest.mark.parametrize("name", PAGES)
def test_the_pages_speak_the_language(open_window: Any, name: str, language: str) -> None:
    scene = next(scene for scene in (*SCENES, *DEVICE_SCENES) if scene.name == name)
    check_language(scene.show(open_window, language, (800, 480)), language)


@LANGUAGE
def test_failures_are_described_in_the_language(
    open_window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    (tmp_path / "empty").write_text("")
    (tmp_path / "offline").write_text("offline\n")
    made = [("networks", no_network(run, act)) for run in FAILURES for act in (Networks.look, joins)]
    made += [("update", without_news(run)) for run in (*FAILURES, ended(0))]
    made += [("update", without_news(ended(0), tmp_path / name)) for name in ("empty", "offline")]
    made += [("machine", start()), ("diagnostics", unwell(monkeypatch))]
    running = open_window(made[0][1], language)
    for name, controller in made:
        running.app.controller = running.controller = controller
        running.app.open(name)
        if name == "machine":
            for run in FAILURES:
                controller.machine.refusal = refusal(run)
                running.screen.attempt(partial(controller.machine.run_action, "restart"))
                check_language(running, language)
        running.lay_out()
        check_language(running, language)
