from functools import cache

import pytest

from companion.games.base import Table
from companion.table.guide import GuideStep
from tests.slow import slow_but
from vision.fabula import samples
from vision.fabula.faces import Faces
from vision.fabula.reader import FabulaReader
from vision.fabula.simulated import SimulatedFabulaTable
from vision.fabula.simulated.faces import drawn
from vision.fabula.simulated.table import PLACES, TAPPED
from vision.fabula.table_changes import Change, TableTracker
from vision.simulated import SimulatedCamera

NAMES = ("spark_runner", "tide_scout", "moss_giant", "ember_camp", "harbour", "old_mill", "charm", "back")
BASES = ("ember_camp", "harbour", "old_mill")


def _table() -> Table:
    bases = [place for place in PLACES if "outskirts" in place or "centre" in place]
    table: Table = {place: {BASES[number % 3]: 1} for number, place in enumerate(bases)}
    table = {**table, "near deck": {"back": 1}, "far deck": {"back": 1}}
    return {**table, "near battle 2": {"spark_runner": 1}, "far battle 4": {"tide_scout": 1}}


@cache
def _faces() -> Faces:
    return samples.faces({name: drawn(name) for name in NAMES})


def _seen(
    acts: list[GuideStep], seed: int = 3, fps: float = 4
) -> tuple[list[Change], FabulaReader, SimulatedFabulaTable]:
    """Return the changes that a reader reports of a duel, the reader, and the table at the end."""
    twin = SimulatedFabulaTable(_table(), seed, rest_s=1.0)
    camera = SimulatedCamera(twin, acts, fps=fps)
    reader, tracker = FabulaReader(_faces()), TableTracker()
    changes: list[Change] = []
    while frame := camera.read():
        assert camera.last is not None
        seen = reader.look(frame.name, frame.time_s, frame.picture)
        if not camera.last.hand_in_view and seen.trouble is None:
            changes += tracker.settle(reader.cards)
    return changes, reader, twin


@pytest.mark.parametrize("seed", slow_but(1, [1, 3]))
def test_every_card_of_a_still_table_is_recognised(seed: int) -> None:
    _, reader, twin = _seen([], seed, fps=2)
    reported = sorted((f"{card.side} {card.zone}", card.id or "") for card in reader.cards)
    true = [
        (" ".join(place.split()[:2]), kind.removesuffix(TAPPED))
        for place, kinds in twin.truth.items()
        for kind in kinds
    ]
    assert reported == sorted(true)


@pytest.mark.slow
def test_a_card_that_hands_play_and_tap_is_followed() -> None:
    acts = [
        GuideStep("place", "near battle 4", pieces={"moss_giant": 1}),
        GuideStep("remove", "near battle 2", pieces={"spark_runner": 1}),
        GuideStep("place", "near battle 2", pieces={"spark_runner" + TAPPED: 1}),
    ]
    changes, _, _ = _seen(acts)
    reported = [(change.what, change.card, change.side, change.zone) for change in changes]
    assert reported[0] == ("appeared", "moss_giant", "near", "battle")
    assert ("gone", "spark_runner", "near", "battle") in reported[1:]
    assert reported[-1] == ("appeared", "spark_runner", "near", "battle")
