"""Status text and actions of the machine."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.machine_control import AppMachine
from companion.errors import HardwareError
from ui.services import Check, Diagnostics


class Devices:
    def diagnostics(self) -> Diagnostics:
        secret = HardwareError("camera_lost", "http://ana:secret@10.0.0.7/ is gone, says Maximiliana")
        return Diagnostics(
            pictures_s=9.84, reading_ms=61.2, errors=(("21:14", secret),) * 9, machine="Raspberry Pi 5",
            temperature_c=51.25, free_mb=18230.4,
            checks=(Check("groups", "Groups", "failed", "maximiliana may not write"),),
        )  # fmt: skip


def machine(tmp_path: Path, served: bool = True, rc: int = 0, said: str = "") -> tuple[AppMachine, list[Any]]:
    asked: list[Any] = []

    def run(command: Any, **_: Any) -> "subprocess.CompletedProcess[str]":
        asked.append(command)
        return subprocess.CompletedProcess(command, rc, "", said)

    return AppMachine(Devices(), served, run, tmp_path / "update-result"), asked


def test_what_is_photographed_has_no_names_and_no_secrets(tmp_path: Path) -> None:
    text = machine(tmp_path)[0].about()
    for secret in ("ana", "secret", "Maximiliana", "maximiliana", "10.0.0.7"):
        assert secret not in text
    for fact in (
        "Raspberry Pi 5",
        "51.2 °C",
        "18230 MB",
        "9.84 pictures",
        "checks: Groups",
        "21:14 camera_lost",
    ):
        assert fact in text
    assert len(text) < 600, "expected a code that a telephone reads from a screen"


def test_the_machine_is_asked_for_exactly_what_the_rules_allow(tmp_path: Path) -> None:
    box, asked = machine(tmp_path)
    for act in box.actions():
        box.run_action(act)
    assert asked == [
        ("systemctl", "poweroff"), ("systemctl", "reboot"),
        ("systemctl", "start", "--no-block", "companion-update.service"),
    ]  # fmt: skip


def test_who_is_no_service_can_ask_nothing(tmp_path: Path) -> None:
    assert machine(tmp_path, served=False)[0].actions() == ()


def test_a_machine_that_refuses_says_why(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match=r"systemctl poweroff.*Access denied.*install\.sh") as caught:
        machine(tmp_path, rc=1, said="Access denied\n")[0].run_action("power_off")
    assert caught.value.code == "machine_refused"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("ready 3 12", "The last update was installed"),
        ("back 1 2", "the previous version runs again"),
        ("cut 1 2", "A power cut ended"),
        ("unsigned v2", "refused"),
        ("nonsense", None),
    ],
)
def test_how_the_last_update_ended(tmp_path: Path, written: str, told: str | None) -> None:
    box, _ = machine(tmp_path)
    assert box.updated() is None
    (tmp_path / "update-result").write_text(written)
    assert (told or "None") in str(box.updated())
    assert f"Update: {written}" in box.about()
