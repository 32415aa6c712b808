"""Single movements of a guide step, and the table after it."""

import pytest

from companion.games.base import Table
from companion.session import repair
from companion.table.guide import GuideStep, movements

BOTH: Table = {1: {"goblin": 1}, 2: {"troll": 1}, 3: {"brute": 1}}
SWAP = GuideStep("exchange", 1, 2, {"goblin": 1}, becomes={"troll": 1})
OVER = GuideStep("turn_over", 3, None, {"brute": 1}, becomes={"brute back": 1})


@pytest.mark.parametrize(
    ("step", "acts", "wanted"),
    [
        (SWAP, ["remove", "move", "place"], {1: {"troll": 1}, 2: {"goblin": 1}, 3: {"brute": 1}}),
        (OVER, ["remove", "place"], {**BOTH, 3: {"brute back": 1}}),
        (GuideStep("move", 1, 4, {"goblin": 1}), ["move"], {2: BOTH[2], 3: BOTH[3], 4: {"goblin": 1}}),
        (GuideStep("confirm"), ["confirm"], BOTH),
    ],
)
def test_movements_lead_from_one_table_to_the_other(step: GuideStep, acts: list[str], wanted: Table) -> None:
    assert [one.act for one in movements(step)] == acts
    after = {space: kinds for space, kinds in repair.after(BOTH, step).items() if kinds}
    assert after == wanted


def test_no_space_holds_two_pieces_during_an_exchange() -> None:
    table: Table = BOTH
    for one in movements(SWAP):
        table = repair.after(table, one)
        assert all(sum(kinds.values()) <= 1 for kinds in table.values())
