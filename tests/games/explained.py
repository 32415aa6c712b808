"""Print where people meet each rule of RULES.md: `python -m tests.games.explained [GAME ...]`.

On the spot: a move brings the rule into play, and its sentence shows (`moments`). Lesson: the tests of the
lesson cite it (`lesson_claims.py`). Held: it belongs to a thing on the screen, or to a refusal. Rules: the
pages of rules have the sentence. Other rules have a reason in `unexplained.py`.
"""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from companion.games.registry import registered, rules
from companion.games.rulebook import sentence_of
from companion.i18n import LANGUAGES, translator
from tests.games.test_rulebooks import LONGEST_SENTENCE, rule_ids, table
from tests.games.unexplained import UNEXPLAINED

_ROOT = Path(__file__).parents[2]
_SHOWN_BY = ("ui/games", "companion/session")
"""Folders whose modules name a rule for a thing on the screen or a refusal."""


def lengths(game: str, rule: str) -> list[int]:
    """Letters of the sentence of a rule in each language; none without a sentence."""
    sentence = sentence_of(rules(game).book(), rule)
    return [len(translator(code).gettext(sentence.text)) for code in LANGUAGES] if sentence else []


def on_the_spot(game: str) -> set[str]:
    """Rules of the sentences that a move shows when it brings them into play."""
    if not find_spec(f"companion.games.{game}.moments"):
        return set()
    book = rules(game).book()
    named = import_module(f"companion.games.{game}.moments").MOMENTS
    shown = [sentence for rule in named if (sentence := sentence_of(book, rule))]
    return {rule for sentence in shown for rule in sentence.ids}


def held(game: str) -> set[str]:
    """Rules that the code of the game's screens and session names."""
    files = [file for folder in _SHOWN_BY for file in (_ROOT / folder / game).rglob("*.py")]
    return {rule for file in files for rule in re.findall(r'"([A-Z]+-?\d+)"', file.read_text("utf-8"))}


def in_lesson(game: str) -> set[str]:
    """Rules that the claims of the game's lesson cite."""
    claims = _ROOT / "tests" / "games" / game / "lesson_claims.py"
    return set(re.findall(r"\b[A-Z]+-?\d+\b", claims.read_text("utf-8"))) if claims.exists() else set()


def where(game: str, rule: str) -> list[str]:
    """Places where a rule is explained; empty if there is none."""
    places = {
        "on the spot": on_the_spot(game),
        "lesson": in_lesson(game),
        "held": held(game),
        "rules": rule_ids(game),
    }
    return [place for place, found in places.items() if rule in found]


def rows(game: str) -> Iterator[str]:
    """Rows of the table of a game."""
    for rule in sorted(table(game)):
        found = ", ".join(where(game, rule)) or f"not: {UNEXPLAINED[game].get(rule, 'NO REASON')}"
        yield f"| {rule} | {found} | {' / '.join(map(str, lengths(game, rule)))} |"


def main(games: list[str]) -> None:
    """Print a table for each game, and sentences that are too long."""
    for game in games or registered():
        print(f"\n## {game}\n\n| rule | explained | letters ({' / '.join(LANGUAGES)}) |\n|---|---|---|")
        print("\n".join(rows(game)))
        long = [
            rule for rule in sorted(table(game)) if max(lengths(game, rule), default=0) > LONGEST_SENTENCE
        ]
        print(f"\nLonger than {LONGEST_SENTENCE} letters: {', '.join(long) or 'none'}.")


if __name__ == "__main__":
    main(sys.argv[1:])
