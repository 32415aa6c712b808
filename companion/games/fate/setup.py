"""Start of a game (F-030 to F-039); the first yellow cards are drawn with `Draw` acts like any other."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import wrong
from companion.games.fate.board import MARKERS
from companion.games.fate.heroes import HEROES, Pile, pile
from companion.games.fate.monsters import RED, YELLOW
from companion.games.fate.position import CardState, Hero, MonsterDeck, Options, Position
from companion.games.fate.track import TOWN_PIECES

START_ABILITY, START_EQUIPMENT = START = (3, 15)
"""PrintedCard numbers of the starting cards, the same for every hero."""

STANDARD = Options(to_the_letter=True)
"""Options of a game that names none."""


class Player(NamedTuple):
    """A player, the hero, and the cards on top of the hero's piles (F-037) if they are known."""

    name: str
    hero: str
    ability: int | None = None
    equipment: int | None = None


def start(players: Sequence[Player | tuple[str, str]], options: Options = STANDARD) -> Position:
    """Return the position in which every player draws a yellow card (F-034).

    Players are (name, hero id) in player order. Raises RuleError `bad_setup` naming every place that is
    wrong.
    """
    seats = [Player(*player) for player in players]
    if found := list(_problems(seats)):
        raise rule_error("bad_setup", found)
    return Position(
        options,
        tuple(_hero(seat, options) for seat in seats),
        town=TOWN_PIECES[len(seats) - 1],
        phase="reinforcements",
        yellow=MonsterDeck(YELLOW),
        red=MonsterDeck(RED),
        markers={hex_: amount for hex_, (_, amount) in MARKERS.items()},
    )


def _hero(seat: Player, options: Options) -> Hero:
    kit = 0 if options.no_start_kit else 1
    return Hero(
        seat.hero,
        seat.name,
        gold=2 * kit,
        cards=(CardState(START_ABILITY, mana=kit), CardState(START_EQUIPMENT)),
        hand=kit,
        ability=seat.ability,
        equipment=seat.equipment,
    )


def _problems(seats: Sequence[Player]) -> Iterator[Sentence]:
    if not 1 <= len(seats) <= len(HEROES):
        yield wrong("setup.players", N_("1 to 4 players"), len(seats))
    names = [seat.name for seat in seats]
    heroes = [seat.hero for seat in seats]
    for i, seat in enumerate(seats):
        place = f"setup.players[{i}]"
        if not seat.name or seat.name in names[:i]:
            yield wrong(f"{place}.name", N_("a name of its own"), seat.name)
        if seat.hero not in HEROES:
            yield wrong(f"{place}.hero", ", ".join(HEROES), seat.hero)
            continue
        if seat.hero in heroes[:i]:
            yield wrong(f"{place}.hero", N_("a hero of its own"), seat.hero)
        tops: tuple[tuple[Pile, int | None], ...] = (("ability", seat.ability), ("equipment", seat.equipment))
        for name, found in tops:
            allowed = [card.number for card in pile(seat.hero, name) if card.number not in START]
            if found is not None and found not in allowed:
                yield wrong(f"{place}.{name}", ", ".join(map(str, allowed)), found)
