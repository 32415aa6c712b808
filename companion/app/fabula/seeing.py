"""How a camera sees a duel, before and during it; and what it sees at the simulated table."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Any

from companion.app.base import Seeing, SetupProblem, SetupReading, SimulatedGame
from companion.app.fabula.own_cards import own_cards
from companion.app.fabula.players import DuelPlayers
from companion.games.base import N_, Sentence, Space, Table
from companion.games.fabula.catalogue import sample
from companion.session.fabula.sight import TAPPED, UNKNOWN
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.table.observation import Observation
from vision.calibrate import View
from vision.cameras import Camera, Picture
from vision.fabula import gallery
from vision.fabula.faces import Faces
from vision.fabula.reader import FabulaReader, space
from vision.fabula.simulated import SimulatedDuelTable, faces
from vision.find_board import Locate
from vision.simulated import SimulatedCamera

_HERE = N_("Lay your cards before the camera.")


class DuelReader(FabulaReader):
    """A reader that also tells which cards of a battle zone are tapped, as the session counts them."""

    view = None
    """Nothing is drawn over the picture: cards carry their names."""

    def look(self, frame: str, time_s: float, picture: Picture) -> Observation:
        """Read a BGR picture, (h, w, 3)."""
        seen = super().look(frame, time_s, picture)
        if seen.trouble:
            return seen
        table: dict[Space, Counter[str]] = defaultdict(Counter)
        for card in self.cards:
            name = card.id or UNKNOWN
            table[space(card)][name + TAPPED * (card.tapped and card.zone == "battle")] += 1
        return replace(seen, table={place: dict(kinds) for place, kinds in table.items()})


def new_reader(find: Locate, printed: bool) -> Callable[[Table | None], DuelReader]:
    """Makes readers of the cards learnt last; with `printed` of the drawn faces of the sample set."""
    known = printed_faces() if printed else own_cards()
    return lambda _: DuelReader(known)


def printed_faces() -> Faces:
    """The sample set as it is drawn for the simulated table."""
    return gallery.faces(faces(name for name, card in sample().items()))


def read_setup(picture: Picture, view: View, printed: bool) -> SetupReading | None:
    """A duel begins with whatever lies there."""
    return SetupReading({})


def wrong_setup(table: Table, unsure: Collection[Space]) -> list[SetupProblem]:
    """Nothing is wrong before a duel."""
    return []


def find(picture: Picture) -> View:
    """The whole picture is the table."""
    height, width = picture.shape[:2]
    from numpy import zeros

    return View((width, height), float(width), 0.0, zeros(3), zeros(3))


def simulated(game: SimulatedGame, realtime: bool = True) -> Camera:
    """The simulated table, where virtual people duel."""
    twin = SimulatedDuelTable((), game.seed)
    players = DuelPlayers(partial(_duel, game.latest), game.tell, game.chance)
    return SimulatedCamera(twin, players.acts(), fps=game.fps, realtime=realtime)  # type: ignore[arg-type]  # acts


def _duel(latest: Callable[[], Any]) -> FabulaSnapshot | None:
    shown = latest()
    return shown if isinstance(shown, FabulaSnapshot) else None


def _still(seed: int, fps: float) -> Camera:
    twin = SimulatedDuelTable((), seed)
    return SimulatedCamera(twin, repeat(None), fps=fps, realtime=True)  # type: ignore[arg-type]  # acts


SEEING = Seeing(
    find=find,
    new_reader=new_reader,
    read_setup=read_setup,
    wrong_setup=wrong_setup,
    bare=Sentence(""),
    waiting=_still,
    lesson=_still,
    simulated=simulated,
)
