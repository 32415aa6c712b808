"""The sets drawn for measuring: others each time, and read without a mistake once all was shown."""

from pathlib import Path

import numpy as np
import pytest

from tests.bench import fate_prints
from tests.bench.fate_scenes import Claim, reliability
from vision.fate.kinds import MONSTERS


def test_sets_look_different_and_are_drawn_again_the_same() -> None:
    first, again, other = (fate_prints.designs("symbols", np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert all(np.array_equal(first[kind].art, again[kind].art) for kind in MONSTERS)
    assert not any(np.array_equal(first[kind].art, other[kind].art) for kind in MONSTERS)
    arts = [design.art for design in first.values()]
    assert not any(np.array_equal(a, b) for n, a in enumerate(arts) for b in arts[:n])


def test_a_game_has_what_is_to_be_told() -> None:
    told = fate_prints.moments(np.random.default_rng(3))
    differences = [moment.state.items() ^ moment.expected.items() for moment in told]
    assert [bool(found) for found in differences] == [False, False, False, True, False, False]
    assert len(differences[3]) == 3  # a wrong kind, and one that is missing
    kinds = [set(moment.state.values()) for moment in told]
    assert kinds[0] < kinds[2] and kinds[4] - kinds[2]


def test_what_was_told_is_counted_by_how_surely() -> None:
    claims = [
        Claim(0.95, True, False),
        Claim(0.985, True, True),
        Claim(1.0, False, False),
        Claim(0.5, True, False),
    ]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in reliability(claims).splitlines()[2:]]
    told = {row[0]: [int(cell) for cell in row[1:]] for row in rows}
    assert told["0.9 to 0.98"] == [1, 1, 0, 0]
    assert told["0.98 to 0.99"] == [1, 0, 0, 0]
    assert told["0.9999 to 1"] == [0, 0, 1, 1]
    assert sum(map(sum, told.values())) == 5  # what was said to be unsure claims nothing


LEAST_RIGHT = 0.9
"""Most sets reach 0.98; drawings, which look much like one another, 0.93."""


SURE = 0.98


@pytest.mark.slow
@pytest.mark.parametrize("name", fate_prints.SETS)
def test_a_set_nobody_has_shown_is_read_without_a_sure_mistake(name: str, tmp_path: Path) -> None:
    scores = fate_prints.measure(fate_prints.record(tmp_path, name))
    for told in ("first picture", "every picture"):
        n, sure = scores[told].counts, [claim for claim in scores[told].claims if claim.confidence >= SURE]
        assert n["missed"] == n["invented"] == 0, scores[told].failures
        assert all(claim.right for claim in sure), scores[told].failures
    assert scores["first picture"].counts["hex wrong"] <= 1  # a kind that the picture did not show
    assert scores["every picture"].counts["hex wrong"] == 0
    every, nothing = scores["every picture"].counts, scores["nothing"].counts
    assert every["later right"] >= LEAST_RIGHT * sum(
        every[f"later {sort}"] for sort in ("right", "unsure", "wrong")
    )
    assert nothing["hex wrong"] <= 5  # what nobody has shown is unknown, not named
