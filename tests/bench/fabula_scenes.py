"""How well cards are seen: what the reader says beside the truth of sequences of pictures.

    python -m tests.bench.fabula_scenes ROOT [--methods]

ROOT holds folders with pictures and `truth.jsonl`, and folders of taught cards, pictures with a FILE of
`companion learn cards` each; a folder of pictures is read with the cards taught for its decks. A card counts
whose face is mostly visible: less than half of it covered or lost in glare. It is right, wrong, unknown
(seen, but not told), or missed; what was told where no such card lies is invented. Cards of which less is
visible are counted apart. `near` is the side of the camera, wherever the truth says it stood. Time is the
processor's, of one core.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import click
import cv2
import numpy as np

from tests.bench.fabula_methods.methods import methods
from tests.bench.tables import table
from vision.arrays import Floats, Picture
from vision.fabula import learn_faces, samples
from vision.fabula.faces import Faces
from vision.fabula.layout import PlacedCard
from vision.fabula.reader import FabulaReader

Row: TypeAlias = dict[str, Any]
HIDDEN = 0.5
NEAR = 0.1
"""A card is where the truth says when no corner is farther off than this share of its diagonal."""
HEADER = ("sequence", "tables", "cards", "right", "unknown", "missed", "wrong", "invented",
          "covered: right", "wrong", "not told", "side", "zone", "tapped", "hands", "ms",
          "first")  # fmt: skip
METHODS_HEADER = ("method", "cards", "likeliest is right", "right when none is wrong", "ms a card")


def rows(folder: Path) -> list[Row]:
    """The truth of a folder's pictures."""
    return [json.loads(line) for line in (folder / "truth.jsonl").read_text("utf-8").splitlines()]


def taught(folder: Path) -> samples.Gallery:
    """The faces of a folder of taught cards, one picture each."""
    known: dict[str, Picture] = {}
    for at in sorted(folder.glob("*_*.json")):
        picture = cv2.imread(str(at.with_suffix(".jpg")))
        for card in json.loads(at.read_text("utf-8"))["cards"]:
            corners = np.array(card["corners_px"], float)
            known.setdefault(card["id"], learn_faces.take(np.asarray(picture, np.uint8), corners, card["id"]))
    return known


def sequences(root: Path) -> Iterator[tuple[Path, Path]]:
    """Folders of pictures with the folder of their taught cards."""
    folders = [path.parent for path in sorted(root.glob("*/truth.jsonl"))]
    lessons = [folder for folder in folders if list(folder.glob("teach_*.json"))]
    for folder in folders:
        shown = {card["id"] for row in rows(folder) for card in row.get("cards", ())}
        if folder in lessons or not shown:
            continue
        best = max(lessons, key=lambda lesson: len(shown & set(_named(lesson))), default=None)
        if best is not None:
            yield folder, best


def _named(lesson: Path) -> Iterator[str]:
    for at in lesson.glob("teach_*.json"):
        yield from (card["id"] for card in json.loads(at.read_text("utf-8"))["cards"])


def read(folder: Path, faces: Faces) -> Counter[str]:
    """What is right and wrong in one folder's pictures."""
    reader, counts = FabulaReader(faces), Counter[str]()
    for number, row in enumerate(rows(folder)):
        picture = np.asarray(cv2.imread(str(folder / row["file"])), np.uint8)
        begun = time.thread_time()
        seen = reader.look(row["file"], 2.0 * number, picture)
        spent = time.thread_time() - begun
        counts["first ms" if number == 0 else "ms"] += round(1000 * spent)
        counts["later"] += number > 0
        if not row["settled"]:
            counts["hands"] += 1
            counts["hands seen"] += seen.trouble is not None
            continue
        if seen.trouble is not None:
            counts["refused"] += 1
            continue
        counts["tables"] += 1
        counts.update(compare(row, reader.cards))
    return counts


def compare(row: Row, cards: tuple[PlacedCard, ...]) -> Iterator[str]:
    """One word for everything that is right or wrong in one picture."""
    truth = [card for card in row["cards"] if card.get("zone")]
    centre = np.array(row["camera"]["R"]).T @ -np.array(row["camera"]["t_mm"])
    swapped = centre[1] < 200
    found = _paired([np.array(card["corners_px"]) for card in truth], cards, truth)
    for number, card in enumerate(truth):
        told = found.get(number)
        covered = _hidden(card)
        if told is None or told.id is None:
            yield "covered not told" if covered else "missed" if told is None else "unknown"
        else:
            right = told.id == card["id"]
            yield f"covered {right}" if covered else "right" if right else "wrong"
            if right:
                side = {"near": "far", "far": "near"}[card["side"]] if swapped else card["side"]
                yield f"side {told.side == side}"
                yield f"zone {told.zone == card['zone']}"
                yield f"tapped {told.tapped == card['tapped']}"
        if not covered:
            yield "cards"
    paired = [id(told) for told in found.values()]
    yield from ("invented" for told in cards if told.id and id(told) not in paired)
    yield from ("outlined" for told in cards if not told.id and id(told) not in paired)


def _hidden(card: Row) -> bool:
    """Whether half of a face or more is covered, or where a mirror would show a lamp."""
    return bool(card["covered_share"] + card.get("glare_share", 0.0) >= HIDDEN)


def _paired(places: list[Floats], cards: tuple[PlacedCard, ...], truth: list[Row]) -> dict[int, PlacedCard]:
    """The card told for each true one: the nearest, of the right name where several lie there."""
    near = []
    for number, place in enumerate(places):
        size = float(np.linalg.norm(place[0] - place[2]))
        for told in cards:
            away = min(np.abs(np.roll(told.corners_px, turn, 0) - place).max() for turn in (0, 2))
            if away < NEAR * size:
                near.append((told.id != truth[number]["id"], away / size, number, told))
    found: dict[int, PlacedCard] = {}
    for _, _, number, told in sorted(near, key=lambda each: each[:3]):
        if number not in found and not any(told is other for other in found.values()):
            found[number] = told
    return found


def line(name: str, counts: Counter[str]) -> list[str]:
    """A line of the table."""

    def share(what: str) -> str:
        right, wrong = counts[f"{what} True"], counts[f"{what} False"]
        return f"{right}/{right + wrong}"

    each = ("tables", "cards", "right", "unknown", "missed", "wrong", "invented", "covered True",
            "covered False", "covered not told")  # fmt: skip
    hands = f"{counts['hands seen']}/{counts['hands']}, {counts['refused']} refused"
    times = [
        str(round(counts["ms"] / max(counts["later"], 1))),
        str(round(counts["first ms"] / max(counts["n"], 1))),
    ]
    return [
        name,
        *(str(counts[key]) for key in each),
        share("side"),
        share("zone"),
        share("tapped"),
        hands,
        *times,
    ]


def compared(folders: list[tuple[Path, Path]]) -> list[list[str]]:
    """The methods beside each other: on every card that is mostly visible, cut out as a person would."""
    told: dict[str, list[tuple[bool, float]]] = {}
    spent: Counter[str] = Counter()
    for folder, lesson in folders:
        known = taught(lesson)
        ids, ways = list(known), methods(list(known.values()))
        for row in rows(folder):
            picture = np.asarray(cv2.imread(str(folder / row["file"])), np.uint8)
            chance = np.random.default_rng(row["frame"])
            for card in row["cards"]:
                if not row["settled"] or _hidden(card) or card["id"] not in known:
                    continue
                corners = np.array(card["corners_px"]) + chance.uniform(-1.5, 1.5, (4, 2))
                face = _upright(picture, corners)
                for name, way in ways.items():
                    begun = time.thread_time()
                    best = way.tell(face)
                    spent[name] += round(1e6 * (time.thread_time() - begun))
                    told.setdefault(name, []).append((ids[best.row] == card["id"], best.lead))
    return [_judged(name, each, spent[name]) for name, each in told.items()]


def _judged(name: str, told: list[tuple[bool, float]], spent_us: int) -> list[str]:
    right = [lead for is_right, lead in told if is_right]
    doubtful = max((lead for is_right, lead in told if not is_right), default=float("-inf"))
    certain = sum(lead > doubtful for lead in right)
    count = len(told)
    shares = [f"{100 * each / count:.1f} %" for each in (len(right), certain)]
    return [name, str(count), *shares, f"{spent_us / count / 1000:.1f}"]


def _upright(picture: Picture, corners: Floats) -> Picture:
    width, height = samples.KEPT_PX
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    place = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(picture, place, samples.KEPT_PX), np.uint8)


@click.command()
@click.argument("root", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", help="Only folders whose name ends in one of these letters, such as 02468.")
@click.option("--methods", "with_methods", is_flag=True, help="Compare ways to tell cards apart.")
def main(root: Path, only: str | None, with_methods: bool) -> None:
    """Read every folder below ROOT."""
    cv2.setNumThreads(1)
    folders = [each for each in sequences(root) if not only or each[0].name[-1] in only]
    if with_methods:
        click.echo(table(METHODS_HEADER, compared(folders)))
        return
    total, lines = Counter[str](), []
    for folder, lesson in folders:
        counts = read(folder, samples.faces(taught(lesson)))
        counts["n"] = 1
        total.update(counts)
        lines.append(line(folder.name, counts))
    click.echo(table(HEADER, [*lines, line("all", total)]))


if __name__ == "__main__":
    main()
