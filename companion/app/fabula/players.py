"""Virtual people who duel: they lay and tap cards, and touch on the screen what a camera cannot know."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from companion.app.fabula.spots import MOST, Spots
from companion.errors import RuleError
from companion.games import fabula
from companion.games.base import Table
from companion.games.fabula.actions import Action, Attack, Block, Defend, Influence, Play, Restore
from companion.games.fabula.advice import advise
from companion.games.fabula.position import Id, Position
from companion.session.fabula.messages import Act, Found, PlaceBases
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.messages import Confirm, Message
from companion.session.repair import steps
from companion.table.guide import GuideStep
from vision.fabula.simulated import SimulatedFabulaTable

Acts = Sequence[GuideStep]
PAUSE: Acts = (GuideStep("confirm"),)
PATIENCE = 4
"""So many rests hands wait for the app to see something before they touch it on the screen."""


class DuelPlayers:
    """Both players: `latest` is what the screen shows, `tell` a touch.

    `seen` counts what the camera told by itself, `touched` what had to be touched.
    """

    def __init__(
        self,
        table: SimulatedFabulaTable,
        latest: Callable[[], FabulaSnapshot | None],
        tell: Callable[[Message], None],
        chance: Random,
    ) -> None:
        self._table, self._spots = table, Spots()
        self._latest, self._tell, self._chance = latest, tell, chance
        self._hands: dict[Id, str] = {}
        self.seen = self.touched = 0
        self.made: list[str] = []

    def acts(self) -> Iterator[Acts]:
        """What hands do, act by act, until the duel is over."""
        while (shown := self._latest()) is None:
            yield PAUSE
        while not (shown := self._now()).over:
            yield from self._turn(shown)
        yield self._made(shown.position)
        yield PAUSE

    def _made(self, position: Position) -> Acts:
        """What hands do so that the table is as a position says."""
        return self._left(position) or PAUSE

    def right(self, position: Position) -> bool:
        """Whether the table is as a position says."""
        return not self._left(position)

    def _left(self, position: Position) -> Acts:
        lying: Table = {space: kinds for space, kinds in self._table.truth.items()}  # noqa: C416 - as the keys
        return steps(lying, self._spots.table(position))

    def _now(self) -> FabulaSnapshot:
        shown = self._latest()
        assert shown is not None
        return shown

    def _turn(self, shown: FabulaSnapshot) -> Iterator[Acts]:
        """One decision: the table is made as it should be, then something is done."""
        yield self._made(shown.position)
        shown = self._now()
        if shown.over:
            return
        match shown.asks:
            case "bases":
                for player in shown.players:
                    own = [id_ for id_ in shown.bases if id_.startswith(f"{player}/")]
                    self._tell(PlaceBases(shown.game, player, tuple(own)))
                yield from self._wait(shown)
            case "search":
                self._tell(Found(shown.game))
                yield from self._wait(shown)
            case _:
                yield from self._act(shown)

    def _act(self, shown: FabulaSnapshot) -> Iterator[Acts]:
        action = self._chosen(shown)
        if action is None:
            self._tell(Confirm(shown.game))
            yield from self._wait(shown)
            return
        if (made := self._by_hand(shown, action)) is not None:
            yield made
            for _ in range(PATIENCE):
                now = self._now()
                if now.played > shown.played:
                    self.seen += 1
                    return
                if now.seen.laid or now.seen.tapped:
                    self.seen += 1
                    break
                yield PAUSE
        self.touched += 1
        self._tell(Act(shown.game, self._written(shown, action)))
        yield from self._wait(shown)

    def _wait(self, shown: FabulaSnapshot) -> Iterator[Acts]:
        """Until the screen shows something new."""
        for _ in range(3 * PATIENCE):
            if self._now() is not shown and self._now().played != shown.played:
                return
            yield PAUSE

    def _known(self, shown: FabulaSnapshot) -> Position:
        """The position as who decides knows it: cards are drawn off a deck that nobody has seen."""
        position, names = shown.position, dict(shown.position.names)
        for player, side in enumerate(position.sides):
            left = dict(shown.unseen[player])
            for id_, name in self._hands.items():
                if id_ in side.hand and id_ not in names and left.get(name):
                    left[name] -= 1
            for id_ in side.hand:
                if id_ in names:
                    continue
                if left.get(self._hands.get(id_, ""), -1) < 0:
                    pool = [name for name, n in left.items() for _ in range(n)]
                    self._hands[id_] = self._chance.choice(pool)
                    left[self._hands[id_]] -= 1
        own = {id_: self._hands[id_] for id_ in position.sides[shown.decider].hand if id_ not in names}
        return position._replace(names={**names, **own})

    def _chosen(self, shown: FabulaSnapshot) -> Action | None:
        known = self._known(shown)
        if fabula.decider(known) != shown.decider:
            return None
        found = advise([known], shown.decider, 0, 0, self._chance, lambda: True)
        return found[0].move if found else None

    def _by_hand(self, shown: FabulaSnapshot, action: Action) -> Acts | None:
        """How the table looks when hands have done it; None for what is only said."""
        if isinstance(action, Play):
            card = shown.position.cards[self._name(shown, action.play)]
            if card.type == "base":
                return None
        elif not isinstance(action, Attack | Influence | Block | Defend | Restore) or not action[0]:
            return None
        try:
            after = fabula.apply(shown.position, fabula.read_action(self._written(shown, action)))
        except RuleError:
            return None
        landed = _landed(after, action)
        full = any(sum(p.controller == player for p in landed.battle) > MOST for player in (0, 1))
        return None if full else self._made(landed)

    def _name(self, shown: FabulaSnapshot, card: Id) -> str:
        return shown.position.names.get(card) or self._hands[card]

    def _written(self, shown: FabulaSnapshot, action: Action) -> dict[str, Any]:
        """The action, with what others see of it."""
        written = fabula.action_object(action)
        ids: tuple[Id, ...] = ()
        if isinstance(action, Play):
            ids = (action.play,)
        elif "discard" in written:
            ids = tuple(written["discard"])
        if hidden := [id_ for id_ in ids if id_ not in shown.position.names]:
            written["shows"] = {id_: self._hands[id_] for id_ in hidden}
        return written


def _landed(after: Position, action: Action) -> Position:
    """A card that was played lies on the table at once, a manoeuvre on its pile."""
    if not isinstance(action, Play) or not after.stack:
        return after
    while after.stack and not after.due and not after.result:
        after = fabula.apply(after, fabula.read_action({"pass": True}))
    return after
