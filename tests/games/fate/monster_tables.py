"""Small positions for tests of the monsters: a monster's id is the hex it starts from."""

from collections.abc import Mapping
from typing import Any

from companion.games.fate.happenings import Applied, Happening
from companion.games.fate.position import CardState, Hero, Hex, Monster, Options, Position

PLAIN, SKULL, YELLOW, RED = 2, 9, 4, 7
"""Spaces of the short track."""


def monster(hex_: Hex, what: str, **fields: Any) -> Monster:
    """A monster such as "goblin" or the legend of a level such as "surt 2"."""
    kind, _, level = what.partition(" ")
    return Monster(hex_, kind, hex_, int(level or 0), **fields)


def table(monsters: Mapping[Hex, str] | list[Monster], *heroes: Hex, **fields: Any) -> Position:
    """Return a position with monsters by hex and a hero on each of the given hexes (default: G)."""
    names = ("bjorn", "alva", "embla", "boldur")
    seats = [
        Hero(name, name, hex_, cards=(CardState(3), CardState(15)))
        for name, hex_ in zip(names, heroes or ("G",), strict=False)
    ]
    pieces = monsters if isinstance(monsters, list) else [monster(*item) for item in monsters.items()]
    return Position(
        **{
            "options": Options(),
            "heroes": tuple(seats),
            "monsters": tuple(pieces),
            "town": 10,
            "step": PLAIN,
            **fields,
        }
    )


def hexes(after: Applied | Position) -> dict[str, Hex]:
    """Return the monsters' hexes by the hex they came from."""
    position = after.position if isinstance(after, Applied) else after
    return {m.id: m.hex for m in position.monsters}


def of(after: Applied, *kinds: type) -> list[Happening]:
    """Return the happenings of some types."""
    return [happening for happening in after.happenings if isinstance(happening, kinds)]
