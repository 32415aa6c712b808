"""Rules of a game in our own words, by topic, read from its `rulebook.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple, TypeAlias

FILE = "rulebook.toml"


class Rule(NamedTuple):
    """One rule as a short sentence (a message key), and the ids of the RULES.md entries it covers."""

    text: str
    ids: tuple[str, ...]


class Topic(NamedTuple):
    """Rules on one subject, with a title (a message key)."""

    title: str
    rules: tuple[Rule, ...]


Book: TypeAlias = Mapping[str, Topic]
"""Topics by key."""


@cache
def read(package: str) -> Book:
    """Read the book of a game's package, such as "companion.games.chess".

    Each topic of the file has a `title` and `rules`, lists of a sentence and the ids of RULES.md.
    """
    topics = tomllib.loads(resources.files(package).joinpath(FILE).read_text("utf-8"))
    return {
        key: Topic(topic["title"], tuple(Rule(text, tuple(ids)) for text, *ids in topic["rules"]))
        for key, topic in topics.items()
    }


def sentence_of(book: Book, rule_id: str) -> Rule | None:
    """Return the sentence that explains a rule best; None if none lists its id.

    A sentence that lists the id first goes before others, then one that covers fewer rules.
    """
    covering = [rule for topic in book.values() for rule in topic.rules if rule_id in rule.ids]
    return min(covering, key=lambda rule: (rule.ids[0] != rule_id, len(rule.ids)), default=None)
