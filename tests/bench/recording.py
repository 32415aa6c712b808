"""Delay and accuracy on continuous pictures of the simulated tables of Fae and Fate.

    python -m tests.bench.recording [--pictures 400] [--seed 1] [--fps 8]

The pictures come at camera speed: hands move in and out, the light drifts, the camera is bumped at times. In
Fae the simulated people play a fixed game, put some wrong moves back and answer questions; in Fate, where the
app plays the monsters, they follow its screen and make mistakes. Times are those of the pictures, not of this
machine. Columns:

- `fps`: pictures a second;
- `changes`: changes of the table; `silence`: seconds from the first picture without a hand that shows a
  change (the hand's shadow may still be in it) until the app shows the table as it is;
- `late`: changes reported only after the next hand had come;
- `asked`: questions of Fae; in Fate touches that the camera should have made needless;
- `wrong`: a move or step accepted that was not made, a right table called wrong, or a change not noticed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any, NamedTuple

import click

from companion.app.camera.board_finder import locate
from companion.app.camera.frame_reader import FrameReader
from companion.app.fae import players
from companion.app.fae.seeing import new_reader as fae_reader
from companion.app.fate.players import FatePlayers, Panel
from companion.app.fate.seeing import new_reader as fate_reader
from companion.errors import CompanionError
from companion.games import fae, fate
from companion.games.base import Table
from companion.games.fate import autoplay
from companion.session import repair
from companion.session.base import SessionContext
from companion.session.events import AsExpected, Illegal
from companion.session.fae.events import InDoubt
from companion.session.fae.session import FaeSession
from companion.session.fate.guide_progress import FOLD
from companion.session.fate.session import FateSession
from companion.session.messages import Message, Seen
from companion.settings import settings
from companion.table.compare import folded
from companion.table.guide import GuideStep
from companion.table.tables import plus
from tests.bench.tables import table
from tests.session.fae_answers import named
from vision.cameras.sources import Frame
from vision.fae.board import fae_board
from vision.fae.simulated import SimulatedFaeTable
from vision.fate.board_geometry import fate_plan
from vision.fate.simulated import SimulatedFateTable
from vision.simulated import SimulatedCamera

FPS, REST_S = (8.0, 15.0), 1.5
PICTURES, SEEDS = 400, (1, 2, 3)
NUDGES, MISTAKES = 0.05, 0.1
PLAYERS = ("Ana", "Bo")
HEADER = ("simulated table", "fps", "recordings", "pictures", "with a hand", "changes", "late", "asked",
          "wrong", "median silence s", "longest s")  # fmt: skip


@dataclass
class Score:
    """Counts of the recordings of one game; `wrong` describes each mistake."""

    game: str
    fps: float
    recordings: int = 0
    pictures: int = 0
    hands: int = 0
    changes: int = 0
    late: int = 0
    asked: int = 0
    silences_s: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def row(self) -> tuple[object, ...]:
        """The cells of HEADER."""
        waits = [f"{wait(self.silences_s):.2f}" for wait in (median, max)]
        return (self.game, f"{self.fps:g}", self.recordings, self.pictures, self.hands, self.changes,
                self.late, self.asked, len(self.wrong), *waits)  # fmt: skip


class RecordedGame(ABC):
    """One game at a simulated table, with the app's own reader and session."""

    def __init__(self, found: Score, camera: SimulatedCamera, reader: FrameReader[Any], session: Any) -> None:
        self.found, self.camera, self.reader, self.session = found, camera, reader, session
        self.touches: list[Message] = []

    def watch(self, pictures: int) -> None:
        """Read this number of pictures, one after the other."""
        self.found.recordings += 1
        known: Table | None = None
        since_s: float | None = None
        time_s, overtaken = 0.0, False
        for _ in range(pictures):
            frame, now = self.camera.read(), self.camera.last
            if frame is None or now is None:
                break
            time_s, actual = now.time_s, folded(now.truth, FOLD if self.found.game == fate.NAME else {})
            self.found.pictures += 1
            self.found.hands += now.hand_in_view
            if not now.hand_in_view and actual != known:
                if known is not None:
                    self.found.changes += 1
                    since_s = time_s if since_s is None else since_s
                known = actual
            overtaken |= now.hand_in_view and since_s is not None
            mistakes_in = self._look(frame, actual, now.hand_in_view)
            self.found.wrong += [f"{self.found.game} {frame.name}: {what}" for what in mistakes_in]
            if since_s is not None and self.shows_truth(actual):
                self.found.silences_s.append(time_s - since_s)
                self.found.late += overtaken
                since_s, overtaken = None, False
        if since_s is not None:
            self.found.silences_s.append(time_s - since_s)
            self.found.late += overtaken

    def _look(self, frame: Frame, actual: Table, hand: bool) -> list[str]:
        """Submit people's touches and one picture; return the mistakes of the app."""
        for touch in self.touches:
            with suppress(CompanionError):  # by then the screen showed something else
                self.session.tell(touch)
        self.touches.clear()
        before = self.session.assumed_table
        observation = self.reader.look(frame)
        self.session.tell(Seen(1, observation))
        self.reader.accept(self.session.settled_table)
        settled = not hand and observation.trouble is None
        return [*self.mistakes_in(actual, before, settled)]

    @abstractmethod
    def mistakes_in(self, actual: Table, before: Table, settled: bool) -> Iterator[str]:
        """Mistakes after a picture; `before` is the table that the session assumed before it."""

    @abstractmethod
    def shows_truth(self, actual: Table) -> bool:
        """True if the app shows the actual table, or reports exactly what is wrong with it."""


class Played(NamedTuple):
    """State of a played game: the table, the moves, and whether the last one will be put back."""

    actual: Table
    moves: tuple[tuple[Any, Any], ...] = ()
    slip: bool = False


class FaeRecording(RecordedGame):
    """A game of Fae with fixed moves."""

    session: FaeSession

    def __init__(self, found: Score, seed: int) -> None:
        position = players.opening(seed, len(PLAYERS))
        self._acts = list(players.acts(position, seed, mistakes=MISTAKES, names=PLAYERS))
        self._played, self._begun, self._reported = history(fae.table(position), self._acts), 0, 0
        stage = SimulatedFaeTable(fae.table(position), seed, rest_s=REST_S, nudges=NUDGES, light_drift=True)
        super().__init__(
            found,
            SimulatedCamera(stage, self._play(), fps=found.fps),
            FrameReader(fae_reader(locate(fae.NAME, fae_board()), False), hold_s=hold_s()),
            FaeSession(PLAYERS, SessionContext(interactive=False)),
        )

    def _play(self) -> Iterator[GuideStep]:
        for act in self._acts:
            self._begun += 1
            yield act

    def mistakes_in(self, actual: Table, before: Table, settled: bool) -> Iterator[str]:
        """Allow both the finished and the begun act: a hand may be about to finish it."""
        begun, last = self._played[self._begun], self._played[self._begun - 1]
        now = last if actual == last.actual else begun
        reported = [move[:2] for move in self.session.timeline.moves] if self.session.begun else []
        if len(reported) > self._reported and reported != [*now.moves[: len(reported)]]:
            yield f"reported {reported[self._reported :]} after {now.moves}"
        self._reported = len(reported)
        for event in self.session.happened:
            match event:
                case InDoubt(moves=asked):
                    self.found.asked += 1
                    due = now.moves[self._reported : self._reported + 1]
                    self.touches += [named(1, move) for move in asked if (move[:2],) == due]
                case Illegal() if not now.slip:
                    yield f"reported {event.as_json()} after {now.moves}"
                case AsExpected() if settled and not self.shows_truth(actual):
                    yield f"reported nothing after {now}"

    def shows_truth(self, actual: Table) -> bool:
        """While the table is wrong, any report of something wrong counts."""
        if not self.session.begun:
            return False
        should = plus(self.session.timeline.current.table, self.session.leftovers)
        return (
            (actual != folded(should, {}))
            if self.session.wrong
            else actual == folded(self.session.assumed_table, {})
        )


class FateRecording(RecordedGame):
    """A game of Fate whose simulated people follow the screen."""

    session: FateSession

    def __init__(self, found: Score, seed: int) -> None:
        session = FateSession(
            autoplay.opening(Random(seed), PLAYERS), SessionContext(chance=Random(seed), watched=True)
        )
        stage = SimulatedFateTable({}, seed, markers=True, rest_s=REST_S, nudges=NUDGES, light_drift=True)
        panel = Panel(lambda: session.snapshot(1), lambda touch: self.touches.append(touch))
        self._people = FatePlayers(stage, panel.latest, panel.tell, Random(seed), MISTAKES, guests=True)
        super().__init__(
            found,
            SimulatedCamera(stage, self._people.acts(), fps=found.fps),
            FrameReader(fate_reader(locate(fate.NAME, fate_plan()), True), {}, hold_s()),
            session,
        )

    def watch(self, pictures: int) -> None:
        """Watch as any recording, and count the touches of people."""
        super().watch(pictures)
        self.found.asked += self._people.played.asked

    def mistakes_in(self, actual: Table, before: Table, settled: bool) -> Iterator[str]:
        """Steps ticked off that were not done, and reported differences that do not exist."""
        now = folded(self.session.assumed_table, FOLD)
        for space in differing_spaces(folded(before, FOLD), now) & differing_spaces(actual, now):
            yield f"took {now.get(space)} to lie on {space}, where {actual.get(space)} does"
        if settled:
            for found in self.session.interpreter.differences:
                if found.space not in differing_spaces(actual, now):
                    yield f"reported {found}"

    def shows_truth(self, actual: Table) -> bool:
        """True if every reported space differs, and one is reported if any differs."""
        wrong = differing_spaces(actual, folded(self.session.assumed_table, FOLD))
        pointed = {found.space for found in self.session.interpreter.differences}
        return pointed <= wrong and bool(pointed) == bool(wrong)


def history(start: Table, acts: Sequence[GuideStep]) -> list[Played]:
    """State after 0, 1, 2 … acts; a move is put back by the act that reverses it."""
    played = [Played(folded(start, {}))]
    for act, then in zip(acts, [*acts[1:], None], strict=True):
        last = played[-1]
        slip = bool(then and act.act == "move" and (act.space, act.target) == (then.target, then.space)
                    and act.player == then.player)  # fmt: skip
        counts = act.act == "move" and not slip and not last.slip
        actual = folded(repair.after(last.actual, act), {})
        played.append(Played(actual, (*last.moves, (act.space, act.target)) if counts else last.moves, slip))
    return played


def hold_s() -> float:
    """Seconds without motion before a picture is read, from the settings."""
    return settings.load().camera.hold_s


def differing_spaces(table: Table, other: Table) -> set[Any]:
    """Spaces on which two tables differ."""
    return {space for space in {*table, *other} if table.get(space) != other.get(space)}


RECORDINGS: Mapping[str, Callable[[Score, int], RecordedGame]] = {
    fae.NAME: FaeRecording,
    fate.NAME: FateRecording,
}


def measure(
    pictures: int = PICTURES, seeds: Sequence[int] = SEEDS, rates: Sequence[float] = FPS
) -> Iterator[Score]:
    """Record this number of pictures with every seed, for each game and number of pictures a second."""
    for game, recording in RECORDINGS.items():
        for fps in rates:
            found = Score(game, fps)
            for seed in seeds:
                recording(found, seed).watch(pictures)
            yield found


def report(scores: Sequence[Score]) -> str:
    """A Markdown table, one row a game."""
    return table(HEADER, [score.row() for score in scores])


@click.command()
@click.option("--pictures", default=PICTURES, show_default=True, help="In every recording.")
@click.option("--seed", "seeds", multiple=True, type=int, default=SEEDS, show_default=True)
@click.option("--fps", "rates", multiple=True, type=float, default=FPS, show_default=True)
def main(pictures: int, seeds: tuple[int, ...], rates: tuple[float, ...]) -> None:
    """Score recordings of both games."""
    scores = []
    for score in measure(pictures, seeds, rates):
        scores.append(score)
        for what in score.wrong:
            click.echo(what)
    click.echo(report(scores))


if __name__ == "__main__":
    main()
