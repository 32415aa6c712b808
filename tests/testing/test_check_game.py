"""`companion check-game` finds each of many mistakes, and names the part that has it."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from companion import cli
from companion.games import registry
from companion.games.installed import subprocess_environment
from companion.games.package import InstalledGame
from companion.testing.base import Finding
from companion.testing.runner import checks
from tests.testing.conftest import Install
from tests.testing.mutants import MUTANTS, files


def found(name: str, part: str) -> list[Finding]:
    return [one for check in checks(name) if check.part == part for one in check.run()]


QUICK = 2
"""Number of mistakes looked for in every run: each takes some seconds, as the checks are a process."""


@pytest.mark.parametrize(
    "name",
    [name if n < QUICK else pytest.param(name, marks=pytest.mark.slow) for n, name in enumerate(MUTANTS)],
)
def test_a_mistake_is_found_and_its_part_named(name: str, install: Install) -> None:
    install(name, files(name))
    part = MUTANTS[name].said[0].partition(",")[0]
    if part != "ui":  # that is checked by a program of its own, which finds the package itself
        package = import_module(f"tc_{name}").GAME
        registry.use((InstalledGame(name=name, version="1.2", package=package),))
    lines = [str(one) for one in found(name, part)]
    assert any(all(word in line for word in MUTANTS[name].said) for line in lines), lines


def test_a_good_game_keeps_its_contract(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("reversi", files("reversi"))
    assert cli.run(["check-game", "reversi", "--lang", "en"]) == 0
    assert capsys.readouterr().out == "reversi: no mistake found.\n"


def test_all_mistakes_are_printed(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    made = files("reversi")
    made["rules.py"] += MUTANTS["few_secrets"].text + MUTANTS["seat_of_nobody"].text
    del made["ui.py"]
    made["__init__.py"] = made["__init__.py"].replace(', ui="tc_reversi.ui:UI"', "")
    install("reversi", made)
    assert cli.run(["check-game", "reversi", "--lang", "en"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith(f"reversi: {len(lines) - 1} mistakes.")
    assert {line.partition(":")[0] for line in lines} >= {"rules, secret", "rules, turns"}


@pytest.mark.parametrize(
    ("files_", "said"),
    [({"rules.py": "1 / 0\n"}, "rules.py, line 1: ZeroDivisionError"), ({"rules.py": ""}, "expected RULES")],
)
def test_a_game_that_cannot_be_loaded_is_named(
    files_: dict[str, str], said: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("reversi", files("reversi") | files_)
    assert cli.run(["check-game", "reversi", "--lang", "en"]) == 1
    assert said in capsys.readouterr().out
    assert cli.run(["check-game", "chess", "--lang", "en"]) == 2
    assert "expected one of" in capsys.readouterr().err


def test_the_checks_are_a_plug_in_of_pytest(install: Install, tmp_path: Path) -> None:
    made = files("reversi")
    made["rules.py"] += MUTANTS["few_secrets"].text
    made["__init__.py"] = made["__init__.py"].replace(', ui="tc_reversi.ui:UI"', "")
    install("reversi", made)
    (tmp_path / "author").mkdir()
    (tmp_path / "author" / "conftest.py").write_text("pytest_plugins = ['companion.testing']\n")
    (tmp_path / "author" / "test_reversi.py").write_text(
        "import pytest\n@pytest.mark.game('reversi')\ndef test_contract(game_check):\n    game_check()\n"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--strict-markers",
        "--tb=line",
        "-p",
        "no:cacheprovider",
    ]
    ended = subprocess.run(
        command, cwd=tmp_path / "author", env=subprocess_environment(), capture_output=True, text=True
    )
    assert ended.returncode == 1, ended.stdout
    assert "test_contract[rules-secret]" in ended.stdout and "secret.deal: number of values" in ended.stdout
    assert " passed" in ended.stdout and "test_contract[rules-end]" not in ended.stdout
