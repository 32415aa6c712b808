"""Messages of the message bar, in the player's language; no widgets here."""

from gettext import NullTranslations

from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.fairytile.words import ASKED
from ui.games.fairytile.selection import FairySelection
from ui.screens.message import BarMessage, of_prompt


def current(tr: NullTranslations, snapshot: FairySnapshot, selection: FairySelection) -> BarMessage:
    """Present message: what was touched, or the sentence of the moment."""
    if snapshot.prompt.tone == "turn" and selection.laying:
        if selection.spot:
            more = tr.gettext("Touch it again for another way in which it fits.")
            return BarMessage("look", "ft-tile", tr.gettext("Lay it here?"), more)
        return BarMessage("look", "ft-tile", tr.gettext("Touch a place for the tile."))
    if snapshot.prompt.tone == "turn" and selection.figure:
        detail = tr.gettext("Check mark: it may go there. Eye: it sees there, in six straight lines.")
        return BarMessage("look", f"figure-{selection.figure}", tr.gettext(ASKED[selection.figure]), detail)
    return of_prompt(tr, snapshot.prompt)
