"""Running dialogs of heroes' acts that were begun at a phone: at most one for each hero."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from companion.errors import RuleError
from companion.games.base import N_
from companion.games.fate.acts import Act
from companion.games.fate.hero_action import find_hero
from companion.games.fate.position import Face, Position
from companion.session.fate.dialogs.dialog import (
    AskAmounts,
    AskDice,
    AskHex,
    AskPick,
    Dialog,
    Question,
)
from companion.session.fate.dialogs.offered import offered
from companion.session.timeline import refusal


class HeroDialogs:
    """Dialogs by hero; every act ends them all, because they were begun before it."""

    def __init__(self) -> None:
        self._running: dict[str, Dialog] = {}
        self.steps = 0
        """Steps of all dialogs until now: the same may be asked twice, one question after the other."""

    @property
    def asked(self) -> Mapping[str, Question]:
        """The open questions by hero."""
        return {hero: dialog.ask for hero, dialog in self._running.items() if dialog.ask}

    def begin(self, position: Position, hero: str, key: str, active: bool) -> Act | None:
        """Begin an offer; return its act if nothing is asked. Raises RuleError `not_offered`."""
        offers = offered(position, find_hero(position, hero), active)
        offer = next((one for one in offers if one.key == key), None)
        if offer is None:
            raise refusal("not_offered", N_("This is not possible now."))
        return self._going_on(hero, Dialog(offer.begin()))

    def answer(self, hero: str, written: object) -> Act | None:
        """Answer the question of a hero; return the act that is known then.

        Raises RuleError `not_asked` for what is no answer.
        """
        dialog = self._dialog(hero)
        dialog.answer(_answer(dialog.ask, written))
        return self._going_on(hero, dialog)

    def roll(self, hero: str, pool: Callable[[int], tuple[Face, ...]]) -> Act | None:
        """Answer with dice of the app; `pool(n)` returns at least n of them. Raises RuleError `not_asked`."""
        dialog = self._dialog(hero)
        if not isinstance(dialog.ask, AskDice):
            raise _not_asked()
        end = dialog.thrown + dialog.ask.count
        faces = pool(end)[dialog.thrown : end]
        if len(faces) < dialog.ask.count:
            raise _not_asked()
        dialog.thrown = end
        dialog.answer(faces)
        return self._going_on(hero, dialog)

    def cancel(self, hero: str) -> None:
        """Drop the dialog of a hero."""
        self._running.pop(hero, None)

    def forget(self) -> None:
        """Drop all dialogs."""
        self._running.clear()

    def _dialog(self, hero: str) -> Dialog:
        if hero not in self._running:
            raise _not_asked()
        return self._running[hero]

    def _going_on(self, hero: str, dialog: Dialog) -> Act | None:
        self.steps += 1
        self._running.pop(hero, None)
        if isinstance(dialog.ask, AskHex) and not dialog.ask.hexes:
            raise refusal("nothing_in_reach", N_("Nothing is in reach."))
        if dialog.act is None:
            self._running[hero] = dialog
        return dialog.act


def _answer(ask: Question | None, written: object) -> Any:
    """Return the answer that a JSON value means: a hex, faces, the number of a pick, or amounts by card."""
    match ask, written:
        case AskHex(_, hexes, enough=enough), str() if written in hexes or (enough and not written):
            return written
        case AskDice(_, count), list() if len(written) == count and all(
            one in get_args(Face) for one in written
        ):
            return tuple(written)
        case AskPick(_, picks), int() if type(written) is int and 0 <= written < len(picks):
            return picks[written].answer
        case AskAmounts(_, _, most, total), dict():
            amounts = {card: written.get(str(card), 0) for card in most}
            fits = all(type(n) is int and 0 <= n <= most[card] for card, n in amounts.items())
            if fits and sum(amounts.values()) <= total and set(written) <= set(map(str, most)):
                return {card: n for card, n in amounts.items() if n}
    raise _not_asked()


def _not_asked() -> RuleError:
    return refusal("not_asked", N_("Expected an answer to a question, found no such question."))
