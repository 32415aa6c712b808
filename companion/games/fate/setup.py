"""The start of a game (F-030 to F-039); the first yellow cards are drawn with `Draw` acts like any other."""

from collections.abc import Iterator, Mapping, Sequence

from companion.games.base import N_, Sentence, rule_error
from companion.games.fate.position import Card, Deck, Hero, Options, Position
from companion.games.fate.values import wrong

HEROES = ("bjorn", "alva", "embla", "boldur")
START_ABILITY, START_EQUIPMENT = 3, 15
"""Printed numbers of the starting cards, the same for every hero."""

YELLOW, RED = frozenset(range(1, 37)), frozenset(range(37, 55))
MARKERS: Mapping[str, int] = {"5,7": 3, "17,5": 3, "5,17": 3}


def start(
    players: Sequence[tuple[str, str]],
    options: Options = Options(),  # noqa: B008 - a frozen value
    piles: Mapping[str, tuple[int | None, int | None]] | None = None,
) -> Position:
    """The position before every player draws a yellow card (F-034): `players` are (name, hero id) in order.

    `piles` maps hero ids to the ability and the equipment seen on top of their piles (F-037).
    Raises RuleError `bad_setup` naming every place that is wrong.
    """
    if found := list(_problems(players)):
        raise rule_error("bad_setup", found)
    tops = piles or {}
    heroes = tuple(_hero(name, hero, options, tops.get(hero, (None, None))) for name, hero in players)
    return Position(
        options,
        heroes,
        town=2 + 2 * len(heroes),
        phase="reinforcements",
        yellow=Deck(YELLOW),
        red=Deck(RED),
        markers=dict(MARKERS),
    )


def _hero(player: str, hero: str, options: Options, tops: tuple[int | None, int | None]) -> Hero:
    kit = not options.no_start_kit
    return Hero(
        hero,
        player,
        gold=2 if kit else 0,
        cards=(Card(START_ABILITY, mana=1 if kit else 0), Card(START_EQUIPMENT)),
        hand=1 if kit else 0,
        ability=tops[0],
        equipment=tops[1],
        seen=frozenset(top for top in tops if top is not None),
    )


def _problems(players: Sequence[tuple[str, str]]) -> Iterator[Sentence]:
    if not 1 <= len(players) <= len(HEROES):
        yield wrong("players", N_("1 to 4 players"), len(players))
    names = [name for name, _ in players]
    heroes = [hero for _, hero in players]
    for i, (name, hero) in enumerate(players):
        if not name or name in names[:i]:
            yield wrong(f"players[{i}].name", N_("a name of its own"), name)
        if hero not in HEROES:
            yield wrong(f"players[{i}].hero", ", ".join(HEROES), hero)
        elif hero in heroes[:i]:
            yield wrong(f"players[{i}].hero", N_("a hero of its own"), hero)
