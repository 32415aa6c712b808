import re
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import registry
from companion.games.registry import rules

LONGEST_SENTENCE = 90
LONGEST_TITLE = 32


def table(game: str) -> set[str]:
    folder = Path(import_module(f"companion.games.{game}").__file__ or "").parent
    return set(re.findall(r"^\| ([A-Z]+-?\d+) \|", (folder / "RULES.md").read_text("utf-8"), re.MULTILINE))


def rule_ids(game: str) -> set[str]:
    return {id for topic in rules(game).book().values() for rule in topic.rules for id in rule.ids}


@pytest.mark.parametrize("game", registry.registered())
def test_every_rule_told_is_in_the_table_of_rules(game: str) -> None:
    assert rule_ids(game) <= table(game)
    assert all(rule.ids for topic in rules(game).book().values() for rule in topic.rules)


def test_all_rules_of_fae_are_told() -> None:
    assert table("fae") == rule_ids("fae")


@pytest.mark.parametrize("game", registry.registered())
def test_sentences_are_short_and_end(game: str) -> None:
    for topic in rules(game).book().values():
        assert topic.rules
        assert len(topic.title) <= LONGEST_TITLE
        for rule in topic.rules:
            assert len(rule.text) <= LONGEST_SENTENCE, rule.text
            assert rule.text.endswith("."), rule.text
            assert "{" not in rule.text
