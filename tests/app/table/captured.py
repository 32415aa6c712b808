"""Captures of simulated tables of all games, as the running app makes them."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from companion.app.camera.board_finder import Tapped
from companion.app.camera.frame_reader import FrameReader
from companion.app.camera.recent_pictures import RecentPictures, compared
from companion.app.game_loader import camera_game, seeing
from companion.app.table.beliefs import belief
from companion.app.table.capture_replay import open_replay
from companion.app.table.learnt_files import moment_of
from companion.games import fate
from companion.session.base import GameConfig, SessionContext, manifest
from companion.session.messages import Seen
from companion.session.snapshot import Snapshot
from companion.simulation.base import SimulatedGame
from vision.cameras.capture_file import CaptureContent, encode

HOLD_S, FPS = 0.6, 8.0
PLAYERS = ("Zenobia", "Quirin")
"""Names that no other text holds."""


def config(game: str, seed: int, players: tuple[str, ...] = PLAYERS, hands: str = "table") -> GameConfig:
    """A game that a camera follows from its beginning; `hands` says who keeps those of a duel."""
    from companion.app.fabula.demo import DECKS
    from companion.app.fairytile.demo import PAGES

    made = {
        "fae": lambda: GameConfig(players),
        "fate": lambda: GameConfig(players, setup=fate.RULES.opening(Random(seed), players)),
        "fairytile": lambda: GameConfig(players, options={"pages": PAGES}),
        "fabula": lambda: GameConfig(players, DECKS, {"hands": hands}),
    }
    return made[game]()


class WatchedTable:
    """A simulated table on which a whole game is played, faster than in real time."""

    def __init__(
        self,
        game: str,
        seed: int,
        players: tuple[str, ...] = PLAYERS,
        deal: int = 0,
        hands: str = "table",
        own: bool = False,
    ) -> None:
        """Set a table up; with `own` it is read as a real one, with what was learnt."""
        self.own = own
        self.game, self.players, self.recent = game, players, RecentPictures()
        context = SessionContext(chance=Random(seed + deal))
        self.session: Any = manifest(game).begin(config(game, seed, players, hands), context)
        self._sees, self._form = seeing(game), camera_game(game).captures
        played = SimulatedGame(
            self.session.expected, seed, FPS, self._latest, Random(seed), self.session.tell
        )
        camera: Any = self._sees.simulated(played)
        camera._realtime = False
        self._camera = camera

    def _latest(self) -> Snapshot:
        shown: Snapshot = self.session.snapshot(1)
        return shown

    def watch(self, pictures: int, tapped: Tapped | None = None) -> Iterator[int]:
        """Watch some pictures as the camera thread does; yield after each."""
        assert self._form
        find = self._sees.locate(self.game, tapped)
        reader: FrameReader[Any] = FrameReader(
            self._sees.new_reader(find, not self.own), self.session.expected, HOLD_S
        )
        for number in range(pictures):
            frame = self._camera.read()
            seen = reader.look(frame)
            self.session.tell(Seen(1, seen))
            found = belief(self._form, self.session, self.players, reader.reader, seen)
            reader.accept(self.session.settled_table)
            self.recent.add(frame, found, moving=seen.trouble == "motion", trouble=seen.trouble is not None)
            yield number

    def capture(self) -> CaptureContent:
        found = moment_of(self.recent, self.game, self._sees, not self.own)
        assert found
        return found.capture


def told(content: CaptureContent) -> list[Any]:
    """The events as they were told, without measured values."""
    return [(event["frame"], compared(dict(event))) for event in content.believed]


def replayed(content: CaptureContent, folder: Any) -> Sequence[Any]:
    """The events of a replay, without measured values."""
    import json

    file = folder / "capture.zip"
    file.write_bytes(encode(content))
    found = [json.loads(json.dumps(event.as_json())) for event in open_replay(file).events()]
    return [(event["frame"], compared(event)) for event in found]


def after(game: str, seed: int, pictures: int, **how: Any) -> WatchedTable:
    """A table of which some pictures were watched."""
    table = WatchedTable(game, seed, **how)
    for _ in islice(table.watch(pictures), pictures):
        pass
    return table
