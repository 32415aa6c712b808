"""Events of Fate as short lines for the terminal."""

from gettext import NullTranslations

from companion.app.archive.event_text import unsure_too
from companion.session.events import Event
from companion.session.fate.events import DifferencesFound, TableRead
from companion.session.fate.words import name
from companion.table.compare import Difference


def event_text(tr: NullTranslations, event: Event) -> str | None:
    """Format an event of Fate; None for others."""
    _ = tr.gettext
    match event:
        case TableRead(pieces=pieces, unsure=unsure):
            listed = ", ".join(f"{space} {_(name(kind))}" for space, kind in pieces.items())
            return unsure_too(tr, listed or _("There is nothing."), unsure)
        case DifferencesFound(items=items, unsure=unsure):
            return unsure_too(tr, "; ".join(difference(tr, item) for item in items), unsure)
    return None


def difference(tr: NullTranslations, item: Difference) -> str:
    """Format a space's actual and expected pieces."""
    nothing = tr.gettext("nothing")
    expected, seen = (tr.gettext(name(kind)) if kind else nothing for kind in (item.expected, item.seen))
    return tr.gettext("{space}: expected {expected}, found {found}").format(
        space=item.space, expected=expected, found=seen
    )
