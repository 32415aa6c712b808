"""Random duels with cards of the whole sample set, checked after every action."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.games.fabula import effects
from companion.games.fabula.autoplay import next_move
from companion.games.fabula.cards import CardDefinition, CardEffect
from companion.games.fabula.catalogue import SAMPLE, sample
from companion.games.fabula.decisions import decider
from companion.games.fabula.decks import DeckList, problems
from companion.games.fabula.duel import Duel
from companion.games.fabula.formats import STANDARD
from companion.games.fabula.position import Position
from companion.games.fabula.possible import legal
from companion.games.fabula.rules import apply
from companion.games.fabula.setup import deck_object, read_setup

LONGEST = 6000
"""Maximum number of actions of a duel; random duels end far earlier."""


def drawn_deck(chance: random.Random) -> dict[str, Any]:
    """Draw a random legal deck: five bases, and cards of their colours."""
    cards = sample()
    bases = [name for name, card in cards.items() if card.type == "base"]
    chosen = chance.sample(bases, 5)
    colors = {color for base in chosen for color in cards[base].colors}
    fitting = [
        name
        for name, card in cards.items()
        if card.type != "base" and not card.token and set(card.colors) <= colors
    ]
    pool = [name for name in fitting for _ in range(STANDARD.copies[cards[name].rarity])]
    main = chance.sample(pool, 40)
    assert problems(DeckList(chosen[0], tuple(chosen[1:]), Counter(main)), cards, STANDARD) == []
    return {"centre": chosen[0], "outskirts": chosen[1:], "cards": main}


def opening(seed: int) -> dict[str, Any]:
    """Return a random set-up with sample decks or random decks."""
    chance = random.Random(seed)
    decks = {}
    for player in ("Ana", "Bo"):
        deck = (
            deck_object(chance.choice(["ember", "river", "grove"])) if seed % 3 == 0 else drawn_deck(chance)
        )
        decks[player] = {**deck, "cards": chance.sample(deck["cards"], len(deck["cards"]))}
    return {"players": ["Ana", "Bo"], "cards": SAMPLE, "decks": decks, "prepare": True}


def positions(seed: int) -> Iterator[Position]:
    """Yield every position of a random duel; the last one is its end."""
    chance = random.Random(seed)
    position = read_setup(opening(seed))
    yield position
    for _ in range(LONGEST):
        if position.result:
            return
        position = apply(position, next_move(position, chance))
        yield position
    raise AssertionError(f"duel {seed} does not end")


def check(position: Position, all_cards: frozenset[str]) -> None:
    """Assert that each card is in one place, no resources are negative, and a player may act."""
    places = [permanent.id for permanent in position.battle]
    places += [item.id for item in position.stack if item.ability is None]
    places += [base.id for base in position.bases]
    for side in position.sides:
        places += [*side.deck, *side.hand, *side.discard, *side.banished]
        assert side.resources >= 0, side
    cards = [id_ for id_ in places if "/t" not in id_]
    assert len(places) == len(set(places)) and set(cards) == all_cards
    assert all("/t" in id_ or id_ in all_cards for id_ in places)
    tokens = [
        id_ for side in position.sides for id_ in (*side.deck, *side.hand, *side.discard, *side.banished)
    ]
    assert not any("/t" in id_ for id_ in tokens), "a token that left the battle zone is in no zone"
    duel = Duel(position)
    if not position.result:
        assert legal(position), "somebody may always do something"
        assert decider(position) in (0, 1) and position.priority in (0, 1) and position.passes in (0, 1)
        for permanent in position.battle:
            assert permanent.host == "" or duel.thing(permanent.host)


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count how often each kind of effect is carried out in the context."""
    seen: Counter[str] = Counter()
    tables: list[Any] = [effects.FOR_PLAYERS, effects.FOR_CARDS]
    before = [dict(table) for table in tables]

    def counting(do: str, act: Any) -> Any:
        def run(*arguments: Any) -> None:
            seen[do] += 1
            act(*arguments)

        return run

    for table in tables:
        table.update({do: counting(do, act) for do, act in table.items()})
    try:
        yield seen
    finally:
        for table, old in zip(tables, before, strict=True):
            table.update(old)


def deeds(card: CardDefinition) -> list[CardEffect]:
    """Return all effects of a card."""
    return [*card.effects, *(effect for ability in card.abilities for effect in ability.effects)]
