"""Belief of a running game after a picture, as a capture keeps it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.app.camera.recent_pictures import ANYWHERE, Belief
from companion.app.camera_game import CaptureForm
from companion.app.table.seen_things import seen_things
from companion.table.observation import Observation
from vision.arrays import Floats
from vision.base import TableReader


def belief(
    form: CaptureForm, session: Any, players: Sequence[str], reader: TableReader, observation: Observation
) -> Belief:
    """Return it; call it on the game's thread, right after the session took the observation."""
    expected = session.expected
    events = form.events(reader, observation, expected) if form.events else session.happened
    return Belief(
        events=tuple(events),
        expected=expected,
        settled=session.settled_table,
        start=form.start(session) if form.start else ANYWHERE,
        corners=_corners(reader),
        players=players,
        things=None
        if observation.trouble
        else partial(
            seen_things, reader.plan, reader.view, tuple(reader.pieces), observation.table, observation.hidden
        ),
    )


def _corners(reader: TableReader) -> Floats | None:
    """Corners of a printed board as shares of the picture."""
    taps_mm = getattr(reader.plan, "taps_mm", None)  # a table without a board has none
    view = reader.view
    return None if view is None or taps_mm is None else view.project(taps_mm) / view.size_px
