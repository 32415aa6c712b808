"""Events as short lines for the terminal."""

from collections.abc import Callable, Sequence
from gettext import NullTranslations

from companion.games.base import N_, Sentence, Space
from companion.i18n import say
from companion.session.events import AsExpected, Corrected, Event, Waiting
from companion.session.words import TROUBLE


def line(tr: NullTranslations, event: Event, of_game: Callable[[NullTranslations, Event], str | None]) -> str:
    """Format one event, prefixed with its picture's name if any.

    `of_game` formats game-specific events.
    """
    text = of_game(tr, event) or _shared(tr, event)
    return f"{event.frame}  {text}" if event.frame else text


_NOT_UNDERSTOOD = N_(
    "I do not understand what lies here: show every move in a picture of its own, with nothing over the"
    " table."
)
_MOST_NAMED = 8
"""Maximum number of spaces that a line names."""


def with_spaces(text: str, spaces: tuple[object, ...]) -> str:
    """Append the spaces that a text is about; of many only the first ones."""
    named = [*map(str, spaces[:_MOST_NAMED]), *["…"] * (len(spaces) > _MOST_NAMED)]
    return f"{text} ({', '.join(named)})" if spaces else text


def in_doubt(tr: NullTranslations, moves: Sequence[str]) -> str:
    """Say that a picture could be one of these moves, or perhaps the only one; each is named once."""
    moves = [*dict.fromkeys(moves)]
    if len(moves) == 1:
        return tr.gettext("Is it this move? {move}").format(move=moves[0])
    return tr.gettext("Several moves are possible: {moves}.").format(moves=" / ".join(moves))


def _shared(tr: NullTranslations, event: Event) -> str:
    _ = tr.gettext
    match event:
        case Waiting(why="motion", spaces=spaces, read=True):
            return with_spaces(_(_NOT_UNDERSTOOD), spaces)
        case Waiting(why=why, spaces=spaces):
            return with_spaces(say(tr, [Sentence(TROUBLE[why])]), spaces)
        case AsExpected(unsure=unsure):
            return unsure_too(tr, _("As expected."), unsure)
        case Corrected():
            return _("The table is right again.")
    return type(event).__name__


def unsure_too(tr: NullTranslations, text: str, unsure: tuple[Space, ...]) -> str:
    """Append the spaces that could not be read reliably."""
    not_sure = tr.gettext("Not sure:")
    return with_spaces(f"{text} {not_sure}", unsure) if unsure else text
