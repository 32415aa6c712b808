"""Accuracy of Fábula's card reader: its cards against the truth of sequences of pictures.

    python -m tests.bench.fabula_scenes ROOT [--methods]

ROOT holds folders with pictures and `truth.jsonl`, and folders of taught cards, in which each picture has a
FILE of `companion learn cards`; a folder of pictures is read with the cards taught for its decks.

Columns: `cards` are those with less than half of the face covered or lost in glare. Each is *right*, *wrong*,
*unknown* (found, but not named) or *missed*; *invented* are named cards at places without a card. `covered`
counts the other cards. `side`, `zone` and `tapped` are right/named cards; `near` is the player's side next to
the camera. `hands` is hands noticed / hands, and pictures without a hand that were refused. `ms` is processor
time of a picture on one thread, `first` that of the first picture of a folder.

`--methods` compares methods to recognise a cut-out card. `likeliest is right`: share of cards whose best face
is right; `right when none is wrong`: share still named if the smallest lead is chosen so that no named card
is wrong.
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
"""Maximum distance of a corner from its true place, as a share of the card's diagonal."""
HEADER = ("sequence", "tables", "cards", "right", "unknown", "missed", "wrong", "invented",
          "covered: right", "wrong", "not named", "side", "zone", "tapped", "hands", "ms",
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
    lessons = sorted({path.parent for path in root.glob("*/teach_*.json")})
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
    """Count what is right and wrong in one folder's pictures."""
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
    """Yield the key to count for every card of one picture."""
    truth = [card for card in row["cards"] if card.get("zone")]
    centre = np.array(row["camera"]["R"]).T @ -np.array(row["camera"]["t_mm"])
    swapped = centre[1] < 200
    found = _paired([np.array(card["corners_px"]) for card in truth], cards, truth)
    for number, card in enumerate(truth):
        read_card = found.get(number)
        covered = _hidden(card)
        if read_card is None or read_card.id is None:
            yield "covered not named" if covered else "missed" if read_card is None else "unknown"
        else:
            right = read_card.id == card["id"]
            yield f"covered {right}" if covered else "right" if right else "wrong"
            if right:
                side = {"near": "far", "far": "near"}[card["side"]] if swapped else card["side"]
                yield f"side {read_card.side == side}"
                yield f"zone {read_card.zone == card['zone']}"
                yield f"tapped {read_card.tapped == card['tapped']}"
        if not covered:
            yield "cards"
    paired = [id(card) for card in found.values()]
    yield from ("invented" for card in cards if card.id and id(card) not in paired)
    yield from ("outlined" for card in cards if not card.id and id(card) not in paired)


def _hidden(card: Row) -> bool:
    """True if at least half of the face is covered or lost in glare."""
    return bool(card["covered_share"] + card.get("glare_share", 0.0) >= HIDDEN)


def _paired(places: list[Floats], cards: tuple[PlacedCard, ...], truth: list[Row]) -> dict[int, PlacedCard]:
    """The card read for each true one: the nearest, preferring the right name if several are near."""
    near = []
    for number, place in enumerate(places):
        size = float(np.linalg.norm(place[0] - place[2]))
        for card in cards:
            away = min(np.abs(np.roll(card.corners_px, turn, 0) - place).max() for turn in (0, 2))
            if away < NEAR * size:
                near.append((card.id != truth[number]["id"], away / size, number, card))
    found: dict[int, PlacedCard] = {}
    for _, _, number, card in sorted(near, key=lambda each: each[:3]):
        if number not in found and not any(card is other for other in found.values()):
            found[number] = card
    return found


def line(name: str, counts: Counter[str]) -> list[str]:
    """A line of the table."""

    def share(what: str) -> str:
        right, wrong = counts[f"{what} True"], counts[f"{what} False"]
        return f"{right}/{right + wrong}"

    each = ("tables", "cards", "right", "unknown", "missed", "wrong", "invented", "covered True",
            "covered False", "covered not named")  # fmt: skip
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


def compare_methods(folders: list[tuple[Path, Path]]) -> list[list[str]]:
    """Compare the methods on every mostly visible card, cut out with an error of up to 1.5 px."""
    results: dict[str, list[tuple[bool, float]]] = {}
    spent: Counter[str] = Counter()
    for folder, lesson in folders:
        known = taught(lesson)
        ids, by_name = list(known), methods(list(known.values()))
        for row in rows(folder):
            picture = np.asarray(cv2.imread(str(folder / row["file"])), np.uint8)
            chance = np.random.default_rng(row["frame"])
            for card in row["cards"]:
                if not row["settled"] or _hidden(card) or card["id"] not in known:
                    continue
                corners = np.array(card["corners_px"]) + chance.uniform(-1.5, 1.5, (4, 2))
                face = _upright(picture, corners)
                for name, method in by_name.items():
                    begun = time.thread_time()
                    best = method.classify(face)
                    spent[name] += round(1e6 * (time.thread_time() - begun))
                    results.setdefault(name, []).append((ids[best.row] == card["id"], best.lead))
    return [_method_row(name, each, spent[name]) for name, each in results.items()]


def _method_row(name: str, results: list[tuple[bool, float]], spent_us: int) -> list[str]:
    right = [lead for is_right, lead in results if is_right]
    doubtful = max((lead for is_right, lead in results if not is_right), default=float("-inf"))
    certain = sum(lead > doubtful for lead in right)
    count = len(results)
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
@click.option("--methods", "with_methods", is_flag=True, help="Compare methods to recognise a card.")
def main(root: Path, only: str | None, with_methods: bool) -> None:
    """Read every folder below ROOT."""
    cv2.setNumThreads(1)
    folders = [each for each in sequences(root) if not only or each[0].name[-1] in only]
    if with_methods:
        click.echo(table(METHODS_HEADER, compare_methods(folders)))
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
