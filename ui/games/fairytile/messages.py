"""Messages of the message bar, in the player's language; no widgets here."""

from gettext import NullTranslations

from companion.games.base import N_
from companion.games.fairytile.board import FIGURES
from companion.games.fairytile.position import FinishTurn
from companion.games.fairytile.words import NAMES
from companion.i18n import say
from companion.session.fairytile.describe import describe
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.fairytile.words import ASKED, REASONS, guide
from companion.session.words import TROUBLE
from ui.games.fairytile.selection import FairySelection
from ui.screens.message import BarMessage

_PLACING = ("too_few_edges", "river_mismatch", "overlap")


def current(tr: NullTranslations, snapshot: FairySnapshot, selection: FairySelection) -> BarMessage:
    """Present message."""
    title = say(tr, [snapshot.message])
    if snapshot.over:
        return BarMessage("todo", "trophy", title)
    if snapshot.illegal:
        return BarMessage("wrong", "warn", tr.gettext(_wrong(snapshot)), tr.gettext(_mend(snapshot)))
    if snapshot.step and not snapshot.put_back:
        more = tr.ngettext("Then {n} more step.", "Then {n} more steps.", snapshot.more_steps)
        detail = more.format(n=snapshot.more_steps) if snapshot.more_steps else ""
        return BarMessage(
            "todo", "bot" if snapshot.suggested_move else "hand", guide(tr, snapshot.step), detail
        )
    if snapshot.message.pattern in TROUBLE.values():
        return BarMessage("wait", "wait", title)
    if snapshot.thinking:
        return BarMessage("wait", "bot", title, _last(tr, snapshot))
    if selection.laying:
        if selection.spot:
            return BarMessage(
                "look",
                "ft-tile",
                tr.gettext("Lay it here?"),
                tr.gettext("Touch it again for another way in which it fits."),
            )
        return BarMessage("look", "ft-tile", tr.gettext("Touch a place for the tile."))
    if selection.figure:
        detail = tr.gettext("Check mark: it may go there. Eye: it sees there, in six straight lines.")
        return BarMessage("look", f"figure-{selection.figure}", tr.gettext(ASKED[selection.figure]), detail)
    if snapshot.may_turn:
        return BarMessage("plain", "", title, tr.gettext("Touch a figure or the tile, or turn a page."))
    if snapshot.with_magic:
        return BarMessage(
            "plain", "ft-magic", title, tr.gettext("With the magic token you may go on a second adventure.")
        )
    return BarMessage("plain", "", title, _last(tr, snapshot))


def past(tr: NullTranslations, snapshot: FairySnapshot, number: int) -> BarMessage:
    """Message while a line of the log is selected."""
    pattern = tr.gettext("After move {number} of {moves}")
    title = pattern.format(number=number, moves=len(snapshot.log) + len(snapshot.undone))
    return BarMessage("wait", "clock", title, tr.gettext("Tap the board to see it as it is now."))


def first_step(tr: NullTranslations, snapshot: FairySnapshot) -> str:
    """Instruction that comes first while people put real pieces back."""
    here, there = dict(snapshot.assumed_table), snapshot.position
    for figure in FIGURES:
        at = next((space for space, pieces in here.items() if figure in pieces), None)
        if at is None or at != "{},{}".format(*there.figure_cells[figure]):
            return tr.gettext("Put back: {figure}").format(figure=tr.gettext(NAMES[figure]))
    if len(here) > len(there.kingdom.cells):
        return tr.gettext("Take the last tile back onto the stack.")
    return tr.gettext("Lay the tile again.")


def _wrong(snapshot: FairySnapshot) -> str:
    """Reason why the table is impossible, as a message key."""
    assert snapshot.illegal
    return REASONS.get(snapshot.illegal.code, REASONS["unexplained"])


def _mend(snapshot: FairySnapshot) -> str:
    """Advice to correct it, as a message key."""
    assert snapshot.illegal
    if snapshot.strange and snapshot.illegal.code in _PLACING:
        return N_("The tile lies here now. Lay it on one of the small marks, or take it back.")
    return N_("Please put it back as it was.")


def _last(tr: NullTranslations, snapshot: FairySnapshot) -> str:
    lines = [line for line in snapshot.log if not isinstance(line.act, FinishTurn)]
    return say(tr, describe(lines[-1].act, lines[-1].player)) if lines else ""
