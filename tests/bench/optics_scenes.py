"""Accuracy of Fate, Fairy Tile and Fábula behind worse cameras: their sequences again, disturbed by `optics`.

    python -m tests.bench.optics_scenes [FOLDER...] [--kind focus] [--seeds 3]    without FOLDER: tests/data

The disturbed sequence is written to a folder and scored by the game's own bench. (`batteries` has Fae.)
`clean` is the same sequence undisturbed. Counted are pieces and differences of Fate, cells, figures, acts
and errors of Fairy Tile, and cards of Fábula: *asked* is what the reader was unsure of or waited with,
*refused* are pictures that were not read, and *wrong* includes hands that were not noticed.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias
from zlib import crc32

import click
import cv2
import numpy as np

from tests.bench import fabula_scenes, fairytile_scenes, fate_scenes
from tests.bench.optics import OPTICS, Shown
from tests.bench.tables import table
from vision.cameras.sources import FolderCamera
from vision.fabula import samples

Counts: TypeAlias = Counter[str]

STANDARD = Path(__file__).resolve().parents[1] / "data"
CLEAN = "clean"
KINDS = (CLEAN, *OPTICS)
OUTCOMES = ("right", "asked", "refused", "wrong")
HEADER = ("game", "sequence", "kind", "pictures", *OUTCOMES)


def fate(folder: Path, lesson: Path) -> tuple[Counts, list[str]]:
    """Pieces and differences from the expected table."""
    found = fate_scenes.score(fate_scenes.find([folder])[0])
    n = found.counts
    return Counter(
        pictures=n["tables"],
        right=n["piece right"] + n["found"],
        asked=n["piece unsure"] + n["in doubt"],
        refused=sum("'why': " in failure for failure in found.failures),
        wrong=n["hex wrong"] + n["missed"] + n["invented"] + n["hands"] - n["hands seen"],
    ), found.failures


def fairytile(folder: Path, lesson: Path) -> tuple[Counts, list[str]]:
    """Cells, figures, acts and errors."""
    found = fairytile_scenes.score(next(fairytile_scenes.find([folder])))
    n, sorts = found.counts, ("cell", "new", "figure", "act")
    return Counter(
        pictures=n["pictures"],
        right=sum(n[f"{sort} right"] for sort in sorts) + n["error found"],
        asked=sum(n[f"{sort} {how}"] for sort in (*sorts, "error") for how in ("unsure", "asked")),
        refused=n["pictures"] and sum(failure.count(" ") == 2 for failure in found.failures),
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
        refused=n["refused"],
        wrong=wrong,
    ), [f"{folder.name}: {dict(n)}"] if wrong else []


Scorer: TypeAlias = Callable[[Path, Path], tuple[Counts, list[str]]]
SCORERS: Mapping[str, Scorer] = {"fate": fate, "fairytile": fairytile, "fabula": fabula}


def sequences(roots: Sequence[Path]) -> Iterator[tuple[str, Path, Path]]:
    """Game and folder of every sequence, and the folder of its taught cards."""
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
        shown = OPTICS[kind](shown, np.zeros((0, 2)), chance)
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
    with TemporaryDirectory() as parent:
        target = Path(parent, folder.name)
        target.mkdir()
        disturbed(folder, kind, seed, target)
        return SCORERS[game](target, lesson)


@click.command()
@click.argument("roots", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", "games", multiple=True, type=click.Choice([*SCORERS]), default=[*SCORERS])
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), default=KINDS, help="Only these.")
@click.option("--seeds", default=1, show_default=True, help="In how many ways each disturbance happens.")
@click.option("--verbose", is_flag=True, help="A line for each failure.")
def main(
    roots: tuple[Path, ...], games: tuple[str, ...], kinds: tuple[str, ...], seeds: int, verbose: bool
) -> None:
    """Disturb every sequence under ROOTS, else the standard ones, in every kind."""
    cv2.setNumThreads(1)
    lines: list[tuple[object, ...]] = []
    for game, folder, lesson in sequences(roots or [STANDARD]):
        for kind in kinds if game in games else ():
            total = Counter[str]()
            for seed in range(1 if kind == CLEAN else seeds):
                counts, failures = score(game, folder, lesson, kind, seed)
                total += counts
                if verbose:
                    click.echo("\n".join(f"{kind} {seed} {failure}" for failure in failures))
            lines.append((game, folder.name, kind, total["pictures"], *(total[how] for how in OUTCOMES)))
    click.echo(table(HEADER, lines))


if __name__ == "__main__":
    main()
