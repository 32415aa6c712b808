"""Commands whose libraries are missing say which extra brings them."""

import subprocess
import sys

import pytest

from companion.cli import EXTRAS
from companion.games import registry
from tests.architecture.test_plain_install import WITHOUT_EXTRAS


@pytest.mark.parametrize(
    ("command", "extra"), [("watch sim:1", "vision"), ("markers out.pdf", "vision"), ("run", "ui")]
)
def test_a_missing_library_is_one_clear_line(command: str, extra: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRAS, *command.split()], capture_output=True, text=True
    )
    assert result.returncode == 1
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert f"table-companion[{extra}]" in line
    assert extra in EXTRAS.values()


def test_installed_games_are_listed_without_extras() -> None:
    command = [sys.executable, "-c", WITHOUT_EXTRAS, "games", "--installed", "--lang", "en"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == list(registry.registered())
    assert result.stderr == "The part \"app\" needs numpy: pip install 'table-companion[vision]'\n"
