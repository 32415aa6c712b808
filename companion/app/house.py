"""The people of the house and how they like the app."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.settings import preferences as kept
from companion.settings.people import Person
from companion.settings.preferences import Preferences


class FileHouse:
    """Implements `ui.services.House` on files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._preferences = Preferences()
        self._people: list[Person] = []
        self._listeners: list[Callable[[Preferences], None]] = []

    def preferences(self) -> Preferences:
        """How the app is set now."""
        return self._preferences

    def prefer(self, **changes: Any) -> None:
        """Change some preferences, by field name."""
        self._preferences = replace(self._preferences, **changes)
        kept.save(self._folder / kept.FILE, self._preferences)
        for listener in self._listeners:
            listener(self._preferences)

    def people(self) -> Sequence[Person]:
        """Everybody who played here, who played last first."""
        return tuple(self._people)

    def remember(self, people: Sequence[Person]) -> None:
        """These play now."""
        names = {person.name for person in people}
        self._people = [*people, *(person for person in self._people if person.name not in names)]

    def forget_person(self, name: str) -> None:
        """Strike a name from the list."""
        self._people = [person for person in self._people if person.name != name]

    def on_change(self, listener: Callable[[Preferences], None]) -> None:
        """Call `listener` whenever preferences change."""
        self._listeners.append(listener)
