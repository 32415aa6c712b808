"""The page that builds a game in ten steps, followed as it stands there."""

import ast
import re
from pathlib import Path

import pytest

import companion.games
from tests.cli.test_new_game import companion as run

PAGE = Path(companion.games.__file__).with_name("TUTORIAL.md")
MOST_LINES = 110


def names_of(node: ast.stmt) -> set[str]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return set()


def replaced(text: str, block: str) -> str:
    """Put a block in the place of what has its names, new names before what is defined first."""
    for new in ast.parse(block).body:
        lines = text.splitlines(keepends=True)
        source = "".join(f"{line}\n" for line in ast.unparse(new).splitlines())
        nodes = [node for node in ast.parse(text).body if names_of(node)]
        old = [node for node in nodes if names_of(node) & names_of(new)]
        first = old[0] if old else nodes[0]
        end = (first.end_lineno or 0) if old else first.lineno - 1
        text = "".join([*lines[: first.lineno - 1], source, *lines[end:]])
    return text


@pytest.mark.slow
def test_the_ten_steps_make_a_game(tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    assert len(re.findall(r"^\*\*\d+\. ", page, re.MULTILINE)) == 10
    ran = []
    for kind, block in re.findall(r"^```(\w+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        if kind == "python":
            head, code = block.split("\n", 1)
            file = tmp_path / "four" / head.removeprefix("# ")
            file.write_text(replaced(file.read_text("utf-8"), code), "utf-8")
            continue
        commands = [line.split() for line in block.splitlines() if line.startswith("companion ")]
        ran += [run(tmp_path, *command, "--lang", "en") for command in commands if "run" not in command]
    _, checked, demo = ran
    assert "no mistake" in checked and "0 wrong, questions: 0" in demo
    assert "no mistake" in run(tmp_path, "companion", "check-game", "./four", "--lang", "en")
    lines = [
        line for path in tmp_path.glob("four/tc_four/*.py") for line in path.read_text("utf-8").split("\n")
    ]
    assert len(lines) < MOST_LINES
