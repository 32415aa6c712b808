import re

import click
import pytest
from click.testing import CliRunner

from companion.cli import COMMANDS, companion
from tests.architecture.tree import ROOT

README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_and_a_language(name: str) -> None:
    result = CliRunner().invoke(companion, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert re.search(rf"Examples?:\s+companion {name}\b", result.output)
    command = companion.get_command(click.Context(companion), name)
    assert command is not None
    assert any("--lang" in option.opts for option in command.params)


def test_readme_lists_every_command() -> None:
    assert set(re.findall(r"^\| `companion (\w+)", README, re.MULTILINE)) == set(COMMANDS)


def test_readme_and_help_list_every_make_target() -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    assert set(re.findall(r"^([a-z-]+):.* ## ", MAKEFILE, re.MULTILINE)) == targets
    assert (
        set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.MULTILINE)) | {"help", "clean", "run"} == targets
    )


def test_continuous_integration_runs_the_readme_test_command() -> None:
    assert (ROOT / ".ci/run").read_text("utf-8").rstrip().endswith("exec make test")
    assert "make test " in README
