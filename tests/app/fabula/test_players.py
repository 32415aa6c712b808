"""Virtual people duel at a table that a camera reads without a mistake: what it tells, and what not."""

from collections import Counter
from random import Random

import pytest

from companion.app.fabula.players import DuelPlayers, astray
from companion.errors import CompanionError
from companion.games.base import Kind, Space, Table
from companion.games.fabula import action_object
from companion.session.base import Agreed, Surroundings
from companion.session.fabula.session import FabulaSession
from companion.session.messages import Message
from companion.table.observation import Observation
from vision.fabula.simulated import SimulatedFabulaTable
from vision.fabula.simulated.table import TAPPED, UNDER

DECKS = (("ember", "river"), ("river", "grove"), ("grove", "ember"))


class Desk:
    """A session, the table, and people at it; a picture is taken whenever the hands rest."""

    def __init__(self, seed: int) -> None:
        agreed = Agreed(("Ana", "Bo"), DECKS[seed % 3], {"hands": "table"})
        self.session = FabulaSession.begin(agreed, Surroundings(None, Random(seed)))
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
                elif battle and kind.endswith(TAPPED):
                    name += "/tapped"
                found.setdefault(f"{side} {'battle' if battle else zone}", Counter())[name] += 1
        return {space: dict(kinds) for space, kinds in found.items()}

    @property
    def wrong(self) -> int:
        """How many actions the app took otherwise than they were meant."""
        timeline = self.session.timeline
        moves = [action_object(move) for move in timeline.moves[: timeline.at]]
        return astray(self.players.meant, moves, self.session.position)


def check(seed: int) -> None:
    """The app follows a whole duel, mostly by the camera, and takes nothing otherwise than it was meant."""
    desk = Desk(seed)
    desk.play()
    assert desk.session.finished and not desk.refused
    assert desk.wrong == 0
    assert desk.players.right(desk.session.position), "the table is as the screen says"
    camera, tap, touch = (desk.players.counted(way) for way in ("camera", "tap", "touch"))
    assert camera > 0.3 * (camera + tap + touch)


def test_a_duel_is_followed() -> None:
    check(6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [seed for seed in range(1, 25) if seed != 6])
def test_many_duels_are_followed(seed: int) -> None:
    desk = Desk(seed)
    desk.play()
    assert (desk.wrong, desk.session.finished, desk.refused) == (0, True, [])


def test_what_was_taken_otherwise_is_counted() -> None:
    desk = Desk(6)
    assert desk.wrong == 0
    desk.players.meant.append({"attack": {"Ana/1": "Bo/c"}})
    assert desk.wrong == 1
