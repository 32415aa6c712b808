"""An act with everything that tells which rules it brought into play."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from companion.games.fate.acts import Act, Attack, MonsterAttack
from companion.games.fate.happenings import (
    Happening,
    Moved,
)
from companion.games.fate.position import Face, Hero, Monster, Position

_HappeningT = TypeVar("_HappeningT", bound=Happening)


class Strike(NamedTuple):
    """An attack of a monster on one hero."""

    monster: Monster
    hero: Hero
    dice: tuple[Face, ...]


class Step(NamedTuple):
    """An act with the positions before and after it, and its happenings."""

    before: Position
    act: Act
    after: Position
    happenings: tuple[Happening, ...]

    def all(self, kind: type[_HappeningT]) -> list[_HappeningT]:
        """Return the happenings of one type."""
        return [happening for happening in self.happenings if isinstance(happening, kind)]

    @property
    def hero(self) -> Hero:
        """The hero whose turn it is, before the act."""
        return self.before.heroes[self.before.turn]

    @property
    def hero_after(self) -> Hero:
        """The same hero after the act."""
        return self.after.heroes[self.before.turn]

    @property
    def monsters(self) -> Mapping[str, Monster]:
        """The monsters before the act, by id."""
        return {monster.id: monster for monster in self.before.monsters}

    def moves(self, *why: str) -> list[Moved]:
        """Return the movements for one of these reasons."""
        return [moved for moved in self.all(Moved) if moved.why in why]

    @property
    def target(self) -> Monster | None:
        """The monster that a hero attacks, if the act is an attack."""
        return self.monsters[self.act.monster] if isinstance(self.act, Attack) else None

    @property
    def strike(self) -> Strike | None:
        """The attack of a monster on one hero, if the act is one."""
        if isinstance(self.act, MonsterAttack):
            for hero in self.before.heroes:
                if hero.id == self.act.hero:
                    return Strike(self.monsters[self.act.monster], hero, self.act.dice)
        return None


Predicate: TypeAlias = Callable[[Step], bool]


def did(*kinds: type[Act]) -> Predicate:
    """Return the predicate of all acts of some types."""
    return lambda step: isinstance(step.act, kinds)
