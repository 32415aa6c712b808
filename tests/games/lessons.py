"""A lesson of any game, followed, ignored, read and undone at random.

If the tests of a game have a module `lesson_claims.py`, it has:

- `CLAIMS`: by key of a step, a condition on the real position and the words shown in it, written from
  RULES.md alone;
- `moves(position, way)`: the legal moves that begin by touching this way; empty if it leads to none;
- `MOST_MOVES`: moves after which the lesson is over at the latest;
- `SELDOM`, if there are any: steps that need what may not happen in one round;
- `ROLES`, if the game has roles: all that players may have.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from companion.games import registry
from companion.games.lesson import END, Lesson, LessonView, Saying, Step, view

Claim: TypeAlias = Callable[[Any, Saying], bool]

NAMES_OF_PEOPLE = ("Maximilian-Ann", "Zoë-Wilhelmine", "Bartholomew II", "Clementine-Mai")
"""Names as long as the window lets people write."""
TAUGHT = [name for name in registry.registered() if find_spec(f"companion.games.{name}.lesson")]
CLAIMED = [name for name in TAUGHT if find_spec(f"tests.games.{name}.lesson_claims")]


def lesson(game: str) -> Lesson[Any, Any]:
    found = registry.lesson(game)
    assert found
    return found


def claims(game: str) -> Any:
    return import_module(f"tests.games.{game}.lesson_claims")


def _cached(step: Step[Any, Any]) -> Step[Any, Any]:
    """A step that finds its words for a position object once; a course looks at each many times."""
    told: dict[int, tuple[Any, Saying | None]] = {}

    def tell(position: Any) -> Saying | None:
        if id(position) not in told:
            told[id(position)] = position, step.tell(position)
        return told[id(position)][1]

    return replace(step, tell=tell)


@dataclass
class Course:
    """A game with its lesson; its methods do what a session does.

    It begins with the lesson's set-up, or `by_chance` with any, as a camera may see it; then the app may play
    for some of the players, `bots`.
    """

    game: str
    players: int
    seed: int
    by_chance: bool = False
    past: list[Any] = field(default_factory=list)
    seen: list[Any] = field(default_factory=list)
    moves: list[Any] = field(default_factory=list)
    read: set[str] = field(default_factory=set)
    bots: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chance, self.rules = random.Random(self.seed), registry.rules(self.game)
        taught = lesson(self.game)
        self.lesson = replace(taught, steps=tuple(map(_cached, taught.steps)))
        people = NAMES_OF_PEOPLE[: self.players]
        roles = getattr(claims(self.game), "ROLES", ()) if self.game in CLAIMED else ()
        chosen = self.chance.sample(roles, self.players) if roles else ()
        setup = None if self.by_chance else self.lesson.opening(people, chosen)
        assert setup is None or self.rules.seats(setup) == people
        if self.by_chance:
            self.bots = set(self.chance.sample(range(self.players), self.chance.randrange(self.players)))
        self._reach(self.rules.read_setup(setup or self.rules.opening(self.chance, people)))

    def __str__(self) -> str:
        shown = self.view()
        where = self.rules.dump(self.past[-1])
        return f"{self.game}, {self.players} players, seed {self.seed}: {shown and shown.key}\n{where}"

    def view(self) -> LessonView | None:
        return None if self._by_app(self.past[-1]) else self._view()

    def _view(self) -> LessonView | None:
        by_people = [not self._by_app(position) for position in self.past[:-1]]
        return view(self.lesson, self.seen, self.moves, self.read, by_people)

    def _by_app(self, position: Any) -> bool:
        return self.rules.turn(position) in self.bots and not self.rules.finished(position)

    @property
    def persons_turn(self) -> bool:
        """Whether a person decides, neither the app nor chance."""
        return self._by_person(self.past[-1])

    @property
    def people_acted(self) -> bool:
        """Whether a person made any of the moves."""
        return any(map(self._by_person, self.past[:-1]))

    def _by_person(self, position: Any) -> bool:
        return self.rules.turn(position) is not None and not self._by_app(position)

    def follow(self) -> bool:
        """Make a move that the lesson points at; return False if it points at none."""
        shown = self.view()
        saying = shown.saying if shown and not shown.reads and self.game in CLAIMED else None
        ways = saying.ways if saying else ()
        found = claims(self.game).moves(self.past[-1], self.chance.choice(ways)) if ways else ()
        if found:
            self.make(self.chance.choice(found))
        return bool(found)

    def deviate(self) -> None:
        self.make(self.rules.next_move(self.past[-1], self.chance))

    def make(self, move: Any) -> None:
        self._reach(self.rules.apply(self.past[-1], move))
        self.moves.append(move)

    def _reach(self, position: Any) -> None:
        self.past.append(position)
        self.seen.append(self.rules.view(position, None))

    def undo(self) -> None:
        for made in (self.past, self.seen, self.moves):
            made.pop()

    @property
    def over(self) -> bool:
        shown = self._view()
        return bool(self.rules.finished(self.past[-1]) or (shown and shown.key == END))
