"""The rules of a game in our own words, by topic, from its `rulebook.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple, TypeAlias

FILE = "rulebook.toml"


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


@cache
def read(package: str) -> Book:
    """The book of a game's package, such as "companion.games.chess".

    Each topic of the file has a `title` and `rules`, lists of a sentence and the ids of RULES.md.
    """
    topics = tomllib.loads(resources.files(package).joinpath(FILE).read_text("utf-8"))
    return {
        key: Topic(topic["title"], tuple(Rule(text, tuple(ids)) for text, *ids in topic["rules"]))
        for key, topic in topics.items()
    }
