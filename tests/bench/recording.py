"""Recordings of the simulated table at camera speed, judged picture by picture as at a real one.

Hands move in and out, the light drifts, now and then somebody bumps the camera. In Fae people play on
whatever the app says, some moves wrong and then put back, and answer what it asks; in Fate, where the app
plays the monsters, they follow its screen and err at times. A silence lasts from the first picture without
an arm that shows a change, its shadow may still be there, until the app speaks of the table as it lies;
late is what was told only after the next hand had come. Wrong: a move or step believed that was not made,
a right table called wrong, a change called none. Asked: Fae's questions; in Fate touches that the camera
should have spared people. Time is that of the pictures, not of this machine.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any, NamedTuple

import click

from companion.app.fae import players
from companion.app.fae.seeing import new_reader as fae_reader
from companion.app.fate.players import FatePlayers, Panel
from companion.app.fate.seeing import new_reader as fate_reader
from companion.app.table.board_finder import locate
from companion.app.table.frame_reader import FrameReader
from companion.errors import CompanionError
from companion.games import fae, fate
from companion.games.base import Table
from companion.games.fate import autoplay
from companion.session import repair
from companion.session.base import SessionContext
from companion.session.events import AsExpected, Illegal
from companion.session.fae.events import InDoubt
from companion.session.fae.messages import Answer
from companion.session.fae.session import FaeSession
from companion.session.fate.guide_progress import FOLD
from companion.session.fate.session import FateSession
from companion.session.messages import Message, Seen
from companion.settings import settings
from companion.table.compare import folded
from companion.table.guide import GuideStep
from companion.table.tables import plus
from tests.bench.tables import table
from vision.cameras.sources import Frame
from vision.fae.board_geometry import fae_plan
from vision.fae.simulated import SimulatedFaeTable
from vision.fate.board_geometry import fate_plan
from vision.fate.simulated import SimulatedFateTable
from vision.simulated import SimulatedCamera

FPS, REST_S = 8.0, 1.5
PICTURES, SEEDS = 400, (1, 2, 3)
NUDGES, MISTAKES = 0.05, 0.1
PLAYERS = ("Ana", "Bo")
HEADER = (f"simulated table, {FPS:g} pictures a second", "recordings", "pictures", "with a hand", "changes",
          "late", "asked", "wrong", "median silence s", "longest s")  # fmt: skip


@dataclass
class Score:
    """What came of the recordings of one game; `wrong` says what was."""

    game: str
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
        return (self.game, self.recordings, self.pictures, self.hands, self.changes, self.late, self.asked,
                len(self.wrong), *waits)  # fmt: skip


class Evening(ABC):
    """A simulated table, and the app's own reader and session for it."""

    def __init__(self, found: Score, camera: SimulatedCamera, reader: FrameReader[Any], session: Any) -> None:
        self.found, self.camera, self.reader, self.session = found, camera, reader, session
        self.touches: list[Message] = []

    def watch(self, pictures: int) -> None:
        """Look at so many pictures, one after the other."""
        self.found.recordings += 1
        known: Table | None = None
        since_s: float | None = None
        time_s, overtaken = 0.0, False
        for _ in range(pictures):
            frame, now = self.camera.read(), self.camera.last
            if frame is None or now is None:
                break
            time_s, lies = now.time_s, folded(now.truth, FOLD if self.found.game == fate.NAME else {})
            self.found.pictures += 1
            self.found.hands += now.hand_in_view
            if not now.hand_in_view and lies != known:
                if known is not None:
                    self.found.changes += 1
                    since_s = time_s if since_s is None else since_s
                known = lies
            overtaken |= now.hand_in_view and since_s is not None
            mistaken = self._look(frame, lies, now.hand_in_view)
            self.found.wrong += [f"{self.found.game} {frame.name}: {what}" for what in mistaken]
            if since_s is not None and self.speaks_of(lies):
                self.found.silences_s.append(time_s - since_s)
                self.found.late += overtaken
                since_s, overtaken = None, False
        if since_s is not None:
            self.found.silences_s.append(time_s - since_s)
            self.found.late += overtaken

    def _look(self, frame: Frame, lies: Table, hand: bool) -> list[str]:
        """Take people's touches and a picture; what is told wrongly then."""
        for touch in self.touches:
            with suppress(CompanionError):  # by then the screen showed something else
                self.session.tell(touch)
        self.touches.clear()
        before = self.session.assumed_table
        observation = self.reader.look(frame)
        self.session.tell(Seen(1, observation))
        self.reader.accept(self.session.settled_table)
        settled = not hand and observation.trouble is None
        return [*self.mistaken(lies, before, settled)]

    @abstractmethod
    def mistaken(self, lies: Table, before: Table, settled: bool) -> Iterator[str]:
        """What is told wrongly after a picture; `before` it this was thought to lie there."""

    @abstractmethod
    def speaks_of(self, lies: Table) -> bool:
        """Whether the app shows the table as it lies, or says that it is wrong where it is."""


class Played(NamedTuple):
    """What people have done so far: the table, the moves, and whether the last one is to be put back."""

    lies: Table
    moves: tuple[tuple[Any, Any], ...] = ()
    slip: bool = False


class FaeEvening(Evening):
    """A game that was fixed beforehand."""

    session: FaeSession

    def __init__(self, found: Score, seed: int) -> None:
        position = players.opening(seed, len(PLAYERS))
        self._acts = list(players.acts(position, seed, mistakes=MISTAKES, names=PLAYERS))
        self._played, self._begun, self._told = history(fae.table(position), self._acts), 0, 0
        stage = SimulatedFaeTable(fae.table(position), seed, rest_s=REST_S, nudges=NUDGES, light_drift=True)
        super().__init__(
            found,
            SimulatedCamera(stage, self._play(), fps=FPS),
            FrameReader(fae_reader(locate(fae.NAME, fae_plan()), False), hold_s=hold_s()),
            FaeSession(PLAYERS, SessionContext(interactive=False)),
        )

    def _play(self) -> Iterator[GuideStep]:
        for act in self._acts:
            self._begun += 1
            yield act

    def mistaken(self, lies: Table, before: Table, settled: bool) -> Iterator[str]:
        """A hand may be about to finish what it has begun."""
        begun, last = self._played[self._begun], self._played[self._begun - 1]
        now = last if lies == last.lies else begun
        told = [move[:2] for move in self.session.timeline.moves] if self.session.begun else []
        if len(told) > self._told and told != [*now.moves[: len(told)]]:
            yield f"told {told[self._told :]} after {now.moves}"
        self._told = len(told)
        for event in self.session.happened:
            match event:
                case InDoubt(moves=asked):
                    self.found.asked += 1
                    due = now.moves[self._told : self._told + 1]
                    self.touches += [Answer(1, move) for move in asked if (move[:2],) == due]
                case Illegal() if not now.slip:
                    yield f"told {event.as_json()} after {now.moves}"
                case AsExpected() if settled and not self.speaks_of(lies):
                    yield f"told nothing after {now}"

    def speaks_of(self, lies: Table) -> bool:
        """While the table is wrong, whatever the app says is wrong with it counts."""
        if not self.session.begun:
            return False
        should = plus(self.session.timeline.current.table, self.session.leftovers)
        return (
            (lies != folded(should, {}))
            if self.session.wrong
            else lies == folded(self.session.assumed_table, {})
        )


class FateEvening(Evening):
    """A game in which people follow the screen."""

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
            SimulatedCamera(stage, self._people.acts(), fps=FPS),
            FrameReader(fate_reader(locate(fate.NAME, fate_plan()), True), {}, settings.load().camera.hold_s),
            session,
        )

    def watch(self, pictures: int) -> None:
        """As any recording."""
        super().watch(pictures)
        self.found.asked += self._people.played.asked

    def mistaken(self, lies: Table, before: Table, settled: bool) -> Iterator[str]:
        """Steps ticked off that were not done, and differences told where there are none."""
        now = folded(self.session.assumed_table, FOLD)
        for space in odd(folded(before, FOLD), now) & odd(lies, now):
            yield f"took {now.get(space)} to lie on {space}, where {lies.get(space)} does"
        if settled:
            for found in self.session.interpreter.differences:
                if found.space not in odd(lies, now):
                    yield f"told {found}"

    def speaks_of(self, lies: Table) -> bool:
        """Every space it points at must be one where something else lies than should."""
        wrong = odd(lies, folded(self.session.assumed_table, FOLD))
        pointed = {found.space for found in self.session.interpreter.differences}
        return pointed <= wrong and bool(pointed) == bool(wrong)


def history(start: Table, acts: Sequence[GuideStep]) -> list[Played]:
    """What people have done after 0, 1, 2 … acts: a move is put back by the act that reverses it."""
    played = [Played(folded(start, {}))]
    for act, then in zip(acts, [*acts[1:], None], strict=True):
        last = played[-1]
        slip = bool(then and act.act == "move" and (act.space, act.target) == (then.target, then.space)
                    and act.player == then.player)  # fmt: skip
        counts = act.act == "move" and not slip and not last.slip
        lies = folded(repair.after(last.lies, act), {})
        played.append(Played(lies, (*last.moves, (act.space, act.target)) if counts else last.moves, slip))
    return played


def hold_s() -> float:
    """How long nothing may move, as set."""
    return settings.load().camera.hold_s


def odd(table: Table, other: Table) -> set[Any]:
    """The spaces where something else lies."""
    return {space for space in {*table, *other} if table.get(space) != other.get(space)}


EVENINGS: Mapping[str, Callable[[Score, int], Evening]] = {fae.NAME: FaeEvening, fate.NAME: FateEvening}


def measure(pictures: int = PICTURES, seeds: Sequence[int] = SEEDS) -> Iterator[Score]:
    """So many pictures by every seed, of each game."""
    for game, evening in EVENINGS.items():
        found = Score(game)
        for seed in seeds:
            evening(found, seed).watch(pictures)
        yield found


def report(scores: Sequence[Score]) -> str:
    """A Markdown table, one row a game."""
    return table(HEADER, [score.row() for score in scores])


@click.command()
@click.option("--pictures", default=PICTURES, show_default=True, help="In every recording.")
@click.option("--seed", "seeds", multiple=True, type=int, default=SEEDS, show_default=True)
def main(pictures: int, seeds: tuple[int, ...]) -> None:
    """Judge recordings of both games."""
    scores = []
    for score in measure(pictures, seeds):
        scores.append(score)
        for what in score.wrong:
            click.echo(what)
    click.echo(report(scores))


if __name__ == "__main__":
    main()
