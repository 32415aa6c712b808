"""Captures of Fae: replayed by a session that begins at the position of the first picture."""

from collections.abc import Mapping
from typing import Any

from companion.app.camera.recent_pictures import Start
from companion.app.camera_game import CaptureForm
from companion.games.base import guest_name
from companion.games.fae.script import FaeSetup, read_setup, setup_object
from companion.session.base import SessionContext
from companion.session.events import AsExpected
from companion.session.fae.events import BoardRead
from companion.session.fae.session import FaeSession


def start(session: FaeSession) -> Start:
    """Return the position; a replay cannot begin while a question or a repair is open."""
    if not session.begun or session.wrong or session.leftovers or session.waiting or session.suggested_move:
        return Start(clean=False)
    step = session.timeline.current
    names = tuple(guest_name(number) for number, _ in enumerate(session.players, 1))
    sure = next((event.confidence for event in session.happened if isinstance(event, AsExpected)), None)
    opening = BoardRead(step.table, 1.0 if sure is None else sure)
    return Start(written=setup_object(FaeSetup(names, {}, step.position)), opening=opening)


def follow(written: Mapping[str, Any]) -> FaeSession:
    """Begin at a written position. Raises RuleError `bad_setup`."""
    setup = read_setup(written)
    return FaeSession(setup.players, SessionContext(), position=setup.position)


CAPTURES = CaptureForm(start=start, follow=follow)
