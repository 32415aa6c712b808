"""Order of a move's rituals, and whether the order makes a difference (E-021, E-040)."""

from collections.abc import Sequence
from itertools import permutations

from companion.errors import RuleError
from companion.games import fae
from companion.games.base import N_, Sentence, rule_error
from companion.games.fae.board import RITUAL_CARDS


def matters(position: fae.Position, move: fae.Move) -> bool:
    """Return whether two orders of the move's rituals lead to different positions."""
    isolated = fae.isolated_by(position, move.source, move.target)
    if len(isolated) < 2:
        return False
    held = min(len(isolated), len(RITUAL_CARDS) - position.cards_used)
    ends = {fae.apply(position, move._replace(rituals=order)) for order in permutations(isolated, held)}
    return len(ends) > 1


class RitualOrders:
    """Orders written in advance: one list of spaces per move with several rituals, in order of play.

    Moves whose order makes no difference may be left out of the list.
    """

    def __init__(self, orders: Sequence[Sequence[int]] = ()) -> None:
        """Take the lists of a ritual-order file."""
        self._orders = [tuple(order) for order in orders]
        self._used = 0

    def ordered(self, position: fae.Position, move: fae.Move) -> fae.Move:
        """Return the move with its order: the next of the list, else ascending.

        Raises RuleError `ritual_order` if the next list does not fit and the order matters.
        """
        isolated = fae.isolated_by(position, move.source, move.target)
        if len(isolated) < 2 or move.rituals:
            return move
        ascending = move._replace(rituals=isolated)
        if self._used == len(self._orders):
            return ascending
        order = self._orders[self._used]
        given = move._replace(rituals=order)
        if not order or fae.explain(position, given):
            if not matters(position, move):
                return ascending
            raise self._misfit(isolated, order)
        self._used += 1
        return given

    def _misfit(self, isolated: tuple[int, ...], order: tuple[int, ...]) -> RuleError:
        values = {
            "number": self._used + 1,
            "isolated": ", ".join(map(str, isolated)),
            "found": ", ".join(map(str, order)),
        }
        pattern = N_("Ritual order {number}: expected an order of the spaces {isolated}, found {found}.")
        return rule_error("ritual_order", [Sentence(pattern, values)], isolated)
