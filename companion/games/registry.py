"""Finds what a game brings to a layer. Shared code asks here; it never imports a game's module."""

from importlib import import_module
from typing import Any, TypeVar

from companion import games
from companion.errors import CompanionError, RuleError
from companion.games.base import N_, Rules, Sentence, rule_error

ManifestT = TypeVar("ManifestT")

_UNKNOWN = N_("game: expected one of {expected}, found {found!r}.")
_INCOMPLETE = N_("{place}: expected {part}, complete, found: {found}.")


def rules(name: object) -> Rules[Any, Any]:
    """The rules of a game. Raises RuleError `unknown_game`, CompanionError `incomplete_game`."""
    return load("companion.games", "RULES", Rules, name)


def load(layer: str, part: str, kind: type[ManifestT], name: object) -> ManifestT:
    """The manifest `part` of a game in the package `layer`.

    Raises RuleError `unknown_game` with the games there are, CompanionError `incomplete_game` with the
    name of what is missing.
    """
    if not isinstance(name, str) or name not in games.NAMES:
        raise unknown(name)
    place = f"{layer}.{name}"
    try:
        found = getattr(import_module(place), part)
    except (AttributeError, TypeError) as error:  # a dataclass names the field that it was not given
        raise _incomplete(place, part, str(error)) from error
    except ModuleNotFoundError as error:
        if error.name != place:
            raise
        raise _incomplete(place, part, str(error)) from error
    if not isinstance(found, kind):
        raise _incomplete(place, part, type(found).__name__)
    return found


def unknown(name: object) -> RuleError:
    """There is no game of this name."""
    values = {"expected": ", ".join(games.NAMES), "found": name}
    return rule_error("unknown_game", [Sentence(_UNKNOWN, values)])


def _incomplete(place: str, part: str, found: str) -> CompanionError:
    sentence = Sentence(_INCOMPLETE, {"place": place, "part": part, "found": found})
    return CompanionError("incomplete_game", str(sentence), sentences=(sentence,))
