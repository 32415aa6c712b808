"""Reader of card sets: every mistake names card, field and place (CARDS.md)."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

from companion.games.base import N_, Sentence
from companion.games.codec import decode, wrong
from companion.games.fabula.cards import Ability, CardDefinition, CardEffect, Selector
from companion.games.fabula.effects import FOR_PLAYERS

SAMPLE = "sample"
"""Name of the set of cards that comes with the app."""


@cache
def sample() -> Mapping[str, CardDefinition]:
    """Return the sample set by card id."""
    problems: list[Sentence] = []
    cards = read_cards(sample_data()["cards"], "sample.json: cards", problems)
    assert not problems, [str(problem) for problem in problems]
    return cards


@cache
def sample_data() -> dict[str, Any]:
    """Return the sample set and its decks as JSON."""
    text = resources.files(__package__).joinpath("data/sample.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def read_cards(written: object, place: str, problems: list[Sentence]) -> Mapping[str, CardDefinition]:
    """Read cards by id from an object, or the sample set from its name.

    Mistakes are appended to `problems`; the result is then empty.
    """
    if written == SAMPLE:
        return sample()
    found: list[Sentence] = []
    cards = decode(Mapping[str, CardDefinition], written, place, found)  # type: ignore[type-abstract]  # an annotation
    if not found:
        for id_, card in cards.items():
            found += _mistakes(card, cards, f"{place}.{id_}")
    problems += found
    return {} if found else cards


def _mistakes(card: CardDefinition, cards: Mapping[str, CardDefinition], place: str) -> Iterator[Sentence]:
    if card.type == "ally" and card.life < 1:
        yield wrong(f"{place}.life", N_("1 or more for an ally"), card.life)
    if any(not color for color in card.colors) or len(set(card.colors)) < len(card.colors):
        yield wrong(f"{place}.colors", N_("different colours"), list(card.colors))
    if card.type != "manoeuvre" and (card.effects or card.targets):
        where, found = ("effects", len(card.effects)) if card.effects else ("targets", len(card.targets))
        yield wrong(f"{place}.{where}", N_("none but for manoeuvres; write them in abilities"), found)
    if card.type == "manoeuvre" and card.abilities:
        yield wrong(
            f"{place}.abilities", N_("none for manoeuvres; write them in effects"), len(card.abilities)
        )
    if card.token and card.type not in ("ally", "modification"):
        yield wrong(f"{place}.type", N_("ally or modification for a token"), card.type)
    yield from _effects(card.effects, len(card.targets), cards, card, place)
    for number, ability in enumerate(card.abilities):
        yield from _ability(ability, cards, card, f"{place}.abilities[{number}]")


def _ability(
    ability: Ability, cards: Mapping[str, CardDefinition], card: CardDefinition, place: str
) -> Iterator[Sentence]:
    kinds = [key for key in ("when", "cost", "passive") if getattr(ability, key)]
    if len(kinds) != 1:
        yield wrong(place, N_("exactly one of when, cost and passive"), ", ".join(kinds) or None)
    if ability.passive and (ability.effects or ability.targets):
        yield wrong(f"{place}.effects", N_("none for passive abilities"), len(ability.effects))
    if not ability.passive and not ability.effects:
        yield wrong(f"{place}.effects", N_("at least one effect"), 0)
    for number, passive in enumerate(ability.passive):
        if passive.on == "host" and card.type != "modification":
            yield wrong(f"{place}.passive[{number}].on", N_("a host only for modifications"), passive.on)
    yield from _effects(ability.effects, len(ability.targets), cards, card, place)


def _effects(
    effects: tuple[CardEffect, ...],
    targets: int,
    cards: Mapping[str, CardDefinition],
    card: CardDefinition,
    place: str,
) -> Iterator[Sentence]:
    for number, effect in enumerate(effects):
        at = f"{place}.effects[{number}]"
        for field, who in (("on", _party(effect)), ("source", effect.source)):
            needed = {"target": 1, "target2": 2}.get(who if isinstance(who, str) else "", 0)
            if needed > targets:
                yield wrong(f"{at}.{field}", N_("a target that is listed in targets"), who)
            if who == "host" and card.type != "modification":
                yield wrong(f"{at}.{field}", N_("a host only for modifications"), who)
        about_player = effect.on in ("you", "opponent", "both")
        if effect.on is not None and about_player != (effect.do in FOR_PLAYERS):
            expected = N_("you, opponent or both") if effect.do in FOR_PLAYERS else N_("a card")
            yield wrong(f"{at}.on", expected, effect.on if isinstance(effect.on, str) else "{…}")
        if effect.do == "token" and not (effect.token in cards and cards[effect.token].token):
            yield wrong(f"{at}.token", N_("a card of this set with token true"), effect.token)
        if effect.do == "search" and effect.find is None:
            yield wrong(f"{at}.find", N_("what is looked for"), None)


def _party(effect: CardEffect) -> str | Selector:
    if effect.on is None:
        return "you" if effect.do in FOR_PLAYERS else "target"
    return effect.on
