"""Meanings of tags: players and objects of games, by the numbers from a card reader."""

import json
from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from companion.games import strict

FILE = "tags.json"
PERSON = "person"
"""Prefix for a player; an object of a game has the game's name as prefix."""
MOST_TAGS, MOST_LETTERS = 1_000, 200
_Text: TypeAlias = Annotated[str, Field(max_length=MOST_LETTERS)]
_TAGS = TypeAdapter(Annotated[dict[_Text, _Text], Field(max_length=MOST_TAGS)])


def load(written: str | bytes) -> dict[str, str]:
    """Parse meanings such as "person:Ana" by tag number. Raises ValueError."""
    strict.loads(written, 2 * MOST_TAGS * MOST_LETTERS)  # bounded, readable, no duplicate keys
    try:
        return _TAGS.validate_json(written, strict=True)
    except ValidationError as error:
        raise ValueError(f"expected what tags stand for, found {error.errors()[0]['msg']}") from error


def dump(tags: Mapping[str, str]) -> str:
    """Format the text of the file."""
    return json.dumps(dict(tags), indent=1, ensure_ascii=False)


def thing(owner: str, name: str) -> str:
    """Format the meaning for a player (`PERSON`) or an object of a game."""
    return f"{owner}:{name}"


def parts(what: str) -> tuple[str, str]:
    """Split a meaning into `PERSON` or a game, and the name."""
    owner, _, name = what.partition(":")
    return owner, name
