"""Camera support of Fairy Tile: reader before and during a game, and the simulated table."""

from collections.abc import Callable, Collection
from functools import partial
from itertools import repeat

from companion.app.camera_game import Seeing, SetupProblem, SetupReading, SimulatedGame
from companion.app.fairytile import hands
from companion.app.fairytile.own_tiles import TEACHING, TILES, keep_figures, last_taught
from companion.games import fairytile
from companion.games.base import N_, Sentence, Space, Table, in_order
from companion.games.fairytile.board import FIGURES, Cell, Hex, cell_text, read_cell
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.words import NAMES
from companion.simulation.player import PAUSE
from companion.table.compare import doubtful
from vision.cameras.sources import Camera, Picture
from vision.fairytile.find_lattice import find_lattice
from vision.fairytile.kingdom_reading import read_hex
from vision.fairytile.reader import KingdomReader
from vision.fairytile.samples import TileSamples
from vision.fairytile.simulated import SimulatedKingdom, sample_classifier
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate
from vision.simulated import SimulatedCamera

_UNSURE = N_("I am not sure what lies here.")
_FIGURE = N_("{figure} is not on the tiles: put it on its place.")
_LAY = N_("Lay the three starting tiles on the table, white corners together.")
_TWICE = N_("{figure} appears twice: leave only one on the tiles.")
_NINE = N_(
    "Expected the 9 cells of the three starting tiles, found {n}: put the others aside, show all three."
)
_RIVER = N_("The river ends here: turn the starting tiles until one river runs through all three.")
START_CELLS = 9


def new_reader(
    find: Locate, printed: bool, *, tiles: str | None = None
) -> Callable[[Table | None], KingdomReader]:
    """Return a function that makes readers of a tile set, or the last.

    With `printed`, of the sample set.
    """
    name = tiles or (None if printed else last_taught())
    known = TILES.use(name) if name else TileSamples()
    classifier = sample_classifier() if printed else None
    keep = partial(keep_figures, name) if name else lambda _: None

    def made(table: Table | None) -> KingdomReader:
        reader = KingdomReader(known, find, classifier, keep)
        reader.accept(table or {})
        return reader

    return made


def read_setup(picture: Picture, view: View, printed: bool) -> SetupReading | None:
    """Read the tiles and figures on the table."""
    observation = new_reader(lambda _: view, printed)(None).look("", 0.0, picture)
    if observation.trouble:
        return None
    return SetupReading(observation.table, doubtful(observation), bare=len(observation.table) < START_CELLS)


def wrong_setup(table: Table, unsure: Collection[Space]) -> list[SetupProblem]:
    """List uncertain cells, missing or duplicate figures, and misplaced start tiles."""
    found = [SetupProblem(space, Sentence(_UNSURE)) for space in in_order(unsure)]
    anywhere = next(iter(in_order(table)), "0,0")
    for figure in FIGURES:
        there = in_order(space for space, kinds in table.items() if figure in kinds)
        if len(there) != 1:
            pattern = _TWICE if there else _FIGURE
            found += [
                SetupProblem(space, Sentence(pattern, {"figure": NAMES[figure]}))
                for space in there or [anywhere]
            ]
    if len(table) != START_CELLS:
        found.append(SetupProblem(anywhere, Sentence(_NINE, {"n": len(table)})))
    return found + [
        SetupProblem(cell_text(cell), Sentence(_RIVER))
        for fault in Kingdom(_lands(table)).river_faults()
        for cell in fault
    ]


def _lands(table: Table) -> dict[Cell, Hex]:
    return {
        cell: hex_
        for space, kinds in table.items()
        for kind in kinds
        if (cell := read_cell(str(space))) is not None and (hex_ := read_hex(kind)) is not None
    }


def waiting(seed: int, fps: float) -> Camera:
    """Return the simulated table with the start kingdom of this seed."""
    twin = SimulatedKingdom(fairytile.table(hands.opening(seed)), seed)
    return SimulatedCamera(twin, repeat(PAUSE), fps=fps, realtime=True)


def lesson(seed: int, fps: float) -> Camera:
    """Return the simulated table without figures, to learn the tiles from."""
    table = fairytile.table(hands.opening(seed))
    bare = {space: {k: n for k, n in kinds.items() if k not in FIGURES} for space, kinds in table.items()}
    return SimulatedCamera(SimulatedKingdom(bare, seed), repeat(PAUSE), fps=fps, realtime=True)


def simulated(game: SimulatedGame) -> Camera:
    """Return the simulated table with simulated players, who also follow the app's instructions."""
    table = fairytile.table(hands.opening(game.seed)) if game.table is None else game.table
    twin = SimulatedKingdom(table, game.seed)
    player = hands.FairyPlayer(twin, game.latest, game.tell, game.chance, hands.MISTAKES)
    return SimulatedCamera(twin, player.acts(), fps=game.fps, realtime=True)


SEEING = Seeing(
    find=find_lattice,
    new_reader=new_reader,
    read_setup=read_setup,
    wrong_setup=wrong_setup,
    bare=Sentence(_LAY),
    waiting=waiting,
    lesson=lesson,
    simulated=simulated,
    teaching=TEACHING,
)
