"""Message of the message bar, in the player's language; no widgets here."""

from gettext import NullTranslations

from companion.games.base import Kind, player_name
from companion.i18n import say
from companion.session.board import words
from companion.session.board.snapshot import FOLLOW, BoardSnapshot
from companion.session.words import TROUBLE
from companion.table.guide import GuideStep
from ui.screens.message import BarMessage

_ICONS = {"place": "hand", "remove": "take", "move": "move", "turn_over": "rotate", "exchange": "move"}


def current(tr: NullTranslations, shown: BoardSnapshot, touched: bool) -> BarMessage:
    """Present message; `touched`: a move has been begun by touch."""
    title = say(tr, [shown.message])
    if touched:
        return BarMessage("look", "finger", tr.gettext("Touch a marked space."))
    if len(shown.doubt) == 1:
        asked = tr.gettext("Was it this move, {player}?").format(player=player_name(tr, shown.turn))
        return BarMessage("ask", "help", asked, tr.gettext("Press the check mark, or touch the right move."))
    if shown.doubt:
        return BarMessage("ask", "help", title, tr.gettext("Touch a letter on the board."))
    if shown.illegal:
        detail = guide(tr, shown.step) if shown.step else tr.gettext("Put the pieces back.")
        return BarMessage("wrong", "warn", words.reason(tr, shown.name, shown.illegal.code), detail)
    if shown.unclear:
        return BarMessage("ask", "eye", title, tr.gettext("If all is as shown, press the check mark."))
    if shown.step and not shown.put_back:
        step = guide(tr, shown.step)
        if shown.suggested_move is not None:
            follow = tr.gettext(FOLLOW).format(player=player_name(tr, shown.turn))
            return BarMessage("todo", "bot", follow, step)
        return BarMessage("todo", _ICONS.get(shown.step.act, "hand"), step, _more(tr, shown.more_steps))
    if shown.message.pattern in TROUBLE.values():
        return BarMessage("wait", "wait", title)
    if shown.thinking:
        return BarMessage("wait", "bot", title)
    if shown.over:
        return BarMessage("plain", "trophy", title)
    return BarMessage("plain", "", title, tr.gettext("Touch a marked space."))


def guide(tr: NullTranslations, step: GuideStep) -> str:
    """Return the instruction for a step."""
    pattern = {
        "place": tr.gettext("Put this on the marked space: {pieces}."),
        "remove": tr.gettext("Take this off the marked space: {pieces}."),
        "move": tr.gettext("Move this along the arrow: {pieces}."),
        "turn_over": tr.gettext("Turn this over on the marked space: {pieces}."),
        "exchange": tr.gettext("Exchange the pieces on the two marked spaces."),
    }.get(step.act, tr.gettext("Make the table look like the screen."))
    names = {kind: kind_name(tr, kind) for kind in step.pieces}
    named = [f"{n} {names[kind]}" if n > 1 else names[kind] for kind, n in step.pieces.items()]
    return pattern.format(pieces=", ".join(named))


def kind_name(tr: NullTranslations, kind: Kind) -> str:
    """Return the name of a kind of piece, translated if a catalogue has it."""
    return tr.gettext(kind)


def _more(tr: NullTranslations, steps: int) -> str:
    if not steps:
        return ""
    return tr.ngettext("Then {n} more step.", "Then {n} more steps.", steps).format(n=steps)
