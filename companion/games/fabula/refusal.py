"""Errors for refused actions: a code of SCRIPT.md and one sentence."""

from companion.errors import RuleError
from companion.games.base import Sentence, Space, rule_error


def refused(code: str, pattern: str, *ids: Space, **values: object) -> RuleError:
    """Return an error with a code, a sentence, and the ids of the cards concerned."""
    return rule_error(code, [Sentence(pattern, values)], ids)
