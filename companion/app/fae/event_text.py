"""Events of Fae as short lines for the terminal."""

from gettext import NullTranslations

from companion.app.archive.event_text import in_doubt, with_spaces
from companion.games.base import player_name
from companion.games.fae.board import TERRAIN_OF
from companion.session.events import Event, Guide, Illegal
from companion.session.fae import describe, words
from companion.session.fae.events import BoardRead, End, InDoubt, MovePlayed, OrderWanted, RitualHeld


def event_text(tr: NullTranslations, event: Event) -> str | None:
    """Format an event of Fae; None for others."""
    _ = tr.gettext
    match event:
        case BoardRead(table=table):
            count = sum(sum(pieces.values()) for pieces in table.values())
            return _("The app read the board: {n} druids on {spaces} spaces.").format(
                n=count, spaces=len(table)
            )
        case MovePlayed(player=player, move=move, order_known=order_known):
            moves = _("{player} moves from {source} to {target}.").format(
                player=player_name(tr, player), source=move.source, target=move.target
            )
            order = "" if order_known else " " + _("The app did not see in which order.")
            return moves + order
        case RitualHeld(player=player, ritual=ritual):
            what = describe.ritual(player, ritual).say(tr)
            where = f"{ritual.space}, {words.terrain(tr, TERRAIN_OF[ritual.space])}"
            return f"{where}: {what}"
        case Guide(step=step):
            where = f"{step.space} → {step.target}" if step.target is not None else f"{step.space}"
            return f"{where}: {words.guide(step).say(tr)}"
        case Illegal(reason=reason):
            return with_spaces(reason.text.say(tr) if reason.text else reason.code, reason.spaces)
        case InDoubt(moves=moves):
            return in_doubt(tr, [f"{move.source} → {move.target}" for move in moves])
        case OrderWanted(spaces=spaces):
            return with_spaces(_("The order of the rituals is still open."), spaces)
        case End(scores=scores, result=result, status=status):
            ended = _("The game is over.") if status == "finished" else _("The game goes on.")
            points = ", ".join(f"{words.colour(tr, colour)} {n}" for colour, n in scores.items())
            winners = (
                _(" Winner: {names}.").format(
                    names=", ".join(player_name(tr, name) for name in result["winners"])
                )
                if result
                else ""
            )
            return f"{ended} {points}.{winners}"
    return None
