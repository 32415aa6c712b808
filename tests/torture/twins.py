"""Simulated tables of all games for the harnesses: changed at once, before a fixed camera."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat
from random import Random
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator

from companion.app.fabula.spots import Spots
from companion.games import fairytile
from companion.games.base import Space, Table
from companion.games.fairytile.board import cell_text, tile_cells
from companion.games.fairytile.position import FinishTurn
from companion.games.fate.geometry import GRIMHEIM, GRIMHEIM_HEXES, HEXES, centre_mm
from companion.games.registry import rules
from companion.session import repair
from companion.session.base import GameConfig, GameSession, SessionContext, manifest
from companion.session.messages import AllDone
from companion.storage.journal import Journal, Json
from companion.table.guide import GuideStep
from tests.session.contract import GAME, NAMES, Played
from tests.session.test_contract import BY_TOUCH
from vision.arrays import Picture
from vision.fabula.simulated import SimulatedFabulaTable
from vision.fabula.simulated.table import TAPPED
from vision.fae.simulated import SimulatedFaeTable
from vision.fairytile.simulated import SimulatedKingdom
from vision.fate.simulated import SimulatedFateTable
from vision.fate.simulated.table import HEROES
from vision.simulated.props import PieceOnTable
from vision.simulated.stage import SimulatedStage

PAUSE = GuideStep("confirm")
DEALT_MOVES = 30
"""Number of moves after which a duel has cards on the table."""
PUSHED_MM, ASKEW_RAD = 12.0, 0.8
SILHOUETTE = (
    (0.0, -6.5),
    (0.0, 6.5),
    (0.6, 4.5),
    (0.85, 3.5),
    (1.0, 1.0),
    (1.0, -1.0),
    (0.85, -3.5),
    (0.6, -4.5),
)
"""Outline of a figure on its side: share of its length, and mm across."""


def _each(session: Any) -> list[tuple[Space, ...]]:
    return [(space,) for space in session.expected]


class Twin(NamedTuple):
    """How a harness uses one game.

    `begun(name, journal, seed, moves)` makes a game after this number of moves. `expected_table` is the table
    of a session; `moved` is the table after hands have made a legal move. `falls_mm` is the length of a piece
    that can fall over; 0 if the things are flat and can only be pushed askew. `things` are the spaces of each
    thing that a hand can take.
    """

    stage: Callable[[Table, int], SimulatedStage[Any]]
    begun: Callable[[str, Journal, int, int], GameSession]
    expected_table: Callable[[Any], Table]
    moved: Callable[[Any, Generator], Table]
    falls_mm: float = 0.0
    things: Callable[[Any], Sequence[tuple[Space, ...]]] = _each


class LaidTable:
    """Simulated table whose pieces can be placed freely, fallen or askew as well."""

    def __init__(self, twin: Twin, table: Table, seed: int) -> None:
        self._stage = twin.stage({}, seed)
        self._falls_mm, self._fallen = twin.falls_mm, list[PieceOnTable]()
        self._frames = self._stage.frames(repeat(PAUSE), 1.0)
        self.lay(table)

    def lay(self, table: Table) -> None:
        """Place the pieces of a table; pieces already in place stay, fallen ones are put up."""
        self._fallen.clear()
        for step in repair.steps(self._stage.truth, table):
            for _ in self._stage._trips(step):
                pass

    def fall(self, chance: Generator) -> None:
        """Let a random piece fall over beside its place, or push it askew."""
        pieces = self._stage.pieces
        upright = {
            space: standing[-1]
            for space, standing in pieces.items()
            if standing and (not self._falls_mm or standing[-1].kind in self._stage._props.plastics)
        }
        space = [*upright][int(chance.integers(len(upright)))]
        fallen, turn = upright[space], float(chance.uniform(0, 2 * math.pi))
        pieces[space] = pieces[space][:-1]
        if self._falls_mm:
            self._fallen.append(replace(fallen, turn=turn))
        else:
            x_mm, y_mm = fallen.x_mm + PUSHED_MM * math.cos(turn), fallen.y_mm + PUSHED_MM * math.sin(turn)
            pieces[space] += (replace(fallen, x_mm=x_mm, y_mm=y_mm, turn=fallen.turn + ASKEW_RAD),)
        self._stage._still = None

    def read(self) -> Picture:
        """The next picture."""
        picture = next(self._frames).picture.copy()
        for piece in self._fallen:
            self._draw_fallen(picture, piece)
        return picture

    def _draw_fallen(self, picture: Picture, piece: PieceOnTable) -> None:
        along = np.array([math.cos(piece.turn), math.sin(piece.turn)])
        across = np.array([-along[1], along[0]])
        foot = np.array([piece.x_mm, piece.y_mm])
        outline = [foot + along * self._falls_mm * far + across * wide for far, wide in SILHOUETTE]
        seen = self._stage._view.flat(np.array(outline))
        colour = np.array(self._stage._props.plastics[piece.kind]) * self._stage._style.light_colour
        cv2.fillPoly(picture, [np.rint(seen).astype(np.int32)], [float(c) for c in colour], cv2.LINE_AA)


def _recorded(name: str, journal: Journal, seed: int, moves: int) -> GameSession:
    """Store random moves, and resume the game from them with the expected table."""
    game, chance = rules(name), Random(seed)
    setup = game.opening(chance, people(name))
    position = game.read_setup(setup)
    played: list[tuple[str, Json]] = []
    while len(played) < moves and not game.finished(position):
        move = game.next_move(position, chance)
        played.append(("move", game.write_move(move)))
        position = game.apply(position, move)
    around = SessionContext(journal, Random(1), watched=True)
    session = manifest(name).resume(journal.record(name, setup, played), around)
    session.tell(AllDone(GAME))
    return session


def _dealt(name: str, journal: Journal, seed: int, moves: int) -> GameSession:
    """Play a duel by touch, which names every card; then all cards are on the table."""
    game = Played(rules(name), manifest(name), BY_TOUCH[name])
    agreed = GameConfig(people(name), setup=game.rules.opening(Random(seed), people(name)))
    session: Any = game.manifest.begin(agreed, SessionContext(journal, Random(seed), watched=True))
    for _ in game.play(session, max(moves, DEALT_MOVES), seed):
        pass
    session.sealed = None
    assert session.position.battle and not session.finished, "a duel with cards on the table"
    return session  # type: ignore[no-any-return]  # it is one


def people(name: str) -> tuple[str, ...]:
    """Names for the smallest number of players that the game allows, at least two if possible."""
    fewest, most = rules(name).players
    return NAMES[: min(max(fewest, 2), most)]


def _expected(session: GameSession) -> Table:
    return session.expected or {}


def _cards(session: Any) -> Table:
    return Spots().table(session.position)


def _played_on(session: Any, chance: Generator) -> Table:
    """Table after a legal move that changes it."""
    game, position = rules(session.snapshot(GAME).name), session.timeline.current.position
    luck = Random(int(chance.integers(1 << 30)))
    for _ in range(100):
        after = game.apply(position, game.next_move(position, luck))
        if game.table(after) != game.table(position):
            return game.table(after)
    raise AssertionError("no move changes the table")


def _adventure(session: Any, chance: Generator) -> Table:
    """Table after a legal move of a figure or placement of a tile."""
    position = session.position
    acts = fairytile.adventures(position)
    if not acts:
        position = fairytile.apply(position, FinishTurn())
        acts = fairytile.adventures(position)
    return fairytile.table(fairytile.apply(position, acts[int(chance.integers(len(acts)))]))


def _tiles(session: Any) -> list[tuple[Space, ...]]:
    laid = session.position.kingdom.placed_tiles
    return [tuple(cell_text(cell) for cell in tile_cells(tile.at, tile.turn)) for tile in laid]


def _in_battle(session: Any) -> list[tuple[Space, ...]]:
    return [(space,) for space in _cards(session) if " battle " in str(space)]


def _hero_walks(session: GameSession, chance: Generator) -> Table:
    table = dict(_expected(session))
    hero = next(space for space, kinds in table.items() if not HEROES.keys().isdisjoint(kinds))
    free = [hex_ for hex_ in HEXES if hex_ not in table and hex_ not in GRIMHEIM_HEXES]
    here = np.array(centre_mm("9,9" if hero == GRIMHEIM else str(hero)))
    near = min(free, key=lambda hex_: float(np.hypot(*(np.array(centre_mm(hex_)) - here))))
    kind = next(kind for kind in table[hero] if kind in HEROES)
    staying = {other: n for other, n in table.pop(hero).items() if other != kind}
    return {**table, **({hero: staying} if staying else {}), near: {kind: 1}}


def _tap_card(session: Any, chance: Generator) -> Table:
    table = dict(_cards(session))
    ready = [
        space for space, kinds in table.items()
        if " battle " in str(space) and not next(iter(kinds)).endswith(TAPPED)
    ]  # fmt: skip
    space = ready[int(chance.integers(len(ready)))]
    return {**table, space: {next(iter(table[space])) + TAPPED: 1}}


TWINS: Mapping[str, Twin] = {
    "fae": Twin(SimulatedFaeTable, _recorded, _expected, _played_on, 24.0),
    "fate": Twin(partial(SimulatedFateTable, markers=True), _recorded, _expected, _hero_walks, 32.0),
    "fairytile": Twin(SimulatedKingdom, _recorded, _expected, _adventure, 38.0, _tiles),
    "fabula": Twin(SimulatedFabulaTable, _dealt, _cards, _tap_card, things=_in_battle),
}
