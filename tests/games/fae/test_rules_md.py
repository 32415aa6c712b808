import re
from importlib import import_module
from pathlib import Path

import companion.games.fae

TEXT = Path(companion.games.fae.__file__).with_name("RULES.md").read_text("utf-8")
ROWS = re.findall(r"^\| (E-\d{3}) \| .+ \| `\w+\.\w+` \| `test_\w+\.test_\w+` \|$", TEXT, re.MULTILINE)
NAMES = re.findall(r"`(\w+)\.(\w+)`", TEXT)

IDS = [*range(1, 7), *range(10, 16), *range(20, 33), *range(40, 44)]


def test_every_rule_has_a_row() -> None:
    assert [f"E-{n:03}" for n in IDS] == ROWS


def test_every_function_and_test_named_exists() -> None:
    for module, name in NAMES:
        folder = "tests.games.fae" if module.startswith("test_") else "companion.games.fae"
        assert hasattr(import_module(f"{folder}.{module}"), name)
