"""Session manifest of Fábula."""

from companion.session.base import SessionManifest, WatchOption
from companion.session.fabula.caption import caption
from companion.session.fabula.session import FabulaSession
from companion.session.fabula.words import REASONS

SESSION = SessionManifest(
    begin=FabulaSession.begin,
    resume=FabulaSession.resume,
    reasons=REASONS,
    caption=caption,
    shelves={"cards": ".cards", "decks": ".json"},
    watch_options=(
        WatchOption("--cards", "text", "the cards learnt under this name, else those learnt last."),
        WatchOption("--start", "file", "written game, or its setup object, that the table shows now."),
    ),
)
