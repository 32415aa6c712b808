from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app.fate.own_pieces import PIECES, own_pieces
from companion.app.fate.seen_set import SeenSet
from companion.errors import RuleError
from vision.fate import own_set
from vision.fate.own_set import Samples
from vision.fate.params import PARAMS
from vision.fate.patches import HEIGHT_PX, WIDTH_PX


def test_a_set_is_studied_once_until_it_is_learnt_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studied: list[Samples] = []

    def gallery(samples: Samples, _: Any) -> Any:
        studied.append(samples)
        return samples

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(own_set, "gallery", gallery)
    monkeypatch.setattr(own_set, "looks_like_edition", lambda _: None)
    old, new = painted(1, 0), painted(2, 0)
    PIECES.save("mine", old)
    first: Any = own_pieces()
    assert (first.patches == old.patches).all()
    assert own_pieces("mine") is first
    PIECES.save("mine", new)
    anew: Any = own_pieces()
    assert (anew.patches == new.patches).all()
    assert len(studied) == 2


def painted(seed: int, noise: int) -> Samples:
    """Two pieces of each of nine kinds in colours by a seed, each a little different."""
    kinds = np.repeat(np.arange(1, 10), 2)
    ground = np.random.default_rng(seed).integers(20, 230, (10, 3))
    shades = np.random.default_rng([seed, noise]).normal(0, 3, (len(kinds), HEIGHT_PX, WIDTH_PX, 3))
    cut = np.clip(ground[kinds][:, None, None] + shades, 0, 255).astype(np.uint8)
    return Samples(cut, np.full(len(kinds), 0.8), kinds, np.zeros(len(kinds), np.intp))


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def test_a_set_seen_in_one_evening_is_known_the_next(state: Path) -> None:
    first = painted(1, 0)
    assert SeenSet(PIECES).taught(first) is None
    assert PIECES.store.names() == ["seen-1"]
    nearly_all = painted(1, 1).only(np.arange(16))
    evening = SeenSet(PIECES)
    known = evening.taught(nearly_all)
    assert known is not None
    assert set(known.kinds.tolist()) == set(first.kinds.tolist())
    assert known is evening.known
    kept = own_set.decode(PIECES.store.path("seen-1").read_bytes())
    assert len(kept.kinds) == len(first.kinds) + 16
    assert evening.taught(nearly_all) is None  # told once


@pytest.mark.slow
def test_other_sets_are_kept_apart_and_not_for_ever(state: Path) -> None:
    for seed in range(1, 7):
        assert SeenSet(PIECES).taught(painted(seed, 0)) is None
    assert sorted(PIECES.store.names()) == ["seen-1", "seen-2", "seen-3", "seen-4"]
    assert SeenSet(PIECES).taught(painted(6, 1)) is not None
    assert SeenSet(PIECES).taught(painted(1, 1)) is None


def test_a_set_that_was_only_seen_is_used_for_no_other_table(state: Path) -> None:
    SeenSet(PIECES).taught(painted(1, 0))
    assert own_pieces() is None
    assert own_pieces("seen-1") is not None
    PIECES.store.forget("seen-1")
    assert SeenSet(PIECES).taught(painted(1, 1)) is None


def test_a_damaged_set_is_passed_over(state: Path, caplog: pytest.LogCaptureFixture) -> None:
    PIECES.store.save("seen-1", b"not whole")
    assert SeenSet(PIECES).taught(painted(1, 0)) is None
    assert "seen-1" in caplog.text
    assert SeenSet(PIECES).taught(painted(1, 1)) is not None


def test_a_few_kinds_do_not_say_which_set_it_is(state: Path) -> None:
    few = painted(1, 0).only(np.arange(2 * PARAMS.same_set_min_pieces))
    SeenSet(PIECES).taught(few)
    assert PIECES.store.names() == []


def test_a_set_of_the_other_edition_is_refused(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_set, "looks_like_edition", lambda _: "minis")
    PIECES.store.save("mine", own_set.encode(painted(1, 0)))
    with pytest.raises(RuleError, match="mine: expected pieces of the edition tiles, found minis") as caught:
        own_pieces("mine", "tiles")
    assert caught.value.code == "bad_teaching"
    assert own_pieces("mine", "minis") is not None
