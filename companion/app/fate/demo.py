"""The demo of Fate: its players at the simulated table, and how well the app follows them."""

import json
from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations
from itertools import zip_longest
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from companion.app.base import Pace, SimulatedGame
from companion.app.demo import DemoRun
from companion.app.fate.hands import lies
from companion.app.fate.players import FatePlayers, HandsPlayed, TouchedScreen
from companion.app.fate.report import page
from companion.app.fate.terminal import LogScreen
from companion.games import fate
from companion.games.fate.acts import Act
from companion.games.fate.position import Position
from companion.games.fate.script import read_setup
from companion.session.base import GameConfig
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import Message
from companion.session.snapshot import Snapshot
from companion.settings.settings import Settings
from companion.storage import export
from companion.storage.journal import Journal
from vision.cameras.sources import Camera
from vision.fate.simulated import SimulatedFateTable
from vision.simulated import SimulatedCamera

NAMES = ("Ana", "Bo")
MOST_TILT_DEG = 25.0
TOUCH_S = 2.0
"""How long the hands wait for the screen to change after a touch."""
MOST_FRAMES = 4


class FateDemo(DemoRun, TouchedScreen):
    """A game of Fate."""

    def __init__(self, settings: Settings, journal: Journal, seed: int, pace: Pace) -> None:
        super().__init__(settings, journal, seed, self._play)
        self._journal, self._seed, self._pace = journal, seed, pace
        self._changed = Event()
        self._players: FatePlayers | None = None
        self._table: SimulatedFateTable | None = None
        self._last: FateSnapshot | None = None
        self._found = 0
        self.app.subscribe(self._heard)

    def begin(self) -> None:
        """Two players sit down."""
        setup = fate.RULES.opening(Random(self._seed), NAMES)
        self.app.begin(fate.NAME, GameConfig(NAMES, setup=setup), "simulated")

    def told(self, tr: NullTranslations, echo: Callable[[str], object], live: bool) -> None:
        """What happens, a line each."""
        self.app.subscribe(LogScreen(tr, echo).show)

    def shown(self) -> FateSnapshot | None:
        """What the players see."""
        return self._last

    def touch(self, message: Callable[[int], Message]) -> None:
        """Tell the app, and wait until the screen shows what came of it."""
        if self._last:
            self._changed.clear()
            self.app.tell(message(self._last.game))
            self._changed.wait(TOUCH_S)

    def played(self) -> HandsPlayed:
        """What was really done."""
        return self._players.played if self._players else HandsPlayed()

    def document(self) -> dict[str, Any] | None:
        """The game in the script format; None before it began."""
        if self._last is None or self._last.stored_as is None:
            return None
        return export.export(self._journal, self._last.stored_as)

    def write_report(self, out: Path, tr: NullTranslations) -> tuple[list[tuple[str, str]], bool]:
        """Write index.html and game.json; returns rows of label and value, and whether all was right."""
        _ = tr.gettext
        document, played, last = self.document(), self.played(), self._last
        if document is None or last is None or self._table is None:
            return [(_("Heroes' acts"), "0")], False
        path = out / "game.json"
        path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
        positions, wrong = replayed(document, played.acts)
        end = positions[-1]
        same = end == last.position and end.result is not None
        as_shown = lies(self._table, fate.table(last.position))
        heroes = _("{all} played, {wrong} followed otherwise, {moved} moves seen at the table")
        mistakes = _("{made} made, {found} found, {missed} missed")
        rows = [
            (_("Result"), {"won": _("won"), "lost": _("lost")}.get(end.result or "", _("not over"))),
            (_("Heroes' acts"), heroes.format(all=len(played.acts), wrong=wrong, moved=played.moved)),
            (_("Steps of the monsters' show"), str(played.steps)),
            (_("Mistakes of the players"), mistakes.format(**vars(played))),
            (_("Differences told where there were none"), str(len(played.invented))),
            (_("Touches the camera should have spared"), str(played.asked)),
            (_("The table at the end"), _("as on the screen") if as_shown else _("not as on the screen")),
            ("companion script game.json", _("the same result") if same else _("another result")),
        ]
        (out / "index.html").write_text(page(tr, positions, rows, self.frames), "utf-8")
        return rows, same and as_shown and not wrong and not played.missed

    def _play(self, game: SimulatedGame) -> Camera:
        """A table where a whole game is played."""
        tilt_deg = Random(self._seed).uniform(10, MOST_TILT_DEG)
        twin = SimulatedFateTable(
            game.table or {}, self._seed, tilt_deg=tilt_deg, markers=True, rest_s=self._pace.rest_s
        )
        self._table = twin
        self._players = FatePlayers(twin, self, Random(self._seed))
        return SimulatedCamera(twin, self._players.acts(), fps=self._pace.fps, realtime=self._pace.realtime)

    def _heard(self, snapshot: Snapshot) -> None:
        assert isinstance(snapshot, FateSnapshot)
        self._last = snapshot
        if self._players and self._players.played.found > self._found and len(self.frames) < MOST_FRAMES:
            self._found = self._players.played.found
            self.keep_frame()
        self._changed.set()


def replayed(document: Mapping[str, Any], played: Sequence[Act]) -> tuple[list[Position], int]:
    """The positions of a written game, and how many heroes' acts in it are not those played."""
    positions, followed = [read_setup(document["setup"])], []
    for written in document["moves"]:
        act = fate.read_act(written)
        if positions[-1].phase == "heroes":
            followed.append(act)
        positions.append(fate.apply(positions[-1], act).position)
    return positions, sum(one != other for one, other in zip_longest(followed, played))
