"""Druids that stand before, behind and beside others."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.slow import slow_but
from tests.vision.board.test_reader import carried
from tests.vision.pictures import OPENING, picture, state
from vision.board.figures import body_pixels
from vision.board.reader import BoardReader
from vision.fae.board import DRUIDS

HEAD_MM = 15.0


@pytest.mark.parametrize("begin", slow_but(1, [0, 4]))
def test_a_druid_that_hides_part_of_another_is_seen_where_it_stands(reader: BoardReader, begin: int) -> None:
    """The pixels that it covers now showed the other one before."""
    image = picture(OPENING, 2)
    bases = np.array([piece.base_mm for piece in reader.pieces])
    front = bases - 10.5 * reader.layout.away(bases)
    gaps_mm = np.sort(np.linalg.norm(bases[None] - front[:, None], axis=2), axis=1)
    errors_mm = []
    for number in np.flatnonzero(reader.layout.inside(front, 12) & (gaps_mm[:, 1] > 25))[begin : begin + 4]:
        other = (number + 30) % len(bases)
        reader.look(f"{number}", 2.0 + number, carried(reader, image, bases[other], front[number]))
        assert reader._pending is not None
        there = [p.base_mm for p in reader._pending.pieces if p.kind == reader.pieces[other].kind]
        errors_mm.append(np.linalg.norm(np.array(there) - front[number], axis=1).min())
    assert len(errors_mm) == 4
    assert max(errors_mm) < 4.5


def test_what_hides_the_head_of_a_druid_is_not_explained_by_it(reader: BoardReader) -> None:
    """Another one's colour there is for a further druid to explain, which may stand behind it."""
    image = picture(OPENING, 2)
    kinds, head = [piece.kind for piece in reader.pieces], DRUIDS.body_mm[:, 2] > HEAD_MM
    assert reader.view is not None
    there = reader.view.scaled(image.shape[1] / reader.view.size_px[0])
    shares = []
    for number in range(0, len(kinds), 3):
        other = next(n for n, kind in enumerate(kinds) if kind != kinds[number])
        own, like = (
            np.rint(body_pixels(there, np.array([reader.pieces[n].base_mm]), DRUIDS.body_mm)[0][head]).astype(
                np.int32
            )
            for n in (number, other)
        )
        hull = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), cv2.convexHull(own), 1) > 0
        colour = np.median(image[like[:, 1], like[:, 0]], 0).astype(np.uint8)
        seen = reader.look(f"{number}", 2.0 + number, np.where(hull[..., None], colour, image))
        if seen.table == state(OPENING, 2) and seen.trouble is None:
            assert reader._evidence is not None
            explained = reader._evidence._reader.explained
            shares.append(explained[reader.layout.body(reader.pieces[number].base_mm)[head]].mean())
    assert len(shares) > 6
    assert np.quantile(shares, 0.25) < 0.5


@pytest.mark.slow
def test_a_druid_is_seen_beside_one_whose_place_is_not_well_known(reader: BoardReader) -> None:
    """It seems to stand where that one is."""
    image = picture(OPENING, 2)
    memory = reader.memory
    assert memory is not None
    bases = np.array([piece.base_mm for piece in memory.pieces])
    way = reader.layout.away(bases) @ np.array([[0.0, 1.0], [-1.0, 0.0]])
    gaps_mm = np.sort(np.linalg.norm(bases[None] - (bases + 12 * way)[:, None], axis=2), axis=1)
    roomy = np.flatnonzero(reader.layout.inside(bases + 12 * way, 12) & (gaps_mm[:, 1] > 25)).tolist()
    pairs = [(number, (number + 30) % len(bases)) for number in roomy]
    pairs = [(a, b) for a, b in pairs if memory.pieces[a].kind != memory.pieces[b].kind]
    found = 0
    for number, other in pairs:
        piece, to_mm = memory.pieces[number], bases[number] + 12 * way[number]
        x, y = bases[number] + 5 * way[number]
        off = [replace(p, base_mm=(float(x), float(y))) if p is piece else p for p in memory.pieces]
        reader.memory = replace(memory, pieces=tuple(off))
        reader.look(f"{number}", 2.0 + number, carried(reader, image, bases[other], to_mm))
        assert reader._pending is not None
        there = [p.base_mm for p in reader._pending.pieces if p.kind == memory.pieces[other].kind]
        found += np.linalg.norm(np.array(there) - to_mm, axis=1).min() < 9
    assert len(pairs) > 40
    assert found > 0.85 * len(pairs)
