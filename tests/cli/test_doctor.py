"""Output of `companion doctor`, in both formats, with and without the extras."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.commands.doctor import doctor
from companion.storage.journal import Journal
from tests.architecture.test_plain_install import WITHOUT_EXTRAS

STATES = {"passed", "failed", "not_there"}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(doctor, [str(a) for a in (*arguments, "--lang", "en")], standalone_mode=False)


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "settings.toml"
    file.write_text(f'{text}\n[journal]\npath = "{tmp_path}/journal.sqlite3"\n')
    return file


def found(result: Result) -> dict[str, dict[str, str]]:
    return {check["check"]: check for check in json.loads(result.output)}


def test_a_plain_install_has_no_extras_and_says_how_to_get_them() -> None:
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRAS, "doctor", "--json", "--lang", "en"],
        capture_output=True, text=True,
    )  # fmt: skip
    checks = {check["check"]: check for check in json.loads(result.stdout)}
    assert result.stderr == ""
    assert {checks[name]["state"] for name in ("kivy", "numpy", "opencv-python", "pyserial")} == {"not_there"}
    assert checks["kivy"]["todo"] == "Optional: pip install 'table-companion[ui]'"
    assert {checks[name]["state"] for name in ("click", "pydantic")} == {"passed"}
    assert result.returncode == any(check["state"] == "failed" for check in checks.values())


def test_json_has_the_same_four_texts_for_every_check(tmp_path: Path) -> None:
    result = run("--json", "--settings", written(tmp_path, ""))
    checks = json.loads(result.output)
    assert all(list(check) == ["check", "state", "found", "todo"] for check in checks)
    assert {check["state"] for check in checks} <= STATES
    names = [check["check"] for check in checks]
    assert len(set(names)) == len(names)
    assert {"python", "gl", "camera", "lights", "buttons", "group_video", "disk", "service"} <= set(names)


@pytest.mark.parametrize(
    ("text", "name", "todo"),
    [
        ('[camera]\nsource = "/dev/video99"', "camera", "cannot be opened"),
        ('[camera]\nsource = "nowhere"', "camera", "no such folder"),
        ('[lights]\ndriver = "wled"\nport = "/dev/ttyUSB99"', "lights", "plug it in"),
        ("[camera]\nhold_s = 99", "settings", "a number from 0.1 to 10"),
    ],
)
def test_what_was_asked_for_and_is_not_there_failed(tmp_path: Path, text: str, name: str, todo: str) -> None:
    result = run("--json", "--settings", written(tmp_path, text))
    assert found(result)[name]["state"] == "failed"
    assert todo in found(result)[name]["todo"]
    assert result.return_value == 1


def test_a_camera_that_gives_a_picture_passed(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "0000.png"), np.full((90, 120, 3), 128, np.uint8))
    result = run("--json", "--settings", written(tmp_path, f'[camera]\nsource = "{folder}"'))
    assert found(result)["camera"]["state"] == "passed"
    assert found(result)["camera"]["found"] == f"{folder}: 120x90"
    cv2.imwrite(str(folder / "0000.png"), np.full((90, 120, 3), 3, np.uint8))
    result = run("--json", "--settings", written(tmp_path, f'[camera]\nsource = "{folder}"'))
    assert found(result)["camera"]["state"] == "failed"
    assert "uncover the lens" in found(result)["camera"]["todo"]


def test_a_damaged_journal_failed(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").write_bytes(b"nothing of ours" * 99)
    result = run("--json", "--settings", written(tmp_path, ""))
    assert found(result)["games"]["state"] == "failed"


def test_the_table_says_what_to_do_in_the_language_asked_for(tmp_path: Path) -> None:
    file = str(written(tmp_path, '[lights]\ndriver = "wled"\nport = "/dev/ttyUSB99"'))
    table = CliRunner().invoke(doctor, ["--settings", file, "--lang", "pt_BR"]).output
    assert "✗ falhou" in table
    assert "→ /dev/ttyUSB99: " in table
    assert "not there" not in table


def test_devices_of_an_app_that_runs_are_left_to_it(tmp_path: Path) -> None:
    file = written(tmp_path, '[camera]\nsource = "/dev/video99"')
    with Journal(tmp_path / "journal.sqlite3"):
        checks = found(run("--json", "--settings", file))
    assert (checks["camera"]["state"], checks["lights"]["state"]) == ("not_there", "not_there")
    assert "systemctl stop" in checks["camera"]["todo"]
    assert checks["games"]["state"] == "passed"
    assert found(run("--json", "--settings", file))["camera"]["state"] == "failed"
