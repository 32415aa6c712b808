"""What tags stand for: people and things of games, by the numbers that a card reader tells."""

import json
from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from companion.games import strict

FILE = "tags.json"
PERSON = "person"
"""Before the name of somebody; before a thing of a game stands the game's name."""
MOST_TAGS, MOST_LETTERS = 1_000, 200
_Text: TypeAlias = Annotated[str, Field(max_length=MOST_LETTERS)]
_TAGS = TypeAdapter(Annotated[dict[_Text, _Text], Field(max_length=MOST_TAGS)])


def load(written: str | bytes) -> dict[str, str]:
    """What the tags stand for, such as "person:Ana", by number. Raises ValueError."""
    strict.loads(written, 2 * MOST_TAGS * MOST_LETTERS)  # bounded, readable, and nothing twice
    try:
        return _TAGS.validate_json(written, strict=True)
    except ValidationError as error:
        raise ValueError(f"expected what tags stand for, found {error.errors()[0]['msg']}") from error


def dump(tags: Mapping[str, str]) -> str:
    """The text of the file."""
    return json.dumps(dict(tags), indent=1, ensure_ascii=False)


def thing(owner: str, name: str) -> str:
    """What is written for somebody (`PERSON`) or for a thing of a game."""
    return f"{owner}:{name}"


def parts(what: str) -> tuple[str, str]:
    """`PERSON` or a game, and the name."""
    owner, _, name = what.partition(":")
    return owner, name
