"""Session manifest of Fairy Tile."""

from companion.session.base import SessionManifest, WatchOption
from companion.session.fairytile.caption import caption
from companion.session.fairytile.session import FairySession
from companion.session.fairytile.words import REASONS

SESSION = SessionManifest(
    begin=FairySession.begin,
    resume=FairySession.resume,
    reasons=REASONS,
    caption=caption,
    shelves={"sets": ".json", "tiles": ".npz"},
    watch_options=(
        WatchOption("--start", "file", "a written game, or its setup, to go on from."),
        WatchOption("--tiles", "text", "the tiles taught under this name. Else those taught last."),
    ),
)
