"""One thing that each person is best at, among those whose figures are shown."""

from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations
from typing import NamedTuple

from companion.games.base import N_
from ui.services import PlayerFigures

_FEW = 2
"""Minimum number of games of whoever is best at something: in a single one it may be chance."""


class Strength(NamedTuple):
    """A word, and a few words on it."""

    word: str
    detail: str


class _Kind(NamedTuple):
    """A kind of strength: who has the highest value is best if no other reaches it; None does not count."""

    word: str
    detail: Callable[[NullTranslations, float], str]
    value: Callable[[PlayerFigures], float | None]


def _words(detail: str) -> Callable[[NullTranslations, float], str]:
    return lambda tr, _: tr.gettext(detail)


def _points_a_game(tr: NullTranslations, value: float) -> str:
    n = round(value)
    return tr.ngettext("{n} point a game", "{n} points a game", n).format(n=n)


def _by_points(tr: NullTranslations, value: float) -> str:
    n = round(value)
    return tr.ngettext("{n} point ahead", "{n} points ahead", n).format(n=n)


def _minutes(one: PlayerFigures) -> float:
    return one.minutes / one.games


_KINDS = (
    _Kind(N_("Victories"), _words(N_("most of all")), lambda one: one.wins),
    _Kind(N_("Big win"), _by_points, lambda one: one.ahead),
    _Kind(N_("Points"), _points_a_game, lambda one: one.mean),
    _Kind(N_("Sure hand"), _words(N_("wins most often")), lambda one: one.wins / one.games),
    _Kind(N_("Always there"), _words(N_("most games")), lambda one: one.games),
    _Kind(N_("Patience"), _words(N_("longest games")), _minutes),
    _Kind(N_("Quick"), _words(N_("shortest games")), lambda one: -_minutes(one)),
)
"""From what says most about a person to what says least."""


def strengths(tr: NullTranslations, figures: Sequence[PlayerFigures]) -> Mapping[str, Strength]:
    """The strength of everybody who is best at something, by name; all of different kinds, as one is best.

    Whoever played alone is best at nothing.
    """
    found: dict[str, Strength] = {}
    for kind in _KINDS:
        values = [(value, one) for one in figures if (value := kind.value(one)) is not None]
        most = max((value for value, _ in values), default=0)
        best = [one for value, one in values if value == most]
        if len(values) > 1 and len(best) == 1 and best[0].games >= _FEW and best[0].player not in found:
            found[best[0].player] = Strength(tr.gettext(kind.word), kind.detail(tr, most))
    return found
