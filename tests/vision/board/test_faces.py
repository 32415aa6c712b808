"""Pieces that differ only by what is printed on them."""

from collections.abc import Sequence
from functools import partial

import cv2
import numpy as np
import pytest

from companion.games.base import Kind, Table
from companion.table.compare import doubtful
from companion.table.observation import Observation
from tests.slow import slow_but
from vision.arrays import Picture
from vision.base import PieceMark
from vision.board import simulated_print
from vision.board.piece_kinds import DARK, LIGHT, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.board.simulated import SimulatedBoard
from vision.geometry.find_board import from_taps

BOARD = PrintedBoard.grid(8, 8, 40.0, frame_mm=15.0)
MARK = PieceMark("T", (230, 230, 230))
NUMBERS = ("0", "1", "2", "3", "4", "5", "6.", "7", "8", "9.")
"""As printed on the tiles: a dot tells 6 and 9 apart."""


def tiles(faces: Sequence[str], foot_mm: float = 30.0) -> PieceKinds:
    return PieceKinds([PieceKind(face, MARK, foot_mm, 5.0, colour=LIGHT, face=face) for face in faces])


TILES = tiles(NUMBERS)
RING = ("b2", "d2", "f2", "g4", "g6", "f7", "d7", "b7", "b5", "d5")
TAUGHT: Table = {space: {face: 1} for space, face in zip(RING, NUMBERS, strict=True)}


def shown(kinds: PieceKinds, table: Table, tilt_deg: float, seed: int = 1) -> tuple[Picture, BoardReader]:
    """Return a picture of the table, and a reader that was not yet shown anything."""
    frame = next(SimulatedBoard(BOARD, kinds, table, seed, tilt_deg=tilt_deg).frames([]))
    locate = partial(from_taps, BOARD, taps_px=frame.corners_px)
    return frame.picture, BoardReader(BOARD, kinds, locate, table)


def taught(kinds: PieceKinds, table: Table, tilt_deg: float, seed: int = 1) -> BoardReader:
    """Return a reader that has learnt the faces from one picture."""
    picture, reader = shown(kinds, table, tilt_deg, seed)
    assert reader.look("0", 0.0, picture).table == table
    reader.accept(table)
    return reader


def spoilt(picture: Picture, blur_px: float, noise_levels: float, seed: int) -> Picture:
    soft = cv2.GaussianBlur(picture, (0, 0), blur_px) if blur_px else picture
    noise = np.random.default_rng(seed).normal(0, noise_levels, picture.shape)
    return np.clip(np.rint(soft + noise), 0, 255).astype(np.uint8)


def read(reader: BoardReader, picture: Picture) -> Observation:
    seen = reader.look("1", 5.0, picture)
    assert seen.trouble is None
    return seen


def names(seen: Observation) -> dict[object, Kind]:
    """Return the kind on each space that was read for sure."""
    return {space: kind for space, (kind,) in seen.table.items() if space not in doubtful(seen)}


@pytest.mark.parametrize("tilt_deg", slow_but(1, [20.0, 0.0, 35.0]))
def test_numbers_are_read_in_any_direction(tilt_deg: float) -> None:
    rng = np.random.default_rng(5)
    reader, table, right = taught(TILES, TAUGHT, tilt_deg), TAUGHT, 0
    free = [space for space in BOARD.spaces if space not in TAUGHT]
    spaces = [free[n] for n in rng.permutation(len(free))]
    for n in range(0, 10, 2):
        came: Table = {spaces[n]: {NUMBERS[n]: 1}, spaces[n + 1]: {NUMBERS[n + 1]: 1}}
        table = {**table, **came}
        seen = read(reader, spoilt(shown(TILES, table, tilt_deg)[0], 1.0, 2.0, n))
        assert {*seen.table} == {*table}
        named = {space: {kind: 1} for space, kind in names(seen).items() if space in came}
        assert named.items() <= came.items()
        right += len(named)
        reader.accept(table)
    assert right >= 9


def test_a_number_exchanged_in_place_is_another_piece() -> None:
    reader = taught(TILES, TAUGHT, 20.0)
    table: Table = {**TAUGHT, "b2": {"3": 1}, "b5": {"1": 1}}
    seen = read(reader, shown(TILES, table, 20.0)[0])
    assert seen.table == table
    assert seen.evidence is not None
    assert (seen.evidence.left("b2"), seen.evidence.came("b2", ["3"])) == (1, 1)
    wanted = {space: table.get(space, {}) for space in seen.changed}
    assert seen.evidence.fit(wanted) > seen.evidence.fit({**wanted, "b2": {"0": 1}}) + 5


def test_faces_alike_when_turned_are_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    six = simulated_print.face("6")
    faces = {"6": six, "9": np.ascontiguousarray(np.rot90(six, 2)), "4": simulated_print.face("4")}
    monkeypatch.setattr(simulated_print, "face", faces.__getitem__)
    kinds = tiles(["6", "9", "4"])
    reader = taught(kinds, {"b2": {"6": 1}, "d5": {"9": 1}, "g7": {"4": 1}}, 20.0)
    table: Table = {"c3": {"6": 1}, "e6": {"9": 1}, "g2": {"4": 1}}
    seen = read(reader, shown(kinds, table, 20.0)[0])
    assert names(seen) == {"g2": "4"}
    assert doubtful(seen) == {"c3", "e6"}
    assert seen.evidence is not None
    (piece,) = seen.evidence.pieces("c3")
    assert {kind for (_, kind), nats in piece.others.items() if nats < 8} == {"6", "9"} - {piece.kind}


def test_a_face_that_was_never_shown_has_no_name_until_it_is_told() -> None:
    reader = taught(TILES, {space: TAUGHT[space] for space in RING[:4]}, 20.0)
    table: Table = {"c4": {"8": 1}, "e4": {"7": 1}, "e6": {"2": 1}}
    picture, _ = shown(TILES, table, 20.0)
    seen = read(reader, picture)
    assert names(seen) == {"e6": "2"}
    reader.accept(table)
    moved: Table = {**table, "g3": {"8": 1}, "b6": {"7": 1}}
    found = names(read(reader, shown(TILES, moved, 20.0)[0]))
    assert (found["g3"], found["b6"]) == ("8", "7")


def test_discs_are_turned_over() -> None:
    kinds = PieceKinds(
        [
            PieceKind(f"{colour}_{name}", MARK, 30.0, 6.0, colour=of, face=face)
            for colour, of in (("light", LIGHT), ("dark", DARK))
            for name, face in (("man", ""), ("king", "K"))
        ]
    )
    start: Table = {
        **{space: {"light_man": 1} for space in ("b2", "d2", "f2")},
        **{space: {"dark_man": 1} for space in ("b7", "d7", "f7")},
        "c5": {"light_king": 1},
        "f5": {"dark_king": 1},
    }
    reader = taught(kinds, start, 25.0)
    table: Table = {**start, "d2": {"light_king": 1}, "f7": {"dark_king": 1}, "c5": {"light_man": 1}}
    seen = read(reader, shown(kinds, table, 25.0)[0])
    assert seen.table == table
    assert not doubtful(seen)


def test_kinds_that_cannot_be_told_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="different faces"):
        PieceKinds([PieceKind(name, MARK, 30.0, 5.0, face="7") for name in ("one", "other")])
    with pytest.raises(ValueError, match="only on flat pieces, found one on pawn"):
        PieceKinds([PieceKind("pawn", MARK, 15.0, 30.0, flat=False, face="7")])
