"""Dice that the app rolled for a hero; kept until an act uses them."""

from companion.games.fate.acts import Act, EndTurn
from companion.games.fate.position import Face


class DicePool:
    """Rolled faces; a repeated request, also after undo, returns the same faces."""

    def __init__(self) -> None:
        self._acts = 0
        self._used: dict[int, tuple[Face, ...]] = {}
        self._unused: tuple[Face, ...] = ()

    @property
    def faces(self) -> tuple[Face, ...]:
        """Unused faces after the acts that count."""
        return self._used[self._next] if self._next else self._unused

    @faces.setter
    def faces(self, faces: tuple[Face, ...]) -> None:
        if self._next:
            self._used[self._next] = faces
        else:
            self._unused = faces

    def played(self, number: int, act: Act) -> None:
        """Remove the dice that act `number` used; the end of a turn removes all."""
        faces_before = self.faces
        self._used = {used: faces for used, faces in self._used.items() if used < number}
        uses = isinstance(act, EndTurn) or bool(getattr(act, "dice", ()))
        if uses:
            self._used[number] = faces_before
        self._unused = () if uses else faces_before
        self._acts = number

    def rewind(self, acts: int) -> None:
        """Return to `acts` acts.

        The dice of the first undone act that used some are available again.
        """
        self._acts = acts

    @property
    def _next(self) -> int:
        """Number of the first undone act that used dice, or 0."""
        return min((number for number in self._used if number > self._acts), default=0)
