"""Moments of a duel worth looking at."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.ui.games.fabula.fake import FakeFabula


def nothing(_: Any) -> None:
    """As it is."""


def look(running: Any) -> None:
    """A card on the table from near."""
    screen = running.screen
    screen.look_at(next(p.id for p in screen.snapshot.position.battle))


def attacking(running: Any) -> None:
    """Two allies are sent, one more is picked."""
    screen = running.screen
    able, goals = sorted(screen.draft.sources), sorted(screen.draft.targets_of(""))
    for ally, goal in zip(able, goals, strict=False):
        screen.touched(ally)
        screen.touched(goal)


def tab(name: str) -> Callable[[Any], None]:
    """Another panel."""
    return lambda running: running.screen.toggle(name)


def listed(running: Any) -> None:
    """A card of the deck list from near."""
    running.screen.look_at(
        "name:bandit"
        if "bandit" in running.screen.snapshot.position.cards
        else "name:" + next(iter(running.screen.snapshot.unseen[0]))
    )


SCENES: Mapping[str, tuple[Callable[[], Any], Callable[[Any], None]]] = {
    "bases": (lambda: FakeFabula(), nothing),
    "mulligan": (lambda: _mulligan(), nothing),
    "act": (lambda: FakeFabula().begun().until("act", 7, 5), nothing),
    "look": (lambda: FakeFabula().begun().until("act", 7, 5), look),
    "attack": (lambda: FakeFabula().begun().until("attack", 8, 6), attacking),
    "block": (lambda: FakeFabula().begun().until("block", 6, 5), attacking),
    "answer": (lambda: FakeFabula().begun().until("answer", 5, 4), nothing),
    "hand-app": (lambda: FakeFabula().begun().until("act", 5, 4), tab("hand")),
    "hand-alone": (lambda: FakeFabula(bots={"Bo": "easy"}).begun(), tab("hand")),
    "hand-table": (lambda: FakeFabula("table").begun(), tab("hand")),
    "listed": (lambda: FakeFabula("table").begun(), listed),
    "log": (lambda: FakeFabula().begun().until("act", 6, 5), tab("log")),
    "wishes": (lambda: FakeFabula().begun().until("act", 6, 5), tab("wishes")),
    "by-hand": (
        lambda: FakeFabula().begun().until("act", 6, 5),
        lambda r: (look(r), r.screen.toggle("adjust")),
    ),
    "discard": (lambda: FakeFabula().begun().until("discard", 3), nothing),
    "over": (lambda: FakeFabula().begun().until("over"), nothing),
}


def _mulligan() -> FakeFabula:
    fake = FakeFabula()
    from companion.session.fabula.messages import PlaceBases

    for player in ("Ana", "Bo"):
        own = tuple(id_ for id_ in fake.snapshot().bases if id_.startswith(player))
        fake.session.tell(PlaceBases(1, player, own))
    return fake
