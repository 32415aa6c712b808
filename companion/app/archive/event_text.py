"""Events as short lines for people at a terminal."""

from collections.abc import Callable
from gettext import NullTranslations

from companion.games.base import Sentence, Space
from companion.i18n import say
from companion.session.events import AsExpected, Corrected, Event, Waiting
from companion.session.words import TROUBLE


def line(tr: NullTranslations, event: Event, of_game: Callable[[NullTranslations, Event], str | None]) -> str:
    """One line, beginning with the picture's name if there is one; `of_game` says what only a game knows."""
    text = of_game(tr, event) or _shared(tr, event)
    return f"{event.frame}  {text}" if event.frame else text


def with_spaces(text: str, spaces: tuple[object, ...]) -> str:
    """A text and the spaces that it is about."""
    return f"{text} ({', '.join(map(str, spaces))})" if spaces else text


def _shared(tr: NullTranslations, event: Event) -> str:
    _ = tr.gettext
    match event:
        case Waiting(why=why, spaces=spaces):
            return with_spaces(say(tr, [Sentence(TROUBLE[why])]), spaces)
        case AsExpected(unsure=unsure):
            return unsure_too(tr, _("As expected."), unsure)
        case Corrected():
            return _("The table is right again.")
    return type(event).__name__


def unsure_too(tr: NullTranslations, text: str, unsure: tuple[Space, ...]) -> str:
    """A text and the spaces that could not be read for sure."""
    not_sure = tr.gettext("Not sure:")
    return with_spaces(f"{text} {not_sure}", unsure) if unsure else text
