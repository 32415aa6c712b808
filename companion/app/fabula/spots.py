"""Places of the cards on the simulated table of a duel."""

from companion.games.base import Kind, Space, Table
from companion.games.fabula.position import Id, Player, Position
from vision.fabula.rows import BACK, BATTLE_COLUMNS_MM
from vision.fabula.simulated.table import MOST, TAPPED, UNDER, UNDER_PLACES

WIDE = len(BATTLE_COLUMNS_MM)
"""Maximum number of cards beside each other in a battle zone; more are pushed together."""
_SIDES = ("near", "far")


class Spots:
    """Keeps the space of each card in the battle zones: a card stays there until it is removed."""

    def __init__(self) -> None:
        self._spaces: dict[Id, int] = {}
        self._widths = [WIDE, WIDE]

    def full(self, position: Position) -> bool:
        """Return whether a battle zone holds more cards than it has room for."""
        return any(len(_lying(position, player)) > MOST for player in (0, 1))

    def table(self, position: Position) -> Table:
        """Return the expected table; a card on the stack is in its player's battle zone."""
        here = {id_ for player in (0, 1) for id_ in _lying(position, player)}
        self._spaces = {id_: n for id_, n in self._spaces.items() if id_ in here}
        lying: dict[Space, dict[Kind, int]] = {}
        for player in (0, 1):
            self._lay(lying, position, player)
        self._lay_under(lying, position)
        return lying

    def _lay(self, lying: dict[Space, dict[Kind, int]], position: Position, player: Player) -> None:
        where, side, number = _SIDES[player], position.sides[player], 0
        for base in (base for base in position.bases if base.owner == player):
            hidden = base.destroyed or position.phase == "bases"
            number += not base.centre
            space = f"{where} centre" if base.centre else f"{where} outskirts {number}"
            lying[space] = {BACK if hidden else position.names[base.id]: 1}
        tapped = {permanent.id for permanent in position.battle if permanent.tapped}
        own = _lying(position, player)
        self._widths[player] = max(self._widths[player], min(MOST, len(own))) if own else WIDE
        for id_ in own[:MOST]:
            taken = {self._spaces.get(other) for other in own if other != id_}
            free = (n for n in range(1, MOST + 1) if n not in taken)
            space = f"{self._row(player)} {self._spaces.setdefault(id_, next(free, MOST))}"
            lying[space] = {position.names[id_] + TAPPED * (id_ in tapped): 1}
        if side.deck:
            lying[f"{where} deck"] = {BACK: 1}
        if side.discard:
            lying[f"{where} discard"] = {position.names.get(side.discard[-1], BACK): 1}

    def _row(self, player: Player) -> str:
        """Return the name of a player's battle zone, which depends on its number of cards."""
        count = self._widths[player]
        return f"{_SIDES[player]} {'battle' if count <= WIDE else f'row-{count}'}"

    def _lay_under(self, lying: dict[Space, dict[Kind, int]], position: Position) -> None:
        battle = {permanent.id: permanent for permanent in position.battle}
        for permanent in position.battle:
            host = battle.get(permanent.host)
            if host is None or host.id not in self._spaces:
                continue
            player = host.controller
            at = f"{self._row(player)} {self._spaces[host.id]}"
            free = [at + under for under in UNDER_PLACES if at + under not in lying]
            if free:
                name = position.names[permanent.id]
                lying[free[0]] = {name + TAPPED * host.tapped + UNDER: 1}


def _lying(position: Position, player: Player) -> list[Id]:
    """Return the cards beside each other in a player's battle zone."""
    hosts = {permanent.id for permanent in position.battle}
    played = [i.id for i in position.stack if i.ability is None and i.controller == player]
    return [p.id for p in position.battle if p.controller == player and p.host not in hosts] + played
