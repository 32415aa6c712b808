"""Camera support of Fate: reader before and during a game, and the simulated table."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial, reduce
from itertools import repeat

from companion.app.camera_game import Seeing, SetupProblem, SetupReading, SimulatedGame
from companion.app.fate.own_pieces import PIECES, TEACHING, own_pieces
from companion.app.fate.players import FatePlayers, Panel
from companion.app.fate.seen_set import SeenSet
from companion.games.base import N_, Sentence, Space, Table, in_order
from companion.games.fate.geometry import GRIMHEIM_HEXES
from companion.session.fate.words import name
from companion.session.own_files import PRINTED_MARKS
from companion.simulation.player import PAUSE
from companion.table.compare import doubtful
from vision.cameras.sources import Camera, Picture
from vision.fate.board_geometry import fate_plan
from vision.fate.kinds import Edition
from vision.fate.reader import FateReader
from vision.fate.samples import KnownPieces
from vision.fate.simulated import SimulatedFateTable
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate
from vision.simulated import SimulatedCamera

_TOO_MUCH = N_("{piece} lies here: take it off.")
_LESSON: Mapping[str, Sequence[str]] = {
    "goblin": ("5,5", "12,3", "14,8"),
    "brute": ("7,12", "3,9", "11,14"),
    "sprite": ("6,15", "13,6", "10,3"),
    "skeleton": ("15,4", "4,12", "8,5"),
}
"""Pieces on the simulated table to learn from."""


def new_reader(
    find: Locate,
    printed: bool,
    *,
    edition: Edition | None = None,
    pieces: str | None = None,
    remember: bool = True,
) -> Callable[[Table | None], FateReader]:
    """Return a function that makes readers of an edition; None allows any edition.

    `pieces` names the learnt set on the table, otherwise the last learnt is used; with `printed` the
    pieces carry the shared printed marks. `remember`: samples seen during the game are kept for later
    games, if the set is the user's own.
    """
    known_pieces = own_pieces(PRINTED_MARKS if printed else pieces, edition)
    seen = SeenSet(PIECES) if remember and not printed else None

    def made(known: Table | None) -> FateReader:
        earlier = [known for known in (known_pieces, seen.known if seen else None) if known]
        learnt = reduce(KnownPieces.and_also, earlier, KnownPieces.empty())
        reader = FateReader(find, edition, learnt, seen.taught if seen else None)
        reader.accept(known or {})
        return reader

    return made


def read_setup(picture: Picture, view: View, printed: bool) -> SetupReading | None:
    """Read the pieces on the table."""
    reader = new_reader(lambda _: view, printed)(None)
    observation = reader.look("", 0.0, picture)
    if observation.trouble:
        return None
    unsure = doubtful(observation)
    sure = {space: kinds for space, kinds in observation.table.items() if space not in unsure}
    return SetupReading(sure, unsure)


def wrong_setup(table: Table, unsure: Collection[Space]) -> list[SetupProblem]:
    """List the pieces to remove: the board begins empty except for the heroes in Grimheim."""
    return [
        SetupProblem(space, Sentence(_TOO_MUCH, {"piece": name(kind)}))
        for space in in_order(table)
        if space not in GRIMHEIM_HEXES
        for kind in table[space]
    ]


def simulated(game: SimulatedGame, realtime: bool = True) -> Camera:
    """Return the simulated table with simulated players, who also follow the app's instructions."""
    twin = SimulatedFateTable(game.table or {}, game.seed, markers=True)
    panel = Panel(game.latest, game.tell)
    people = FatePlayers(twin, panel.latest, panel.tell, game.chance, mistakes=0.0, guests=True)
    return SimulatedCamera(twin, people.acts(), fps=game.fps, realtime=realtime)


def _still(table: Table, seed: int, fps: float) -> Camera:
    twin = SimulatedFateTable(table, seed, markers=True)
    return SimulatedCamera(twin, repeat(PAUSE), fps=fps, realtime=True)


SEEING = Seeing(
    board=fate_plan,
    new_reader=new_reader,
    read_setup=read_setup,
    wrong_setup=wrong_setup,
    bare=Sentence(""),
    waiting=partial(_still, {}),
    lesson=partial(_still, {hex_: {kind: 1} for kind, hexes in _LESSON.items() for hex_ in hexes}),
    simulated=simulated,
    teaching=TEACHING,
)
