"""The demo of Fábula: two players at the simulated table, and how well the app follows them."""

import json
from collections.abc import Callable, Sequence
from gettext import NullTranslations
from html import escape
from pathlib import Path
from random import Random
from typing import Any

from companion.app.archive.report_page import STYLE, photo
from companion.app.base import Pace, SimulatedGame
from companion.app.demo import DemoRun
from companion.app.fabula.players import WAYS, DuelPlayers, astray
from companion.games import fabula
from companion.session.base import GameConfig
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.snapshot import Snapshot
from companion.settings.settings import Settings
from companion.storage import export
from companion.storage.journal import Journal
from vision.cameras.sources import Camera
from vision.fabula.simulated import SimulatedFabulaTable
from vision.simulated import SimulatedCamera

NAMES = ("Ana", "Bo")
DECKS = ("ember", "river")
TILT_DEG = 18.0
MOST_FRAMES = 4


class FabulaDemo(DemoRun):
    """A duel with cards on the table, hands hidden."""

    def __init__(self, settings: Settings, journal: Journal, seed: int, pace: Pace) -> None:
        super().__init__(settings, journal, seed, self._play)
        self._journal, self._seed, self._pace = journal, seed, pace
        self._last: FabulaSnapshot | None = None
        self._players: DuelPlayers | None = None
        self._said = 0
        self.app.subscribe(self._heard)

    def begin(self) -> None:
        """Two players sit down."""
        self.app.begin(fabula.NAME, GameConfig(NAMES, DECKS, {"hands": "table"}), "simulated")

    def told(self, tr: NullTranslations, echo: Callable[[str], object], live: bool) -> None:
        """What happens, a line each."""

        def show(shown: Snapshot) -> None:
            if isinstance(shown, FabulaSnapshot):
                for entry in shown.log[self._said :]:
                    echo(f"{entry.number:4}  {entry.text.say(tr.gettext)}")
                self._said = len(shown.log)

        self.app.subscribe(show)

    def document(self) -> dict[str, Any] | None:
        """The duel in the script format; None before it began."""
        if self._last is None or self._last.stored_as is None:
            return None
        return export.export(self._journal, self._last.stored_as)

    @property
    def wrong(self) -> int:
        """How many actions the app took otherwise than they were meant."""
        document = self.document()
        assert document and self._last
        return astray(self.players.meant, document["moves"], self._last.position)

    @property
    def players(self) -> DuelPlayers:
        """Who plays."""
        assert self._players
        return self._players

    def write_report(self, out: Path, tr: NullTranslations) -> tuple[list[tuple[str, str]], bool]:
        """Write index.html and game.json; returns rows of label and value, and whether all was right."""
        _ = tr.gettext
        document, last, players = self.document(), self._last, self._players
        if document is None or last is None or players is None:
            return [(_("Actions"), "0")], False
        path = out / "game.json"
        path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
        played = fabula.RULES.play(json.loads(path.read_text("utf-8")), str)
        same = played["error"] is None and played["status"] == "finished"
        as_shown = players.right(last.position)
        winner = played["result"]["winner"] if played["result"] else _("not over")
        acts = _("{all}: by the camera {camera}, by one tap {tap}, touched {touch}, wrong {wrong}")
        wrong = self.wrong
        ways: dict[str, int] = {way: players.counted(way) for way in WAYS}
        counts = {"all": sum(ways.values()), **ways, "wrong": wrong}
        rows = [
            (_("Result"), winner),
            (_("Decisions"), acts.format(**counts)),
            (_("The table at the end"), _("as on the screen") if as_shown else _("not as on the screen")),
            ("companion script game.json", _("the same result") if same else _("another result")),
        ]
        (out / "index.html").write_text(self._page(tr, rows, last), "utf-8")
        return rows, same and as_shown and not wrong

    def _page(self, tr: NullTranslations, rows: Sequence[tuple[str, str]], last: FabulaSnapshot) -> str:
        table = "".join(f"<tr><th>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in rows)
        log = "".join(f"<li>{escape(entry.text.say(tr.gettext))}</li>" for entry in last.log)
        photos = "".join(f"<figure>{photo(frame)}</figure>" for frame in self.frames)
        title = "Fábula"
        return (
            f'<!doctype html><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
            f"<h1>{title}</h1><table>{table}</table>{photos}<ol>{log}</ol>\n"
        )

    def _play(self, game: SimulatedGame) -> Camera:
        """A table where a whole duel is played."""
        twin = SimulatedFabulaTable({}, self._seed, tilt_deg=TILT_DEG, rest_s=self._pace.rest_s)
        self._players = DuelPlayers(twin, lambda: self._last, game.tell, Random(self._seed))
        acts = self._players.acts()
        return SimulatedCamera(twin, acts, fps=self._pace.fps, realtime=self._pace.realtime)

    def _heard(self, snapshot: Snapshot) -> None:
        assert isinstance(snapshot, FabulaSnapshot)
        turn = self._last.position.turn_number if self._last else 0
        self._last = snapshot
        if snapshot.position.turn_number > turn and turn % 4 == 0 and len(self.frames) < MOST_FRAMES:
            self.keep_frame()
