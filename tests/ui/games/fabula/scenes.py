"""Moments of a duel worth looking at."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.games.base import Sentence, Table
from companion.games.fabula import possible
from companion.games.fabula.actions import Play
from companion.games.fabula.duel import Duel
from companion.session.fabula import own_decks, words
from companion.session.fabula.describe import DECLARED
from companion.table.observation import Observation
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
    form = screen.draft.decision.form
    able, goals = sorted(form.sources), sorted(form.goals)
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


def watched(asks: str, turn: int, cards: int, **how: Any) -> FakeFabula:
    """A duel at which a camera looks: its hands are the players' own from now on."""
    fake = duel(asks, turn, cards, **how)()
    fake.session.sealed = None
    return fake


def sees(fake: FakeFabula, *tapped: str, laid: tuple[str, str] | None = None, off: str = "") -> FakeFabula:
    """The camera sees the table as it should be, then cards that are tapped, laid or taken off."""
    for changed in (False, True):
        table: dict[str, Counter[str]] = {}
        for p in fake.position.battle:
            side = ("near", "far")[p.controller]
            name = fake.position.names[p.id] + "/tapped" * (p.tapped or (changed and p.id in tapped))
            if not p.host and not (changed and p.id == off):
                table.setdefault(f"{side} battle", Counter())[name] += 1
        if changed and laid:
            table.setdefault(f"{laid[0]} battle", Counter())[laid[1]] += 1
        seen: Table = {space: dict(kinds) for space, kinds in table.items()}
        fake.session.observe(Observation("0.jpg", float(changed), seen))
    return fake


def attached() -> FakeFabula:
    """Modifications lie under allies."""
    for seed in range(3, 40):
        fake = FakeFabula(seed=seed).begun()
        for _ in range(400):
            if fake.session.finished:
                break
            if fake.snapshot().asks == "act" and any(p.host for p in fake.position.battle):
                return fake
            fake.step()
    raise AssertionError("nothing was ever attached")


def tapped_allies() -> FakeFabula:
    """Two allies were tapped: which base do they attack?"""
    fake = watched("attack", 8, 6)
    return sees(fake, *possible.attackers(Duel(fake.position))[:2])


def wrong_table() -> FakeFabula:
    """A card was taken off that should lie there."""
    fake = watched("act", 7, 5)
    return sees(fake, off=next(p.id for p in fake.position.battle if not p.host))


def going_on() -> FakeFabula:
    """The other player lays a card before the turn was said to be over."""
    for seed in range(3, 40):
        fake = watched("act", 6, 3, seed=seed)
        other = 1 - fake.snapshot().decider
        for name in fake.snapshot().unseen[other]:
            card = fake.position.cards[name]
            if (
                card.type == "ally"
                and sees(fake, laid=(("near", "far")[other], name)).snapshot().seen.turn_over
            ):
                return fake
    raise AssertionError("no duel where the other goes on")


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


def alone() -> FakeFabula:
    """Alone against the app, some cards of the open hand can be paid."""
    for seed in range(3, 60):
        fake = FakeFabula(seed=seed, bots={"Bo": "easy"}).begun().until("act", 7, 5)
        costs = [fake.position.cards[name].cost for _, name in fake.session.secret(0)]
        if fake.snapshot().decider == 0 and max(costs) > fake.position.sides[0].resources >= min(costs):
            return fake
    raise AssertionError("every hand can be paid")


def zoomed(running: Any) -> None:
    """The cheapest card of the open hand from near."""
    fan = running.screen._fan
    cheap = min(range(len(fan.cards)), key=lambda number: fan.cards[number].shown.cost)
    running.screen.hand_touched(cheap + 1)


def app_plays(running: Any) -> None:
    """The app has played a card."""
    from ui.games.fabula.app_acts import AppAct

    screen = running.screen
    cards = screen.snapshot.position.cards
    screen.laid = [
        AppAct(key, Sentence(DECLARED[Play], {"player": "The app", "card": words.named(key, cards[key])}))
        for key in list(screen.snapshot.unseen[1])[:2]
    ]
    screen.refresh_text()


def own_deck(cards: dict[str, Any], **about: Any) -> Callable[[Any], None]:
    """The page of one's own decks, with a deck that is not right yet."""

    def then(running: Any) -> None:
        deck = own_decks.new("ember")
        deck["cards"] = cards
        deck["main"]["flare"] = 4
        own_decks.FILES.save("Fogo", deck)
        running.app.open("fabula_own", **about)

    return then


OWN = {"own-1": {"type": "ally", "colors": ["yellow"], "cost": 2, "offence": 2, "life": 3, "name": "Saci"}}
Made = tuple[Callable[[], Any], Callable[[Any], None]]
SCENES: Mapping[str, Made] = {
    "bases": (FakeFabula, nothing),
    "mulligan": (opening, nothing),
    "act": (duel("act", 7, 5), nothing),
    "alone": (alone, nothing),
    "zoom": (alone, zoomed),
    "laid": (alone, app_plays),
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
    "log": (duel("act", 6, 5), lambda running: running.screen.toggle_log()),
    "wishes": (duel("act", 6, 5), tab("wishes")),
    "by-hand": (duel("act", 6, 5), by_hand),
    "discard": (duel("discard", 3, 0), nothing),
    "decks": (FakeFabula, own_deck(OWN)),
    "deck": (FakeFabula, own_deck(OWN, deck="Fogo")),
    "own-card": (FakeFabula, own_deck(OWN, deck="Fogo", part="own", card="own-1")),
    "attached": (attached, nothing),
    "seen-attack": (tapped_allies, nothing),
    "seen-wrong": (wrong_table, nothing),
    "seen-over": (going_on, nothing),
    "over": (duel("over", 1, 0), nothing),
}
