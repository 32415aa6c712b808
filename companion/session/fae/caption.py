"""Captions of Fae for spectators."""

from gettext import NullTranslations

from companion.games.base import N_, Sentence
from companion.i18n import say
from companion.session.caption import Caption
from companion.session.fae.describe import describe
from companion.session.fae.snapshot import FaeSnapshot


def caption(tr: NullTranslations, before: FaeSnapshot, now: FaeSnapshot) -> Caption | None:
    """Return the caption of the change between two snapshots; None if it needs none."""
    _ = tr.gettext
    if before.position is None and now.position is not None:
        count = sum(sum(pieces.values()) for pieces in now.table.values())
        read = _("The app read the board: {n} druids on {spaces} spaces.")
        return Caption("seen", read.format(n=count, spaces=len(now.table)))
    if len(now.log) > len(before.log):
        return _played(tr, before, now)
    if now.illegal and now.illegal.text and now.illegal != before.illegal:
        found = _("Mistake found: {reason}")
        return Caption("mistake", found.format(reason=now.illegal.text.say(tr)))
    if before.illegal and not now.illegal:
        return Caption("mended", _("The table is right again."))
    if now.doubt and not before.doubt:
        return Caption("doubt", say(tr, [now.prompt.text]))
    return None


def _played(tr: NullTranslations, before: FaeSnapshot, now: FaeSnapshot) -> Caption:
    """Return the caption of the last move: its rituals, and a question before it."""
    turn = now.log[-1]
    sentences = describe(turn.move, turn.before, turn.rituals, turn.player)
    if before.doubt:
        settled = Sentence(N_("Question answered: {player} named the move."), {"player": turn.player})
        return Caption("doubt", say(tr, [settled, *(sentences if turn.rituals else ())]))
    return Caption("score" if any(r.scored for r in turn.rituals) else "seen", say(tr, sentences))
