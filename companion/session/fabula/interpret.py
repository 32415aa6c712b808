"""Interpretation of a picture of a duel whose hands the app does not know.

| players | the table shows | the app knows it |
|---|---|---|
| lay bases | they lie face up | by the camera, once all of both are seen |
| exchange the opening hand | nothing | one tap |
| restore | cards stand upright | by the camera |
| play an ally, a modification | it lies in the battle zone | by the camera, the phase before with it |
| play a manoeuvre | it lies there or on the discard pile | by the camera; a tap a target, if several fit |
| attach, move a modification | it lies under its host | by the camera; of hosts alike in name by one tap |
| attack, influence | allies are tapped | by the camera; the base by one tap |
| block, defend | allies are tapped | by the camera where one goal is there, else by one tap |
| use an ability that taps, sacrifices | tapped, or gone | by the camera; a tap where it may attack |
| use another ability | nothing | touched: the card, then what to do |
| fight to the death | the dead are taken off | by the camera; where nobody dies by one tap |
| discard | a card on the discard pile | by the camera, one after the other |
| pass, attack or block not, order blockers | nothing | one tap, or never where nothing can be done |
| end the turn | the other goes on | one tap |
| choose a target, find a card | nothing | one tap |
| lay a token, put the dead away | that it is done | the app says it, the camera ticks it off |

All other differences, and undone actions, are shown as repair steps for the players.
"""

from collections import Counter
from collections.abc import Sequence

from companion.games.base import Kind, Reason, Table
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.actions import Action
from companion.games.fabula.position import Id, Player, Position
from companion.session.fabula.difference import (
    CLEAR,
    TableDifference,
    bases_seen,
    compare,
    kind_of,
    near_player,
    plain,
    steps,
)
from companion.session.fabula.explanations import NOTHING, DuelReading, TableChange, Unseen, explain_change
from companion.table.compare import SURE
from companion.table.observation import Observation
from companion.table.verdict import Ask, Played, Settled, Verdict, Wait, Wrong

HELD_S = 2.0
"""Time in seconds without a change after which an extendable action, such as a block, counts.
Judged by hand."""


class FabulaInterpreter:
    """Interpreter of one table; keeps which differences are repairs and which are new.

    `_left`: differences by a change of the position, which the players repair. `_new`: later differences,
    which are actions of the players. `reading`: meaning of the last picture. `near`: player on the near side.
    """

    def __init__(self) -> None:
        self.reading = NOTHING
        self._table: Table | None = None
        self.near: Player = 0
        self._left = self._new = CLEAR
        self._anew = False
        self._piles: tuple[Kind, Kind] = ("", "")
        self._since_s = 0.0

    def look(
        self,
        position: Position,
        unseen: Unseen,
        table: Table,
        time_s: float,
        bots: frozenset[Player] = frozenset(),
    ) -> DuelReading:
        """Return the meaning of a settled picture; `time_s`: its time in seconds.

        For `bots` the players only follow the app. If none of a bot's bases is on the table, its cards are
        shown on the screen only.
        """
        before, self._table = self.reading, table
        self.near = near_player(position, table)
        difference = compare(position, table, self.near)
        for player in bots:
            if not bases_seen(position, player, table, "near" if player == self.near else "far"):
                difference = difference.but(player)
        self._left = difference if self._anew else difference.left(self._left)
        self._anew = False
        new = difference.minus(self._left)
        piles = (self._new_pile(position, difference, 0), self._new_pile(position, difference, 1))
        explained = explain_change(TableChange(position, unseen, new, piles, bots))
        self._piles = difference.piles
        self._new = CLEAR if explained is None else new
        wrong = difference if explained is None else self._left
        mend = steps(position, table, self.near, wrong)
        zones = tuple(
            f"{'near' if player == self.near else 'far'} battle"
            for player, found in enumerate(wrong.differences)
            if not found.empty
        )
        off = tuple(
            p.id
            for p in position.battle
            if not p.host and wrong.differences[p.controller].missing[kind_of(position, p)]
        )
        self.reading = (explained or NOTHING)._replace(steps=mend, zones=zones, wrong=off)
        if _without_repairs(self.reading) != _without_repairs(before):
            self._since_s = time_s
        if self.reading.held and time_s - self._since_s >= HELD_S:
            self.reading = self.reading._replace(action=self.reading.held)
        return self.reading

    def interpret(
        self,
        position: Position,
        observation: Observation,
        unseen: Unseen,
        bots: frozenset[Player] = frozenset(),
    ) -> Verdict[Action]:
        """Return the verdict on a picture without trouble; `reading` holds the details for a screen.

        An incomplete action on the table leads to `Wait("unfinished")`.
        """
        seen = self.look(position, unseen, observation.table, observation.time_s, bots)
        if seen.action:
            return Played(read_action(seen.action), SURE)
        if seen.steps:
            return Wrong(Reason("unexplained", seen.zones), None, None, SURE)
        if seen.choices:
            return Ask(tuple(map(read_action, seen.choices)))
        begun = seen.held or seen.tapped or seen.laid or seen.turn_over
        return Wait("unfinished", seen.zones) if begun else Settled(SURE)

    def moved(self, position: Position) -> None:
        """Follow a played action: differences that were not seen before become repairs."""
        self.reading = NOTHING
        if self._table is not None:
            difference = compare(position, self._table, self.near)
            self._new = difference.still(self._new)  # an explained difference must not become new again
            self._left = difference.minus(self._new)

    def undone(self, position: Position) -> None:
        """Follow an undo or redo: all differences become repairs."""
        self._new, self._anew = CLEAR, True
        self.moved(position)

    def _new_pile(self, position: Position, difference: TableDifference, player: Player) -> Kind:
        """Return a new card on a pile that the position does not have there, or ""."""
        top = difference.piles[player]
        known = {position.names.get(id_, "") for id_ in position.sides[player].discard}
        return top if top not in known and top != self._piles[player] else ""


def _without_repairs(seen: DuelReading) -> DuelReading:
    """Return a reading without repairs and action."""
    return seen._replace(steps=(), zones=(), wrong=(), action=None)


def laid_bases(
    position: Position, names: dict[Id, str], table: Table, people: Sequence[str]
) -> dict[str, tuple[Id, ...]]:
    """Return the bases by player, the centre first, if all of `people` are seen; otherwise {}.

    `names`: names of all bases by id.
    """
    found: dict[str, tuple[Id, ...]] = {}
    for sides in (("near", "far"), ("far", "near")):
        for player, side in enumerate(sides):
            own = [base.id for base in position.bases if base.owner == player]
            centre = next(iter(table.get(f"{side} centre", {})), "")
            first = next((id_ for id_ in own if names[id_] == centre), None)
            rest = [id_ for id_ in own if id_ != first]
            seen = plain(table.get(f"{side} outskirts", {}))
            if first and Counter(names[id_] for id_ in rest) == seen:
                found[position.sides[player].name] = (first, *rest)
        if all(name in found for name in people):
            return {name: found[name] for name in people}
        found.clear()
    return {}
