"""Sentences of the rulebook for the ids that `Rules.moments` returns."""

from collections.abc import Iterable
from typing import Any

from companion.games.base import Rules


def sentence(rules: Rules[Any, Any], rule: str) -> str:
    """The first sentence of the rulebook about a rule; fails if there is none."""
    return next(told.text for topic in rules.book().values() for told in topic.rules if rule in told.ids)


def assert_sentences(rules: Rules[Any, Any], moments: Iterable[str]) -> None:
    """Assert that every rule has a sentence, and no two of them the same: nobody is told one thing twice."""
    found = [sentence(rules, rule) for rule in moments]
    assert len(found) == len(set(found))
    assert not [text for text in found if text[0].isdigit()], "a step of a list says nothing by itself"
