import json
from functools import partial
from typing import NamedTuple

import numpy as np
import pytest

from companion.games.base import Table
from companion.games.fate import geometry
from tests.architecture.tree import ROOT
from vision.arrays import Floats
from vision.cameras import load_picture
from vision.fate import classifier, own_set, patches
from vision.fate.classifier import OwnPieces, PatchScores
from vision.fate.kinds import EMPTY, KINDS
from vision.fate.own_set import Samples, Study
from vision.fate.plan import fate_plan
from vision.find_board import from_taps

FOLDER = ROOT / "tests/data/fate_learn"
TABLES = json.loads((FOLDER / "tables.json").read_text("utf-8"))


class Strange(NamedTuple):
    """A picture in which red is blue, so that the printed marks look like none the network was shown."""

    samples: Samples
    told: PatchScores
    kinds: Floats


def strange(name: str) -> Strange:
    picture = np.ascontiguousarray(load_picture(FOLDER / name)[..., ::-1])
    pieces = TABLES[name]["pieces"]
    table: Table = {hex_: {kind: 1} for hex_, kind in pieces.items()}
    view = partial(from_taps, fate_plan(), taps_px=np.array(TABLES[name]["corners_px"]))(picture)
    told = classifier.tell(picture, *patches.frames(view, fate_plan().centres_mm))
    kinds = [KINDS.index(pieces[hex_]) + 1 if hex_ in pieces else EMPTY for hex_ in geometry.HEXES]
    return Strange(own_set.take(picture, view, table), told, np.array(kinds))


@pytest.fixture(scope="module")
def first() -> Strange:
    return strange("0.jpg")


@pytest.fixture(scope="module")
def study(first: Strange) -> Study:
    return own_set.study(first.samples)


def test_every_piece_and_some_empty_hexes_are_taken(first: Strange) -> None:
    pieces = TABLES["0.jpg"]["pieces"]
    taken = first.samples.kinds
    assert sorted(KINDS[kind - 1] for kind in taken if kind) == sorted(pieces.values())
    assert (taken == EMPTY).sum() == own_set.EMPTY_HEXES
    assert first.samples.patches.shape == (len(taken), patches.HEIGHT_PX, patches.WIDTH_PX, 3)


def test_samples_come_back_from_a_file(first: Strange) -> None:
    again = own_set.decode(own_set.encode(first.samples))
    assert np.array_equal(again.patches, first.samples.patches)
    assert np.array_equal(again.flatness, first.samples.flatness)
    assert np.array_equal(again.kinds, first.samples.kinds)
    twice = again.and_also(again)
    assert twice.kinds.tolist() == first.samples.kinds.tolist() * 2


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not whole", b"no archive"])
def test_another_file_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError):
        own_set.decode(content)


def test_what_was_learnt_helps_on_another_picture(study: Study) -> None:
    other = strange("1.jpg")
    there = other.kinds != EMPTY

    def right_and_wrong(scores: Floats) -> tuple[int, int]:
        taken, sure = scores.argmax(1)[there], np.exp(scores.max(1))[there] > 0.9
        right = taken == other.kinds[there]
        return int(right.sum()), int((sure & ~right).sum())

    right, wrong = right_and_wrong(other.told.log_chance)
    right_now, wrong_now = right_and_wrong(classifier.with_learnt(other.told, study.learnt))
    assert right_now > right
    assert wrong_now < 0.5 * wrong


def test_the_report_counts_what_is_told_by_the_others(first: Strange, study: Study) -> None:
    report = {kind.kind: kind for kind in study.told_apart}
    pieces = list(TABLES["0.jpg"]["pieces"].values())
    assert {kind: told.total for kind, told in report.items()} == {
        kind: pieces.count(kind) for kind in pieces
    }
    for told in report.values():
        assert (told.right < told.total) == bool(told.taken)
        assert told.kind not in told.taken
    assert sum(told.right for told in report.values()) > 0.4 * len(pieces)


def test_where_nothing_was_learnt_the_network_decides(first: Strange) -> None:
    unlearnt = classifier.with_learnt(first.told, None)
    assert (unlearnt == first.told.log_chance).all()
    nothing = OwnPieces(np.zeros((0, first.told.description.shape[1])), np.zeros(0, np.intp), 1.0, 9.0)
    assert np.allclose(classifier.with_learnt(first.told, nothing), first.told.log_chance)


def test_likeness_is_that_to_the_most_similar_of_a_kind() -> None:
    known = classifier.unit_length(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.1]]))
    kinds = np.array([3, 5, 5])
    alike = classifier.likeness(np.array([[2.0, 0.0]]), known, kinds)
    assert alike[0, 3] == pytest.approx(1.0)
    assert 0.8 < alike[0, 5] < 1.0
    assert np.delete(alike[0], [3, 5]).tolist() == [0.0] * 18
    less = classifier.likeness(np.array([[2.0, 0.0]]), known, kinds, np.array([[True, False, True]]))
    assert less.max() < 0.01
