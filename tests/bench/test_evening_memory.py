"""The app fits into a Raspberry Pi with 1 GB, after an evening of all games."""

from pathlib import Path

import pytest

from tests.bench.evening_memory import measured

AIMS_MB = {"touch": 250, "camera": 300}
CHECKOUT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("kind", AIMS_MB)
def test_an_evening_of_all_games_takes_little_memory(kind: str) -> None:
    *_, (_, _, left_mb) = measured(kind, CHECKOUT)
    assert left_mb <= AIMS_MB[kind]
