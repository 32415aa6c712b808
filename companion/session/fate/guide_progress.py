"""Progress of the players in a guide plan: steps, number done, assumed table."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace

from companion.games.base import N_, Kind, Sentence, Space
from companion.games.fate.geometry import GRIMHEIM_HEXES
from companion.games.fate.happenings import Happening
from companion.games.fate.position import GRIMHEIM
from companion.session.fate.changes import Change
from companion.session.fate.guide_plan import Planned, plan
from companion.session.fate.snapshot import GuideEntry
from companion.session.fate.table_state import TableState, table
from companion.table.compare import differences
from companion.table.observation import Observation

FOLD: Mapping[Space, Space] = dict.fromkeys(GRIMHEIM_HEXES, GRIMHEIM)
"""Grimheim counts as one area, on any of its hexes."""
UNSEEN_S = 6.0
"""Time in seconds granted for a step that no camera can see, such as damage, town pieces or the Rune Stone.
Judged by hand."""
LIST_S = 15.0
"""Time in seconds for which the list of changes stays once a camera has ticked all that it can see. Judged by
hand."""


class GuideProgress:
    """The steps from the table `start` to `wanted`; `at` of them are done."""

    def __init__(
        self,
        start: TableState,
        wanted: TableState,
        happenings: tuple[Happening, ...] = (),
        attacker: str = "",
        setting_up: bool = False,
    ) -> None:
        self._start = start
        self._planned: tuple[Planned, ...] = plan(start, wanted, happenings, attacker, setting_up)
        self.at = 0
        self._waiting: tuple[int, float] | None = None

    def then(
        self,
        wanted: TableState,
        happenings: tuple[Happening, ...],
        attacker: str = "",
        setting_up: bool = False,
    ) -> "GuideProgress":
        """Return a progress with the open steps, followed by those to another table."""
        longer = copy(self)
        end = self._planned[-1].after if self._planned else self._start
        longer._start, longer.at = self.assumed_table, 0
        longer._planned = (*self._planned[self.at :], *plan(end, wanted, happenings, attacker, setting_up))
        return longer

    def checked(self, changes: tuple[Change, ...], at_table: bool) -> "GuideProgress":
        """Return a progress that ends with the list of all changes, to be compared with a real table."""
        asks = N_("Does your table look like this?") if at_table else N_("This is what they did.")
        step = GuideEntry("check", Sentence(N_("The monsters are done")), Sentence(asks), changes=changes)
        longer = copy(self)
        end = self._planned[-1].after if self._planned else self._start
        longer._planned = (*self._planned, Planned(step, end))
        return longer

    @property
    def changes(self) -> tuple[Change, ...]:
        """Rows of the present step, if it is the list of all changes."""
        return self.left[0].changes if self.left else ()

    def tick(self, rows: Iterable[int]) -> None:
        """Tick rows of the present list."""
        last, done = self._planned[self.at], frozenset(rows)
        changes = tuple(replace(one, done=one.done or n in done) for n, one in enumerate(last.step.changes))
        now = last._replace(step=replace(last.step, changes=changes))
        self._planned = (*self._planned[: self.at], now, *self._planned[self.at + 1 :])

    def seen(self, observation: Observation) -> tuple[int, ...]:
        """Return the rows of the present list that a settled picture shows as they are to be."""
        unsure, odd = _unsure_and_wrong(self.assumed_table, observation)
        return tuple(
            n
            for n, one in enumerate(self.changes)
            if one.spaces and not one.done and not (unsure | odd).intersection(one.spaces)
        )

    @property
    def steps(self) -> tuple[GuideEntry, ...]:
        """All steps; those before `at` are done."""
        return tuple(planned.step for planned in self._planned)

    @property
    def left(self) -> tuple[GuideEntry, ...]:
        """Steps still to do."""
        return self.steps[self.at :]

    @property
    def assumed_table(self) -> TableState:
        """Assumed table after the steps done."""
        return self._planned[self.at - 1].after if self.at else self._start

    @property
    def present(self) -> TableState:
        """Assumed table once the present step is done, too."""
        return self._planned[self.at].after if self.left else self.assumed_table

    @property
    def passing(self) -> Mapping[Space, frozenset[Kind]]:
        """Spaces of the open steps, with the kinds that may be there until they are done."""
        states = [self.assumed_table, *(planned.after for planned in self._planned[self.at :])]
        tables = [table(state.pieces) for state in states]
        return {
            space: frozenset(kind for there in tables for kind in there.get(space, ()))
            for space in _spaces(self.left)
        }

    def ticked(self, observation: Observation) -> int:
        """Return the number of steps done according to a settled picture.

        Invisible steps count as done when a later step is seen, or after `UNSEEN_S`. An unknown piece on a
        space where a piece was to be placed counts as that piece unless it is another one for sure: this way
        the reader learns the appearance of a new kind.
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
        """Return whether an invisible step has been due for `UNSEEN_S` in settled pictures."""
        if not self.left or self.left[0].acts or any(one.spaces and not one.done for one in self.changes):
            self._waiting = None
            return False
        if self._waiting is None or self._waiting[0] != self.at or time_s < self._waiting[1]:
            self._waiting = self.at, time_s
        return time_s - self._waiting[1] >= (LIST_S if self.changes else UNSEEN_S)

    def _occupied(self) -> frozenset[Space]:
        return frozenset(table(self.assumed_table.pieces))


def _unsure_and_wrong(
    state: TableState, observation: Observation
) -> tuple[frozenset[Space], frozenset[Space]]:
    """Return the unsure spaces and those that differ from `state`."""
    wrong, unsure = differences(table(state.pieces), observation, FOLD)
    return frozenset(unsure), frozenset(difference.space for difference in wrong)


def _placed_spaces(steps: tuple[GuideEntry, ...]) -> frozenset[Space]:
    """Return the spaces of the board, each for one piece, where these steps place a new piece."""
    put = (act.space for step in steps for act in step.acts if act.act == "place")
    return frozenset(space for space in put if space not in (None, GRIMHEIM))


def _spaces(steps: tuple[GuideEntry, ...]) -> frozenset[Space]:
    found = (space for step in steps for act in step.acts for space in (act.space, act.target))
    return frozenset(space for space in found if space is not None)
