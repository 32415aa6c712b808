"""Training of the network: invented sets by seeds that no bench uses, and a small training run."""

import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.architecture.tree import ROOT
from tests.bench.fate_training import designs, drawn
from tests.bench.fate_training.drawn import DrawnSet, Grounds
from vision.fate import colours, patches
from vision.fate.kinds import EMPTY, OUTPUT_KINDS

TRAINING = ROOT / "tests" / "bench" / "fate_training"


@pytest.fixture(scope="module")
def grounds() -> Grounds:
    rng = np.random.default_rng(1)
    shades = rng.integers(30, 220, (6, 1, 1, 3)) + rng.normal(
        0, 6, (6, patches.HEIGHT_PX, patches.WIDTH_PX, 3)
    )
    return Grounds(np.clip(shades, 0, 255).astype(np.uint8), np.linspace(0.6, 1.0, 6))


def draw(seed: int, grounds: Grounds) -> DrawnSet:
    return drawn.draw(np.random.default_rng(seed), grounds)


def test_a_set_is_drawn_again_the_same_and_no_other_is(grounds: Grounds) -> None:
    first, again, other = (draw(seed, grounds) for seed in (3, 3, 4))
    assert np.array_equal(first.patches, again.patches)
    assert not np.array_equal(first.patches, other.patches)
    assert first.patches.shape == (len(first.kinds), patches.HEIGHT_PX, patches.WIDTH_PX, 3)
    assert np.bincount(first.kinds).tolist() == [drawn.BARE] + drawn.KINDS * [drawn.VIEWS]
    assert set(first.flatness) <= set(grounds.flatness)


def test_a_piece_is_in_the_middle_of_its_patch(grounds: Grounds) -> None:
    """In the middle of a hex a patch of a piece differs from its ground, and seldom at the corners."""
    shown = [draw(seed, grounds) for seed in range(4)]
    cut, kinds = (np.concatenate([getattr(one, name) for one in shown]) for name in ("patches", "kinds"))
    foot = tuple(round(at) for at in patches.FOOT_PX)
    here = cut[:, foot[1] - 4 : foot[1], foot[0] - 3 : foot[0] + 4].reshape(len(cut), -1, 3)
    around = cut[:, :4, :4].reshape(len(cut), -1, 3)
    apart = np.abs(here.mean(1) - around.mean(1)).max(1)
    assert np.median(apart[kinds != EMPTY]) > 3 * np.median(apart[kinds == EMPTY])


def test_pieces_of_a_kind_are_more_alike_than_others(grounds: Grounds) -> None:
    right = total = 0
    for seed in range(6):
        shown = draw(seed, grounds)
        look = colours.describe(shown.patches, shown.flatness)
        likeness = look @ look.T - 2 * np.eye(len(look))
        pieces = shown.kinds != EMPTY
        right += int((shown.kinds[likeness[pieces].argmax(1)] == shown.kinds[pieces]).sum())
        total += int(pieces.sum())
    assert right > 3 * total / (drawn.KINDS + 1)  # three times as often as by chance


def test_what_is_printed_differs_within_a_set() -> None:
    tiles = [one for seed in range(4) for one in designs.draw_set(np.random.default_rng(seed), 8)]
    arts = [tile.art for tile in tiles if isinstance(tile, designs.Tile)]
    assert len(arts) > 8
    assert not any(np.array_equal(a, b) for n, a in enumerate(arts) for b in arts[:n])


def test_training_uses_no_test_data() -> None:
    for path in TRAINING.glob("*.py"):
        used = re.findall(r"^\s*(?:from|import) (tests\S*)", path.read_text("utf-8"), re.M)
        assert all(name.startswith("tests.bench.fate_training") for name in used), path
    for path in (ROOT / "tests" / "bench").glob("*.py"):
        assert "fate_training" not in path.read_text("utf-8"), path


def test_the_product_imports_neither_the_training_nor_what_it_needs() -> None:
    """The trainer and the packages it needs are not there where the app is installed."""
    for package in ("companion", "hardware", "ui", "vision"):
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text("utf-8")
            assert not re.search(r"^\s*(import|from) (torch|onnx|tests)\b", text, re.M), path


@pytest.mark.slow
def test_a_small_training_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="training needs torch, which the app does not")
    pytest.importorskip("onnx", reason="training needs onnx, which the app does not")
    from tests.bench.fate_training.__main__ import WEIGHTS, main

    out = tmp_path / "pieces.onnx"
    small = ["--sets", "6", "--tables", "1", "--seen", "2", "--steps", "12", "2"]
    monkeypatch.setattr(sys, "argv", ["training", str(out), *small])
    main()
    blob = np.random.default_rng(0).normal(0, 0.2, (5, 4, patches.HEIGHT_PX, patches.WIDTH_PX))
    outputs = {}
    for weights in (WEIGHTS, out):
        network = cv2.dnn.readNetFromONNX(str(weights))
        network.setInput(blob.astype(np.float32))
        outputs[weights] = [np.array(each) for each in network.forward(["scores", "cautious", "description"])]
    scores, _, description = outputs[out]
    assert scores.shape == (5, len(OUTPUT_KINDS))
    assert np.allclose(np.linalg.norm(description, axis=1), 1, atol=1e-4)
    assert 0 < np.abs(scores - outputs[WEIGHTS][0]).max() < 5  # something was learnt, little forgotten
