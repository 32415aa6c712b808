"""Who is who in a game: everybody at a table has a figure, and guests have a name in the language in use."""

from collections.abc import Sequence
from functools import cache
from gettext import NullTranslations
from itertools import chain
from typing import Any

from companion.games.base import N_
from companion.i18n import LANGUAGES, translator
from companion.settings.people import Person, Plan

_GUEST = N_("Player {n}")
_BOT = N_("The app")


def guest_name(tr: NullTranslations, number: int) -> str:
    """What a guest is called; numbers begin with 1."""
    return tr.gettext(_GUEST).format(n=number)


def bot_name(tr: NullTranslations, number: int) -> str:
    """What a seat is called that the app plays; numbers begin with 1."""
    name = str(tr.gettext(_BOT))  # a name, and no term any more
    return f"{name} {number}" if number > 1 else name


def guest_number(name: str) -> int:
    """The number of a guest who was named in any language; 0 for other names."""
    for before, after in _patterns():
        digits = name.removeprefix(before).removesuffix(after)
        if digits.isdecimal() and name == f"{before}{digits}{after}":
            return int(digits)
    return 0


def figures(app: Any, players: Sequence[str]) -> dict[str, Person]:
    """The people of a game by name, those who are not remembered too; no two with the same colour or seat."""
    known = {person.name: person for person in app.controller.profiles.people()}
    plan = Plan()
    for name in chain((n for n in players if n in known), (n for n in players if n not in known)):
        plan = plan.joined(name, known.get(name))
    return {person.name: person for person in plan.players}


@cache
def _patterns() -> tuple[tuple[str, str], ...]:
    """What stands before and after the number, in every language."""
    parts = (translator(code).gettext(_GUEST).partition("{n}") for code in LANGUAGES)
    return tuple((before, after) for before, _, after in parts)
