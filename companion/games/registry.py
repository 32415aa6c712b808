"""Look-up of the games' manifests by layer. Shared code uses it and never imports a game's module.

A game with a mistake in it is left out: the others can be played, and a message names the mistake's place.
"""

import logging
from collections.abc import Collection, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeVar

from companion import games
from companion.errors import CompanionError, RuleError
from companion.games.base import N_, Rules, Sentence, rule_error
from companion.games.lesson import Lesson

log = logging.getLogger(__name__)
ManifestT = TypeVar("ManifestT")

_UNKNOWN = N_("game: expected one of {expected}, found {found!r}.")
_INCOMPLETE = N_("{place}: expected {part}, complete, found: {found}.")
_BROKEN = N_("The game {game} cannot be loaded. {file}, line {line}: {found}.")
_left_out: dict[str, CompanionError] = {}


def rules(name: object) -> Rules[Any, Any]:
    """Return the rules of a game. Raises the errors of `load`."""
    return load("companion.games", "RULES", Rules, name)


def lesson(name: object) -> Lesson[Any, Any] | None:
    """Return the guided first round of a game, None if it has none. Raises other errors of `load`."""
    try:
        return load("companion.games", "LESSON", Lesson, name, "lesson")
    except CompanionError as error:
        if error.code != "incomplete_game":
            raise
        return None


def names() -> tuple[str, ...]:
    """Return the names of the playable games, in the order in which they are offered."""
    return tuple(available("companion.games", "RULES", Rules))


def left_out() -> Mapping[str, CompanionError]:
    """Return the games that failed to load so far, with their errors."""
    return {name: _left_out[name] for name in games.NAMES if name in _left_out}


def available(
    layer: str, part: str, kind: type[ManifestT], module: str = "", among: Collection[str] | None = None
) -> dict[str, ManifestT]:
    """Return the manifests `part` of all games, or those `among` these, by name.

    A game that fails to load is left out from now on.
    """
    found: dict[str, ManifestT] = {}
    for name in games.NAMES:
        if name in _left_out or (among is not None and name not in among):
            continue
        try:
            found[name] = load(layer, part, kind, name, module)
        except ModuleNotFoundError as error:  # only this game needs that library
            _leave_out(name, _broken(name, error))
        except CompanionError as error:
            _leave_out(name, error)
    return found


def load(layer: str, part: str, kind: type[ManifestT], name: object, module: str = "") -> ManifestT:
    """Return the manifest `part` of a game in the package `layer`, or in that `module` of the game's package.

    Raises RuleError `unknown_game` with the list of games, CompanionError `incomplete_game` with the
    name of the missing part, `broken_game` with the file and line of the mistake, ModuleNotFoundError if a
    library is not installed.
    """
    if not isinstance(name, str) or name not in games.NAMES:
        raise unknown(name)
    place = f"{layer}.{name}.{module}".rstrip(".")
    try:
        found = getattr(import_module(place), part, None)
    except ModuleNotFoundError as error:
        if f"{place}.".startswith(f"{error.name}."):
            raise _incomplete(place, part, str(error)) from error
        if find_spec((error.name or "").partition(".")[0]) is None:
            raise
        raise _broken(name, error) from error
    except Exception as error:  # a module may fail in any way while it is imported
        raise _broken(name, error) from error
    if not isinstance(found, kind):
        raise _incomplete(place, part, N_("nothing") if found is None else type(found).__name__)
    return found


def unknown(name: object) -> RuleError:
    """Build the error for a name that no game has."""
    values = {"expected": ", ".join(games.NAMES), "found": name}
    return rule_error("unknown_game", [Sentence(_UNKNOWN, values)])


def _leave_out(name: str, error: CompanionError) -> None:
    log.error("the game %s is left out", name, exc_info=error)
    _left_out[name] = error


def _incomplete(place: str, part: str, found: str) -> CompanionError:
    sentence = Sentence(_INCOMPLETE, {"place": place, "part": part, "found": found})
    return CompanionError("incomplete_game", str(sentence), sentences=(sentence,))


def _broken(game: str, error: Exception) -> CompanionError:
    """Build the error of a broken game; its place is the last file of the game in the traceback."""
    file, line = _place(game, error)
    found = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
    sentence = Sentence(_BROKEN, {"game": game, "file": file, "line": line, "found": found})
    broken = CompanionError("broken_game", str(sentence), sentences=(sentence,))
    broken.__cause__ = error
    return broken


def _place(game: str, error: Exception) -> tuple[str, int]:
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    frames = [(frame.filename, frame.lineno or 0) for frame in extract_tb(error.__traceback__)]
    own = [frame for frame in frames if game in Path(frame[0]).parts]
    return (own or frames)[-1]
