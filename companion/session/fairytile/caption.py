"""Captions of Fairy Tile for spectators."""

from gettext import NullTranslations

from companion.games.fairytile.position import FinishTurn, Tell
from companion.i18n import say
from companion.session.caption import Caption
from companion.session.fairytile.describe import describe
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.fairytile.words import REASONS


def caption(tr: NullTranslations, before: FairySnapshot, now: FairySnapshot) -> Caption | None:
    """Return the caption of the change between two snapshots; None if it needs none."""
    if len(now.log) > len(before.log):
        line = now.log[-1]
        if isinstance(line.act, FinishTurn):
            return None
        return Caption(
            "score" if isinstance(line.act, Tell) else "seen", say(tr, describe(line.act, line.player))
        )
    if now.illegal and now.illegal != before.illegal:
        reason = tr.gettext(REASONS.get(now.illegal.code, REASONS["unexplained"]))
        return Caption("mistake", tr.gettext("Mistake found: {reason}").format(reason=reason))
    if before.illegal and not now.illegal:
        return Caption("mended", tr.gettext("The table is right again."))
    return None
