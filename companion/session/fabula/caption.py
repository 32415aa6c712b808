"""Captions of a duel for spectators."""

from gettext import NullTranslations

from companion.session.caption import Caption
from companion.session.fabula.snapshot import FabulaSnapshot

_MAX_LINES = 2


def caption(tr: NullTranslations, before: FabulaSnapshot, now: FabulaSnapshot) -> Caption | None:
    """Return the caption of the change between two snapshots; None if it needs none."""
    if entries := now.log[len(before.log) :]:
        text = " ".join(entry.text.say(tr) for entry in entries[-_MAX_LINES:])
        lost = {base.id for base in now.position.bases if base.destroyed or base.controller != base.owner}
        was = {base.id for base in before.position.bases if base.destroyed or base.controller != base.owner}
        return Caption("score" if lost - was else "seen", text)
    return None
