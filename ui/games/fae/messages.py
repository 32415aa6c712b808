"""Message of the message bar, in the player's language; no widgets here."""

from gettext import NullTranslations

from companion.games.base import player_name
from companion.i18n import error_text, say
from companion.session.fae import words
from companion.session.fae.describe import ritual
from companion.session.fae.snapshot import FOLLOW, PHASES, THINKS, TROUBLE, FaeSnapshot
from ui.screens.message import BarMessage


def current(tr: NullTranslations, snapshot: FaeSnapshot, selected: bool) -> BarMessage:
    """Present message; `selected`: a group was tapped."""
    title = say(tr, [snapshot.message])
    if snapshot.problem and snapshot.phase == "setup":
        first, *rest = error_text.explain(tr, snapshot.problem)
        more = tr.ngettext("And {n} more problem.", "And {n} more problems.", len(rest)).format(n=len(rest))
        return BarMessage("wrong", "warn", first, more if rest else "")
    if snapshot.choose:
        return BarMessage("ask", "ritual", title, tr.gettext("Tap the marked spaces in that order."))
    if snapshot.doubt and selected:
        return BarMessage("look", "hand", tr.gettext("Tap where the druids go."))
    if len(snapshot.doubt) == 1:
        title = tr.gettext("Was it this move, {player}?").format(player=player_name(tr, snapshot.turn))
        return BarMessage(
            "ask", "help", title, tr.gettext("Press the check mark, or tap the move that was made.")
        )
    if snapshot.doubt:
        detail = tr.gettext("Tap the right picture, or on the board the move that was made.")
        return BarMessage("ask", "help", title, detail)
    if snapshot.illegal:
        reason = words.reason(tr, snapshot.illegal.code)
        if snapshot.illegal.code == "unexplained":
            detail = tr.gettext("Put the druids back, or tap the move that was made.")
        elif snapshot.step:
            detail = words.guide(tr, snapshot.step)
        else:
            detail = tr.gettext("Please put the druids back.")
        return BarMessage("wrong", "warn", reason, detail)
    if snapshot.unclear:
        detail = tr.gettext("Stand the druids apart. If all is as shown, press the check mark.")
        return BarMessage("ask", "eye", title, detail)
    if snapshot.suggested_move and snapshot.step and not snapshot.more_steps:
        turn = tr.gettext(FOLLOW).format(player=player_name(tr, snapshot.turn))
        return BarMessage("todo", "bot", turn, words.guide(tr, snapshot.step))
    if snapshot.step and not snapshot.put_back:
        icon = _STEP_ICONS.get(snapshot.step.act, "hand")
        return BarMessage("todo", icon, words.guide(tr, snapshot.step), _more(tr, snapshot.more_steps))
    if snapshot.phase == "play" and snapshot.message.pattern in (TROUBLE["hand"], TROUBLE["motion"]):
        pattern = THINKS if snapshot.thinking else PHASES["play"]
        turn = tr.gettext(pattern).format(player=player_name(tr, snapshot.turn))
        return BarMessage("plain", "", turn, title)
    if snapshot.message.pattern in TROUBLE.values():
        return BarMessage("wait", "wait", title)
    if snapshot.phase != "play":
        return BarMessage("todo", {"setup": "hand", "finished": "trophy"}.get(snapshot.phase, "wait"), title)
    if snapshot.thinking:
        detail = _last_ritual(tr, snapshot) if snapshot.log and snapshot.log[-1].rituals else ""
        return BarMessage("wait", "bot", title, detail)
    if selected:
        return BarMessage("look", "hand", tr.gettext("Tap where the druids go."))
    how = tr.gettext("Touch a group of druids, then a place with a check mark.")
    return BarMessage("plain", "", title, how)


_STEP_ICONS = {"remove": "take", "look": "eye", "confirm": "check"}


def _more(tr: NullTranslations, steps: int) -> str:
    if not steps:
        return ""
    return tr.ngettext("Then {n} more step.", "Then {n} more steps.", steps).format(n=steps)


def _last_ritual(tr: NullTranslations, snapshot: FaeSnapshot) -> str:
    turn = snapshot.log[-1]
    return ritual(turn.player, turn.rituals[-1]).say(tr)
