"""The demo of Fábula: its simulated players, and the accuracy of the app that follows them."""

from collections.abc import Iterator
from gettext import NullTranslations
from random import Random
from typing import Any

from companion.app.fabula.players import WAYS, DuelPlayers, astray
from companion.games import fabula
from companion.games.base import ENGLISH
from companion.session.base import GameConfig
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.simulation.base import Pace, SimulatedGame
from companion.simulation.demo import Demo, NewApp, Report, Rows, script_row
from companion.simulation.terminal import Lines
from companion.storage.journal import Journal
from vision.cameras.sources import Camera
from vision.fabula.simulated import SimulatedFabulaTable
from vision.simulated import SimulatedCamera

NAMES = ("Ana", "Bo")
DECKS = ("ember", "river")
TILT_DEG = 18.0


class FabulaDemo(Demo[FabulaSnapshot]):
    """A duel with cards on the table, hands hidden."""

    game = fabula.NAME
    snapshot = FabulaSnapshot

    def __init__(self, new_app: NewApp, journal: Journal, seed: int, pace: Pace) -> None:
        self._players: DuelPlayers | None = None
        super().__init__(new_app, journal, seed, pace)

    @property
    def wrong(self) -> int:
        """Number of actions that the app took otherwise than they were meant."""
        document = self.document()
        assert document and self._last
        return astray(self.players.meant, document["moves"], self._last.position)

    @property
    def players(self) -> DuelPlayers:
        """The simulated players."""
        assert self._players
        return self._players

    def _config(self) -> GameConfig:
        return GameConfig(NAMES, DECKS, {"hands": "table"})

    def _lines(self, tr: NullTranslations, live: bool) -> Lines[FabulaSnapshot]:
        def lines(before: FabulaSnapshot | None, shown: FabulaSnapshot) -> Iterator[str]:
            for entry in shown.log[len(before.log) if before else 0 :]:
                yield f"{entry.number:4}  {entry.text.say(tr)}"

        return lines

    def _worth_keeping(self, before: FabulaSnapshot | None, shown: FabulaSnapshot) -> bool:
        turn = before.position.turn_number if before else 0
        return shown.position.turn_number > turn and turn % 4 == 0

    def _rows_without_game(self, tr: NullTranslations) -> Rows:
        return [(tr.gettext("Actions"), "0")]

    def _report(self, tr: NullTranslations, document: dict[str, Any], last: FabulaSnapshot) -> Report:
        _ = tr.gettext
        played = fabula.RULES.play(document, ENGLISH)
        same = played["error"] is None and played["status"] == "finished"
        as_shown = self.players.right(last.position)
        winner = played["result"]["winner"] if played["result"] else _("not over")
        acts = _("{all}: by the camera {camera}, by one tap {tap}, touched {touch}, wrong {wrong}")
        wrong = self.wrong
        ways: dict[str, int] = {way: self.players.counted(way) for way in WAYS}
        counts = {"all": sum(ways.values()), **ways, "wrong": wrong}
        rows = [
            (_("Result"), winner),
            (_("Decisions"), acts.format(**counts)),
            (_("The table at the end"), _("as on the screen") if as_shown else _("not as on the screen")),
            script_row(tr, same),
        ]
        return Report(rows, same and as_shown and not wrong)

    def _camera(self, game: SimulatedGame) -> Camera:
        twin = SimulatedFabulaTable({}, self._seed, tilt_deg=TILT_DEG, rest_s=self._pace.rest_s)
        self._players = DuelPlayers(twin, lambda: self._last, game.tell, Random(self._seed))
        acts = self._players.acts()
        return SimulatedCamera(twin, acts, fps=self._pace.fps, realtime=self._pace.realtime)
