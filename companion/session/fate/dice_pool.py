"""Dice that the app rolled for a hero: they lie there until an act has used them."""

from companion.games.fate.acts import Act, EndTurn
from companion.games.fate.position import Face


class DicePool:
    """The first faces answer whatever is asked: asking again, also after undo, shows the same dice."""

    def __init__(self) -> None:
        self._acts = 0
        self._used: dict[int, tuple[Face, ...]] = {}
        self._unused: tuple[Face, ...] = ()

    @property
    def faces(self) -> tuple[Face, ...]:
        """The dice that lie there now."""
        return self._used[self._next] if self._next else self._unused

    @faces.setter
    def faces(self, faces: tuple[Face, ...]) -> None:
        if self._next:
            self._used[self._next] = faces
        else:
            self._unused = faces

    def played(self, number: int, act: Act) -> None:
        """Act `number` was played: dice it used are taken away, at the end of a turn all of them."""
        faces_before = self.faces
        self._used = {used: faces for used, faces in self._used.items() if used < number}
        uses = isinstance(act, EndTurn) or bool(getattr(act, "dice", ()))
        if uses:
            self._used[number] = faces_before
        self._unused = () if uses else faces_before
        self._acts = number

    def rewind(self, acts: int) -> None:
        """So many acts count now: the dice of the first undone one that used some lie there again."""
        self._acts = acts

    @property
    def _next(self) -> int:
        """The first undone act that used dice, 0 where there is none."""
        return min((number for number in self._used if number > self._acts), default=0)
