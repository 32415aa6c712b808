"""Session manifest of Fae."""

from companion.session.base import SessionManifest, WatchOption
from companion.session.fae.caption import caption
from companion.session.fae.session import FaeSession
from companion.session.fae.words import REASONS

SESSION = SessionManifest(
    begin=FaeSession.begin,
    resume=FaeSession.resume,
    reasons=REASONS,
    caption=caption,
    watch_options=(
        WatchOption("--players", "names", "names in order of play, such as Ana,Bo,Cy."),
        WatchOption("--start", "file", "written game, or its setup object, that the table shows now."),
        WatchOption(
            "--ritual-order",
            "file",
            "JSON list with one list of spaces for each move that makes several rituals.",
        ),
    ),
)
