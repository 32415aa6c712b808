"""`companion watch` on rendered pictures with known truth: every event is reported, none is invented."""

from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from typing import cast

import pytest

from companion.app.fae.watch import FaeWatcher
from companion.games import fae
from companion.games.base import Reason
from companion.session.base import SessionContext
from companion.session.events import Illegal
from companion.session.fae.events import InDoubt
from companion.session.fae.session import FaeSession
from tests.bench.batteries import KINDS, answer, battery
from tests.bench.scenes import STANDARD, Scene, find
from tests.bench.watch_scenes import Mode, score
from tests.games.fae.openings import game
from tests.slow import slow_but

SCENES = find([STANDARD])
TOO_FAR = {("vintage_midgame", "field")}
"""Here the lens shows a board of so few pixels that the app asks to move the camera closer."""
SHORT = min(SCENES, key=lambda scene: len(scene.rows))


def cases() -> list[tuple[Scene, Mode]]:
    """Return the scenes with both ways to find the board, the darkest by its markers first."""
    by_markers: list[tuple[Scene, Mode]] = [(scene, "markers") for scene in SCENES if scene.has_markers]
    return by_markers + [(scene, "corners") for scene in SCENES]


def test_there_are_scenes_of_every_kind() -> None:
    events = {row["event"] for scene in SCENES for row in scene.rows}
    assert events == {"setup", "hand", "move", "removal", "illegal", "correction"}
    assert {mode for _, mode in cases()} == {"corners", "markers"}


@pytest.mark.parametrize(
    ("scene", "mode"), slow_but(1, cases()), ids=[f"{scene.folder.name}-{mode}" for scene, mode in cases()]
)
def test_each_picture_is_reported_right(scene: Scene, mode: Mode) -> None:
    found = score(scene, mode)
    assert found.failures == []
    assert found.pictures == {"right": len(scene.rows)}


def test_moves_that_leave_the_same_table_are_ambiguous() -> None:
    """Two groups merge and a ritual removes both: no picture shows the space of the merge."""
    before, move, other = next(
        (p, *same)
        for seed in range(50)
        for p, _, _ in game(seed)
        for same in combinations([m for m in fae.legal(p) if fae.removals(p, m)], 2)
        if fae.table(fae.apply(p, same[0])) == fae.table(fae.apply(p, same[1]))
    )
    assert move[:2] != other[:2]
    state = fae.table(fae.apply(before, move))
    for shown, expected in ((state, {1}), ({**state, 1: {"red": 9}}, set())):
        scene = replace(SHORT, rows=[{"number": n, "hand": False, "state": shown} for n in (0, 1)])
        scene.__dict__["positions"] = {0: before, 1: fae.apply(before, move)}
        assert scene.alike == expected, "while druids still stand there it is seen which they are"


def test_people_do_not_confirm_a_move_that_was_not_made() -> None:
    """A mistake was corrected, and the program asks whether a move was made meanwhile."""
    before, move, _ = next(iter(game(3)))
    session = FaeSession(["P1", "P2"], SessionContext(), position=before)
    session.illegal = Illegal(Reason("unexplained", (1,)), None, None)
    session.waiting = doubt = InDoubt((move,))
    rows = [{"number": 0, "hand": False, "event": event} for event in ("setup", "correction")]
    scene = replace(SHORT, rows=rows)
    scene.__dict__["positions"] = {0: before}
    watching = cast(FaeWatcher, SimpleNamespace(session=session))
    assert answer(scene, watching, rows[1]) is not None
    assert session.waiting is not doubt
    assert session.timeline.at == 0


@pytest.mark.slow
def test_under_bad_conditions_reports_are_late_rather_than_wrong() -> None:
    found = battery(SHORT, "cup")
    assert [claim for claim in found.claims if not claim.right] == []
    assert found.moves["right"] > found.moves["asked"] + found.moves["late"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scene", SCENES, ids=[scene.folder.name for scene in SCENES])
def test_nothing_wrong_is_believed_on_a_bad_evening(scene: Scene, kind: str) -> None:
    found = battery(scene, kind)
    assert [claim for claim in found.claims if not claim.right and claim.event != "illegal"] == []
    seen = kind != "focus" and (scene.folder.name, kind) not in TOO_FAR
    assert found.moves["right"] > 0 or not seen, "after a time without a clear picture the app asks"


@pytest.mark.slow
def test_in_the_dark_a_move_of_a_low_contrast_piece_is_not_missed() -> None:
    scene = next(scene for scene in SCENES if scene.folder.name == "dark_markers")
    tally = battery(scene, "dim")
    assert tally.moves["right"] + tally.moves["late"] == sum(tally.moves.values())
    assert not [claim for claim in tally.claims if not claim.right]
