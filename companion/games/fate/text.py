"""A position as one line of text: its fields as JSON, without those that have their default."""

import json

from companion.games.base import Sentence, rule_error
from companion.games.codec import decode, encode, parsed
from companion.games.fate.check import problems
from companion.games.fate.position import Position


def dump(position: Position) -> str:
    """Return the position as one line of text; equal positions give equal lines."""
    return json.dumps(encode(position), ensure_ascii=True, separators=(",", ":"))


def load(text: str) -> Position:
    """Return the position of a line made by `dump`. Raises RuleError `bad_position` naming every place."""
    found: list[Sentence] = []
    written = parsed(text)
    position = decode(Position, written, "position", found)
    if not found:
        found += problems(position)
    if found:
        raise rule_error("bad_position", found)
    return position
