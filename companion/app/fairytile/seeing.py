"""How a camera sees a kingdom of Fairy Tile, before and during a game; and the simulated one."""

from collections.abc import Callable, Collection
from itertools import repeat

from companion.app.base import Seeing, SetupProblem, SetupReading, SimulatedGame
from companion.app.fairytile import hands
from companion.app.fairytile.own_tiles import TEACHING, own_tiles
from companion.games import fairytile
from companion.games.base import N_, Sentence, Space, Table, in_order
from companion.games.fairytile.board import FIGURES
from companion.games.fairytile.words import NAMES
from companion.table.compare import doubtful
from vision.calibrate import View
from vision.cameras import Camera, Picture
from vision.fairytile.find_lattice import find_lattice
from vision.fairytile.reader import KingdomReader
from vision.fairytile.simulated import SimulatedKingdom, sample_kin
from vision.find_board import Locate
from vision.simulated import SimulatedCamera

_UNSURE = N_("What lies here is not seen for sure.")
_FIGURE = N_("{figure} is not seen on the tiles: put it on its place.")
_LAY = N_("Lay the three starting tiles on the table, white corners together.")
START_CELLS = 9


def new_reader(
    find: Locate, printed: bool, *, tiles: str | None = None
) -> Callable[[Table | None], KingdomReader]:
    """Makes readers that know the tiles taught under a name, or last; with `printed` the sample set's."""
    known = own_tiles(tiles, simulated=printed)
    kin = sample_kin() if printed else None

    def made(table: Table | None) -> KingdomReader:
        reader = KingdomReader(known, find, kin)
        reader.accept(table or {})
        return reader

    return made


def read_setup(picture: Picture, view: View, printed: bool) -> SetupReading | None:
    """What lies on the table."""
    observation = new_reader(lambda _: view, printed)(None).look("", 0.0, picture)
    if observation.trouble:
        return None
    return SetupReading(observation.table, doubtful(observation), bare=len(observation.table) < START_CELLS)


def wrong_setup(table: Table, unsure: Collection[Space]) -> list[SetupProblem]:
    """Cells that are in doubt, and figures that stand nowhere."""
    found = [SetupProblem(space, Sentence(_UNSURE)) for space in in_order(unsure)]
    anywhere = next(iter(in_order(table)), "0,0")
    seen = {kind for kinds in table.values() for kind in kinds}
    found += [
        SetupProblem(anywhere, Sentence(_FIGURE, {"figure": NAMES[figure]}))
        for figure in FIGURES
        if figure not in seen
    ]
    return found


def waiting(seed: int, fps: float) -> Camera:
    """The simulated table with the start kingdom of this seed."""
    twin = SimulatedKingdom(fairytile.table(hands.opening(seed)), seed)
    return SimulatedCamera(twin, repeat(hands.PAUSE), fps=fps, realtime=True)


def lesson(seed: int, fps: float) -> Camera:
    """The same without its figures, to learn the tiles from."""
    table = fairytile.table(hands.opening(seed))
    bare = {space: {k: n for k, n in kinds.items() if k not in FIGURES} for space, kinds in table.items()}
    return SimulatedCamera(SimulatedKingdom(bare, seed), repeat(hands.PAUSE), fps=fps, realtime=True)


def simulated(game: SimulatedGame) -> Camera:
    """The simulated table, where virtual hands play and do what the app asks for."""
    table = fairytile.table(hands.opening(game.seed)) if game.table is None else game.table
    twin = SimulatedKingdom(table, game.seed)
    acts = hands.acts(twin, game.latest, game.chance, tell=game.tell)
    return SimulatedCamera(twin, acts, fps=game.fps, realtime=True)


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
