"""The demo of Fae: what its players do, and how well the app follows them."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from companion.app.demo import PATIENCE, Demo, Pace, Shown
from companion.app.fae.hands import PAUSE
from companion.app.fae.report import page
from companion.app.fae.terminal import Screen
from companion.games import fae
from companion.games.base import Table
from companion.games.documents import parse, play
from companion.games.fae import autoplay as autoplay
from companion.i18n import phrases
from companion.session.fae.session import Session
from companion.session.fae.snapshot import Phase, Snapshot
from companion.settings.settings import Settings
from companion.storage import export
from companion.storage.journal import Journal
from companion.table.guide import GuideStep
from companion.table.referee import Referee
from ui.controller import AnySnapshot
from vision.cameras import Camera
from vision.simulated import SimulatedCamera, SimulatedTable

PLAYERS = ("Ana", "Bo", "Cy")


@dataclass
class Truth:
    """What the hands really played: the moves as (source, target), and how often they erred."""

    moves: list[tuple[int, int]] = field(default_factory=list)
    mistakes: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """How the game that was followed compares with the one played, in moves."""

    right: int
    wrong: int
    missed: int
    asked: int
    mistakes: int
    mistakes_seen: int

    @property
    def faithful(self) -> bool:
        """Whether the game followed is the game played."""
        return not self.wrong and not self.missed


class FaeDemo(Demo):
    """A game of Fae."""

    def __init__(self, settings: Settings, journal: Journal, seed: int, pace: Pace) -> None:
        super().__init__(settings, journal, seed, pace)
        self._chance = random.Random(seed)
        self.truth = Truth()
        self._asked = self._wrong = 0
        self._phase: Phase = "setup"

    def begin(self) -> None:
        """Three players sit down."""
        self.start_game(PLAYERS, "simulated")

    def told(self, tr: NullTranslations, echo: Callable[[str], object], live: bool) -> Shown:
        """The board as text."""
        return Screen(tr, echo, live).show

    def new_session(self, players: Sequence[str]) -> Session:
        """A game that asks nobody for the order of rituals."""
        return Session(Referee(fae), players, journal=self._journal)

    def unseen(self) -> Sequence[str]:
        """Nobody looks at a spirit."""
        return ()

    def simulated(self, table: Table) -> Camera:
        """A table where a whole game is played."""
        assert self._session
        players = self._session.players
        position = autoplay.opening(self._table_seed, len(players))
        acts = autoplay.acts(position, self._table_seed, names=players)
        twin = SimulatedTable(fae.table(position), self._table_seed, rest_s=self._pace.rest_s)
        played = _written_down(position, acts, self.truth)
        return SimulatedCamera(
            twin, self._patiently(played), fps=self._pace.fps, realtime=self._pace.realtime
        )

    def over(self) -> None:
        """Show the spirits and let the demo end."""
        self.reveal()
        super().over()

    def tally(self) -> Tally:
        """How well the game was followed, once it is over."""
        followed = [(move["from"], move["to"]) for move in self.document()["moves"]]
        blocks = SequenceMatcher(None, self.truth.moves, followed, autojunk=False).get_matching_blocks()
        right = sum(block.size for block in blocks)
        return Tally(
            right,
            len(followed) - right,
            len(self.truth.moves) - right,
            self._asked,
            self.truth.mistakes,
            self._wrong,
        )

    def end(self) -> dict[str, Any]:
        """How things stand."""
        assert self._session
        return self._session.end().as_json() if self._session.line else {"status": "playing"}

    def document(self) -> dict[str, Any]:
        """The game in the script format."""
        assert self._session
        if self._session.game_id is None:
            return {"game": fae.NAME, "setup": None, "moves": []}
        return export.export(self._journal, self._session.game_id)

    def write_report(self, out: Path, tr: NullTranslations) -> tuple[list[tuple[str, str]], bool]:
        """Write index.html and game.json; returns rows of label and value, and whether all was right."""
        _ = tr.gettext
        document, tally, end = self.document(), self.tally(), self.end()
        rows = []
        same = False
        if document["setup"]:
            path = out / "game.json"
            path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
            again = play(parse(path.read_text("utf-8")))
            same = all(again[key] == end[key] for key in ("status", "scores", "druids", "result"))
            spirits = document["setup"].get("spirits") or {}
            named = ", ".join(f"{player}: {phrases.colour(tr, colour)}" for player, colour in spirits.items())
            points = ", ".join(f"{phrases.colour(tr, colour)} {n}" for colour, n in end["scores"].items())
            rows.append((_("Scores"), points))
            if spirits:
                rows.append((_("Spirits"), named))
            if end["result"]:
                totals = ", ".join(f"{player} {n}" for player, n in end["result"]["totals"].items())
                rows += [(_("Result"), totals), (_("Winner"), ", ".join(end["result"]["winners"]))]
            rows.append(("companion script game.json", _("the same result") if same else _("another result")))
        seen = _("{right} of {all} seen right, {wrong} wrong, asked {asked} times")
        played = len(self.truth.moves)
        rows.append(
            (_("Moves"), seen.format(right=tally.right, all=played, wrong=tally.wrong, asked=tally.asked))
        )
        erred = _("{all} made, {seen} tables called wrong").format(
            seen=tally.mistakes_seen, all=tally.mistakes
        )
        rows.append((_("Mistakes of the players"), erred))
        if document["setup"]:
            (out / "index.html").write_text(page(tr, document, rows, self.looks), "utf-8")
        return rows, tally.faithful and same and end["status"] == "finished"

    def _patiently(self, acts: Iterator[GuideStep]) -> Iterator[GuideStep]:
        """Players wait for the app to take their move, then help it."""
        for act in acts:
            yield act
            for rest in range(2 * PATIENCE):
                shown = self._fae()
                if shown is None or not self._behind(shown):
                    break
                if rest >= PATIENCE:
                    self._help(shown)
                yield PAUSE

    def _behind(self, shown: Snapshot) -> bool:
        """Whether the app has not taken the last move, or is not content with the table after it."""
        return len(shown.log) < len(self.truth.moves) or bool(shown.unclear) or shown.phase == "put_back"

    def _help(self, shown: Snapshot) -> None:
        """Touch the move that was not taken, or say that the table is right."""
        if len(shown.log) < len(self.truth.moves):
            self._asked += 1
            self.play(*self.truth.moves[len(shown.log)])
        else:
            self.confirm()

    def _on_snapshot(self, snapshot: AnySnapshot) -> None:
        assert isinstance(snapshot, Snapshot)
        if snapshot.log and not self.looks:
            self._keep_look()
        if snapshot.phase != self._phase:
            self._phase = snapshot.phase
            self._asked += snapshot.phase == "ask"
            self._wrong += snapshot.phase == "illegal"
        super()._on_snapshot(snapshot)
        if snapshot.doubt and snapshot.game == self._game:
            self._answer(snapshot)

    def _answer(self, snapshot: Snapshot) -> None:
        """Players who are asked say which move they made."""
        made = self.truth.moves[len(snapshot.log) :][:1]
        for index, move in enumerate(snapshot.doubt):
            if [move[:2]] == made:
                self.answer(index)


def _written_down(position: fae.Position, acts: Iterable[GuideStep], truth: Truth) -> Iterator[GuideStep]:
    """The acts, while `truth` takes the moves down; what follows a mistake puts it right."""
    slipped = False
    for act in acts:
        if act.act != "move" or slipped:
            slipped = False
        else:
            move = fae.Move(int(str(act.space)), int(str(act.target)))
            whole = dict(act.pieces) == fae.contents(position, move.source)
            slipped = not whole or fae.explain(position, move) is not None
            if slipped:
                truth.mistakes += 1
            else:
                position = fae.apply(position, move)
                truth.moves.append((move.source, move.target))
        yield act
