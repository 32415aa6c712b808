"""How an action is refused: with a code of the written format and one sentence."""

from companion.errors import RuleError
from companion.games.base import Sentence, Space, rule_error


def refused(code: str, pattern: str, *ids: Space, **values: object) -> RuleError:
    """An error whose sentence says what was expected, what was found and what to do; `ids` are concerned."""
    return rule_error(code, [Sentence(pattern, values)], ids)
