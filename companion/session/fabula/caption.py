"""What just happened in a duel, for people who look on."""

from gettext import NullTranslations

from companion.session.caption import Caption
from companion.session.fabula.snapshot import FabulaSnapshot

_LINES = 2


def caption(tr: NullTranslations, before: FabulaSnapshot, now: FabulaSnapshot) -> Caption | None:
    """What one snapshot shows that the one before did not; None when that is nothing to tell."""
    if entries := now.log[len(before.log) :]:
        text = " ".join(entry.text.say(tr) for entry in entries[-_LINES:])
        lost = {base.id for base in now.position.bases if base.destroyed or base.controller != base.owner}
        was = {base.id for base in before.position.bases if base.destroyed or base.controller != base.owner}
        return Caption("score" if lost - was else "seen", text)
    return None
