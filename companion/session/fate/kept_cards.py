"""Choices of the table where the app keeps the event cards: only those in hand are offered."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from companion.games.fate.acts import Act, Hold, MonsterAttack, Use
from companion.games.fate.heroes import printed
from companion.session.fate.snapshot import FateChoice


def kept(choice: FateChoice, hand: Callable[[str], Collection[int] | None]) -> FateChoice:
    """Return a choice without cards that are in no hand; the answer that uses none stays."""
    options = tuple(
        option
        for option in choice.options
        if all(number in (hand(hero) or ()) for hero, number in _events(option.act))
    )
    return replace(choice, options=options) if choice.what in ("answer", "prevent", "hold") else choice


def _events(act: Act | None) -> Iterator[tuple[str, int]]:
    """Yield the heroes and numbers of the event cards that an act uses."""
    used: list[tuple[str, int]] = []
    match act:
        case MonsterAttack():
            used = [(use.hero or act.hero, use.card) for use in act.prevent]
        case Use(card, hero=hero):
            used = [(hero, card)]
        case Hold(hero=hero, card=card):
            used = [(hero, card)]
    for hero, number in used:
        if hero and printed(hero, number).pile == "event":
            yield hero, number
