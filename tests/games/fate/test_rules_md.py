import re
from importlib import import_module
from pathlib import Path

import companion.games.fate

TEXT = Path(companion.games.fate.__file__).with_name("RULES.md").read_text("utf-8")
ROWS = re.findall(r"^\| F-(\d{3}) \| .+ \| `\w+\.\w+` \| `(test_\w+\.test_\w+)` \|$", TEXT, re.MULTILINE)
NAMES = re.findall(r"`(\w+)\.(\w+)`", TEXT)

IDS = [
    *range(1, 19), *range(20, 29), *range(30, 40), *range(50, 77), *range(80, 85), *range(90, 98),
    *range(150, 164), *range(200, 207), *range(210, 221), *range(230, 238), 240, *range(245, 248),
    *range(250, 278), *range(300, 306), *range(310, 319), *range(340, 351), *range(370, 373),
    *range(380, 388), *range(400, 403), 410, *range(420, 424), 430, *range(440, 451),
]  # fmt: skip


def rules_of(name: str) -> set[int]:
    """The rules in the name of a test."""
    rules = {int(n) for n in re.findall(r"f_(\d{3})", name)}
    for first, last in re.findall(r"f_(\d{3})_to_f_(\d{3})", name):
        rules |= set(range(int(first), int(last) + 1))
    return rules


def test_every_rule_has_a_row_with_a_test_of_that_rule() -> None:
    assert [int(number) for number, _ in ROWS] == IDS
    assert [number for number, name in ROWS if int(number) not in rules_of(name)] == []


def test_every_function_and_test_named_exists() -> None:
    for module, name in NAMES:
        folder = "tests.games.fate" if module.startswith("test_") else "companion.games.fate"
        assert hasattr(import_module(f"{folder}.{module}"), name), f"{module}.{name}"


def test_every_open_question_is_answered_somewhere() -> None:
    answered = {int(n) for n in re.findall(r"A-(\d\d)\b", TEXT)}
    assert answered == set(range(1, 29))
