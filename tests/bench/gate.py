"""Cheap cameras: when the table counts as still, and how a whole game is followed behind five of them.

    python -m tests.bench.gate [--games] [--seed 21]

The first table is about the gate alone: an arm that is drawn over every game's simulated table reaches in by
steps, to its fingertip only and over half of the table, and goes. `opened` counts pictures taken while it
moved that were called still; `s until still` is the longest time from the first picture without it. All
cameras of `cheap_cameras` are tried; a row holds those of one width and noise.

With `--games` the simulated game of each demo is followed through the whole app, from the gate to the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from gettext import NullTranslations
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

import click
import numpy as np

from companion.app import game_loader
from companion.app.controller.demo import demo_app
from companion.games import registry
from companion.settings.settings import DEFAULTS, load
from companion.simulation.base import Pace
from companion.storage.journal import Journal
from tests.bench.cheap_cameras import (
    LIGHTS,
    NOISE_LEVELS,
    QUALITIES,
    WIDTHS_PX,
    CheapCamera,
    Taken,
    arm,
    every_camera,
)
from tests.bench.tables import table
from vision.arrays import Picture
from vision.motion import Stillness

FPS = 8.0
SEED = 21
SKIN = ((120, 150, 205), (60, 80, 120))
"""Colours of arms, BGR: light and dark."""
REACHES = (0.0, 0.01, 0.02, 0.0, 0.1, 0.25, 0.4, 0.5, 0.4, 0.25, 0.1, 0.0)
"""Shares of the width over which the arm reaches in consecutive pictures: a fingertip first, then an arm."""
RESTS = 8
"""Pictures of the table at rest, before the arm and after it."""
PACE = Pace(FPS, 1.5, realtime=False)
GAMES_S = 120.0
"""Longest time of a game: a duel takes 20 minutes, and is counted as far as it came."""
FOLLOWED = (
    CheapCamera(1280),
    CheapCamera(640, 8.0),
    CheapCamera(640, 8.0, 60),
    CheapCamera(640, 8.0, 90, 0.5),
    CheapCamera(960, 16.0, 40),
)
GATE_HEADER = (
    "width px",
    "noise",
    "cameras",
    "moving pictures",
    "opened",
    "median s until still",
    "longest s",
)
GAMES_HEADER = ("game", "camera", "played", "right", "asked", "wrong")


class Opened(NamedTuple):
    """Pictures of a moving arm, those that were called still, and seconds until still after each arm."""

    moving: int
    opened: int
    waits_s: tuple[float, ...]


def seen(game: str, seed: int = SEED) -> Picture:
    """Return a picture of a game's table at rest."""
    camera = game_loader.seeing(game).waiting(seed, FPS)
    try:
        frame = camera.read()
        assert frame
        return frame.picture
    finally:
        camera.close()


def with_camera() -> list[str]:
    """Return the games that a camera can watch."""
    names = registry.registered()
    return [name for name in names if game_loader.app_game(name).camera]


def tried(still: Picture, camera: CheapCamera, hold_s: float, seed: int = SEED) -> Opened:
    """Let arms reach over a table, and look at the gate."""
    chance, gate, number = np.random.default_rng(seed), Stillness(hold_s), 0
    moving = opened = 0
    waits_s = []

    def look(picture: Picture) -> bool:
        nonlocal number
        number += 1
        return gate.still(camera.taken(picture, chance), number / FPS)

    for _ in range(RESTS):
        look(still)
    for colour in SKIN:
        for reach in REACHES:
            moving += 1
            opened += look(arm(still, reach, colour))
        rest = [look(still) for _ in range(RESTS)]
        waits_s.append(rest.index(True) / FPS if True in rest else float("inf"))
    return Opened(moving, opened, tuple(waits_s))


def gate_rows(seed: int = SEED) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the first table."""
    hold_s = load(DEFAULTS).camera.hold_s
    tables = [seen(game, seed) for game in with_camera()]
    cameras = every_camera()
    for width_px in WIDTHS_PX:
        for noise in NOISE_LEVELS:
            some = [one for one in cameras if one[:2] == (width_px, noise)]
            assert len(some) == len(QUALITIES) * len(LIGHTS)
            found = [tried(one, camera, hold_s, seed) for one in tables for camera in some]
            waits_s = [wait_s for one in found for wait_s in one.waits_s]
            yield (
                width_px, f"{noise:g}", len(found), sum(one.moving for one in found),
                sum(one.opened for one in found), f"{median(waits_s):.2f}", f"{max(waits_s):.2f}",
            )  # fmt: skip


def followed(game: str, camera: CheapCamera, folder: Path, seed: int = SEED) -> tuple[object, ...]:
    """Play a game's demo behind a camera, to its end or for `GAMES_S`; return its row."""
    make = game_loader.camera_game(game).demo
    assert make
    with Journal(folder / "journal.sqlite3") as journal:

        def new_app(*, simulated: Any, over: Any) -> Any:
            return demo_app(load(DEFAULTS), journal, seed)(
                simulated=lambda about: Taken(simulated(about), camera, seed), over=over
            )

        demo = make(new_app, journal, seed, PACE)
        try:
            demo.begin()
            demo.wait(GAMES_S)
            rows, _ = demo.write_report(folder, NullTranslations())
        finally:
            demo.close()
    numbers = [[int(found) for found in re.findall(r"\d+", text)] for _, text in rows]
    return game, camera, *_COUNTED[game](numbers)


def _by_camera(numbers: list[list[int]]) -> Counts:
    """Moves of Fae and Fairy Tile: right of all, wrong, asked."""
    right, played, wrong, asked = next(found for found in numbers if len(found) == 4)
    return played, right, asked, wrong


def _of_fate(numbers: list[list[int]]) -> Counts:
    """Acts of heroes; mistakes of people that were missed, and differences that were none, are wrong."""
    _, (acts, wrong, _), _, (_, _, missed), (invented,), (asked,), *_ = numbers
    return acts, acts - wrong, asked, wrong + missed + invented


def _of_fabula(numbers: list[list[int]]) -> Counts:
    """Decisions of a duel: by the camera, by one touch or more, wrong."""
    played, camera, tap, touch, wrong = next(found for found in numbers if len(found) == 5)
    return played, camera, tap + touch, wrong


Counts: TypeAlias = tuple[int, int, int, int]
"""Played, right, asked, wrong."""
_COUNTED: Mapping[str, Callable[[list[list[int]]], Counts]] = {
    "fae": _by_camera, "fairytile": _by_camera, "fate": _of_fate, "fabula": _of_fabula,
}  # fmt: skip


@click.command()
@click.option("--games", is_flag=True, help="Follow whole games, too; takes about 20 minutes.")
@click.option("--seed", default=SEED, show_default=True)
def main(games: bool, seed: int) -> None:
    """Print the tables."""
    rows = []
    for row in gate_rows(seed):
        rows.append(row)
        click.echo(" | ".join(map(str, row)), err=True)
    click.echo(table(GATE_HEADER, rows))
    rows = []
    for game in with_camera() if games else ():
        for camera in FOLLOWED:
            with TemporaryDirectory() as folder:
                rows.append(followed(game, camera, Path(folder), seed))
            click.echo(" | ".join(map(str, rows[-1])), err=True)
    if rows:
        click.echo(table(GAMES_HEADER, rows))


if __name__ == "__main__":
    main()
