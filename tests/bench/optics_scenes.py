"""Accuracy of every game behind worse cameras: its sequences again, disturbed by `optics` and `effects`.

    python -m tests.bench.optics_scenes [FOLDER...] [--kind focus] [--seeds 3]    without FOLDER: tests/data

Fae is played as in `batteries`; its moves are counted. Of the others the disturbed sequence is written to a
folder and scored by the game's own bench. `clean` is the same sequence undisturbed. Counted are pieces and
differences of Fate, cells, figures, acts and errors of Fairy Tile, and cards of Fábula: *asked* is what the
reader was unsure of or waited with, *late* are moves and acts that a later picture reported, *unread* are
pictures that were not read (in Fae set-ups that test users entered), and *wrong* includes hands that were not
noticed.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias
from zlib import crc32

import click
import cv2
import numpy as np

from tests.bench import batteries, fabula_scenes, fairytile_scenes, fate_scenes, scenes
from tests.bench.effects import EFFECTS, over_all
from tests.bench.optics import OPTICS, Disturb, Shown
from tests.bench.tables import table
from vision.cameras.sources import FolderCamera
from vision.fabula import samples

Counts: TypeAlias = Counter[str]

STANDARD = Path(__file__).resolve().parents[1] / "data"
CLEAN = "clean"
CAMERAS: Mapping[str, Disturb] = {**OPTICS, **{kind: over_all(effect) for kind, effect in EFFECTS.items()}}
KINDS = (CLEAN, *CAMERAS)
OUTCOMES = ("right", "late", "asked", "unread", "wrong")
COUNTED = ("pictures", *OUTCOMES)
HEADER = ("game", "sequence", "kind", *COUNTED)
TOTALS_HEADER = ("camera", "game", "sequences", *COUNTED)


class Line(NamedTuple):
    """Counts of COUNTED of one sequence behind one kind of camera."""

    game: str
    sequence: str
    kind: str
    counts: Counts


def fate(folder: Path, lesson: Path) -> tuple[Counts, list[str]]:
    """Pieces and differences from the expected table."""
    found = fate_scenes.score(fate_scenes.find([folder])[0])
    n = found.counts
    return Counter(
        pictures=n["tables"],
        right=n["piece right"] + n["found"],
        asked=n["piece unsure"] + n["in doubt"],
        unread=sum("'why': " in failure for failure in found.failures),
        wrong=n["hex wrong"] + n["missed"] + n["invented"] + n["hands"] - n["hands seen"],
    ), found.failures


def fairytile(folder: Path, lesson: Path) -> tuple[Counts, list[str]]:
    """Cells, figures, acts and errors."""
    found = fairytile_scenes.score(next(fairytile_scenes.find([folder])))
    n, sorts = found.counts, ("cell", "new", "figure", "act")
    return Counter(
        pictures=n["pictures"],
        right=sum(n[f"{sort} right"] for sort in sorts) + n["error found"],
        late=n["act late"],
        asked=sum(n[f"{sort} {how}"] for sort in (*sorts, "error") for how in ("unsure", "asked"))
        - n["act late"],
        unread=n["pictures"] and sum(failure.count(" ") == 2 for failure in found.failures),
        wrong=sum(n[f"{sort} wrong"] for sort in sorts)
        + n["error missed"]
        + n["error invented"]
        + n["hands"]
        - n["hands seen"],
    ), found.failures


def fabula(folder: Path, lesson: Path) -> tuple[Counts, list[str]]:
    """Named cards."""
    n = fabula_scenes.read(folder, samples.faces(fabula_scenes.taught(lesson)))
    wrong = n["wrong"] + n["covered False"] + n["invented"] + n["hands"] - n["hands seen"]
    return Counter(
        pictures=n["tables"] + n["refused"],
        right=n["right"] + n["covered True"],
        asked=n["unknown"] + n["missed"],
        unread=n["refused"],
        wrong=wrong,
    ), [f"{folder.name}: {dict(n)}"] if wrong else []


def fae(folder: Path, kind: str, seed: int) -> tuple[Counts, list[str]]:
    """Moves, while test users answer every question."""
    (scene,) = scenes.find([folder])
    found = batteries.battery(scene, kind, seed)
    return Counter(
        pictures=len(scene.rows),
        **{how: found.moves[how] for how in ("right", "late", "asked")},
        unread=found.setup_given,
        wrong=sum(not claim.right for claim in found.claims),
    ), found.failures


Scorer: TypeAlias = Callable[[Path, Path], tuple[Counts, list[str]]]
SCORERS: Mapping[str, Scorer] = {"fate": fate, "fairytile": fairytile, "fabula": fabula}
GAMES = ("fae", *SCORERS)


def sequences(roots: Sequence[Path]) -> Iterator[tuple[str, Path, Path]]:
    """Game and folder of every sequence, and the folder of its taught cards."""
    yield from (("fae", scene.folder, scene.folder) for scene in scenes.find(roots))
    yield from (("fate", scene.folder, scene.folder) for scene in fate_scenes.find(roots))
    yield from (("fairytile", scene.folder, scene.folder) for scene in fairytile_scenes.find(roots))
    parents = sorted({lesson.parents[1] for root in roots for lesson in root.rglob("teach_*.json")})
    yield from (("fabula", *each) for parent in parents for each in fabula_scenes.sequences(parent))


def disturbed(folder: Path, kind: str, seed: int, target: Path) -> None:
    """Write a sequence to `target` as a worse camera shows it."""
    camera = FolderCamera(folder)
    rows = {row["file"]: row for row in fabula_scenes.rows(folder)}
    shown: list[Shown] = []
    while frame := camera.read():
        if frame.name in rows:
            shown.append((frame, rows[frame.name]))
    if kind != CLEAN:
        chance = np.random.default_rng([seed, crc32(f"{folder.name} {kind}".encode())])
        shown = CAMERAS[kind](shown, np.zeros((0, 2)), chance)
    lines, known = [], set[str]()
    for number, (frame, row) in enumerate(shown):
        name = f"frame_{number:03d}.png"
        again = {"event": "again"} if row["file"] in known else {}
        known.add(row["file"])
        cv2.imwrite(str(target / name), frame.picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        lines.append(json.dumps({**row, **again, "file": name}) + "\n")
    (target / "truth.jsonl").write_text("".join(lines), "utf-8")
    if (scene := folder / "scene.json").exists():
        (target / "scene.json").write_text(scene.read_text("utf-8"), "utf-8")


def score(game: str, folder: Path, lesson: Path, kind: str, seed: int = 0) -> tuple[Counts, list[str]]:
    """Counts of OUTCOMES of one disturbed sequence, and a line for each mistake."""
    if game == "fae":
        return fae(folder, kind, seed)
    with TemporaryDirectory() as parent:
        target = Path(parent, folder.name)
        target.mkdir()
        disturbed(folder, kind, seed, target)
        return SCORERS[game](target, lesson)


def measure(
    roots: Sequence[Path], kinds: Sequence[str] = KINDS, games: Sequence[str] = GAMES, most: int = 1,
    seeds: int = 1, failed: Callable[[str], object] = len,
) -> Iterator[Line]:  # fmt: skip
    """Disturb the `most` longest sequences of each game in every kind; `failed` gets mistakes."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    found = sorted(sequences(roots), key=lambda each: -len(fabula_scenes.rows(each[1])))
    few = [each for game in games for each in [each for each in found if each[0] == game][:most]]
    for kind, (game, folder, lesson) in product(kinds, few):
        total = Counter[str]()
        for seed in range(1 if kind == CLEAN else seeds):
            counts, failures = score(game, folder, lesson, kind, seed)
            total += counts
            for failure in failures:
                failed(f"{kind} {seed} {failure}")
        yield Line(game, folder.name, kind, total)
    cv2.setNumThreads(threads)


def report(lines: Sequence[Line], each: bool = False) -> str:
    """Markdown table with one row for each kind and game; with `each` one for each sequence."""
    if each:
        return table(HEADER, [(*line[:3], *(line.counts[how] for how in COUNTED)) for line in lines])
    rows = []
    for kind, game in dict.fromkeys((line.kind, line.game) for line in lines):
        here = [line.counts for line in lines if (line.kind, line.game) == (kind, game)]
        rows.append((kind, game, len(here), *(sum(counts[how] for counts in here) for how in COUNTED)))
    return table(TOTALS_HEADER, rows)


@click.command()
@click.argument("roots", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", "games", multiple=True, type=click.Choice(GAMES), default=GAMES)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), default=KINDS, help="Only these.")
@click.option("--seeds", default=1, show_default=True, help="In how many ways each disturbance happens.")
@click.option("--most", default=99, show_default=True, help="Number of sequences of each game.")
@click.option("--totals", is_flag=True, help="One row a kind and game.")
@click.option("--verbose", is_flag=True, help="A line for each failure, and each row as soon as measured.")
def main(
    roots: tuple[Path, ...], games: tuple[str, ...], kinds: tuple[str, ...], seeds: int, most: int,
    totals: bool, verbose: bool,
) -> None:  # fmt: skip
    """Disturb the sequences under ROOTS, else the standard ones, in every kind."""
    lines = []
    for line in measure(roots or [STANDARD], kinds, games, most, seeds, click.echo if verbose else len):
        lines.append(line)
        if verbose:
            click.echo(f"{line.kind} {line.game} {line.sequence} {dict(line.counts)}")
    click.echo(report(lines, not totals))


if __name__ == "__main__":
    main()
