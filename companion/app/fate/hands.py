"""The virtual hands at the simulated Fate table: they do what the app asks for."""

import random
from collections.abc import Iterator

from companion.games import fate
from companion.games.base import Table
from companion.games.fate import autoplay as autoplay
from companion.games.fate.position import Position
from companion.session import repair
from companion.session.fate.snapshot import FateSnapshot
from companion.simulation.player import Acts, movements_to, on_table
from companion.table.guide import movements
from vision.fate.simulated import SimulatedFateTable
from vision.simulated import SimulatedCamera

PLAYERS = 2


def todo(table: SimulatedFateTable, shown: FateSnapshot) -> Acts:
    """What is to be done now so that the table shows what the screen does; nothing when it does."""
    dress(table, shown.position)
    step = shown.steps[shown.at].acts if shown.at < len(shown.steps) else ()
    if step and lies(table, shown.assumed_table):
        return tuple(one for act in step for one in movements(act))
    return movements_to(table, after(shown.assumed_table, step))


def after(before: Table, acts: Acts) -> Table:
    """What lies on the table when the acts are done."""
    for act in acts:
        before = repair.after(before, act)
    return before


def lies(table: SimulatedFateTable, wanted: Table) -> bool:
    """Whether exactly this lies on the table."""
    return on_table(table) == {space: dict(counts) for space, counts in wanted.items()}


def dress(table: SimulatedFateTable, position: Position) -> None:
    """Town pieces, damage, legends and the Rune Stone, once the monsters stand where the position says."""
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
    """A simulated table on which a whole game is played, from the empty board to the end."""
    table = SimulatedFateTable({}, seed, markers=True)
    return SimulatedCamera(table, whole_game(table, seed, players), fps=fps, realtime=realtime)


def whole_game(table: SimulatedFateTable, seed: int, players: int = PLAYERS) -> Iterator[Acts]:
    """What hands do at the table in one game of automatic heroes."""
    names = [f"P{i}" for i in range(1, players + 1)]
    position = fate.start(autoplay.random_players(random.Random(seed), names))
    yield movements_to(table, fate.table(position))
    for act in autoplay.acts(position, random.Random(seed)):
        position = fate.apply(position, act).position
        if steps := movements_to(table, fate.table(position)):
            yield steps
        dress(table, position)
