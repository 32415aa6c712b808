import io
import json
from functools import partial
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest

from companion.games.base import Table
from companion.games.fate import geometry
from tests.architecture.tree import ROOT
from vision.arrays import Floats
from vision.cameras.sources import load_picture
from vision.fate import classifier, own_set, patches
from vision.fate.board_geometry import fate_plan
from vision.fate.classifier import PatchScores
from vision.fate.kinds import EMPTY, KINDS, MONSTERS
from vision.fate.own_set import Samples
from vision.fate.params import PARAMS
from vision.fate.samples import UNCALIBRATED, KnownPieces
from vision.geometry.find_board import from_taps

FOLDER = ROOT / "tests/data/fate_learn"
TABLES = json.loads((FOLDER / "tables.json").read_text("utf-8"))


class Strange(NamedTuple):
    """A picture; where red is blue in it, the printed marks look like none the network was shown."""

    samples: Samples
    scores: PatchScores
    kinds: Floats


def strange(name: str, swap: bool = True) -> Strange:
    picture = np.ascontiguousarray(load_picture(FOLDER / name)[..., :: -1 if swap else 1])
    pieces = TABLES[name]["pieces"]
    table: Table = {hex_: {kind: 1} for hex_, kind in pieces.items()}
    view = partial(from_taps, fate_plan(), taps_px=np.array(TABLES[name]["corners_px"]))(picture)
    maps, flatness = patches.frames(view, fate_plan().centres_mm)
    found = classifier.classify_patches(patches.cut(picture, maps), flatness)
    kinds = [KINDS.index(pieces[hex_]) + 1 if hex_ in pieces else EMPTY for hex_ in geometry.HEXES]
    return Strange(own_set.take(picture, view, table)[0], found, np.array(kinds))


@pytest.fixture(scope="module")
def first() -> Strange:
    return strange("0.jpg")


@pytest.fixture(scope="module")
def second() -> Strange:
    return strange("1.jpg")


@pytest.fixture(scope="module")
def printed() -> Samples:
    """The first picture in its own colours."""
    return strange("0.jpg", swap=False).samples


def test_every_piece_and_some_empty_hexes_are_taken(first: Strange) -> None:
    pieces = TABLES["0.jpg"]["pieces"]
    taken = first.samples.kinds
    assert sorted(KINDS[kind - 1] for kind in taken if kind) == sorted(pieces.values())
    assert (taken == EMPTY).sum() == PARAMS.bare_samples_per_picture
    assert first.samples.patches.shape == (len(taken), patches.HEIGHT_PX, patches.WIDTH_PX, 3)


def test_samples_come_back_from_a_file(first: Strange) -> None:
    again = own_set.decode(own_set.encode(first.samples))
    assert np.array_equal(again.patches, first.samples.patches)
    assert np.array_equal(again.flatness, first.samples.flatness)
    assert np.array_equal(again.kinds, first.samples.kinds)
    twice = again.and_also(again)
    assert twice.kinds.tolist() == first.samples.kinds.tolist() * 2
    assert twice.pictures.tolist() == [0] * len(again.kinds) + [1] * len(again.kinds)
    assert own_set.decode(own_set.encode(twice)).pictures.tolist() == twice.pictures.tolist()


def test_a_file_of_before_is_one_picture(first: Strange) -> None:
    file = io.BytesIO()
    names = np.array(own_set.NAMES)[first.samples.kinds]
    np.savez_compressed(file, patches=first.samples.patches, flatness=first.samples.flatness, kinds=names)
    assert set(own_set.decode(file.getvalue()).pictures.tolist()) == {0}


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not whole", b"no archive"])
def test_another_file_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError):
        own_set.decode(content)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "not a number": ({"flatness": np.full(2, np.nan)}, "flatness"),
    "infinite": ({"flatness": np.full(2, np.inf)}, "flatness"),
    "far too large": ({"flatness": np.full(2, 1e308)}, "flatness"),
    "negative": ({"flatness": np.full(2, -1.0)}, "flatness"),
    "a picture before the first": ({"pictures": np.full(2, -1)}, "picture"),
    "the last of all pictures": ({"pictures": np.full(2, 2**63 - 1)}, "picture"),
    "fractions": ({"pictures": np.zeros(2)}, "expected .2,. int64, found .2,. float64"),
    "texts": ({"flatness": np.array(["1", "1"])}, "found .2,. <U1"),
    "fewer patches": ({"patches": np.zeros((1, patches.HEIGHT_PX, patches.WIDTH_PX, 3), np.uint8)}, "found"),
    "wider patches": ({"patches": np.zeros((2, patches.HEIGHT_PX, 9, 3), np.uint8)}, "expected .2, 64, 56"),
    "real patches": ({"patches": np.zeros((2, patches.HEIGHT_PX, patches.WIDTH_PX, 3))}, "float64"),
    "an unknown kind": ({"kinds": np.array(["", "unicorn"])}, "unicorn|not in"),
    "kinds in a table": ({"kinds": np.zeros((2, 2), "U1")}, "not in"),
    "one kind alone": ({"kinds": np.array("")}, "0-d"),
}


@pytest.mark.parametrize("change", WRONG)
def test_arrays_that_make_no_sense_are_refused(change: str) -> None:
    kept = {
        "patches": np.zeros((2, patches.HEIGHT_PX, patches.WIDTH_PX, 3), np.uint8),
        "flatness": np.ones(2),
        "kinds": np.array(["", "goblin"]),
        "pictures": np.arange(2),
    }
    changed, said = WRONG[change]
    for arrays in (kept, {**kept, **changed}):
        file = io.BytesIO()
        np.savez_compressed(file, **arrays)
        if arrays is kept:
            assert own_set.decode(file.getvalue()).kinds.shape == (2,)
        else:
            with pytest.raises(ValueError, match=said):
                own_set.decode(file.getvalue())


@pytest.mark.slow
def test_what_was_learnt_helps_on_another_picture(first: Strange, second: Strange) -> None:
    there = second.kinds != EMPTY

    def right_and_wrong(scores: Floats) -> tuple[int, int]:
        taken, sure = scores.argmax(1)[there], np.exp(scores.max(1))[there] > 0.9
        right = taken == second.kinds[there]
        return int(right.sum()), int((sure & ~right).sum())

    known = own_set.gallery(first.samples)
    right, wrong = right_and_wrong(second.scores.log_chance)
    right_now, wrong_now = right_and_wrong(known.classify(second.scores, known.calibration()))
    assert right_now > right
    assert wrong_now < 0.5 * wrong


def test_one_picture_does_not_say_how_well_a_set_is_known(first: Strange) -> None:
    few = first.samples.only(np.arange(0, len(first.samples.kinds), 8))
    kinds = [KINDS[kind - 1] for kind in few.kinds if kind != EMPTY]
    assert len(set(kinds)) > 3
    for samples in (few, few.and_also(few)):
        report = own_set.cross_validated(samples)
        assert {of.kind for of in report} == set(kinds)
        assert all((of.right, of.judged, of.taken) == (0, 0, ()) for of in report)
    assert sum(of.total for of in report) == 2 * len(kinds)


@pytest.mark.slow
def test_the_report_counts_what_other_pictures_tell(first: Strange, second: Strange) -> None:
    both = [list(TABLES[name]["pieces"].values()) for name in ("0.jpg", "1.jpg")]
    report = {of.kind: of for of in own_set.cross_validated(first.samples.and_also(second.samples))}
    shared = set(both[0]) & set(both[1])
    for kind, of in report.items():
        assert of.total == sum(pieces.count(kind) for pieces in both)
        assert of.judged == (of.total if kind in shared else 0)
        assert (of.right < of.judged) == bool(of.taken)
        assert kind not in of.taken
    judged, right = (sum(getattr(t, name) for t in report.values()) for name in ("judged", "right"))
    assert 0.4 * judged < right < judged


def test_pieces_on_a_wrong_list_look_unlike_their_kind(printed: Samples) -> None:
    samples = printed
    kinds = samples.kinds.copy()
    one, other = (int(np.flatnonzero(kinds == KINDS.index(kind) + 1)[0]) for kind in ("goblin", "imp"))
    kinds[[one, other]] = kinds[[other, one]]
    looks = own_set.unlike(samples._replace(kinds=kinds))
    assert np.flatnonzero(looks != kinds).tolist() == sorted((one, other))
    assert looks[[one, other]].tolist() == samples.kinds[[one, other]].tolist()
    assert (own_set.unlike(samples) == samples.kinds).all()


@pytest.mark.slow
def test_a_set_is_known_again_and_no_other_taken_for_it(first: Strange, printed: Samples) -> None:
    again = strange("1.jpg", swap=False).samples
    assert own_set.same_set(printed, again)
    assert not own_set.same_set(printed, first.samples)
    few = again.only(np.flatnonzero(again.kinds)[: PARAMS.same_set_min_pieces - 1])
    assert not own_set.same_set(printed, few)


def test_the_edition_is_seen(printed: Samples) -> None:
    assert own_set.looks_like_edition(printed) == "tiles"
    assert own_set.looks_like_edition(printed.only(np.flatnonzero(printed.kinds == EMPTY))) is None


def test_where_nothing_was_learnt_the_network_decides(first: Strange) -> None:
    nothing = KnownPieces.empty()
    assert nothing.calibration() == UNCALIBRATED
    named, alone = nothing.classify(first.scores, UNCALIBRATED), first.scores.log_chance
    assert np.allclose(named[:, EMPTY], alone[:, EMPTY])
    assert (named[:, 1:].argmax(1) == alone[:, 1:].argmax(1)).all()
    assert (named[:, 1:].max(1) >= alone[:, 1:].max(1)).all(), "it hesitates more than it errs"


def test_a_print_is_known_however_it_lies(first: Strange) -> None:
    """The network alone was taught what lies turned at random; a print nobody has shown may fool it."""
    pieces = first.samples.only(np.flatnonzero(first.samples.kinds <= len(MONSTERS)))
    pieces = pieces.only(np.flatnonzero(pieces.kinds))
    size = (patches.WIDTH_PX, patches.HEIGHT_PX)
    middle = np.array(patches.FOOT_PX)
    turned = []
    for patch, flat in zip(pieces.patches, pieces.flatness, strict=True):
        squeeze = np.diag([1, max(float(flat), PARAMS.turn_min_flatness)])
        turn = squeeze @ cv2.getRotationMatrix2D((0, 0), 130, 1)[:, :2] @ np.linalg.inv(squeeze)
        move = np.column_stack([turn, middle - turn @ middle])
        turned.append(cv2.warpAffine(patch, move, size, borderMode=cv2.BORDER_REPLICATE))
    seen = classifier.classify_patches(np.array(turned), pieces.flatness).description
    known = own_set.gallery(pieces)
    as_they_lay = known.scores.description[: len(turned)]
    alike = [
        (seen @ looks.T).reshape(len(seen), -1, len(seen))
        for looks in (as_they_lay, known.scores.description)
    ]
    plain, otherwise = (np.array([row[:, n].max() for n, row in enumerate(each)]) for each in alike)
    assert (otherwise >= plain).all()
    assert np.median(1 - otherwise) < 0.8 * np.median(1 - plain)
