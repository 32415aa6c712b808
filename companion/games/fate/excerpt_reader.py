"""Reader of the documents of one monster turn and of one reinforcement; it reports every mistake in them."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple, TypeAlias, TypeVar

from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import Allowed, decode, one_of, within, wrong
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, OUTSIDE
from companion.games.fate.heroes import HEROES
from companion.games.fate.monsters import CARDS, KINDS, LEGENDS, SIDES, TILES, health
from companion.games.fate.position import GRIMHEIM, DieFace, Hero, Hex, Monster, Options, Position
from companion.games.fate.track import TOWN_PIECES, TRACKS, SpaceKind, space_kind

_STEPS: dict[SpaceKind, int] = {
    space_kind(Options(), step): step for step in range(2, len(TRACKS["short"]) + 1)
}
"""One space of each kind; for a single turn all spaces of a kind are equal."""

_A_HEX = N_('a hex of the board such as "8,7"')
_ANY_HEX = Allowed(N_('a hex of the board such as "8,7", or "G" for Grimheim'), (GRIMHEIM, *OUTSIDE))
_OF_HEROES = N_("a hex heroes may enter: no mountain but the Troll Caves, no lake but Nailfare")
_OF_MONSTERS = N_("a hex monsters may be on: not Grimheim, no lake but Nailfare")

DocumentT = TypeVar("DocumentT")
HeroId: TypeAlias = Annotated[str, one_of(HEROES)]
Outside: TypeAlias = Annotated[Hex, Allowed(_A_HEX, OUTSIDE)]
KindId: TypeAlias = Annotated[str, one_of(KINDS)]


class WrittenHero(NamedTuple):
    """A hero of a monster turn."""

    id: HeroId
    hex: Annotated[Hex, _ANY_HEX]


class WrittenMonster(NamedTuple):
    """A monster of a monster turn; the valid levels and damage depend on its type."""

    id: Annotated[str, Allowed(N_("an id of its own"))]
    type: KindId
    hex: Annotated[Hex, _ANY_HEX]
    level: object = None
    damage: object = None
    suppressed: bool | None = None


class MonsterTurn(NamedTuple):
    """The document of one monster turn; the keys are those of SCRIPT.md."""

    heroes: tuple[WrittenHero, ...]
    monsters: tuple[WrittenMonster, ...]
    step: Annotated[SpaceKind, one_of(tuple(_STEPS))]
    die: DieFace | None = None
    ambush: Mapping[str, Annotated[Hex, Allowed(_A_HEX)]] | None = None
    town: Annotated[int, within(1, TOWN_PIECES[-1])] | None = None
    legend_swaps_legend: bool | None = None


class Reinforcement(NamedTuple):
    """The document of one reinforcement; the keys are those of SCRIPT.md."""

    deck_top_first: Annotated[
        tuple[Annotated[int, Allowed(N_("the number of a monster card, 1..54"), CARDS)], ...],
        Allowed(N_("a list of card numbers")),
    ]
    players: Annotated[int, within(1, len(HEROES))]
    occupied: Mapping[Outside, Annotated[str, one_of((*KINDS, *HEROES))]] | None = None
    supply: Mapping[KindId, int] | None = None
    legends_on_board: tuple[Annotated[str, one_of(LEGENDS)], ...] | None = None


def read_monster_turn(written: object) -> tuple[Position, Mapping[str, Hex]]:
    """Return the position before step 2, the Rune Stone moved already, and the hexes of an ambush.

    The rules check whether these are allowed. Raises RuleError `bad_document` naming every place that is
    wrong.
    """
    read = _document(MonsterTurn, written, "monster_turn")
    monsters = tuple(_monster(monster) for monster in read.monsters)
    if problems := [*_hex_problems(read), *_monsters(read, monsters), *_ambush(read)]:
        raise rule_error("bad_document", problems)
    numbers = [int(m.id[1:]) for m in monsters if re.fullmatch("m[0-9]{1,9}", m.id)]
    position = Position(
        Options(monster_die=read.die is not None, legend_swaps_legend=read.legend_swaps_legend is not False),
        tuple(Hero(hero.id, hero.id, hero.hex) for hero in read.heroes),
        monsters,
        town=TOWN_PIECES[len(read.heroes) - 1] if read.town is None else read.town,
        step=_STEPS[read.step],
        phase="walk",
        die=read.die,
        next_monster=max(numbers, default=0) + 1,
    )
    return position, read.ambush or {}


def read_reinforcement(written: object) -> Reinforcement:
    """Return a known deck, the occupied hexes, and the tiles left.

    Raises RuleError `bad_document` naming every place that is wrong.
    """
    read = _document(Reinforcement, written, "reinforcement")
    if problems := [*_deck(read.deck_top_first), *_tiles(read)]:
        raise rule_error("bad_document", problems)
    return read


def _document(kind: type[DocumentT], written: object, place: str) -> DocumentT:
    if not isinstance(written, dict):
        raise rule_error("bad_document", [wrong(place, N_("an object"), written)])
    problems: list[Sentence] = []
    read = decode(kind, written, "", problems)
    if problems:
        raise rule_error("bad_document", problems)
    return read


def _monster(written: WrittenMonster) -> Monster:
    """Build the monster; `_monsters` reports levels and damage that its type cannot have."""
    level, damage = int(written.type in LEGENDS), 0
    if type(written.level) is int and (written.type, written.level) in SIDES:
        level = written.level
    if type(written.damage) is int:
        damage = written.damage
    return Monster(written.id, written.type, written.hex, level, damage, held=written.suppressed is True)


def _monsters(read: MonsterTurn, monsters: Collection[Monster]) -> Iterator[Sentence]:
    used = {*HEROES}
    tiles = Counter[str]()
    for i, (row, monster) in enumerate(zip(read.monsters, monsters, strict=True)):
        place = f"monsters[{i}]"
        if not row.id or row.id in used:
            yield wrong(f"{place}.id", N_("an id of its own"), row.id)
        used.add(row.id)
        tiles[row.type] += 1
        if tiles[row.type] == TILES[row.type] + 1:
            pattern = N_("{place}: expected at most {tiles} of the type {kind}, found one more.")
            yield Sentence(pattern, {"place": f"{place}.type", "tiles": TILES[row.type], "kind": row.type})
        legend = row.type in LEGENDS
        if (legend or row.level is not None) and (type(row.level) is not int or row.level != monster.level):
            yield wrong(f"{place}.level", "1, 2" if legend else "0", row.level)
        most = health(monster, monsters) - 1
        if row.damage is not None and (type(row.damage) is not int or not 0 <= row.damage <= most):
            yield wrong(f"{place}.damage", f"0..{most}", row.damage)


def _hex_problems(read: MonsterTurn) -> Iterator[Sentence]:
    """Yield duplicate heroes, and pieces on hexes that are forbidden or already occupied."""
    heroes = [hero.id for hero in read.heroes]
    if not 1 <= len(heroes) <= len(HEROES):
        yield wrong("heroes", N_("1 to 4 heroes"), len(heroes))
    for i, hero in enumerate(heroes):
        if hero in heroes[:i]:
            yield wrong(f"heroes[{i}].id", N_("a hero of its own"), hero)
    taken: dict[Hex, str] = {}
    pieces = [(f"heroes[{i}]", row.hex, HERO_HEXES, _OF_HEROES) for i, row in enumerate(read.heroes)]
    closed = MONSTER_HEXES - {GRIMHEIM}
    pieces += [(f"monsters[{i}]", row.hex, closed, _OF_MONSTERS) for i, row in enumerate(read.monsters)]
    for place, hex_, allowed, expected in pieces:
        if hex_ not in allowed:
            yield wrong(f"{place}.hex", expected, hex_)
        elif hex_ in taken:
            pattern = N_("{place}: expected a free hex, found {found}, where {other} is.")
            values = {"place": f"{place}.hex", "found": repr(hex_), "other": taken[hex_]}
            yield Sentence(pattern, values)
        elif hex_ != GRIMHEIM:
            taken[hex_] = place


def _ambush(read: MonsterTurn) -> Iterator[Sentence]:
    if read.ambush and read.die != "ambush":
        yield wrong("ambush", N_('nothing without "die": "ambush"'), read.ambush)
    playing = [hero.id for hero in read.heroes]
    strangers = [name for name in read.ambush or () if name not in playing]
    yield from (wrong("ambush", ", ".join(playing), name) for name in strangers)


def _deck(numbers: Sequence[int]) -> Iterator[Sentence]:
    for i, number in enumerate(numbers):
        if number in numbers[:i]:
            yield wrong(f"deck_top_first[{i}]", N_("no card twice"), number)
        elif CARDS[number].colour != CARDS[numbers[0]].colour:
            yield wrong(f"deck_top_first[{i}]", N_("a card of the same deck as the first one"), number)


def _tiles(read: Reinforcement) -> Iterator[Sentence]:
    for kind, count in Counter((read.occupied or {}).values()).items():
        most = TILES.get(kind, 1)
        if count > most:
            yield wrong("occupied", f"{kind}: 0..{most}", count)
    for kind, count in (read.supply or {}).items():
        if not 0 <= count <= TILES[kind]:
            yield wrong(f"supply.{kind}", f"0..{TILES[kind]}", count)
