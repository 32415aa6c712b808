"""Results of the update check."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.update_check import UpdateCheck

TOLD = """new
### Added
- Lamps at the **seats**, see
  [hardware](hardware/README.md): set up on the `screen`.
- A camera comes back.
"""


def news(file: Path, rc: int = 0, said: str = "") -> UpdateCheck:
    def run(command: Any, **_: Any) -> "subprocess.CompletedProcess[str]":
        assert command == ("systemctl", "start", "companion-news.service")
        return subprocess.CompletedProcess(command, rc, "", said)

    made = UpdateCheck(run, file)
    assert made.look.found is None
    made.begin()
    made.wait()
    return made


def test_every_change_is_a_sentence_without_marks(tmp_path: Path) -> None:
    file = tmp_path / "news"
    file.write_text(TOLD, "utf-8")
    look = news(file).look
    assert look.found == ("Lamps at the seats, see hardware: set up on the screen.", "A camera comes back.")
    assert look.different and not look.problem


@pytest.mark.parametrize(("how", "verified"), [("new", False), ("new verified", True)])
def test_whether_a_version_was_verified_is_known(tmp_path: Path, how: str, verified: bool) -> None:
    file = tmp_path / "news"
    file.write_text(f"{how}\n- Lamps\n", "utf-8")
    look = news(file).look
    assert (look.different, look.verified) == (True, verified)


def test_a_version_that_nobody_trusted_has_signed_is_named(tmp_path: Path) -> None:
    file = tmp_path / "news"
    file.write_text("unsigned v2.0\n", "utf-8")
    look = news(file).look
    assert "(v2.0) is not installed" in str(look.problem) and not look.different


def test_the_newest_version_has_no_news(tmp_path: Path) -> None:
    file = tmp_path / "news"
    file.write_text("same\n", "utf-8")
    assert news(file).look[:2] == ((), False)


@pytest.mark.parametrize(
    ("text", "rc", "said", "found"),
    [
        ("offline\n", 0, "", "no connection"),
        ("", 0, "", "the answer is empty"),
        (None, 0, "", "No such file"),
        ("new\n", 1, "Access denied\n", "Access denied"),
    ],
)
def test_what_cannot_be_looked_at_is_told(
    tmp_path: Path, text: str | None, rc: int, said: str, found: str
) -> None:
    file = tmp_path / "news"
    if text is not None:
        file.write_text(text, "utf-8")
    look = news(file, rc, said).look
    assert look.found is None and look.problem and look.problem.code == "no_news"
    assert found in str(look.problem) and "Check the network" in str(look.problem)
