"""Types, style and import arrows: the tools' own verdict is the test."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    ["mypy --no-color-output", "ruff check --quiet", "ruff format --check --quiet", "lint-imports --no-logo"],
)
def test_tool_is_content(command: str) -> None:
    tool, *arguments = command.split()
    result = subprocess.run([BIN / tool, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
