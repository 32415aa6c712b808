"""Running dialogs: at most one for each hero, and one for corrections at the table."""

from collections.abc import Callable

from companion.errors import RuleError
from companion.games.base import N_
from companion.games.fate.acts import Act
from companion.games.fate.position import Face
from companion.session.fate import decisions
from companion.session.fate.dialogs.dialog import (
    ActDialog,
    AskDice,
    AskHex,
    Corrections,
    Dialog,
    Hand,
    Question,
)
from companion.session.timeline import refusal
from companion.session.view import Way


class RunningDialogs:
    """Dialogs by owner, the id of a hero or "" for the table.

    Every act ends them all, because they were begun before it.
    """

    def __init__(self, hand: Hand) -> None:
        """`hand(hero)`: event cards that the app keeps for a hero; None if they are in people's hands."""
        self._hand = hand
        self._running: dict[str, Dialog] = {}
        self.steps = 0
        """Steps of all dialogs until now: the same may be asked twice, one question after the other."""

    def question(self, owner: str) -> Question | None:
        """Return the open question of an owner."""
        return self._running[owner].ask if owner in self._running else None

    def begin(self, owner: str, begun: ActDialog | Corrections, way: Way = ()) -> tuple[Act, ...]:
        """Begin a dialog; return its acts if they are known at once.

        `way`: the things that were touched, of which the last one answers a first question for a hex. Raises
        RuleError `nothing_in_reach`.
        """
        dialog = Dialog(begun, self._hand)
        if way and isinstance(dialog.ask, AskHex):
            dialog.answer(way[-1])
        return self._going_on(owner, dialog)

    def answer(self, owner: str, way: Way) -> tuple[Act, ...]:
        """Answer the question of an owner by its decision; return the acts that are known then."""
        dialog = self._running[owner]
        assert dialog.ask
        dialog.answer(decisions.answer(dialog.ask, way))
        return self._going_on(owner, dialog)

    def roll(self, owner: str, pool: Callable[[int], tuple[Face, ...]]) -> tuple[Act, ...]:
        """Answer with dice of the app; `pool(n)` returns at least n of them."""
        dialog = self._running[owner]
        assert isinstance(dialog.ask, AskDice)
        end = dialog.thrown + dialog.ask.count
        faces = pool(end)[dialog.thrown : end]
        dialog.thrown = end
        dialog.answer(faces)
        return self._going_on(owner, dialog)

    def cancel(self, owner: str) -> None:
        """Drop the dialog of an owner."""
        self._running.pop(owner, None)

    def forget(self) -> None:
        """Drop all dialogs."""
        self._running.clear()

    def _going_on(self, owner: str, dialog: Dialog) -> tuple[Act, ...]:
        self.steps += 1
        self._running.pop(owner, None)
        if isinstance(dialog.ask, AskHex) and not dialog.ask.hexes:
            raise _nothing_in_reach()
        if dialog.ask:
            self._running[owner] = dialog
        return dialog.acts


def _nothing_in_reach() -> RuleError:
    return refusal("nothing_in_reach", N_("Nothing is in reach."))
