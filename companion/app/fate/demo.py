"""The demo of Fate: its simulated players, and the accuracy of the app that follows them."""

from collections.abc import Mapping, Sequence
from functools import partial
from gettext import NullTranslations
from itertools import zip_longest
from random import Random
from typing import Any

from companion.app.fate.hands import lies
from companion.app.fate.players import FatePlayers
from companion.app.fate.terminal import log_lines
from companion.games import fate
from companion.games.fate.acts import Move
from companion.games.fate.position import Hex, Position
from companion.games.fate.script import read_setup
from companion.session.base import GameConfig
from companion.session.fate.snapshot import FateSnapshot
from companion.simulation.base import Pace, SimulatedGame
from companion.simulation.demo import Demo, NewApp, Report, Rows, script_row
from companion.simulation.terminal import Lines
from companion.storage.journal import Journal
from vision.cameras.sources import Camera
from vision.fate.simulated import SimulatedFateTable
from vision.simulated import SimulatedCamera

NAMES = ("Ana", "Bo")
MOST_TILT_DEG = 25.0


class FateDemo(Demo[FateSnapshot]):
    """A game of Fate."""

    game = fate.NAME
    snapshot = FateSnapshot

    def __init__(self, new_app: NewApp, journal: Journal, seed: int, pace: Pace) -> None:
        self._players: FatePlayers | None = None
        self._table: SimulatedFateTable | None = None
        self._found = 0
        super().__init__(new_app, journal, seed, pace)

    def _config(self) -> GameConfig:
        return GameConfig(NAMES, setup=fate.RULES.opening(Random(self._seed), NAMES))

    def _lines(self, tr: NullTranslations, live: bool) -> Lines[FateSnapshot]:
        return partial(log_lines, tr)

    def _worth_keeping(self, before: FateSnapshot | None, shown: FateSnapshot) -> bool:
        found = self._players.played.found if self._players else 0
        more, self._found = found > self._found, found
        return more

    def _rows_without_game(self, tr: NullTranslations) -> Rows:
        return [(tr.gettext("Heroes' acts"), "0")]

    def _report(self, tr: NullTranslations, document: dict[str, Any], last: FateSnapshot) -> Report:
        _, table = tr.gettext, self._table
        assert table and self._players, "a game that is stored has been played"
        played = self._players.played
        positions, count, wrong = replayed(document, played.moves)
        end = positions[-1]
        same = end == last.position and end.result is not None
        as_shown = lies(table, fate.table(last.position))
        heroes = _("{all} played, {wrong} interpreted wrongly, {moved} moves seen on the table")
        mistakes = _("{made} made, {found} found, {missed} missed")
        rows = [
            (_("Result"), {"won": _("won"), "lost": _("lost")}.get(end.result or "", _("not over"))),
            (_("Heroes' acts"), heroes.format(all=count, wrong=wrong, moved=len(played.moves))),
            (_("Steps of the guided monster turn"), str(played.steps)),
            (_("Mistakes of the players"), mistakes.format(**vars(played))),
            (_("Differences reported by mistake"), str(len(played.invented))),
            (_("Touches that the camera did not save"), str(played.asked)),
            (_("The table at the end"), _("as on the screen") if as_shown else _("not as on the screen")),
            script_row(tr, same),
        ]
        faithful = same and as_shown and not wrong and not played.missed
        return Report(rows, faithful)

    def _camera(self, game: SimulatedGame) -> Camera:
        tilt_deg = Random(self._seed).uniform(10, MOST_TILT_DEG)
        twin = SimulatedFateTable(
            game.table or {}, self._seed, tilt_deg=tilt_deg, markers=True, rest_s=self._pace.rest_s
        )
        self._table = twin
        self._players = FatePlayers(twin, lambda: self._last, self._touch, Random(self._seed))
        return SimulatedCamera(twin, self._players.acts(), fps=self._pace.fps, realtime=self._pace.realtime)


def replayed(document: Mapping[str, Any], moves: Sequence[Hex]) -> tuple[list[Position], int, int]:
    """Return the positions of a written game, and the numbers of heroes' acts and of wrong moves."""
    positions, followed = [read_setup(document["setup"])], []
    for written in document["moves"]:
        act = fate.read_act(written)
        if positions[-1].phase == "heroes":
            followed.append(act)
        positions.append(fate.apply(positions[-1], act).position)
    found = [act.to for act in followed if isinstance(act, Move)]
    return positions, len(followed), sum(one != other for one, other in zip_longest(found, moves))
