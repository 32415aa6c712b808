"""The guided first round of Fate: walk, attack, the monsters' turn, the town, and the other actions."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.base import N_, Sentence, counted
from companion.games.codec import encode
from companion.games.fate.acts import Act, Attack, EndTurn, Move
from companion.games.fate.board import NEXT, PATH_DISTANCE, distances, has_cover, within
from companion.games.fate.hero_action import ACTIONS
from companion.games.fate.hero_stats import attack_range, has, max_health, strength
from companion.games.fate.heroes import HEROES, pile
from companion.games.fate.monsters import health, side
from companion.games.fate.moves import reach
from companion.games.fate.names import NAMES
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Monster, Position
from companion.games.fate.setup import Player, start
from companion.games.lesson import Lesson, Saying, Step

_NEAR: tuple[Hex, ...] = ("12,5", "7,13", "14,7", "5,10")
"""Hexes of a goblin for each hero, which a move from Grimheim reaches."""
_FAR: tuple[Hex, ...] = ("3,11", "12,12", "6,5", "16,5")
"""Hexes of a brute for each hero, some turns away from Grimheim."""
_ROUNDS = 2
"""Monsters' turns after which the lesson is over."""
_SHOWN = 2
"""Maximum number of ways pointed at."""
_FAR_OFF = 99


def opening(names: Sequence[str], roles: Sequence[str]) -> dict[str, Any]:
    """Return a set-up with a goblin near Grimheim and a brute far away for every hero."""
    heroes = roles or tuple(HEROES)
    seats = [
        Player(name, hero, pile(hero, "ability")[1].number, pile(hero, "equipment")[1].number)
        for name, hero in zip(names, heroes, strict=False)
    ]
    places = [("goblin", place) for place in _NEAR[: len(seats)]]
    places += [("brute", place) for place in _FAR[: len(seats)]]
    monsters = tuple(Monster(f"m{number}", kind, place) for number, (kind, place) in enumerate(places, 1))
    position = start(seats)._replace(phase="heroes", monsters=monsters, next_monster=len(monsters) + 1)
    return {"position": encode(position)}


def acting(p: Position) -> Hero | None:
    """Hero whose turn it is; None in the monsters' turn and after the end."""
    return p.heroes[p.turn] if p.phase == "heroes" else None


def targets(p: Position, hero: Hero, here: Hex = "") -> list[Monster]:
    """Monsters that a hero could attack, the nearest first; `here`: from another hex."""
    steps = distances(here or hero.hex)
    found = [m for m in p.monsters if steps.get(m.hex, _FAR_OFF) <= attack_range(hero)]
    return sorted(found, key=lambda monster: steps[monster.hex])


def _way(monster: Monster) -> int:
    """Steps of a monster to Grimheim."""
    return PATH_DISTANCE.get(monster.hex, _FAR_OFF)


def _held(p: Position, monster: Monster) -> bool:
    """Return whether a hero stands beside a monster."""
    return any(distances(monster.hex).get(hero.hex) == 1 for hero in p.heroes)


def _from_its_way(monster: Monster) -> Callable[[Hex], tuple[int, Hex]]:
    """Order of hexes: those near the monster's next step first."""
    steps = distances(NEXT.get(monster.hex, monster.hex))
    return lambda hex_: (steps.get(hex_, _FAR_OFF), hex_)


def _may(hero: Hero | None, action: str) -> bool:
    return hero is not None and action not in hero.actions and len(hero.actions) < ACTIONS


def _move(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or not _may(hero, "move") or hero.no_more_moves or targets(p, hero):
        return None
    open_ = reach(p, hero.id)
    for monster in sorted(p.monsters, key=lambda monster: (_held(p, monster), _way(monster))):
        there = sorted(open_ & within(monster.hex, attack_range(hero)), key=_from_its_way(monster))
        if there:
            words = {"hero": NAMES[hero.id], "monster": NAMES[monster.kind]}
            say = Sentence(N_("Touch {hero}, then a hex near the {monster}."), words)
            why = Sentence(N_("A turn has two different actions."))
            return Saying(say, why, tuple((hero.hex, hex_) for hex_ in there[:_SHOWN]))
    return None


def _attack(p: Position) -> Saying | None:
    hero = acting(p)
    found = targets(p, hero) if hero and _may(hero, "attack") else []
    if hero is None or not found:
        return None
    target = found[0]
    words = {"monster": NAMES[target.kind], "hero": NAMES[hero.id], "n": strength(hero)}
    say = Sentence(N_("Touch the {monster}: {hero} attacks it with {n} dice."), words)
    why = Sentence(N_("Axes are a hit. A rune or an empty face is none."))
    if has(hero, "runes_hit"):
        why = Sentence(N_("Axes are a hit. An empty face is none."))
    if has_cover(target.hex) and not has(hero, "ignore_cover"):
        why = Sentence(N_("In a forest it has cover: axes with a tree miss it."))
    return Saying(say, why, ((target.hex,),))


def _damage(p: Position) -> Saying | None:
    hurt = next((m for m in p.monsters if m.damage), None)
    hero = acting(p)
    if hero and hurt:
        words = {"monster": NAMES[hurt.kind], "damage": hurt.damage, "health": health(hurt, p.monsters)}
        say = Sentence(N_("A hit is one damage. {monster}: {damage} so far, gone at {health}."), words)
        if side(hurt).armour:
            say = Sentence(
                N_("Its armour stops one hit. {monster}: {damage} so far, gone at {health}."), words
            )
        return Saying(say, Sentence(N_("Whoever brings a monster down gets gold for it.")), ((hurt.hex,),))
    if hero and "attack" in hero.actions:
        say = Sentence(
            N_("A monster that falls brings gold: {hero} has {n}."), {"hero": NAMES[hero.id], "n": hero.gold}
        )
        return Saying(
            say, Sentence(N_("With enough gold a hero learns more at the end of a turn.")), keys=("hero",)
        )
    return None


def _end(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or len(hero.actions) < ACTIONS:
        return None
    say = Sentence(N_("{hero} has taken both actions. End the turn here."), {"hero": NAMES[hero.id]})
    why = Sentence(N_("Then the next hero plays."))
    if p.turn == len(p.heroes) - 1:
        why = Sentence(N_("Then the monsters move and attack."))
    return Saying(say, why, keys=("main",))


def _town(p: Position) -> Saying | None:
    if acting(p) is None or p.step < _ROUNDS:
        return None
    say = Sentence(N_("Monsters walk to Grimheim. Each that gets in takes one piece, a legend three."))
    why = counted(
        "Houses and well: {n} piece is left. Without it you lose.",
        "Houses and well: {n} pieces are left. Without any you lose.",
        p.town,
    )
    return Saying(say, why, ((GRIMHEIM,),))


def _hearts(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or (p.step < _ROUNDS and not hero.damage):
        return None
    words = {"hero": NAMES[hero.id], "left": max_health(hero) - hero.damage, "most": max_health(hero)}
    say = Sentence(N_("{hero} has {left} of {most} hearts left. Monsters that attack take them."), words)
    why = Sentence(N_("At none the hero falls and the town loses two pieces. Mend heals."))
    return Saying(say, why, keys=("hero",))


def _choose(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or hero.actions:
        return None
    say = Sentence(N_("Choose what {hero} does: move, attack, or one of these."), {"hero": NAMES[hero.id]})
    why = Sentence(N_("Prepare brings a card, focus mana, mend hearts, practice gold."))
    return Saying(say, why, keys=("prepare", "focus", "mend", "practice"))


def _track(p: Position) -> Saying | None:
    if acting(p) is None or p.step < _ROUNDS:
        return None
    say = Sentence(N_("The stone moves each round. Hold out to its last space: you all win."))
    why = Sentence(N_("Coloured spaces bring monsters. On a skull all go one step farther."))
    return Saying(say, why, keys=("track",))


def _cards(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or p.step < _ROUNDS:
        return None
    say = Sentence(
        N_("These are {hero}'s cards. Touch a stack to see what they do."), {"hero": NAMES[hero.id]}
    )
    why = Sentence(N_("Events are used once. Skills and gear work each turn, a quest brings gear."))
    return Saying(say, why, keys=("events", "skills", "gear", "quest"))


def _second(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or len(hero.actions) != 1:
        return None
    say = Sentence(N_("One action is left. It must be another one than before."))
    why = Sentence(N_("A monster beside a hero does not walk on: stand in its way."))
    return Saying(say, why)


LESSON: Lesson[Position, Act] = Lesson(
    steps=(
        Step("move", _move, lambda _, act, __: isinstance(act, Move)),
        Step("attack", _attack, lambda _, act, __: isinstance(act, Attack)),
        Step("damage", _damage, reads=True),
        Step("turn", _end, lambda _, act, __: isinstance(act, EndTurn)),
        Step("town", _town, reads=True),
        Step("hearts", _hearts, reads=True),
        Step("choose", _choose),
        Step("track", _track, reads=True),
        Step("cards", _cards, reads=True),
        Step("second", _second),
    ),
    turn_over=lambda act: isinstance(act, EndTurn),
    over=lambda past: past[-1].result is not None or past[-1].step > past[0].step + 1,
    farewell=Saying(
        Sentence(N_("That is enough to begin. Help each other, and keep Grimheim safe.")),
        Sentence(N_("Hold anything you wonder about: it says what it is.")),
    ),
    opening=opening,
)
