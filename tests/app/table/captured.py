"""Captures of simulated tables of all games, as the running app makes them."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from companion.app.fae import players as fae_people
from companion.app.fae.watch import simulated as fae_camera
from companion.app.game_loader import app_game, seeing
from companion.app.table.beliefs import belief
from companion.app.table.frame_reader import FrameReader
from companion.app.table.recent_pictures import RecentPictures
from companion.session.base import SessionContext
from companion.session.fae.session import FaeSession
from companion.session.messages import Seen

HOLD_S = 0.6


class Table(NamedTuple):
    """A simulated table, watched by a session."""

    game: str
    camera: Any
    session: Any
    players: tuple[str, ...]


def fae_table(seed: int, players: tuple[str, ...] = ("Ana", "Bo")) -> Table:
    position = fae_people.opening(seed, len(players))
    return Table("fae", fae_camera(seed, players), FaeSession(players, SessionContext(), position=position), players)


TABLES: dict[str, Callable[[int], Table]] = {"fae": fae_table}


def watched(table: Table) -> Iterator[tuple[RecentPictures, Any]]:
    """Watch a table; yield after each picture, as the camera thread does."""
    sees, form = seeing(table.game), app_game(table.game).captures
    reader: FrameReader[Any] = FrameReader(
        sees.new_reader(sees.locate(table.game), True), table.session.expected, HOLD_S
    )
    recent = RecentPictures()
    while frame := table.camera.read():
        observation = reader.look(frame)
        table.session.tell(Seen(0, observation))
        found = belief(form, table.session, table.players, reader.reader, observation)
        reader.accept(table.session.settled_table)
        recent.add(frame, found, moving=observation.trouble == "motion", trouble=observation.trouble is not None)
        yield recent, observation


def scene(game: str) -> dict[str, Any]:
    return {"game": game, "simulated": True}
