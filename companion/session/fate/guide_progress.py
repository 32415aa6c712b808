"""How far hands have come with a guide plan: which steps there are, how many are done, what lies there."""

from collections.abc import Mapping
from copy import copy

from companion.games.base import Kind, Space
from companion.games.fate.geometry import GRIMHEIM_HEXES
from companion.games.fate.happenings import Happening
from companion.games.fate.position import GRIMHEIM
from companion.session.fate.guide_plan import Planned, plan
from companion.session.fate.snapshot import GuideEntry
from companion.session.fate.table_state import TableState, table
from companion.table.compare import differences
from companion.table.observation import Observation

FOLD: Mapping[Space, Space] = dict.fromkeys(GRIMHEIM_HEXES, GRIMHEIM)
"""Grimheim is one area whichever of its hexes a hero stands on."""
UNSEEN_S = 6.0
"""Time for hands to do what no camera can see, such as damage, town pieces or the Rune Stone."""


class GuideProgress:
    """The steps from the table `start` to the one that is wanted; `at` of them are done."""

    def __init__(
        self,
        start: TableState,
        wanted: TableState,
        happenings: tuple[Happening, ...] = (),
        attacker: str = "",
    ) -> None:
        self._start = start
        self._planned: tuple[Planned, ...] = plan(start, wanted, happenings, attacker)
        self.at = 0
        self._waiting: tuple[int, float] | None = None

    def then(
        self, wanted: TableState, happenings: tuple[Happening, ...], attacker: str = ""
    ) -> "GuideProgress":
        """The steps still to be done, and after them the ones to another table."""
        longer = copy(self)
        end = self._planned[-1].after if self._planned else self._start
        longer._start, longer.at = self.assumed_table, 0
        longer._planned = (*self._planned[self.at :], *plan(end, wanted, happenings, attacker))
        return longer

    @property
    def steps(self) -> tuple[GuideEntry, ...]:
        """All steps, those before `at` are done."""
        return tuple(planned.step for planned in self._planned)

    @property
    def left(self) -> tuple[GuideEntry, ...]:
        """The steps still to be done."""
        return self.steps[self.at :]

    @property
    def assumed_table(self) -> TableState:
        """What lies on the table as far as known."""
        return self._planned[self.at - 1].after if self.at else self._start

    @property
    def passing(self) -> Mapping[Space, frozenset[Kind]]:
        """The spaces where hands still have to do something, and what may lie there meanwhile."""
        states = [self.assumed_table, *(planned.after for planned in self._planned[self.at :])]
        tables = [table(state.pieces) for state in states]
        return {
            space: frozenset(kind for there in tables for kind in there.get(space, ()))
            for space in _spaces(self.left)
        }

    def ticked(self, observation: Observation) -> int:
        """How many steps are done as far as a settled picture tells; those it cannot show are believed
        when a later one is seen, or after a while.

        What surely lies where nothing lay and a piece was to be put is that piece, unless it is surely
        another: so people's hands teach how a kind looks that nobody has seen.
        """
        for done in range(len(self._planned), self.at, -1):
            steps = self.steps[self.at : done]
            unsure, odd_before = _unsure_and_wrong(self.assumed_table, observation)
            _, odd_after = _unsure_and_wrong(self._planned[done - 1].after, observation)
            entered = _placed_spaces(steps) & unsure & observation.other - self._occupied()
            seen_last = bool(self._planned[done - 1].step.acts)
            spaces = _spaces(steps)
            if seen_last and spaces & odd_before and not spaces & (unsure | odd_after) - entered:
                return done
        return self.at + self._waited(observation.time_s)

    def _waited(self, time_s: float) -> bool:
        """Return whether a step that cannot be seen is due, since the first settled picture, for long enough."""
        if not self.left or self.left[0].acts:
            self._waiting = None
            return False
        if self._waiting is None or self._waiting[0] != self.at or time_s < self._waiting[1]:
            self._waiting = self.at, time_s
        return time_s - self._waiting[1] >= UNSEEN_S

    def _occupied(self) -> frozenset[Space]:
        return frozenset(table(self.assumed_table.pieces))


def _unsure_and_wrong(
    state: TableState, observation: Observation
) -> tuple[frozenset[Space], frozenset[Space]]:
    """The spaces that were not read for sure, and those that look otherwise."""
    wrong, unsure = differences(table(state.pieces), observation, FOLD)
    return frozenset(unsure), frozenset(difference.space for difference in wrong)


def _placed_spaces(steps: tuple[GuideEntry, ...]) -> frozenset[Space]:
    """The spaces of the board, each for one piece, where something new is to be put."""
    put = (act.space for step in steps for act in step.acts if act.act == "place")
    return frozenset(space for space in put if space not in (None, GRIMHEIM))


def _spaces(steps: tuple[GuideEntry, ...]) -> frozenset[Space]:
    found = (space for step in steps for act in step.acts for space in (act.space, act.target))
    return frozenset(space for space in found if space is not None)
