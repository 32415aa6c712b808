"""A lesson of any game, followed, ignored, read and undone at random.

If the tests of a game have a module `lesson_claims.py`, it has:

- `CLAIMS`: by key of a step, a condition on the real position and the words shown in it, written from
  RULES.md alone;
- `moves(position, way)`: the legal moves that begin by touching this way; empty if it leads to none;
- `MOST_MOVES`: moves after which the lesson is over at the latest;
- `ROLES`, if the game has roles: one for each player, in order of play.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from companion.games import NAMES, registry
from companion.games.lesson import END, Lesson, LessonView, Saying, view
from tests.games.contract import names

Claim: TypeAlias = Callable[[Any, Saying], bool]

TAUGHT = [name for name in NAMES if find_spec(f"companion.games.{name}.lesson")]
CLAIMED = [name for name in TAUGHT if find_spec(f"tests.games.{name}.lesson_claims")]


def lesson(game: str) -> Lesson[Any, Any]:
    found = registry.lesson(game)
    assert found
    return found


def claims(game: str) -> Any:
    return import_module(f"tests.games.{game}.lesson_claims")


@dataclass
class Course:
    """A game with its lesson; its methods do what a session does.

    It begins with the lesson's set-up, or `by_chance` with any, as a camera may see it.
    """

    game: str
    players: int
    seed: int
    by_chance: bool = False
    past: list[Any] = field(default_factory=list)
    moves: list[Any] = field(default_factory=list)
    read: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chance, self.rules = random.Random(self.seed), registry.rules(self.game)
        people = names(self.players)
        roles = getattr(claims(self.game), "ROLES", ()) if self.game in CLAIMED else ()
        setup = None if self.by_chance else lesson(self.game).opening(people, roles[: self.players])
        assert setup is None or self.rules.seats(setup) == tuple(people)
        self.past = [self.rules.read_setup(setup or self.rules.opening(self.chance, people))]

    def __str__(self) -> str:
        shown = self.view()
        where = self.rules.dump(self.past[-1])
        return f"{self.game}, {self.players} players, seed {self.seed}: {shown and shown.key}\n{where}"

    def view(self) -> LessonView | None:
        seen = [self.rules.view(position, None) for position in self.past]
        return view(lesson(self.game), seen, self.moves, self.read)

    def follow(self) -> bool:
        """Make a move that the lesson points at; return False if it points at none."""
        shown = self.view()
        ways = shown.saying.ways if shown and self.game in CLAIMED else ()
        found = claims(self.game).moves(self.past[-1], self.chance.choice(ways)) if ways else ()
        if found:
            self.make(self.chance.choice(found))
        return bool(found)

    def deviate(self) -> None:
        self.make(self.rules.next_move(self.past[-1], self.chance))

    def make(self, move: Any) -> None:
        self.past.append(self.rules.apply(self.past[-1], move))
        self.moves.append(move)

    def undo(self) -> None:
        self.past.pop()
        self.moves.pop()

    @property
    def over(self) -> bool:
        shown = self.view()
        return bool(self.rules.finished(self.past[-1]) or (shown and shown.key == END))
