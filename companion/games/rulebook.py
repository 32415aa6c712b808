"""What a book of rules is made of."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Rule(NamedTuple):
    """One idea as a short sentence (a message key), and the ids of the rules it tells."""

    text: str
    ids: tuple[str, ...]


class Topic(NamedTuple):
    """Rules that belong together under a title (a message key)."""

    title: str
    rules: tuple[Rule, ...]


Book: TypeAlias = Mapping[str, Topic]
"""Topics by key."""


def rule(text: str, *ids: str) -> Rule:
    """A rule and its ids."""
    return Rule(text, ids)
