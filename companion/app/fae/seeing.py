"""Camera support of Fae: reader before and during a game, and the simulated table."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from itertools import repeat

from companion.app.camera_game import Seeing, SetupProblem, SetupReading, SimulatedGame
from companion.app.fae.hands import MISTAKES, FaePlayer
from companion.app.fae.players import opening
from companion.games import fae
from companion.games.base import N_, Sentence, Space, Table
from companion.games.fae.board import COLOURS, REGIONS
from companion.session.fae.words import COLOURS as COLOUR_NAMES
from companion.simulation.player import PAUSE
from companion.table.compare import doubtful
from vision.board.reader import BoardReader
from vision.cameras.sources import Camera, Picture
from vision.fae.board import fae_board, fae_reader
from vision.fae.simulated import SimulatedFaeTable
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate
from vision.simulated import SimulatedCamera

_UNSURE = N_("Which druid is this? Touch it.")
_MISSING = N_("{colour} is missing here.")
_EMPTY = N_("A druid is missing here.")
_CROWDED = N_("Only one druid belongs here.")
_DOUBLED = N_("{colour} stands twice in this region; missing: {missing}.")
_TWICE = N_("{colour} stands twice in this region.")
_PUT_DRUIDS = N_("Put one druid on every space: in each region one of every colour.")


def new_reader(find: Locate, printed: bool) -> Callable[[Table | None], BoardReader]:
    """Return a function that makes readers.

    Without a known table the first picture must show a set-up.
    """
    return lambda known: fae_reader(find, known)


def read_setup(picture: Picture, view: View, printed: bool) -> SetupReading | None:
    """Read the pieces on the table."""
    observation = fae_reader(lambda _: view).look("", 0.0, picture)
    if observation.trouble:
        return SetupReading({}, bare=True) if observation.trouble == "unclear" else None
    return SetupReading(observation.table, doubtful(observation))


def wrong_setup(table: Table, unsure: Collection[Space]) -> list[SetupProblem]:
    """List violations of E-002: one druid per space, one of each colour per region."""
    found: list[SetupProblem] = []
    for spaces in REGIONS.values():
        here = Counter(kind for space in spaces for kind, n in table.get(space, {}).items() for _ in range(n))
        missing = [colour for colour in COLOURS if not here[colour]]
        wrong = [
            *_empty([space for space in spaces if not table.get(space)], missing),
            *_crowded({space: sum(table.get(space, {}).values()) for space in spaces}),
            *_doubled(spaces, table, here, missing),
        ]
        doubted = [space for space in spaces if space in unsure and table.get(space)]
        found += wrong or [SetupProblem(space, Sentence(_UNSURE)) for space in doubted]
    return found


def waiting(seed: int, fps: float) -> Camera:
    """Return the simulated table with a set-up from this seed."""
    twin = SimulatedFaeTable(fae.table(opening(seed)), seed)
    return SimulatedCamera(twin, repeat(PAUSE), fps=fps, realtime=True)


def simulated(game: SimulatedGame) -> Camera:
    """Return the simulated table with simulated players, who also follow the app's instructions."""
    table = fae.table(opening(game.seed)) if game.table is None else game.table
    twin = SimulatedFaeTable(table, game.seed)
    player = FaePlayer(twin, game.latest, game.tell, game.chance, MISTAKES)
    return SimulatedCamera(twin, player.acts(), fps=game.fps, realtime=True)


def _empty(empty: list[int], missing: list[str]) -> list[SetupProblem]:
    sentence = Sentence(_EMPTY)
    if len(missing) == 1:
        sentence = Sentence(_MISSING, {"colour": COLOUR_NAMES[missing[0]]})
    return [SetupProblem(space, sentence) for space in empty]


def _crowded(counts: Mapping[int, int]) -> list[SetupProblem]:
    return [SetupProblem(space, Sentence(_CROWDED)) for space, count in counts.items() if count > 1]


def _doubled(
    spaces: Collection[int], table: Table, here: Mapping[str, int], missing: list[str]
) -> list[SetupProblem]:
    found: list[SetupProblem] = []
    for colour in COLOURS:
        places = [space for space in spaces if table.get(space, {}).get(colour)]
        if here[colour] > 1 and len(places) > 1:
            values = {"colour": COLOUR_NAMES[colour]}
            sentence = Sentence(_TWICE, values)
            if len(missing) == 1:
                sentence = Sentence(_DOUBLED, values | {"missing": COLOUR_NAMES[missing[0]]})
            found += [SetupProblem(space, sentence) for space in places]
    return found


SEEING = Seeing(
    board=fae_board,
    new_reader=new_reader,
    read_setup=read_setup,
    wrong_setup=wrong_setup,
    bare=Sentence(_PUT_DRUIDS),
    waiting=waiting,
    lesson=waiting,
    simulated=simulated,
)
