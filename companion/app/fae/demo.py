"""The demo of Fae: what its players do, and how well the app follows them."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from companion.app.base import Pace, SimulatedGame
from companion.app.demo import PATIENCE, DemoRun
from companion.app.fae import players
from companion.app.fae.hands import PAUSE
from companion.app.fae.report import page
from companion.app.fae.terminal import BoardScreen
from companion.games import fae
from companion.games.fae.script import druids_object
from companion.session.base import GameConfig
from companion.session.fae import words
from companion.session.fae.messages import Answer, PlayMove
from companion.session.fae.snapshot import FaeSnapshot, Phase
from companion.session.messages import Confirm, Reveal
from companion.session.snapshot import Snapshot
from companion.settings.settings import Settings
from companion.storage import export
from companion.storage.journal import Journal
from companion.table.guide import GuideStep
from vision.cameras.sources import Camera
from vision.fae.simulated import SimulatedFaeTable
from vision.simulated import SimulatedCamera

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


class FaeDemo(DemoRun):
    """A game of Fae."""

    def __init__(self, settings: Settings, journal: Journal, seed: int, pace: Pace) -> None:
        super().__init__(settings, journal, seed, self._table, self._reveal)
        self._journal, self._seed, self._pace = journal, seed, pace
        self.truth = Truth()
        self._asked = self._wrong = 0
        self._phase: Phase = "setup"
        self._last: FaeSnapshot | None = None
        self.app.subscribe(self._heard)

    def begin(self) -> None:
        """Three players sit down."""
        self.app.begin(fae.NAME, GameConfig(PLAYERS), "simulated")

    def told(self, tr: NullTranslations, echo: Callable[[str], object], live: bool) -> None:
        """The board as text."""
        self.app.subscribe(BoardScreen(tr, echo, live).show)

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

    def document(self) -> dict[str, Any]:
        """The game in the script format."""
        if self._last is None or self._last.stored_as is None:
            return {"game": fae.NAME, "setup": None, "moves": []}
        return export.export(self._journal, self._last.stored_as)

    def write_report(self, out: Path, tr: NullTranslations) -> tuple[list[tuple[str, str]], bool]:
        """Write index.html and game.json; returns rows of label and value, and whether all was right."""
        _ = tr.gettext
        document, tally, last = self.document(), self.tally(), self._last
        rows = []
        same = False
        if last and document["setup"]:
            path = out / "game.json"
            path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
            same = _ends_alike(fae.RULES.play(json.loads(path.read_text("utf-8")), str), last)
            rows += _result_rows(tr, last)
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
            (out / "index.html").write_text(page(tr, document, rows, self.frames), "utf-8")
        return rows, tally.faithful and same and last is not None and last.over

    def _table(self, game: SimulatedGame) -> Camera:
        """A table where a whole game is played."""
        position = players.opening(self._seed, len(PLAYERS))
        acts = players.acts(position, self._seed, names=PLAYERS)
        twin = SimulatedFaeTable(fae.table(position), self._seed, rest_s=self._pace.rest_s)
        played = _written_down(position, acts, self.truth)
        return SimulatedCamera(
            twin, self._patiently(played), fps=self._pace.fps, realtime=self._pace.realtime
        )

    def _reveal(self) -> None:
        if self._last:
            self.app.tell(Reveal(self._last.game))

    def _patiently(self, acts: Iterator[GuideStep]) -> Iterator[GuideStep]:
        """Players wait for the app to take their move, then help it."""
        for act in acts:
            yield act
            for rest in range(2 * PATIENCE):
                shown = self._last
                if shown is None or not self._behind(shown):
                    break
                if rest >= PATIENCE:
                    self._help(shown)
                yield PAUSE

    def _behind(self, shown: FaeSnapshot) -> bool:
        """Whether the app has not taken the last move, or is not content with the table after it."""
        return len(shown.log) < len(self.truth.moves) or bool(shown.unclear) or shown.phase == "put_back"

    def _help(self, shown: FaeSnapshot) -> None:
        """Touch the move that was not taken, or say that the table is right."""
        if len(shown.log) < len(self.truth.moves):
            self._asked += 1
            self.app.tell(PlayMove(shown.game, fae.Move(*self.truth.moves[len(shown.log)])))
        else:
            self.app.tell(Confirm(shown.game))

    def _heard(self, snapshot: Snapshot) -> None:
        assert isinstance(snapshot, FaeSnapshot)
        self._last = snapshot
        if snapshot.log and not self.frames:
            self.keep_frame()
        if snapshot.phase != self._phase:
            self._phase = snapshot.phase
            self._asked += snapshot.phase == "ask"
            self._wrong += snapshot.phase == "illegal"
        self._answer(snapshot)

    def _answer(self, snapshot: FaeSnapshot) -> None:
        """Players who are asked say which move they made."""
        made = self.truth.moves[len(snapshot.log) :][:1]
        for move in snapshot.doubt:
            if [move[:2]] == made:
                self.app.tell(Answer(snapshot.game, move))


def _ends_alike(again: dict[str, Any], last: FaeSnapshot) -> bool:
    """Whether a played record ends as the game on the screen did."""
    end = (last.status, dict(last.scores), druids_object(last.table), last.result)
    return tuple(again[key] for key in ("status", "scores", "druids", "result")) == end


def _result_rows(tr: NullTranslations, last: FaeSnapshot) -> list[tuple[str, str]]:
    _ = tr.gettext
    points = ", ".join(f"{words.colour(tr, colour)} {n}" for colour, n in last.scores.items())
    named = ", ".join(f"{player}: {words.colour(tr, colour)}" for player, colour in last.revealed.items())
    rows = [(_("Scores"), points)]
    if named:
        rows.append((_("Spirits"), named))
    if last.result:
        totals = ", ".join(f"{player} {n}" for player, n in last.result["totals"].items())
        rows += [(_("Result"), totals), (_("Winner"), ", ".join(last.result["winners"]))]
    return rows


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
