"""Events of Fairy Tile as short lines for the terminal."""

from gettext import NullTranslations

from companion.app.archive.event_text import unsure_too, with_spaces
from companion.games.base import player_name
from companion.games.fairytile.board import cell_text
from companion.games.fairytile.words import NAMES
from companion.session.events import Event, Illegal
from companion.session.fairytile.events import FigureMoved, GameStands, KingdomRead, TilePlaced
from companion.session.fairytile.words import REASONS


def event_text(tr: NullTranslations, event: Event) -> str | None:
    """Format an event of Fairy Tile; None for others."""
    _ = tr.gettext
    match event:
        case KingdomRead(cells=cells, figures=figures, unsure=unsure):
            lands = tr.ngettext("{n} land", "{n} lands", len(cells)).format(n=len(cells))
            standing = [f"{_(NAMES[figure])} ({cell_text(at)})" for figure, at in figures.items()]
            return unsure_too(tr, ", ".join((lands, *standing)) + ".", unsure)
        case FigureMoved(player=player, figure=figure, source=source, target=target):
            moves = _("{player} moves: {figure}").format(
                player=player_name(tr, player), figure=_(NAMES[figure])
            )
            return f"{moves} ({source} → {target})"
        case TilePlaced(player=player, spot=spot):
            lays = _("{player} lays a tile.").format(player=player_name(tr, player))
            return with_spaces(lays, (cell_text(spot.at),))
        case Illegal(reason=reason):
            return with_spaces(_(REASONS.get(reason.code, REASONS["unexplained"])), reason.spaces)
        case GameStands(status=status, winner=winner):
            stands = _("The game goes on.") if status == "playing" else _("The game is over.")
            return stands + (_(" Winner: {names}.").format(names=player_name(tr, winner)) if winner else "")
    return None
