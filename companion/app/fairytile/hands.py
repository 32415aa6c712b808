"""The virtual people at the simulated kingdom: they play, sometimes wrongly, and do what the app asks."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from companion.app.base import Latest
from companion.games import fairytile
from companion.games.base import Table
from companion.games.fairytile.board import cell_text
from companion.games.fairytile.position import Act, FinishTurn, Move, PlaceTile, Position
from companion.session import repair
from companion.session.fairytile.messages import PlayFairyAct
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Message
from companion.session.words import TROUBLE
from companion.table.guide import GuideStep
from vision.fairytile.simulated import FARTHEST, SimulatedKingdom
from vision.simulated import SimulatedCamera

Acts: TypeAlias = Sequence[GuideStep]
PAUSE: Acts = (GuideStep("confirm"),)
PLAYERS = ("P1", "P2")
LONGEST = 30
"""So many adventures are played where nobody asks for more."""
MISTAKES = 0.06


def opening(seed: int, players: Sequence[str] = PLAYERS) -> Position:
    """Where a game of this seed begins."""
    chance = random.Random(seed)
    return fairytile.RULES.read_setup(fairytile.RULES.opening(chance, players))


def simulated(seed: int, *, fps: float = 10.0, realtime: bool = False) -> SimulatedCamera:
    """A simulated table on which a game is played from the start kingdom on."""
    position = opening(seed)
    twin = SimulatedKingdom(fairytile.table(position), seed)
    return SimulatedCamera(twin, played(twin, position, random.Random(seed)), fps=fps, realtime=realtime)


def played(twin: SimulatedKingdom, position: Position, chance: random.Random) -> Iterator[Acts]:
    """What hands do in a game of random adventures."""
    for _ in range(LONGEST):
        act = adventure(position, chance)
        if act is None:
            return
        position = fairytile.apply(_ready(position), act)
        yield steps(twin, fairytile.table(position))


def acts(
    twin: SimulatedKingdom,
    latest: Latest,
    chance: random.Random,
    mistakes: float = MISTAKES,
    tell: Callable[[Message], None] = lambda _: None,
) -> Iterator[Acts]:
    """One act after the other, for ever: put the table right, else an adventure, else wait.

    `latest` gives what the app shows now, None lets the hands rest; `tell` is a touch.
    """
    while True:
        shown = latest()
        if not isinstance(shown, FairySnapshot) or shown.message.pattern in TROUBLE.values():
            yield PAUSE
        elif todo := steps(twin, fairytile.table(shown.position)):
            yield todo
        elif shown.over or shown.thinking:
            yield PAUSE
        elif shown.suggested_move and shown.step:
            yield (shown.step,)
        elif shown.position.done:
            tell(PlayFairyAct(shown.game, FinishTurn()))
            yield PAUSE
        elif wrong := slip(shown.position, chance) if chance.random() < mistakes else None:
            yield wrong
        elif (act := adventure(shown.position, chance)) is not None:
            yield steps(twin, fairytile.table(fairytile.apply(_ready(shown.position), act)))
        else:
            yield PAUSE


def adventure(position: Position, chance: random.Random) -> Move | PlaceTile | None:
    """An adventure by chance that stays on the cloth; None when there is none."""
    ready = _ready(position)
    fit = [act for act in fairytile.adventures(ready) if isinstance(act, Move) or _on_cloth(act)]
    places = [act for act in fit if isinstance(act, PlaceTile)]
    if places and chance.random() < 0.5:
        return chance.choice(places)
    return chance.choice(fit) if fit else None


def slip(position: Position, chance: random.Random) -> Acts | None:
    """A figure that goes where it may not."""
    wrong = list(fairytile.mistakes(position))
    if not wrong:
        return None
    each = chance.choice(wrong)
    figure = next(f for f, at in position.figure_cells.items() if cell_text(at) == each.source)
    return (GuideStep("move", each.source, each.target, {figure: 1}),)


def steps(twin: SimulatedKingdom, wanted: Table) -> Acts:
    """What is to be done so that the table shows this."""
    lying: Table = {space: counts for space, counts in twin.truth.items()}  # noqa: C416 - keeps the type
    return repair.steps(lying, wanted)


def _ready(position: Position) -> Position:
    """Before the next adventure: the turn of whoever did the last one is over."""
    ended: Act = FinishTurn()
    return (
        fairytile.apply(position, ended) if position.done and not fairytile.finished(position) else position
    )


def _on_cloth(act: PlaceTile) -> bool:
    q, r = act.at
    return max(abs(q), abs(r), abs(q + r)) < FARTHEST
