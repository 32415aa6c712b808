"""The lesson of Fae at a simulated table: lamps point at its move, and the camera sees that it was made."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.app.controller.app import App
from companion.app.fae.hands import FaePlayer
from companion.app.lights import ASK
from companion.games import fae
from companion.games.base import Space
from companion.games.fae.board import CENTRES, FRAME_MM, MAP_MM
from companion.games.fae.lesson import LESSON
from companion.session.base import GameConfig
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Read
from companion.settings.settings import load
from companion.simulation.base import SimulatedGame
from companion.simulation.player import Acts
from companion.storage.journal import Journal
from companion.table.guide import GuideStep
from tests.app.simulated_people import People
from ui.controller import TableKind
from vision.cameras.sources import Camera
from vision.fae.simulated import SimulatedFaeTable
from vision.simulated import SimulatedCamera

NAMES = ("Ana", "Bo")


class Obedient(FaePlayer):
    """Makes the move that the lesson points at, and no other."""

    def _move(self, shown: FaeSnapshot) -> Acts:
        saying = shown.lesson.saying if shown.lesson else None
        if saying is None or not saying.ways or shown.position is None:
            return ()
        source, target = saying.ways[0]
        druids = fae.contents(shown.position, int(source))
        self._moved = (GuideStep("move", source, target, druids, shown.turn),)
        return self._moved


def obedient(game: SimulatedGame) -> Camera:
    assert game.table
    table = SimulatedFaeTable(game.table, game.seed)
    player = Obedient(table, game.latest, game.tell, game.chance)
    return SimulatedCamera(table, player.acts(), fps=game.fps, realtime=True)


@contextmanager
def learning(folder: Path, table: TableKind) -> Iterator[tuple[App, People[FaeSnapshot]]]:
    with Journal(folder / "journal.sqlite3") as journal:
        app = App(load(), journal, chance=Random(1), simulated=obedient)
        people = People(app, FaeSnapshot)
        try:
            config = GameConfig(NAMES, setup=LESSON.opening(NAMES, ()), lesson=True)
            app.begin("fae", config, table)
            people.until(lambda shown: shown.dealt and shown.lesson is not None and bool(asking(app)))
            yield app, people
        finally:
            app.close()


def lamps_of(app: App, spaces: Iterable[Space]) -> set[int]:
    """Lamps in the column and the row of spaces, on all sides of the board, clockwise."""
    sides, found = app.lamps_a_side(), set()
    width, height = (side + 2 * FRAME_MM for side in MAP_MM)
    for space in spaces:
        x, y = CENTRES[int(space)]
        across, down = (FRAME_MM + x * MAP_MM[0]) / width, (FRAME_MM + y * MAP_MM[1]) / height
        first = 0
        for lamps, share in zip(sides, (across, down, 1 - across, 1 - down), strict=True):
            found |= {first + int(share * lamps)} if lamps else set()
            first += lamps
    return found


def step(shown: FaeSnapshot) -> str:
    return shown.lesson.key if shown.lesson else ""


def asking(app: App) -> set[int]:
    return {number for number, lamp in enumerate(app.strip.wanted) if lamp == ASK}


@pytest.mark.slow
def test_lamps_point_at_the_move_and_the_camera_sees_it(tmp_path: Path) -> None:
    with learning(tmp_path, "simulated") as (app, people):
        first = people.shown().lesson
        assert first and first.key == "ritual"
        assert first.saying
        (way,) = first.saying.ways
        assert asking(app) == lamps_of(app, way) != set()
        for name in NAMES:
            app.seen(name)  # from now on hands move druids
        moved = people.until(lambda shown: shown.played == 1, 60)
        assert moved.position and moved.position.cards_used == 1
        card = people.until(lambda shown: step(shown) == "card" and not asking(app), 60)
        for key in ("card", "spirit"):
            app.tell(Read(card.game, key))
        people.until(lambda shown: shown.played >= 2, 60)


def test_no_lamp_points_at_a_move_while_druids_must_be_put_right(tmp_path: Path) -> None:
    with learning(tmp_path, "none") as (app, people):
        shown = people.shown()
        assert shown.lesson and asking(app)
        assert shown.lesson.saying
        ((source, _),) = shown.lesson.saying.ways
        app._light(replace(shown, todo=(GuideStep("remove", source, pieces={"red": 1}),)))
        assert not asking(app)
