"""Movements at the simulated Fate table: what the app asks for, and a whole game without it."""

import random
from collections.abc import Iterator

from companion.games import fate
from companion.games.base import Table
from companion.games.fate import autoplay as autoplay
from companion.games.fate.position import Position
from companion.session import repair
from companion.session.fate.snapshot import FateSnapshot
from companion.simulation.player import Acts, movements_to
from companion.table.guide import movements
from vision.fate.simulated import SimulatedFateTable
from vision.simulated import SimulatedCamera

PLAYERS = 2


def todo(table: SimulatedFateTable, shown: FateSnapshot) -> Acts:
    """Return the movements after which the table is as on the screen; none if it is."""
    dress(table, shown.position)
    step = shown.steps[shown.done].acts if shown.done < len(shown.steps) else ()
    if step and lies(table, shown.assumed_table):
        return tuple(one for act in step for one in movements(act))
    return movements_to(table, after(shown.assumed_table, step))


def after(before: Table, acts: Acts) -> Table:
    """Return the table after the acts."""
    for act in acts:
        before = repair.after(before, act)
    return before


def lies(table: SimulatedFateTable, wanted: Table) -> bool:
    """Return whether exactly this is on the table."""
    return table.truth == {space: dict(counts) for space, counts in wanted.items()}


def dress(table: SimulatedFateTable, position: Position) -> None:
    """Update town, damage, legends and Rune Stone, once the monsters are where the position says."""
    if lies(table, fate.table(position)):
        table.dress(
            town=position.town,
            step=position.step,
            damage={monster.hex: monster.damage for monster in position.monsters if monster.damage},
            levels={monster.kind: monster.level for monster in position.monsters if monster.level},
        )


def simulated(
    seed: int, *, players: int = PLAYERS, fps: float = 10.0, realtime: bool = False
) -> SimulatedCamera:
    """Return a simulated table on which a whole game is played, from the empty board on."""
    table = SimulatedFateTable({}, seed, markers=True)
    return SimulatedCamera(table, whole_game(table, seed, players), fps=fps, realtime=realtime)


def whole_game(table: SimulatedFateTable, seed: int, players: int = PLAYERS) -> Iterator[Acts]:
    """Yield the movements of one game of automatic heroes."""
    names = [f"P{i}" for i in range(1, players + 1)]
    position = fate.start(autoplay.random_players(random.Random(seed), names))
    yield movements_to(table, fate.table(position))
    for act in autoplay.acts(position, random.Random(seed)):
        position = fate.apply(position, act).position
        if steps := movements_to(table, fate.table(position)):
            yield steps
        dress(table, position)
