"""Where cards of a duel lie on the simulated table: every card in a space of its own, who began sits near."""

from companion.games.base import Kind, Space, Table
from companion.games.fabula.position import Id, Player, Position
from vision.fabula.cards import BACK
from vision.fabula.layout import BATTLE_COLUMNS_MM
from vision.fabula.simulated.table import TAPPED

MOST = len(BATTLE_COLUMNS_MM)
"""So many cards have room in a battle zone."""
_SIDES = ("near", "far")


class Spots:
    """Remembers in which space each card of the battle zones lies: a card stays where it was laid."""

    def __init__(self) -> None:
        self._spaces: dict[Id, int] = {}

    def table(self, position: Position) -> Table:
        """What should lie where."""
        here = {permanent.id for permanent in position.battle}
        self._spaces = {id_: n for id_, n in self._spaces.items() if id_ in here}
        lying: dict[Space, dict[Kind, int]] = {}
        for player in (0, 1):
            self._lay(lying, position, player)
        return lying

    def _lay(self, lying: dict[Space, dict[Kind, int]], position: Position, player: Player) -> None:
        where, side, number = _SIDES[player], position.sides[player], 0
        for base in (base for base in position.bases if base.owner == player):
            hidden = base.destroyed or position.phase == "bases"
            number += not base.centre
            space = f"{where} centre" if base.centre else f"{where} outskirts {number}"
            lying[space] = {BACK if hidden else position.names[base.id]: 1}
        own = [p for p in position.battle if p.controller == player]
        for permanent in own[:MOST]:
            taken = {self._spaces.get(other.id) for other in own if other is not permanent}
            free = (n for n in range(1, MOST + 1) if n not in taken)
            space_number = self._spaces.setdefault(permanent.id, next(free, MOST))
            kind = position.names[permanent.id] + TAPPED * permanent.tapped
            lying[f"{where} battle {space_number}"] = {kind: 1}
        if side.deck:
            lying[f"{where} deck"] = {BACK: 1}
        if side.discard:
            lying[f"{where} discard"] = {position.names.get(side.discard[-1], BACK): 1}
