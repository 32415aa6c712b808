"""Session manifest of Fate."""

from companion.games.fate.places import placed
from companion.session.base import SessionManifest, WatchOption
from companion.session.fate.caption import caption
from companion.session.fate.session import FateSession

SESSION = SessionManifest(
    begin=FateSession.begin,
    resume=FateSession.resume,
    worded=placed,
    caption=caption,
    shelves={"pieces": ".npz"},
    watch_options=(
        WatchOption(
            "--expect",
            "file",
            "JSON of what should lie there, {hex: kind}, or one of those for each picture's name.",
        ),
        WatchOption("--edition", "text", "what the monsters are.", ("tiles", "minis", "auto")),
        WatchOption(
            "--pieces",
            "text",
            'the pieces learnt under this name, or "default": the printed marks.'
            " Else the pieces learnt last.",
        ),
        WatchOption("--verbose", "flag", "also say what lies there where it is as expected."),
    ),
)
