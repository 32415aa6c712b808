"""Suggested moves on request."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.app.thinking import Question, Thought, can_answer
from companion.games.base import Advice, Space
from companion.session.snapshot import Snapshot

MOST_HINTS = 3
"""Maximum number of moves that are suggested at once, but in the window."""


class _Search:
    """The last question and the thought about it; an answer to an earlier one is dropped.

    `question` makes the question of the player to move, None if there is none; `lost` is called if an answer
    is lost.
    """

    def __init__(
        self, question: Callable[[Snapshot], Question | None], lost: Callable[[Exception], object]
    ) -> None:
        self._question, self._lost = question, lost
        self._thought: Thought | None = None
        self._asked: Question | None = None

    def stop(self) -> None:
        """Cancel thinking and discard the suggestions."""
        if self._thought:
            self._thought.stop()
        self._thought = self._asked = None

    def _begin(self, shown: Snapshot, then: Callable[[Sequence[Advice[Any]]], object]) -> None:
        """Think about a state; `then` gets the suggestions on another thread. Raises CompanionError."""
        self.stop()
        if question := self._question(shown):
            self._asked = question
            self._thought = Thought(question, partial(self._answered, question, then), lost=self._lost)

    def _answered(
        self,
        question: Question,
        then: Callable[[Sequence[Advice[Any]]], object],
        found: Sequence[Advice[Any]],
    ) -> None:
        if question is self._asked:
            then(tuple(found))


def _offered(shown: Snapshot) -> bool:
    """Return whether moves can be suggested to a person now."""
    return shown.turn not in shown.bots and can_answer(shown)


class AppHints(_Search):
    """Implements `ui.services.Hints`.

    `latest` is the running game. `light` is called when `pointed` changes.
    """

    def __init__(
        self,
        latest: Callable[[], Snapshot | None],
        question: Callable[[Snapshot], Question | None],
        light: Callable[[], None],
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        super().__init__(question, lost)
        self._latest, self._light = latest, light
        self.pointed: Sequence[Space] = ()
        self._found: Sequence[Advice[Any]] | None = None

    def offered(self) -> bool:
        """Return true if the running game can suggest moves to a person now."""
        shown = self._latest()
        return shown is not None and _offered(shown)

    def think(self) -> None:
        """Start thinking about the current position."""
        self.stop()
        shown = self._latest()
        if shown and _offered(shown):
            self._begin(shown, self._keep)

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
        super().stop()
        self._found = None

    def wait(self, timeout_s: float) -> bool:
        """Block until the answer is there; return False on timeout."""
        return self._thought is None or self._thought.wait(timeout_s)

    def _keep(self, found: Sequence[Advice[Any]]) -> None:
        self._found = found


class SeatHints(_Search):
    """Implements `companion.app.phones.phones.Hints`: hints for a seat that asks on its phone."""

    def __init__(
        self,
        question: Callable[[Snapshot], Question | None],
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        super().__init__(question, lost)
        self._for: tuple[str | None, int] | None = None
        self._told: tuple[tuple[str | None, int], Sequence[Advice[Any]]] | None = None

    def offered(self, shown: Snapshot) -> bool:
        """Return whether the player to move may ask in this state."""
        return not shown.over and _offered(shown)

    def ask(self, shown: Snapshot, found: Callable[[], object]) -> None:
        """Think about the state for the player to move, then call `found` on another thread.

        Asked twice it thinks once. Raises CompanionError.
        """
        asked = (shown.turn, shown.at)
        if not self.offered(shown) or asked == self._for:
            return

        def then(advice: Sequence[Advice[Any]]) -> None:
            self._told = asked, advice[:MOST_HINTS]
            found()

        self._begin(shown, then)
        self._for = asked

    def of(self, player: str, at: int) -> Sequence[Advice[Any]] | None:
        """Return the suggestions for a player in a state, the best first; None if there are none yet."""
        told = self._told
        return told[1] if told and told[0] == (player, at) else None

    def stop(self) -> None:
        """Cancel thinking and discard the suggestions."""
        super().stop()
        self._for = self._told = None
