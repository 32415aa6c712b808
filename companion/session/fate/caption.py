"""Captions of Fate for spectators."""

from gettext import NullTranslations

from companion.games.fate.places import placed
from companion.i18n import say
from companion.session.caption import Caption
from companion.session.fate import words
from companion.session.fate.snapshot import FateSnapshot

_MAX_LINES = 2
"""Maximum number of log lines in one caption."""


def caption(tr: NullTranslations, before: FateSnapshot, now: FateSnapshot) -> Caption | None:
    """Return the caption of the change between two snapshots; None if it needs none."""
    wrong, was_wrong = (() if _moved(one) else one.differences for one in (now, before))
    if wrong and wrong != was_wrong:
        found = tr.gettext("Mistake found: {reason}")
        return Caption("mistake", found.format(reason=words.difference(tr, wrong[0])))
    if entries := now.log[len(before.log) :]:
        return Caption("seen", say(tr, [placed(entry.text) for entry in entries[:_MAX_LINES]]))
    if was_wrong and not wrong:
        return Caption("mended", tr.gettext("The table is right again."))
    if now.choice and _moved(now) and not _moved(before):
        return Caption("doubt", say(tr, [placed(now.choice.question)]))
    return None


def _moved(shown: FateSnapshot) -> bool:
    """Return whether the differences are a hero's move that was seen."""
    return shown.choice is not None and shown.choice.what == "seen"
