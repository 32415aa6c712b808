"""Wrong tables, each with the reaction that is expected of every game.

`REACTIONS` says in words what is asked for. A thing in the picture changes nothing that is believed, and
when it has gone the game stands as it stood. A table that is wrong is told, and not taken for a move that
nobody can have made; put right again, all is as before.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator

from companion.games.base import Table
from companion.session.messages import Undo
from companion.storage.journal import Journal
from tests.session.contract import GAME
from tests.torture.tally import Tally
from tests.torture.watched import Watched, with_camera
from vision.arrays import Picture

LOOKS, MOVES = 3, 30
SAME = "nothing is believed; the same game when it has gone"
FOLLOWED = "the board is followed or looked for; the same game"
ONLY_MOVE = "told, or taken for the only move that it can have made, which one undo takes back"
TOLD = "told, and taken for no move; all as before when put right"
Change = Callable[[Picture, Generator], Picture]


class Wrong(NamedTuple):
    """What is wrong: a change of the picture or of the table, and the reaction."""

    reaction: str
    picture: Change | None = None
    table: Callable[[Table, Generator], Table] | None = None


def torture(times: int, seed: int = 1) -> Tally:
    """So many wrong tables, all kinds and games in turn."""
    tally, chance = Tally("wrong tables"), np.random.default_rng(seed)
    kinds = [(kind, name) for kind in WRONG for name in with_camera()]
    with ExitStack() as stack:
        for number in range(times):
            kind, name = kinds[number % len(kinds)]
            folder = stack.enter_context(TemporaryDirectory())
            with tally.trying(f"{kind} in {name}"), Journal(Path(folder) / "journal.sqlite3") as journal:
                table = Watched(name, journal, 3 + number // len(kinds), MOVES)
                check(WRONG[kind], table, chance, tally)
    return tally


def check(wrong: Wrong, table: Watched, chance: Generator, tally: Tally) -> None:
    """Raises AssertionError where the reaction is another one."""
    for _ in range(2):
        assert table.look() is None
    before, stored, said = table.shown(), table.stored(), _said(table)
    if wrong.picture is not None:
        held = np.random.default_rng(int(chance.integers(1 << 30)))
        state = held.bit_generator.state
        for _ in range(LOOKS):
            held.bit_generator.state = state  # the thing lies still
            table.look(partial(_in_the_picture, wrong.picture, held))
            assert _changes(table, before) == {}, "believed"
    if wrong.table is not None:
        table.lay(wrong.table(table.expected, chance))
        for _ in range(LOOKS):
            trouble = table.look()
        assert trouble or _said(table) != said or _changes(table, before), "not told"
        if believed := table.session.snapshot(GAME).played - before["played"]:
            assert wrong.reaction == ONLY_MOVE and believed == 1, f"{believed} moves believed"
            tally.note("lost pieces taken for the only move they can have made, and undone")
            table.session.tell(Undo(GAME))
        table.lay(table.expected)
    for _ in range(LOOKS):
        trouble = table.look()
    assert trouble is None, f"not read again: {trouble}"
    changes = _changes(table, before)
    if wrong.table is not None:
        changes = {key: values for key, values in changes.items() if key not in ("can_redo", "undone")}
    assert changes == {}, f"not as before: {changes}"
    assert table.session.snapshot(GAME).played == before["played"]
    assert wrong.table is not None or table.stored() == stored, "an event was stored"


def _in_the_picture(change: Change, chance: Generator, picture: Picture) -> Picture:
    return change(picture, chance)


def _said(table: Watched) -> object:
    shown = table.session.snapshot(GAME)
    return shown.message, str(shown.problem), [getattr(shown, name, None) for name in ("unclear", "unsure")]


def _changes(table: Watched, before: Mapping[str, Any]) -> dict[str, Any]:
    now = table.shown()
    return {key: (before[key], now[key]) for key in now if now[key] != before[key]}


# -- the picture


def bumped(picture: Picture, chance: Generator) -> Picture:
    return _warped(picture, [[1, 0, 14.0], [0, 1, -9.0], [0, 0, 1]])


def turned_round(picture: Picture, chance: Generator) -> Picture:
    return np.ascontiguousarray(picture[::-1, ::-1])


def camera_slips(picture: Picture, chance: Generator) -> Picture:
    return _warped(picture, [[0.97, 0.02, 25.0], [-0.01, 0.96, 30.0], [0, 2e-5, 1]])


def camera_turned(picture: Picture, chance: Generator) -> Picture:
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 7.0, 1.0)
    return _warped(picture, [*turn.tolist(), [0, 0, 1]])


def lamp_off(picture: Picture, chance: Generator) -> Picture:
    return np.clip(picture * 0.1 + chance.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


def sun_patch(picture: Picture, chance: Generator) -> Picture:
    height, width = picture.shape[:2]
    lit = np.ones(picture.shape[:2], np.float32)
    x, y = chance.integers(width // 4, width // 2), chance.integers(height // 4, height // 2)
    cv2.fillConvexPoly(lit, np.array([[x, y], [x + 260, y - 40], [x + 300, y + 200], [x + 20, y + 240]]), 2.4)
    soft = np.asarray(cv2.GaussianBlur(lit, (0, 0), 5))
    return np.asarray(np.clip(picture * soft[..., None], 0, 255), dtype=np.uint8)


def phone(picture: Picture, chance: Generator) -> Picture:
    covered, (x, y) = picture.copy(), _place(picture, chance)
    cv2.rectangle(covered, (x, y), (x + 90, y + 180), (28, 26, 24), -1)
    return covered


def cup(picture: Picture, chance: Generator) -> Picture:
    covered, (x, y) = picture.copy(), _place(picture, chance)
    cv2.circle(covered, (x, y), 62, (205, 210, 214), -1, cv2.LINE_AA)
    cv2.circle(covered, (x, y), 50, (30, 44, 74), -1, cv2.LINE_AA)
    return covered


def sleeve(picture: Picture, chance: Generator) -> Picture:
    covered, (x, y) = picture.copy(), _place(picture, chance)
    bottom = picture.shape[0]
    outline = np.array([[x - 70, bottom], [x - 45, y], [x + 45, y - 10], [x + 90, bottom]])
    cv2.fillConvexPoly(covered, outline, (120, 60, 40), cv2.LINE_AA)
    return covered


def lens_covered(picture: Picture, chance: Generator) -> Picture:
    return np.full_like(picture, 9)


def markers_taken_away(picture: Picture, chance: Generator) -> Picture:
    """All that lies in the corners of the picture, beside the board."""
    covered = picture.copy()
    height, width = picture.shape[:2]
    for x in (0, width - 90):
        for y in (0, height - 90):
            covered[y : y + 90, x : x + 90] = covered[y : y + 90, x : x + 90].mean((0, 1))
    return covered


def _warped(picture: Picture, homography: object) -> Picture:
    height, width = picture.shape[:2]
    moved = cv2.warpPerspective(
        picture, np.array(homography, float), (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(moved, dtype=np.uint8)


def _place(picture: Picture, chance: Generator) -> tuple[int, int]:
    height, width = picture.shape[:2]
    x, y = (int(chance.integers(most * 2 // 5, most * 3 // 5)) for most in (width, height))
    return x, y


# -- the table


def lost(table: Table, chance: Generator) -> Table:
    """A piece has rolled under the table."""
    space = _occupied(table, chance)
    return {here: kinds for here, kinds in table.items() if here != space}


def replaced(table: Table, chance: Generator) -> Table:
    """A piece stands there in another colour or kind."""
    space = _occupied(table, chance)
    others = sorted({kind for kinds in table.values() for kind in kinds} - set(table[space]))
    return {**table, space: {others[int(chance.integers(len(others)))]: 1}} if others else lost(table, chance)


def swept(table: Table, chance: Generator) -> Table:
    """A sleeve took a third of the pieces off."""
    return {space: kinds for space, kinds in table.items() if chance.random() > 0.35}


def two_at_once(table: Table, chance: Generator) -> Table:
    """Two have each taken a piece in the hand."""
    return lost(lost(table, chance), chance)


def _occupied(table: Table, chance: Generator) -> Any:
    spaces = sorted(table, key=str)
    return spaces[int(chance.integers(len(spaces)))]


WRONG: Mapping[str, Wrong] = {
    "the board is bumped": Wrong(FOLLOWED, bumped),
    "the board is turned round": Wrong(SAME, turned_round),
    "the camera slips": Wrong(FOLLOWED, camera_slips),
    "the camera is turned": Wrong(FOLLOWED, camera_turned),
    "the lamp goes out": Wrong(SAME, lamp_off),
    "sun on the board": Wrong(SAME, sun_patch),
    "a phone on the board": Wrong(SAME, phone),
    "a cup on the board": Wrong(SAME, cup),
    "a sleeve on the board": Wrong(SAME, sleeve),
    "the lens is covered": Wrong(SAME, lens_covered),
    "the markers are taken away": Wrong(SAME, markers_taken_away),
    "a piece is lost": Wrong(ONLY_MOVE, table=lost),
    "a piece is replaced by another": Wrong(TOLD, table=replaced),
    "many pieces are swept off": Wrong(TOLD, table=swept),
    "two take a piece at once": Wrong(TOLD, table=two_at_once),
}
REACTIONS: Mapping[str, str] = {kind: wrong.reaction for kind, wrong in WRONG.items()}
