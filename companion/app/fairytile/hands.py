"""The simulated player of Fairy Tile: adventures by chance, and mistakes."""

import random
from collections.abc import Iterator, Sequence

from companion.games import fairytile
from companion.games.fairytile.board import cell_text
from companion.games.fairytile.position import Act, FinishTurn, Move, PlaceTile, Position
from companion.session.fairytile.decisions import answer
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Message
from companion.simulation.player import Acts, FollowingPlayer, movements_to
from companion.table.guide import GuideStep
from vision.fairytile.simulated import FARTHEST, SimulatedKingdom
from vision.simulated import SimulatedCamera

PLAYERS = ("P1", "P2")
LONGEST = 30
"""Maximum number of adventures at a table that no app follows."""
MISTAKES = 0.06


class FairyPlayer(FollowingPlayer[FairySnapshot]):
    """Plays adventures by chance."""

    snapshot = FairySnapshot

    def _todo(self, shown: FairySnapshot) -> Acts:
        if todo := movements_to(self._table, fairytile.table(shown.position)):
            return todo
        return (shown.step,) if shown.suggested_move and shown.step else ()

    def _answer(self, shown: FairySnapshot) -> Message | None:
        return answer(shown.game, FinishTurn()) if shown.position.done else None

    def _move(self, shown: FairySnapshot) -> Acts:
        if self._chance.random() < self._mistakes and (wrong := slip(shown.position, self._chance)):
            return wrong
        act = adventure(shown.position, self._chance)
        if act is None:
            return ()
        return movements_to(self._table, fairytile.table(fairytile.apply(_ready(shown.position), act)))


def opening(seed: int, players: Sequence[str] = PLAYERS) -> Position:
    """Return the first position of a game with this seed."""
    chance = random.Random(seed)
    return fairytile.RULES.read_setup(fairytile.RULES.opening(chance, players))


def simulated(seed: int, *, fps: float = 10.0, realtime: bool = False) -> SimulatedCamera:
    """Return a simulated table on which a game is played from the start kingdom on."""
    position = opening(seed)
    twin = SimulatedKingdom(fairytile.table(position), seed)
    return SimulatedCamera(twin, played(twin, position, random.Random(seed)), fps=fps, realtime=realtime)


def played(twin: SimulatedKingdom, position: Position, chance: random.Random) -> Iterator[Acts]:
    """Yield the movements of a game of random adventures."""
    for _ in range(LONGEST):
        act = adventure(position, chance)
        if act is None:
            return
        position = fairytile.apply(_ready(position), act)
        yield movements_to(twin, fairytile.table(position))


def adventure(position: Position, chance: random.Random) -> Move | PlaceTile | None:
    """Return a random adventure that stays on the cloth; None if there is none."""
    ready = _ready(position)
    fit = [act for act in fairytile.adventures(ready) if isinstance(act, Move) or _on_cloth(act)]
    places = [act for act in fit if isinstance(act, PlaceTile)]
    if places and chance.random() < 0.5:
        return chance.choice(places)
    return chance.choice(fit) if fit else None


def slip(position: Position, chance: random.Random) -> Acts | None:
    """Return an illegal movement of a figure; None if there is none."""
    wrong = list(fairytile.mistakes(position))
    if not wrong:
        return None
    each = chance.choice(wrong)
    figure = next(f for f, at in position.figure_cells.items() if cell_text(at) == each.source)
    return (GuideStep("move", each.source, each.target, {figure: 1}),)


def _ready(position: Position) -> Position:
    """Return the position before the next adventure: a turn that is done is finished."""
    ended: Act = FinishTurn()
    return (
        fairytile.apply(position, ended) if position.done and not fairytile.finished(position) else position
    )


def _on_cloth(act: PlaceTile) -> bool:
    q, r = act.at
    return max(abs(q), abs(r), abs(q + r)) < FARTHEST
