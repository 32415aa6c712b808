"""Accuracy of `BoardReader` in whole games on simulated boards: random games of reversi and draughts.

    python -m tests.bench.board_sequences [--seeds 4] [--first 0] [--moves 20] [--game reversi]

The seed draws print, set, table and light; the camera's tilt goes through 0 to 40 degrees with it, and with
every second seed the daylight changes. Every move is read in a picture at rest, after pictures with the hand,
and then accepted as it was made. A move is wrong if the table read differs from the true one though no space
of the difference is unsure; unsure are hidden spaces, a confidence below SURE, and pictures not read. Times
are processor time of one thread, of the pictures at rest.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games.base import Kind, Space, Table
from companion.table.compare import SURE
from companion.table.guide import GuideStep
from companion.table.observation import Observation
from tests.bench.board_photos import draughts
from vision.board.piece_kinds import PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.board.simulated import SimulatedBoard
from vision.geometry.find_board import from_taps
from vision.simulated.props import StageFrame

TILTS_DEG = (0.0, 13.0, 27.0, 40.0)
Turn = Sequence[GuideStep]
Men = dict[tuple[int, int], Kind]
OTHER = {"light": "dark", "dark": "light"}
AROUND = [way for way in product((-1, 0, 1), repeat=2) if any(way)]


@dataclass(frozen=True)
class Game:
    """A game: its material, its first position and random play from there."""

    board: PrintedBoard
    kinds: PieceKinds
    start: Men
    play: Callable[[Men, np.random.Generator], Iterator[Turn]]

    @property
    def table(self) -> Table:
        """The first position."""
        return {name(*cell): {kind: 1} for cell, kind in self.start.items()}


@dataclass
class Score:
    """Outcomes of the readings of one game."""

    moves: Counter[str] = field(default_factory=Counter)
    hands: Counter[str] = field(default_factory=Counter)
    took_s: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def name(column: int, row: int) -> str:
    """Return the space of a column and a row, each 0..7."""
    return f"{'abcdefgh'[column]}{row + 1}"


def reversi_turns(men: Men, rng: np.random.Generator) -> Iterator[Turn]:
    """Yield random legal moves of reversi; changes `men`."""
    kind, passed = "dark", 0
    while passed < 2:
        options = {
            cell: turned
            for cell in product(range(8), range(8))
            if cell not in men and (turned := enclosed(men, cell, kind))
        }
        passed = 0 if options else passed + 1
        if options:
            cell = list(options)[rng.integers(len(options))]
            men.update(dict.fromkeys([cell, *options[cell]], kind))
            yield [
                GuideStep("place", name(*cell), pieces={kind: 1}, player=kind),
                *(
                    GuideStep(
                        "turn_over", name(*each), pieces={OTHER[kind]: 1}, becomes={kind: 1}, player=kind
                    )
                    for each in options[cell]
                ),
            ]
        kind = OTHER[kind]


def enclosed(men: Men, cell: tuple[int, int], kind: Kind) -> list[tuple[int, int]]:
    """Return the cells of the discs that a new disc of that kind encloses."""
    found = []
    for across, down in AROUND:
        line = [(cell[0] + step * across, cell[1] + step * down) for step in range(1, 8)]
        row = [men.get(each) for each in line]
        if kind in row and row.index(kind) and {*row[: row.index(kind)]} == {OTHER[kind]}:
            found += line[: row.index(kind)]
    return found


def draughts_turns(men: Men, rng: np.random.Generator) -> Iterator[Turn]:
    """Yield random moves of men, single captures first, without kings; changes `men`."""
    kind = "light"
    while True:
        steps: list[tuple[tuple[int, int], tuple[int, int]]] = []
        jumps: list[tuple[tuple[int, int], tuple[int, int]]] = []
        ahead = 1 if kind == "light" else -1
        for (x, y), across in product([cell for cell, man in men.items() if man == kind], (-1, 1)):
            near, far = (x + across, y + ahead), (x + 2 * across, y + 2 * ahead)
            if near not in men and {*near} <= {*range(8)}:
                steps.append(((x, y), near))
            if men.get(near) == OTHER[kind] and far not in men and {*far} <= {*range(8)}:
                jumps.append(((x, y), far))
        if not (options := jumps or steps):
            return
        source, target = options[rng.integers(len(options))]
        men[target] = men.pop(source)
        turn = [GuideStep("move", name(*source), name(*target), {kind: 1}, kind)]
        if jumps:
            taken = (source[0] + target[0]) // 2, (source[1] + target[1]) // 2
            turn.append(GuideStep("remove", name(*taken), pieces={men.pop(taken): 1}, player=kind))
        yield turn
        kind = OTHER[kind]


GAMES = {
    "reversi": Game(
        PrintedBoard.grid(8, 8, 40.0, 15.0),
        draughts(32.0, 6.0),
        {(3, 3): "light", (4, 4): "light", (3, 4): "dark", (4, 3): "dark"},
        reversi_turns,
    ),
    "draughts": Game(
        PrintedBoard.grid(8, 8, 40.0, 20.0, chequered=True),
        draughts(30.0, 8.0),
        {
            (x, y): "light" if y < 3 else "dark"
            for x, y in product(range(8), (0, 1, 2, 5, 6, 7))
            if (x + y) % 2 == 0
        },
        draughts_turns,
    ),
}


def main() -> None:
    """Print right, unsure and wrong moves by game and seed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--game", action="append", choices=GAMES, help="only this one")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    total: Counter[str] = Counter()
    columns = "".join(f"{verdict:>7}" for verdict in ("right", "unsure", "wrong"))
    print(f"{'game':<10}{'seed':>5}{'tilt':>6}{columns}{'median s':>10}{'slowest s':>10}")
    for game, seed in product(options.game or GAMES, range(options.first, options.first + options.seeds)):
        score = read_game(GAMES[game], seed, options.moves)
        total += score.moves
        counts = "".join(f"{score.moves[verdict]:>7}" for verdict in ("right", "unsure", "wrong"))
        times = f"{np.median(score.took_s):>10.2f}{max(score.took_s):>10.2f}"
        print(f"{game:<10}{seed:>5}{TILTS_DEG[seed % 4]:>6.0f}{counts}{times}  hands {dict(score.hands)}")
        print("".join(f"    {note}\n" for note in score.notes), end="", flush=True)
    print("all", dict(total))


def read_game(game: Game, seed: int, moves: int) -> Score:
    """Read a random game of at most that many moves; the first position counts as a move."""
    rng, men = np.random.default_rng([seed, moves]), dict(game.start)
    turns = [turn for turn, _ in zip(game.play(men, rng), range(moves), strict=False)]
    stage = SimulatedBoard(
        game.board, game.kinds, game.table, seed,
        tilt_deg=TILTS_DEG[seed % 4], light_drift=seed % 2 == 1, rest_s=1.0,
    )  # fmt: skip
    score, reader = Score(), None
    for frame, rest in played(stage, turns, fps=1.0):
        if reader is None:
            locate = partial(from_taps, game.board, taps_px=frame.corners_px)
            reader = BoardReader(game.board, game.kinds, locate, game.table)
        begun_s = time.process_time()
        try:
            seen = reader.look(f"{frame.time_s:g}", frame.time_s, frame.picture)
        except VisionError as error:
            score.notes.append(f"{error}")
            score.moves["unsure"] += moves + 1
            score.took_s.append(time.process_time() - begun_s)
            return score
        if rest:
            score.took_s.append(time.process_time() - begun_s)
        found, rests = judged(seen, frame), score.moves.total()
        if rest and found != "right":
            turn = [(step.act, step.space, step.target) for step in turns[rests - 1]] if rests else "start"
            score.notes.append(f"{found}, {turn}: {seen.trouble or differences(seen, frame.truth)}")
        (score.moves if rest else score.hands)[found] += 1
        if rest:
            reader.accept(frame.truth)
    return score


def played(
    stage: SimulatedBoard, turns: Sequence[Turn], fps: float
) -> Iterator[tuple[StageFrame[Space], bool]]:
    """Yield the pictures of the turns; True with the last one before each turn and with the very last one."""
    begun = done = 0

    def acts() -> Iterator[Turn]:
        nonlocal begun
        for turn in turns:
            begun += 1
            yield turn

    frames = stage.frames(acts(), fps)
    frame = next(frames)
    for following in frames:
        yield frame, begun > done
        frame, done = following, begun
    yield frame, True


def judged(seen: Observation, frame: StageFrame[Space]) -> str:
    """Return "right", "unsure" or "wrong"."""
    if seen.trouble:
        return "unsure"
    differing = differences(seen, frame.truth)
    if not differing:
        return "right"
    unsure = any(space in seen.hidden or seen.confidence.get(space, 1.0) < SURE for space in differing)
    return "unsure" if unsure else "wrong"


def differences(seen: Observation, truth: Table) -> dict[Space, tuple[Mapping[Kind, int], ...]]:
    """Return what was read and what is there, by space, where they differ."""
    pairs = {space: (seen.table.get(space, {}), truth.get(space, {})) for space in {*seen.table, *truth}}
    return {space: pair for space, pair in pairs.items() if pair[0] != pair[1]}


if __name__ == "__main__":
    main()
