"""A position as one line of text: its fields as JSON, without those that have their default."""

import json

from companion.games import strict
from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import decode, encode
from companion.games.fate.check import problems
from companion.games.fate.position import Position


def dump(position: Position) -> str:
    """The position as one line of text, the same for equal positions."""
    return json.dumps(encode(position), ensure_ascii=True, separators=(",", ":"))


def load(text: str) -> Position:
    """The position of a line that `dump` made. Raises RuleError `bad_position` naming every place."""
    found: list[Sentence] = []
    try:
        written = strict.loads(text)
    except ValueError as error:
        pattern = N_("position: expected JSON, found a mistake: {problem}.")
        raise rule_error("bad_position", [Sentence(pattern, {"problem": str(error)})]) from error
    position = decode(Position, written, "position", found)
    if not found:
        found += problems(position)
    if found:
        raise rule_error("bad_position", found)
    return position
