"""Moments of a duel worth looking at."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.session.fabula import own_decks
from tests.ui.games.fabula.fake import FakeFabula


def nothing(_: Any) -> None:
    """As it is."""


def look(running: Any) -> None:
    """A card on the table from near."""
    screen = running.screen
    screen.look_at(next(p.id for p in screen.snapshot.position.battle))


def sent(running: Any) -> None:
    """Each ally that can is sent somewhere."""
    screen = running.screen
    able, goals = sorted(screen.draft.sources), sorted(screen.draft.targets_of(""))
    for ally, goal in zip(able, goals, strict=False):
        screen.card_touched(ally)
        if goal not in screen.draft.pairs.values():
            screen.card_touched(goal)


def tab(name: str) -> Callable[[Any], None]:
    """Another panel."""
    return lambda running: running.screen.toggle(name)


def by_hand(running: Any) -> None:
    """What players changed on a card."""
    look(running)
    running.screen.toggle("adjust")


def listed(running: Any) -> None:
    """A card of the deck list from near."""
    running.screen.look_at("name:" + next(iter(running.screen.snapshot.unseen[0])))


def duel(asks: str, turn: int, cards: int, hands: str = "app", **how: Any) -> Callable[[], FakeFabula]:
    """A duel that has come to this."""
    return lambda: FakeFabula(hands, **how).begun().until(asks, turn, cards)


def opening() -> FakeFabula:
    """Bases lie, hands are not kept yet."""
    fake = FakeFabula()
    fake.lay()
    return fake


def flat(asks: str, turn: int, cards: int) -> FakeFabula:
    """The screen lies between two people opposite each other, and the one at the top decides."""
    fake = duel(asks, turn, cards)()
    fake.profiles.prefer(flat=True)
    return fake


def own_deck(cards: dict[str, Any], **about: Any) -> Callable[[Any], None]:
    """The page of one's own decks, with a deck that is not right yet."""

    def then(running: Any) -> None:
        deck = own_decks.new("ember")
        deck["cards"] = cards
        deck["main"]["flare"] = 4
        own_decks.save("Fogo", deck)
        running.app.open("fabula_own", **about)

    return then


OWN = {"own-1": {"type": "ally", "colors": ["yellow"], "cost": 2, "offence": 2, "life": 3, "name": "Saci"}}
Made = tuple[Callable[[], Any], Callable[[Any], None]]
SCENES: Mapping[str, Made] = {
    "bases": (FakeFabula, nothing),
    "mulligan": (opening, nothing),
    "act": (duel("act", 7, 5), nothing),
    "look": (duel("act", 7, 5), look),
    "attack": (duel("attack", 8, 6), sent),
    "block": (duel("block", 6, 5), sent),
    "influence": (duel("influence", 8, 5), sent),
    "answer": (duel("answer", 5, 4), nothing),
    "flat": (partial(flat, "answer", 5, 4), nothing),
    "hand-app": (duel("act", 5, 4), tab("hand")),
    "hand-alone": (lambda: FakeFabula(bots={"Bo": "easy"}).begun(), nothing),
    "hand-table": (lambda: FakeFabula("table").begun(), tab("hand")),
    "listed": (lambda: FakeFabula("table").begun(), listed),
    "log": (duel("act", 6, 5), tab("log")),
    "wishes": (duel("act", 6, 5), tab("wishes")),
    "by-hand": (duel("act", 6, 5), by_hand),
    "discard": (duel("discard", 3, 0), nothing),
    "decks": (FakeFabula, own_deck(OWN)),
    "deck": (FakeFabula, own_deck(OWN, deck="Fogo")),
    "own-card": (FakeFabula, own_deck(OWN, deck="Fogo", part="own", card="own-1")),
    "over": (duel("over", 1, 0), nothing),
}
