"""Interface of the play screen for what begins acts."""

from typing import Protocol

from companion.errors import CompanionError


class DialogHost(Protocol):
    """Interface of the play screen for sheets and menus."""

    @property
    def begun(self) -> str:
        """Action of the player board whose things are touched next, "" for none."""

    @property
    def strip_px(self) -> float:
        """Height of the teacher's strip, which nothing may cover; 0 outside a lesson."""

    def press(self, id: str) -> None:
        """Begin what a key stands for, or show why it is impossible."""

    def refuse_for(self, error: CompanionError) -> None:
        """Show why something is impossible now."""

    def correct(self, thing: str) -> None:
        """Ask what is different for a hero or on a hex."""
