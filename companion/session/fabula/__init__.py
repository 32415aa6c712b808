"""A duel of Fábula at a table."""

from companion.session.base import SessionManifest, WatchOption
from companion.session.fabula.session import FabulaSession

SESSION = SessionManifest(
    begin=FabulaSession.begin,
    resume=FabulaSession.resume,
    watch_options=(
        WatchOption("--cards", "text", "the cards learnt under this name, else those learnt last."),
        WatchOption("--start", "file", "written game, or its setup object, that the table shows now."),
    ),
)
