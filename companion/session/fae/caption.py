"""Captions of Fae for spectators."""

from gettext import NullTranslations

from companion.games import fae
from companion.games.base import player_name
from companion.i18n import say
from companion.session.caption import Caption
from companion.session.fae import words
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
    if now.illegal and now.illegal != before.illegal:
        found = _("Mistake found: {reason}")
        return Caption("mistake", found.format(reason=words.reason(tr, now.illegal.code)))
    if before.illegal and not now.illegal:
        return Caption("mended", _("The table is right again."))
    if now.doubt and not before.doubt:
        return Caption("doubt", say(tr, [now.message]))
    return None


def _played(tr: NullTranslations, before: FaeSnapshot, now: FaeSnapshot) -> Caption:
    """Return the caption of the last move: its rituals, and a question before it."""
    turn = now.log[-1]
    rituals = [words.ritual(tr, turn.player, r.cursed, r.value, r.scored) for r in turn.rituals]
    if before.doubt:
        settled = tr.gettext("Question answered: {player} named the move.").format(
            player=player_name(tr, turn.player)
        )
        return Caption("doubt", " ".join([settled, *rituals]))
    if rituals:
        scored = any(ritual.scored for ritual in turn.rituals)
        return Caption("score" if scored else "seen", " ".join(rituals))
    druids = fae.contents(turn.before, turn.move.source) if turn.before else {}
    moved = tr.gettext("{player} moves {pieces}.")
    return Caption("seen", moved.format(player=player_name(tr, turn.player), pieces=words.pieces(tr, druids)))
