import re
from importlib import import_module
from pathlib import Path

import companion.games.fae

TEXT = Path(companion.games.fae.__file__).with_name("RULES.md").read_text("utf-8")
ROWS = re.findall(r"^\| (E-\d{3}) \| .+ \| `(\w+)\.(\w+)` \| `(\w+)\.(\w+)` \|$", TEXT, re.MULTILINE)

IDS = [*range(1, 7), *range(10, 16), *range(20, 31), *range(40, 44)]


def test_every_rule_has_a_row() -> None:
    assert [rule for rule, *_ in ROWS] == [f"E-{n:03}" for n in IDS]


def test_every_function_and_test_named_exists() -> None:
    for _, module, name, test_module, test in ROWS:
        assert hasattr(import_module(f"companion.games.fae.{module}"), name)
        assert callable(getattr(import_module(f"tests.games.fae.{test_module}"), test))
