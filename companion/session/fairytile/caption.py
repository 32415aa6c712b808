"""Captions of Fairy Tile for spectators."""

from gettext import NullTranslations

from companion.games.base import player_name
from companion.games.fairytile.position import Act, FinishTurn, GiveUp, Move, PlaceTile, Tell, TurnPage
from companion.games.fairytile.words import NAMES
from companion.session.caption import Caption
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.fairytile.words import REASONS


def caption(tr: NullTranslations, before: FairySnapshot, now: FairySnapshot) -> Caption | None:
    """Return the caption of the change between two snapshots; None if it needs none."""
    if len(now.log) > len(before.log):
        line = now.log[-1]
        if isinstance(line.act, FinishTurn):
            return None
        return Caption("score" if isinstance(line.act, Tell) else "seen", act(tr, line.player, line.act))
    if now.illegal and now.illegal != before.illegal:
        reason = tr.gettext(REASONS.get(now.illegal.code, REASONS["unexplained"]))
        return Caption("mistake", tr.gettext("Mistake found: {reason}").format(reason=reason))
    if before.illegal and not now.illegal:
        return Caption("mended", tr.gettext("The table is right again."))
    return None


def act(tr: NullTranslations, player: str, done: Act) -> str:
    """Return an act in words."""
    player = player_name(tr, player)
    match done:
        case Move(figure, _):
            return tr.gettext("{player} moves: {figure}").format(
                player=player, figure=tr.gettext(NAMES[figure])
            )
        case PlaceTile():
            return tr.gettext("{player} lays a tile.").format(player=player)
        case Tell(page):
            return tr.gettext("{player} tells page {page}.").format(player=player, page=page)
        case TurnPage():
            return tr.gettext("{player} turns a page.").format(player=player)
        case GiveUp():
            return tr.gettext("{player} gives up.").format(player=player)
        case FinishTurn():
            return tr.gettext("{player} ends the turn.").format(player=player)
