"""Validity of a position; used for every position that comes from outside."""

import re
from collections import Counter
from collections.abc import Iterator

from companion.games.base import N_, Sentence
from companion.games.codec import wrong
from companion.games.fate.board import MARKERS, MONSTER_HEXES, TERRAIN
from companion.games.fate.heroes import HEROES
from companion.games.fate.monsters import KINDS, RED, SIDES, TILES, YELLOW, health
from companion.games.fate.moves import is_open
from companion.games.fate.position import GRIMHEIM, Hero, Position
from companion.games.fate.track import last_step


def problems(position: Position) -> Iterator[Sentence]:
    """Yield every impossible value of a position, with its place."""
    yield from _numbers(position)
    yield from _heroes(position)
    yield from _monsters(position)
    yield from _names(position)
    yield from _board(position)
    yield from _decks(position)


def _numbers(p: Position) -> Iterator[Sentence]:
    if not 1 <= len(p.heroes) <= len(HEROES):
        yield wrong("heroes", N_("1 to 4 heroes"), len(p.heroes))
    yield from _range("turn", p.turn, 0, max(0, len(p.heroes) - 1))
    yield from _range("town", p.town, 0, 10)
    yield from _range("step", p.step, 1, last_step(p.options))
    if (p.phase == "over") != (p.result is not None):
        yield wrong("result", N_('"won" or "lost" in the phase "over" and nothing before'), p.result)
    known = {monster.id for monster in p.monsters}
    for i, (monster, attacks) in enumerate(p.to_attack):
        if monster not in known:
            yield wrong(f"to_attack[{i}].monster", N_("a monster on the board"), monster)
        yield from _range(f"to_attack[{i}].attacks", attacks, 1, 2)
    for hex_, left in p.markers.items():
        if hex_ not in MARKERS:
            yield wrong("markers", ", ".join(MARKERS), hex_)
        yield from _range(f"markers.{hex_}", left, 0, 3)


def _heroes(p: Position) -> Iterator[Sentence]:
    for i, hero in enumerate(p.heroes):
        place = f"heroes[{i}]"
        before = p.heroes[:i]
        if hero.id not in HEROES:
            yield wrong(f"{place}.id", ", ".join(HEROES), hero.id)
            continue
        if hero.id in {other.id for other in before}:
            yield wrong(f"{place}.id", N_("a hero of its own"), hero.id)
        if not hero.player or hero.player in {other.player for other in before}:
            yield wrong(f"{place}.player", N_("a name of its own"), hero.player)
        if hero.hex != GRIMHEIM and not (hero.hex in TERRAIN and is_open(hero, hero.hex)):
            yield wrong(f"{place}.hex", N_("a hex open to heroes"), hero.hex)
        yield from _books(hero, place)


def _books(hero: Hero, place: str) -> Iterator[Sentence]:
    yield from _range(f"{place}.level", hero.level, 1, 2)
    for name in ("gold", "hand", "upgrades", "quest"):
        yield from _range(f"{place}.{name}", getattr(hero, name), 0, 999)
    yield from _range(f"{place}.damage", hero.damage, 0, 99)
    for i, card in enumerate(hero.cards):
        if card.number in {other.number for other in hero.cards[:i]}:
            yield wrong(f"{place}.cards[{i}].number", N_("every card once"), card.number)
        for name in ("damage", "mana", "tokens"):
            yield from _range(f"{place}.cards[{i}].{name}", getattr(card, name), 0, 99)


def _monsters(p: Position) -> Iterator[Sentence]:
    for i, monster in enumerate(p.monsters):
        place = f"monsters[{i}]"
        if monster.kind not in KINDS:
            yield wrong(f"{place}.kind", ", ".join(KINDS), monster.kind)
            continue
        if (monster.kind, monster.level) not in SIDES:
            yield wrong(f"{place}.level", N_("1 or 2 for a legend, else 0"), monster.level)
            continue
        if monster.id in {other.id for other in p.monsters[:i]}:
            yield wrong(f"{place}.id", N_("a name of its own"), monster.id)
        if monster.hex not in MONSTER_HEXES or monster.hex == GRIMHEIM:
            yield wrong(f"{place}.hex", N_("a hex open to monsters"), monster.hex)
        yield from _range(f"{place}.damage", monster.damage, 0, health(monster, p.monsters) - 1)
        yield from _range(f"{place}.bounty", monster.bounty, 0, 99)


def _names(p: Position) -> Iterator[Sentence]:
    """Require that `next_monster` is above all numbers in use, so that new monsters get new names."""
    numbers = [int(m.id[1:]) for m in p.monsters if re.fullmatch("m[0-9]{1,9}", m.id)]
    least = max(numbers, default=0) + 1
    if p.next_monster < least:
        pattern = N_("next_monster: expected at least {least}, found {found}.")
        yield Sentence(pattern, {"least": least, "found": p.next_monster})


def _board(p: Position) -> Iterator[Sentence]:
    occupant_of: dict[str, str] = {}
    pieces = [(hero.hex, hero.id) for hero in p.heroes] + [(m.hex, m.id) for m in p.monsters]
    for hex_, one in pieces:
        other = occupant_of.setdefault(hex_, one)
        if other != one and hex_ != GRIMHEIM:
            pattern = N_("hex {hex}: expected one character, found {one} and {other}.")
            yield Sentence(pattern, {"hex": hex_, "one": other, "other": one})
    for kind, count in Counter(monster.kind for monster in p.monsters).items():
        if count > TILES.get(kind, count):
            pattern = N_("monsters: expected at most {tiles} of {kind}, found {found}.")
            yield Sentence(pattern, {"tiles": TILES[kind], "kind": kind, "found": count})


def _decks(p: Position) -> Iterator[Sentence]:
    seen: set[int] = set()
    places = (
        ("yellow.shuffled", sorted(p.yellow.shuffled), YELLOW),
        ("yellow.under", p.yellow.under, YELLOW),
        ("red.shuffled", sorted(p.red.shuffled), RED),
        ("red.under", p.red.under, RED),
        ("legend_cards", p.legend_cards, YELLOW | RED),
    )
    for place, cards, colour in places:
        for card in cards:
            if card not in colour:
                yield wrong(place, N_("monster cards of this colour"), card)
            if card in seen:
                yield wrong(place, N_("every card in one place"), card)
            seen.add(card)


def _range(place: str, found: int, least: int, most: int) -> Iterator[Sentence]:
    if not least <= found <= most:
        pattern = N_("{place}: expected {least} to {most}, found {found}.")
        yield Sentence(pattern, {"place": place, "least": least, "most": most, "found": found})
