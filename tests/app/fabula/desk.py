"""A duel of virtual people without pictures: what lies there is seen as it is, or some cards are misread."""

from collections import Counter
from random import Random

from companion.app.fabula.players import DuelPlayers, astray
from companion.errors import CompanionError
from companion.games.base import Kind, Space, Table
from companion.games.fabula import action_object
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.session import FabulaSession
from companion.session.messages import Message
from companion.table.observation import Observation
from vision.fabula.simulated import SimulatedFabulaTable
from vision.fabula.simulated.table import TAPPED, UNDER

DECKS = (("ember", "river"), ("river", "grove"), ("grove", "ember"))


class Desk:
    """A session, the table, and people at it; a picture is taken whenever the hands rest.

    Of the cards in battle zones the share `unknown` is not recognised and `unseen` not found at all, each
    until it or what lies beside it is moved.
    """

    def __init__(self, seed: int, unknown: float = 0.0, unseen: float = 0.0) -> None:
        self._seed, self._unknown, self._unseen = seed, unknown, unseen
        agreed = GameConfig(("Ana", "Bo"), DECKS[seed % 3], {"hands": "table"})
        self.session = FabulaSession.begin(agreed, SessionContext(None, Random(seed)))
        self.table = SimulatedFabulaTable(
            {}, 5, rest_s=1.0
        )  # how it looks does not matter: it is not painted
        self.refused: list[CompanionError] = []
        self._inbox: list[Message] = []
        self._shown = self.session.snapshot(1)
        self.players = DuelPlayers(self.table, lambda: self._shown, self._inbox.append, Random(seed))

    def play(self, most: int = 4000) -> None:
        """Until the duel is over."""
        acts = self.players.acts()
        for number, reach in enumerate(self.table._moments(acts, 1.0)):
            assert number < most, "the duel never ends"
            for message in self._inbox:
                try:
                    self.session.tell(message)
                except CompanionError as error:
                    self.refused.append(error)
            self._inbox.clear()
            if reach is None:
                self.session.observe(Observation(str(number), float(number), self._seen()))
            self._shown = self.session.snapshot(1)

    def _seen(self) -> Table:
        found: dict[Space, Counter[Kind]] = {}
        truth = self.table.truth
        for space, kinds in truth.items():
            side, zone = space.split()[:2]
            battle = zone.startswith(("battle", "row-"))
            for kind in kinds:
                name = kind.removesuffix(UNDER).removesuffix(TAPPED)
                if UNDER in space:
                    host = next(iter(truth[space[: space.index(UNDER)]]))
                    name += "@" + host.removesuffix(TAPPED)
                elif battle:
                    read = self._read(name, space)
                    if not read:
                        continue
                    name = read + "/tapped" * kind.endswith(TAPPED)
                found.setdefault(f"{side} {'battle' if battle else zone}", Counter())[name] += 1
        return {space: dict(kinds) for space, kinds in found.items()}

    def _read(self, name: str, space: Space) -> str:
        """The name as it is read, "" for a card that is not found."""
        row, _, number = str(space).rpartition(" ")
        beside = [self.table.truth.get(f"{row} {int(number) + away}") for away in (-1, 0, 1)]
        luck = Random(f"{self._seed} {space} {beside}").random()
        if luck < self._unseen:
            return ""
        return "unknown" if luck < self._unseen + self._unknown else name

    @property
    def wrong(self) -> int:
        """Number of actions that the app understood differently than intended."""
        timeline = self.session.timeline
        moves = [action_object(move) for move in timeline.moves[: timeline.at]]
        return astray(self.players.meant, moves, self.session.position)
