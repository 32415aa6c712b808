"""A game of Fate as text, for a terminal without a display."""

from collections.abc import Iterator
from gettext import NullTranslations

from companion.app.fate.event_text import difference
from companion.games.fate.places import placed
from companion.games.fate.track import last_step
from companion.i18n import say
from companion.session.fate.snapshot import FateSnapshot
from companion.table.compare import Difference


def log_lines(tr: NullTranslations, before: FateSnapshot | None, shown: FateSnapshot) -> Iterator[str]:
    """Yield a line for everything that happened, and for every difference except possible moves."""
    position = shown.position
    if position.step != (before.position.step if before else 0):
        track = f"[{'#' * position.step:.<{last_step(position.options)}}]"
        town = tr.gettext("Town pieces: {n}").format(n=position.town)
        yield f"{track}  {town}"
    for entry in shown.log[len(before.log) if before else 0 :]:
        yield f"{entry.number:4}  {say(tr, [placed(entry.text)])}"
    known, differences = _wrong(before) if before else (), _wrong(shown)
    for found in differences:
        if found not in known:
            yield f"   !  {difference(tr, found)}"
    if known and not differences:
        right = tr.gettext("The table is right again.")
        yield f"   +  {right}"


def _wrong(shown: FateSnapshot) -> tuple[Difference, ...]:
    """Return the differences, unless they may be a player's move."""
    moved = shown.choice is not None and shown.choice.what == "seen"
    return () if moved else tuple(shown.differences)
