"""The tables of RULES.md and the rule book are complete; their functions and tests exist."""

import re
from importlib import import_module
from pathlib import Path

import companion.games.fairytile
from companion.games.fairytile import RULES as GAME

TEXT = Path(companion.games.fairytile.__file__).with_name("RULES.md").read_text("utf-8")
ROWS = re.findall(r"^\| (FT-\d{3}|A\d\d) \| .+ \| `\w+\.\w+` \| `test_\w+\.test_\w+` \|$", TEXT, re.MULTILINE)
NAMES = re.findall(r"`(\w+)\.(\w+)`", TEXT)

RULES = [
    *range(1, 14), *range(20, 32), *range(40, 47), *range(50, 55), *range(60, 68), *range(70, 76),
    *range(80, 84), *range(90, 100), *range(110, 119), *range(120, 126), *range(130, 137), *range(140, 145),
    *range(150, 157), *range(160, 164), *range(170, 174), *range(180, 184), 190, 191, 200, 201, 210, 211,
]  # fmt: skip
QUESTIONS = range(1, 27)


def test_every_rule_and_every_open_question_has_a_row() -> None:
    assert [*(f"FT-{n:03}" for n in RULES), *(f"A{n:02}" for n in QUESTIONS)] == ROWS


def test_every_function_and_test_named_exists() -> None:
    for module, name in NAMES:
        folder = "tests.games.fairytile" if module.startswith("test_") else "companion.games.fairytile"
        assert hasattr(import_module(f"{folder}.{module}"), name), f"{module}.{name}"


def test_every_rule_is_in_the_book() -> None:
    listed = {id for topic in GAME.book().values() for rule in topic.rules for id in rule.ids}
    assert listed - set(ROWS) == set()
    assert {f"FT-{n:03}" for n in RULES} <= listed


def test_sentences_of_the_book_are_short() -> None:
    for topic in GAME.book().values():
        assert len(topic.title) <= 32
        for rule in topic.rules:
            assert len(rule.text) <= 90 and rule.text.endswith("."), rule.text
