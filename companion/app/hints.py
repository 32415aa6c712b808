"""Suggested moves on request."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.app.thinking import Question, Thought, can_answer
from companion.games.base import Advice, Space
from companion.session.snapshot import Snapshot

MOST = 3
"""Maximum number of moves that are suggested on a phone."""


class AppHints:
    """Implements `ui.services.Hints`.

    `latest` is the running game; `question` makes the question of the player to move, None if there is none.
    `light` is called when `pointed` changes, `lost` if an answer is lost.
    """

    def __init__(
        self,
        latest: Callable[[], Snapshot | None],
        question: Callable[[Snapshot], Question | None],
        light: Callable[[], None],
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        self._lost = lost
        self._latest, self._question, self._light = latest, question, light
        self.pointed: Sequence[Space] = ()
        self._thought: Thought | None = None
        self._asked: Question | None = None
        self._found: Sequence[Advice[Any]] | None = None

    def offered(self) -> bool:
        """Return true if the running game can suggest moves to a person now."""
        shown = self._latest()
        return shown is not None and shown.turn not in shown.bots and can_answer(shown)

    def think(self) -> None:
        """Start thinking about the current position."""
        self.stop()
        shown = self._latest() if self.offered() else None
        if shown and (question := self._question(shown)):
            self._asked = question
            self._thought = Thought(question, partial(self._answered, question), lost=self._lost)

    def latest(self) -> Sequence[Advice[Any]] | None:
        """Suggestions, the best first; None while thinking, empty if there is no answer."""
        return self._found

    def point(self, spaces: Sequence[Space]) -> None:
        """Point the lamps at spaces, visible to everybody, until `stop`."""
        if spaces != self.pointed:
            self.pointed = spaces
            self._light()

    def stop(self) -> None:
        """Cancel thinking and discard the suggestions."""
        self.point(())
        if self._thought:
            self._thought.stop()
        self._thought = self._found = self._asked = None

    def wait(self, timeout_s: float) -> bool:
        """Block until the answer is there; return False on timeout."""
        return self._thought is None or self._thought.wait(timeout_s)

    def _answered(self, question: Question, found: Sequence[Advice[Any]]) -> None:
        if question is self._asked:
            self._found = tuple(found)


class SeatHints:
    """Implements `companion.app.phones.phones.Hints`: hints for a seat that asks on its phone.

    The last question and its answer are worth nothing once the game goes on. `question` makes the question of
    the player to move, None if there is none; `lost` is called if an answer is lost.
    """

    def __init__(
        self,
        question: Callable[[Snapshot], Question | None],
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        self._question, self._lost = question, lost
        self._asked: tuple[str, int] | None = None
        self._thought: Thought | None = None
        self._advice: Sequence[Advice[Any]] | None = None

    def offered(self, shown: Snapshot) -> bool:
        """Return whether the player to move may ask in this state."""
        return not shown.over and shown.turn not in shown.bots and can_answer(shown)

    def ask(self, shown: Snapshot, found: Callable[[], object]) -> None:
        """Think about the state for the player to move, then call `found` on another thread.

        Asked twice it thinks once. Raises CompanionError.
        """
        asked = (shown.turn or "", shown.at)
        if not self.offered(shown) or asked == self._asked:
            return
        self.stop()
        question = self._question(shown)
        if question:
            self._asked = asked
            self._thought = Thought(question, partial(self._answered, found), lost=self._lost)

    def of(self, player: str, at: int) -> Sequence[Advice[Any]] | None:
        """Return the suggestions for a player in a state, the best first; None if there are none yet."""
        return self._advice if self._asked == (player, at) else None

    def stop(self) -> None:
        """Discard the question and its answer."""
        if self._thought:
            self._thought.stop()
        self._asked = self._thought = self._advice = None

    def _answered(self, found: Callable[[], object], advice: Sequence[Advice[Any]]) -> None:
        self._advice = tuple(advice)[:MOST]
        found()
