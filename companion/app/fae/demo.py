"""The demo of Fae: its simulated players, and the accuracy of the app that follows them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from gettext import NullTranslations
from typing import Any

from companion.app.fae import players
from companion.app.fae.terminal import BoardLines
from companion.games import fae
from companion.games.base import ENGLISH
from companion.games.fae.script import druids_object
from companion.session.base import GameConfig
from companion.session.fae import words
from companion.session.fae.snapshot import FaeSnapshot, Phase
from companion.session.messages import Confirm
from companion.session.view import Answer
from companion.simulation.base import Pace, SimulatedGame
from companion.simulation.demo import Demo, NewApp, Report, Rows, script_row
from companion.simulation.player import Acts, wait
from companion.storage.journal import Journal
from companion.table.guide import GuideStep
from vision.cameras.sources import Camera
from vision.fae.simulated import SimulatedFaeTable
from vision.simulated import SimulatedCamera

PLAYERS = ("Ana", "Bo", "Cy")


@dataclass
class Truth:
    """The real game: the moves as (source, target), and the number of mistakes."""

    moves: list[tuple[int, int]] = field(default_factory=list)
    mistakes: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """Comparison of the game that was followed with the one played, in moves."""

    right: int
    wrong: int
    missed: int
    asked: int
    mistakes: int
    mistakes_seen: int

    @property
    def faithful(self) -> bool:
        """Return whether the game followed is the game played."""
        return not self.wrong and not self.missed


class FaeDemo(Demo[FaeSnapshot]):
    """A game of Fae."""

    game = fae.NAME
    snapshot = FaeSnapshot
    reveals = True
    most_frames = 1

    def __init__(self, new_app: NewApp, journal: Journal, seed: int, pace: Pace) -> None:
        self.truth = Truth()
        self._asked = self._wrong = 0
        self._phase: Phase = "setup"
        super().__init__(new_app, journal, seed, pace)

    def tally(self) -> Tally:
        """Compare the game that was followed with the one played, once it is over."""
        document = self.document() or {"moves": []}
        followed = [(move["from"], move["to"]) for move in document["moves"]]
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

    def _config(self) -> GameConfig:
        return GameConfig(PLAYERS)

    def _lines(self, tr: NullTranslations, live: bool) -> BoardLines:
        return BoardLines(tr, live)

    def _worth_keeping(self, before: FaeSnapshot | None, shown: FaeSnapshot) -> bool:
        return bool(shown.log)

    def _rows_without_game(self, tr: NullTranslations) -> Rows:
        return self._tally_rows(tr)

    def _report(self, tr: NullTranslations, document: dict[str, Any], last: FaeSnapshot) -> Report:
        same = _ends_alike(fae.RULES.play(document, ENGLISH), last)
        rows = [*_result_rows(tr, last), script_row(tr, same), *self._tally_rows(tr)]
        faithful = self.tally().faithful and same and last.over
        return Report(rows, faithful)

    def _tally_rows(self, tr: NullTranslations) -> Rows:
        _, tally = tr.gettext, self.tally()
        seen = _("{right} of {all} recognised, {wrong} wrong, questions: {asked}")
        erred = _("{all} made, {seen} tables reported as wrong")
        played = len(self.truth.moves)
        return [
            (_("Moves"), seen.format(right=tally.right, all=played, wrong=tally.wrong, asked=tally.asked)),
            (_("Mistakes of the players"), erred.format(seen=tally.mistakes_seen, all=tally.mistakes)),
        ]

    def _camera(self, game: SimulatedGame) -> Camera:
        position = players.opening(self._seed, len(PLAYERS))
        acts = players.acts(position, self._seed, names=PLAYERS)
        twin = SimulatedFaeTable(fae.table(position), self._seed, rest_s=self._pace.rest_s)
        played = _written_down(position, acts, self.truth)
        return SimulatedCamera(
            twin, self._patiently(played), fps=self._pace.fps, realtime=self._pace.realtime
        )

    def _patiently(self, acts: Iterator[GuideStep]) -> Iterator[Acts]:
        """Wait after each act for the app to take it, then help it."""
        for act in acts:
            yield (act,)
            if not (yield from wait(self._followed)):
                yield from wait(self._helped)

    def _followed(self) -> bool:
        """Return whether the app has taken the last move and agrees with the table after it."""
        shown = self._last
        return shown is None or not (
            len(shown.log) < len(self.truth.moves) or shown.unclear or shown.phase == "put_back"
        )

    def _helped(self) -> bool:
        """Touch the move that was not taken, or say that the table is right; return True if all is well."""
        shown = self._last
        if shown is None or self._followed():
            return True
        if len(shown.log) < len(self.truth.moves):
            self._asked += 1
            self.app.tell(Answer(shown.game, "move", self.truth.moves[len(shown.log)]))
        else:
            self.app.tell(Confirm(shown.game))
        return False

    def _on_shown(self, before: FaeSnapshot | None, shown: FaeSnapshot) -> None:
        if shown.phase != self._phase:
            self._phase = shown.phase
            self._asked += shown.phase == "ask"
            self._wrong += shown.phase == "illegal"
        self._answer(shown)

    def _answer(self, snapshot: FaeSnapshot) -> None:
        """Players who are asked say which move they made."""
        made = self.truth.moves[len(snapshot.log) :][:1]
        for move in snapshot.doubt:
            if [move[:2]] == made:
                self.app.tell(Answer(snapshot.game, "which", move[:2]))


def _ends_alike(again: dict[str, Any], last: FaeSnapshot) -> bool:
    """Return whether a played record ends as the game on the screen did."""
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
    """Yield the acts and write the moves to `truth`; the act after a mistake puts it right."""
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
