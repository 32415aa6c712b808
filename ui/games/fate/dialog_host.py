"""Interface of the play screen for what begins dialogs."""

from typing import Protocol

from companion.errors import CompanionError
from companion.games.fate.acts import Act
from companion.games.fate.position import Hero
from companion.session.fate.dialogs.dialog import ActDialog


class DialogHost(Protocol):
    """Interface of the play screen for sheets and menus."""

    begun: str
    """Action of the player board whose questions are asked, "" for none."""

    def begin(self, dialog: ActDialog, action: str = "") -> None:
        """Begin something that needs answers; `action`: it is this one of the player board."""

    def act(self, act: Act, *then: Act) -> None:
        """Play an action, and others that were decided together with it."""

    def refuse(self, error: CompanionError) -> None:
        """Show why an action is impossible now."""

    def correct(self, hero: Hero) -> None:
        """Open the corrections of a hero."""
