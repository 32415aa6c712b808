"""Collected answers that do not make an act yet, and the choices that follow from them."""

from typing import cast

from companion.games.fate.acts import Act, Discard, MonsterAttack
from companion.games.fate.happenings import Damaged, Happening
from companion.games.fate.position import Face, Position
from companion.session.base import SessionContext
from companion.session.fate import choices
from companion.session.fate.answers import answer, forced
from companion.session.fate.choices import NOTHING, Answered, Cards, Dice
from companion.session.fate.snapshot import FateChoice
from companion.session.fate.step import FateStep
from companion.session.timeline import Timeline

HERO_PHASES = ("heroes", "over")


class PendingAnswers:
    """Answers of the players since the last act; `dice`: who rolls."""

    def __init__(self, context: SessionContext) -> None:
        self.dice = cast(Dice, context.settings.get("dice", "app"))
        self._cards = cast(Cards, context.settings.get("cards", "app"))
        self._chance, self._watched = context.chance, context.watched
        self._answers = [NOTHING]
        self._asked: tuple[FateStep, Answered, FateChoice | None] | None = None

    @property
    def taken(self) -> Answered:
        """All answers since the last act."""
        return self._answers[-1]

    def choice(self, step: FateStep) -> FateChoice | None:
        """Return the open choice; cached by step and answers."""
        if self._asked is None or self._asked[0] is not step or self._asked[1] is not self.taken:
            found = choices.choice(step.position, self.taken, self.dice, self._cards)
            self._asked = step, self.taken, found
        return self._asked[2]

    def answer(
        self, position: Position, choice: FateChoice, index: int, faces: tuple[Face, ...]
    ) -> Act | None:
        """Return the act that an answer makes; None if another answer is needed."""
        found = answer(position, self.taken, choice, index, faces, self._chance, self.dice)
        if isinstance(found, Answered):
            self._answers.append(found)
            return None
        return found

    def forced(self, position: Position) -> Act:
        """Return the next act if there is nothing to decide."""
        return forced(position, self.taken, self._chance)

    def rolled(self, attack: MonsterAttack) -> None:
        """Store a rolled attack; the prevention of its damage is to be decided."""
        self._answers = [self.taken._replace(attack=attack, rolled=True)]

    def in_any_order(self) -> None:
        """Let the app order the attacks."""
        self._answers.append(self.taken._replace(any_order=True))

    def take_back(self) -> bool:
        """Undo the last answer and return whether there was one. Rolled dice are kept."""
        return bool(len(self._answers) > 1 and self._answers.pop())

    def forget(self) -> None:
        """Drop all answers, because another choice is due."""
        self._answers = [NOTHING]

    def played(self, act: Act, happenings: tuple[Happening, ...]) -> None:
        """Drop the answers after an act; `any_order` is kept while attacks cause only damage."""
        if isinstance(act, Discard):  # it answers nothing, so the answers are kept
            return
        as_foreseen = isinstance(act, MonsterAttack) and all(isinstance(h, Damaged) for h in happenings)
        self._answers = [Answered(any_order=self.taken.any_order and as_foreseen)]

    def acts_until_decision(self, timeline: Timeline[FateStep, Act], way: int) -> int:
        """Return the number of acts back (-1) or forward (1) to the next decision, at least 1.

        Always 1 with a camera, because the players must follow each act.
        """
        most = 1 if self._watched else timeline.at if way < 0 else timeline.undone
        steps = (timeline.steps[timeline.at + way * n] for n in range(1, most))
        return next(
            (n for n, step in enumerate(steps, 1) if self.needs_decision(step.position)), max(1, most)
        )

    def needs_decision(self, position: Position) -> bool:
        """Return whether players decide in a position, which is no step of the monsters alone."""
        asked = choices.choice(position, NOTHING, self.dice, self._cards)
        return position.phase in HERO_PHASES or asked is not None
