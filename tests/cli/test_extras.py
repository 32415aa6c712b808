"""Commands whose libraries are missing say which extra brings them."""

import subprocess
import sys

import pytest

from companion.cli import EXTRAS
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
