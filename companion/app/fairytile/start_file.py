"""Files that `companion watch --game fairytile` starts from."""

from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import RuleError
from companion.games import fairytile
from companion.games.base import ENGLISH, N_, Sentence, Translations, rule_error, say
from companion.games.documents import parse
from companion.games.fairytile.position import Position
from companion.games.fairytile.script import reached


class Start(NamedTuple):
    """Result of a written game: where it leads, and who plays."""

    position: Position
    players: tuple[str, ...]


def read_start(path: Path, tr: Translations = ENGLISH) -> Start:
    """Return where a written game, or only its set-up, leads. Raises RuleError naming file and place."""
    try:
        document = parse(path.read_text("utf-8-sig", errors="surrogateescape"))
        if "setup" not in document:
            keys: dict[str, Any] = {
                key: document.pop(key) for key in ("tiles", "pages", "options") if key in document
            }
            document = {"game": fairytile.NAME, **keys, "setup": document}
        if problem := fairytile.RULES.play(document, tr)["error"]:
            raise _misfit(path, f"turn {problem.get('turn', 0)}: {problem['message']}")
        return Start(*reached(document))
    except RuleError as error:
        if error.code == "bad_start":
            raise
        raise _misfit(path, say(error, tr)) from error


def _misfit(path: Path, why: str) -> RuleError:
    return rule_error("bad_start", [Sentence(N_("{path}: {why}"), {"path": path, "why": why})])
