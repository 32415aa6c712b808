"""Look-up of the games' parts. Shared code uses it and never imports a game's module.

A game with a mistake in it is left out: the others can be played, and a message names the mistake's place.
"""

import logging
from collections.abc import Collection, Mapping
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from traceback import extract_tb
from typing import Any, TypeVar

from companion.errors import CompanionError, RuleError
from companion.games.base import N_, Rules, Sentence, rule_error
from companion.games.installed import find
from companion.games.lesson import Lesson
from companion.games.package import GamePackage, InstalledGame

log = logging.getLogger(__name__)
PartT = TypeVar("PartT")

_UNKNOWN = N_("game: expected one of {expected}, found {found!r}.")
_BEING_CHECKED = N_("The game {game} is being checked. Wait until that is done.")
_SAFE = N_("Left out this time, because the app did not finish its last starts.")
_INCOMPLETE = N_("{place}: expected {part}, complete, found: {found}.")
_BROKEN = N_("The game {game} cannot be loaded. {file}, line {line}: {found}.")
_left_out: dict[str, CompanionError] = {}
_found: tuple[InstalledGame, ...] | None = None
_finding = RLock()
_in_background = False


def installed() -> tuple[InstalledGame, ...]:
    """Return all games found on this machine, those left out as well; built-in games first."""
    return tuple(replace(game, error=game.error or _left_out.get(game.name)) for game in _games())


def registered() -> tuple[str, ...]:
    """Return the names of all games that were not left out when they were found. Imports no game.

    Tries those that were not tried yet, unless that is done in the background.
    """
    if not _in_background:
        prove()
    return tuple(game.name for game in _games() if game.package)


def waiting() -> tuple[str, ...]:
    """Return the names of the games that were not tried yet."""
    return tuple(game.name for game in _games() if game.prove)


def package(name: object) -> GamePackage:
    """Return the package of a game, which is tried if it was not yet.

    Raises RuleError `unknown_game` with the list of games, `being_checked` while it is tried in the
    background.
    """
    if name in waiting():
        if _in_background:
            raise rule_error("being_checked", [being_checked(name)])
        prove(name)
    for game in _games():
        if game.package and game.name == name:
            return game.package
    raise unknown(name)


def prove(name: object = None) -> None:
    """Try the games that were not tried yet, or this one; that takes seconds each, a minute at most."""
    while todo := next((one for one in _games() if one.prove and name in (None, one.name)), None):
        assert todo.prove
        _replace(todo, todo.prove())


def prove_in_background() -> None:
    """Leave the games that were not tried yet to a thread that calls `prove`; nobody else waits for them."""
    global _in_background
    _in_background = True


def use(found: tuple[InstalledGame, ...] | None) -> None:
    """Use these games from now on; None: look for the installed ones again when they are needed."""
    global _found
    with _finding:
        _found = found
        _left_out.clear()


def leave_out_installed() -> None:
    """Leave all games out that are not built in: one of them may have ended the last starts."""
    error = rule_error("left_out", [Sentence(_SAFE)])
    use(
        tuple(
            replace(game, package=None, prove=None, error=error) if game.source else game for game in _games()
        )
    )


def _games() -> tuple[InstalledGame, ...]:
    global _found
    with _finding:
        if _found is None:
            _found = find()
            for game in _found:
                _log_error(game)
        return _found


def _replace(tried: InstalledGame, proved: InstalledGame) -> None:
    """Put a game in the place of one that was tried, unless that was replaced or removed meanwhile."""
    global _found
    with _finding:
        if _found and any(one is tried for one in _found):
            _found = tuple(proved if one is tried else one for one in _found)
            _log_error(proved)


def _log_error(game: InstalledGame) -> None:
    if game.error:
        log.error("the game %s is left out: %s", game.name, game.error)


def rules(name: object) -> Rules[Any, Any]:
    """Return the rules of a game. Raises the errors of `load`."""
    return load("rules", Rules, name)


def lesson(name: object) -> Lesson[Any, Any] | None:
    """Return the guided first round of a game, None if it has none. Raises other errors of `load`."""
    return load_optional("lesson", Lesson, name)


def names() -> tuple[str, ...]:
    """Return the names of the games whose rules can be loaded, in the order in which they are offered."""
    return tuple(available("rules", Rules))


def left_out() -> Mapping[str, CompanionError]:
    """Return the games that failed to load so far, with their errors."""
    return {game.name: game.error for game in installed() if game.error}


def available(part: str, kind: type[PartT], among: Collection[str] | None = None) -> dict[str, PartT]:
    """Return this part of all games that have it, or those `among` these, by name.

    A game that fails to load is left out from now on.
    """
    found: dict[str, PartT] = {}
    for name in registered():
        if name in _left_out or (among is not None and name not in among) or not package(name).part(part):
            continue
        try:
            found[name] = load(part, kind, name)
        except ModuleNotFoundError as error:  # only this game needs that library
            _leave_out(name, broken(name, error))
        except CompanionError as error:
            _leave_out(name, error)
    return found


def load(part: str, kind: type[PartT], name: object) -> PartT:
    """Return a part of a game, such as "rules".

    Raises RuleError `unknown_game` with the list of games, CompanionError `incomplete_game` with the
    name of the missing part, `broken_game` with the file and line of the mistake, ModuleNotFoundError if a
    library is not installed.
    """
    game = package(name)
    place = game.part(part)
    if not place:
        raise _incomplete(game.name, part, N_("nothing"))
    found = load_object(game.name, place, made=game.makes(part))
    if not isinstance(found, kind):
        module, _, attribute = place.partition(":")
        raise _incomplete(module, attribute, N_("nothing") if found is None else type(found).__name__)
    return found


def load_optional(part: str, kind: type[PartT], name: object) -> PartT | None:
    """Return a part of a game; None if it has none. Raises other errors of `load`."""
    try:
        return load(part, kind, name)
    except CompanionError as error:
        if error.code != "incomplete_game":
            raise
        return None


def load_object(game: str, place: str, made: bool = False) -> object:
    """Import "module:NAME" of a game; None if the module lacks it. Raises as `load`.

    One that is `made` is what this function returns for the game's name.
    """
    module, _, attribute = place.partition(":")
    try:
        found = getattr(import_module(module), attribute, None)
        return found(game) if made and found else found
    except ModuleNotFoundError as error:
        if f"{module}.".startswith(f"{error.name}."):
            raise _incomplete(module, attribute, str(error)) from error
        if find_spec((error.name or "").partition(".")[0]) is None:
            raise
        raise broken(game, error) from error
    except KeyboardInterrupt:  # the app is to end
        raise
    except BaseException as error:  # a module may fail in any way while it is imported
        raise broken(game, error) from error


def being_checked(name: object) -> Sentence:
    """Build the sentence about a game that is tried in the background."""
    return Sentence(_BEING_CHECKED, {"game": name})


def unknown(name: object) -> RuleError:
    """Build the error for a name that no game has."""
    values = {"expected": ", ".join(registered()), "found": name}
    return rule_error("unknown_game", [Sentence(_UNKNOWN, values)])


def _leave_out(name: str, error: CompanionError) -> None:
    log.error("the game %s is left out", name, exc_info=error)
    _left_out[name] = error


def _incomplete(place: str, part: str, found: str) -> CompanionError:
    sentence = Sentence(_INCOMPLETE, {"place": place, "part": part, "found": found})
    return CompanionError.of("incomplete_game", sentence)


def broken(game: str, error: BaseException) -> CompanionError:
    """Build the error of a broken game; its place is the last file of the game in the traceback."""
    file, line = place_of(game, error)
    found = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
    sentence = Sentence(_BROKEN, {"game": game, "file": file, "line": line, "found": found})
    made = CompanionError.of("broken_game", sentence)
    made.__cause__ = error
    return made


def place_of(game: str, error: BaseException) -> tuple[str, int]:
    """Return file and line of an error: the last of the game's in the traceback, else the last of all."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    frames = [(frame.filename, frame.lineno or 0) for frame in extract_tb(error.__traceback__)]
    top = package(game).rules.partition(":")[0].partition(".")[0] if game in registered() else game
    folders = {game} if top == __name__.partition(".")[0] else {game, top}
    own = [frame for frame in frames if folders & {*Path(frame[0]).parts, Path(frame[0]).stem}]
    return (own or frames)[-1]
