"""Good moves for people who ask for them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.app.thinking import Question, Thought
from companion.games.base import Advice, Space


class AppHints:
    """Implements `ui.services.Hints`; `question` is what the player to move may ask now, None for nothing.

    `light` is called when other spaces are `pointed` at, `lost` if an answer does not come back.
    """

    def __init__(
        self,
        question: Callable[[], Question | None],
        light: Callable[[], None],
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        self._lost = lost
        self._question, self._light = question, light
        self.pointed: Sequence[Space] = ()
        self._thought: Thought | None = None
        self._asked: Question | None = None
        self._found: Sequence[Advice[Any]] | None = None

    def offered(self) -> bool:
        """Whether the game that runs can give some now."""
        return self._question() is not None

    def think(self) -> None:
        """Begin to think about the game as it stands."""
        self.stop()
        if question := self._question():
            self._asked = question
            self._thought = Thought(question, partial(self._answered, question), lost=self._lost)

    def latest(self) -> Sequence[Advice[Any]] | None:
        """What was found, the best first; None while it is thought about."""
        return self._found

    def point(self, spaces: Sequence[Space]) -> None:
        """The lamps beside the table point at spaces, for everybody to see, until `stop`."""
        if spaces != self.pointed:
            self.pointed = spaces
            self._light()

    def stop(self) -> None:
        """Nobody wants to know any more; what was found is forgotten."""
        self.point(())
        if self._thought:
            self._thought.stop()
        self._thought = self._found = self._asked = None

    def wait(self, timeout_s: float) -> bool:
        """Return when the answer is there; False when it takes longer."""
        return self._thought is None or self._thought.wait(timeout_s)

    def _answered(self, question: Question, found: Sequence[Advice[Any]]) -> None:
        if question is self._asked:
            self._found = tuple(found)
