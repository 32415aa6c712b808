"""Number of touches and seconds of an evening, from the first start to a rematch.

Seconds are those of the window's clock, about half of one for each touch. With `-s` the table is printed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.games import fae
from tests.app.archive.test_archive import fae_game
from tests.ui.evening import Evening, evening
from tests.ui.test_evenings import turn_to_look

MOST: dict[str, tuple[int, float]] = {
    "first start to the first move": (10, 15.0),
    "a move": (2, 3.0),
    "leave and resume": (6, 8.0),
    "the end to its replay": (4, 10.0),
    "the result to a picture to print": (2, 5.0),
    "the result to a rematch": (2, 5.0),
}
"""Maximum number of touches, and of seconds, for each part."""


class Meter:
    """Counts the touches and seconds of each part of an evening, which has limits for both."""

    def __init__(self, house: Evening) -> None:
        self._finger = house.finger
        self.found: dict[str, tuple[int, float]] = {}

    @contextmanager
    def of(self, part: str) -> Iterator[None]:
        touches, start_s = self._finger.touches, self._finger.now_s
        yield
        self.found[part] = self._finger.touches - touches, self._finger.now_s - start_s
        most, most_s = MOST[part]
        assert self.found[part][0] <= most, (part, self.found[part])
        assert self.found[part][1] <= most_s, (part, self.found[part])

    def __str__(self) -> str:
        rows = "\n".join(
            f"| {part} | {touches} | {time_s:.1f} |" for part, (touches, time_s) in self.found.items()
        )
        return f"| Fae, two players, by touch | touches | seconds |\n| --- | ---: | ---: |\n{rows}\n"


def deal(house: Evening) -> None:
    """Let every player look at the spirit for the required time."""
    for name in house.snapshot.players:
        house.on("dealt")
        house.finger.until(partial(turn_to_look, house, name))
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
    house.on("fae_play")


def move(house: Evening) -> None:
    shown = house.until(lambda shown: True)
    moves = fae.legal(shown.position)
    first = min(moves, key=lambda move: len(fae.isolated_by(shown.position, move.source, move.target)))
    house.space(first.source)
    house.space(first.target)
    house.other_than(shown)


def reveal(house: Evening) -> None:
    """All spirits, one after the other, nothing skipped."""
    for number in (1, 2):
        house.press("eye", "Next spirit")
        house.finger.until(partial(ritual_done, house, number), "a spirit and its points")


def ritual_done(house: Evening, spirits: int) -> bool:
    """Return whether this number of spirits is revealed and counted."""
    return bool(sum(row.progress == 1 for row in house.screen.spirits.ids.rows.children) >= spirits)


def last_move(house: Evening) -> None:
    """Go on with a stored game where one move is left."""
    whole, positions = fae_game(house.journal, ("Ana", "Bo"), reveal=False)
    house.journal.delete(whole)
    fae_game(house.journal, ("Ana", "Bo"), moves=len(positions) - 2, reveal=False)
    house.running.app.choose_screen()  # the start page looks again what is stored
    house.press("play", "Continue")
    for name in ("Ana", "Bo"):
        house.on("dealt")
        house.finger.until(partial(turn_to_look, house, name))
        house.press("check")
    house.on("fae_play")
    move(house)
    house.on("fae_end")


@pytest.mark.slow
def test_an_evening_costs_few_touches(open_window: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with evening(open_window, tmp_path, seed=8) as house:
        meter = Meter(house)
        with meter.of("first start to the first move"):
            house.press("tile-fae", "Fae")
            house.press("play")
            house.on("dealt")
            house.until(lambda shown: True)
            deal(house)
            move(house)
        with meter.of("a move"):
            move(house)
        with meter.of("leave and resume"):
            house.press("menu")
            house.press("door")
            house.press(text="Continue")
            for name in ("Player 1", "Player 2"):
                house.on("dealt")
                house.finger.until(partial(turn_to_look, house, name))
                house.press("check")
            house.on("fae_play")
        house.press("menu")
        house.press("door")
        last_move(house)
        with meter.of("the end to its replay"):
            reveal(house)
            house.press("chart")
            house.on("review")
            house.press("film", "Watch")
            house.on("replay")
        house.press("back")
        house.press("back")
        house.on("fae_end")
        with meter.of("the result to a picture to print"):
            house.press("save", "Keep")
            house.press("picture")
            house.finger.until(lambda: ".png" in house.screen.said, "saved")
        house.press("back")
        house.on("fae_end")
        with meter.of("the result to a rematch"):
            house.press("replay")
            house.on("dealt")
        assert house.snapshot.players == ("Bo", "Ana")
    print(f"\n{meter}")
