"""Types, style and import arrows: the tools' own verdict is the test."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.architecture.tree import ROOT

BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        "mypy --no-color-output",
        "ruff check --quiet",
        "ruff format --check --quiet",
        "lint-imports --no-logo",
        "oxlint --quiet",
    ],
)
def test_tool_is_content(command: str) -> None:
    tool, *arguments = command.split()
    result = subprocess.run([BIN / tool, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"


def test_no_example_of_hypothesis_has_a_time_limit() -> None:
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check


def test_checkout_and_installation_have_the_same_libraries() -> None:
    install, setup = (
        re.findall(r"\blibdrm2\b.*\blibmtdev1\b", (ROOT / script).read_text("utf-8"))
        for script in ("systemd/install.sh", ".ci/setup")
    )
    assert install == setup and len(setup) == 1
