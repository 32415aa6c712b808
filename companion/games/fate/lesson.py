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
from companion.games.lesson import WELL_DONE, Lesson, Saying, Step

_NEAR: tuple[Hex, ...] = ("12,5", "7,13", "14,7", "5,10")
"""Hexes of a goblin for each hero, which a move from Grimheim reaches."""
_FAR: tuple[Hex, ...] = ("3,11", "12,12", "6,5", "16,5")
"""Hexes of a brute for each hero, some turns away from Grimheim."""
_ROUNDS, _MOST_ROUNDS = 2, 4
"""Rounds after which all was there to be told, and after which the lesson is over at the latest."""
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
            say = Sentence(N_("Touch {hero} to go near a {monster}."), words)
            then = Sentence(N_("Now touch a green hex."))
            why = Sentence(N_("A turn has two different actions."))
            return Saying(say, why, tuple((hero.hex, hex_) for hex_ in there[:_SHOWN]), then=(then,))
    return None


def _attack(p: Position) -> Saying | None:
    hero = acting(p)
    found = targets(p, hero) if hero and _may(hero, "attack") else []
    if hero is None or not found:
        return None
    target = found[0]
    words = {"monster": NAMES[target.kind], "hero": NAMES[hero.id], "n": strength(hero)}
    say = Sentence(N_("Touch the {monster}: {hero} attacks."), words)
    why = Sentence(N_("{n} dice. Axes hit; a rune or an empty face does not."), words)
    if has(hero, "runes_hit"):
        why = Sentence(N_("{n} dice. Axes hit; an empty face does not."), words)
    if has_cover(target.hex) and not has(hero, "ignore_cover"):
        why = Sentence(N_("{n} dice. In a forest, axes with a tree miss."), words)
    return Saying(say, why, ((target.hex,),))


def _struck(before: Position, act: Act, after: Position) -> Sentence:
    """Say what an attack has brought."""
    if not isinstance(act, Attack):
        return WELL_DONE
    there = next((monster for monster in before.monsters if monster.id == act.monster), None)
    left = next((monster for monster in after.monsters if monster.id == act.monster), None)
    if there is None or left is None:
        return Sentence(N_("The {monster} is down!"), {"monster": NAMES[there.kind]}) if there else WELL_DONE
    if left.damage <= there.damage:
        return Sentence(N_("No damage this time."))
    return counted(
        "{n} damage for the {monster}!",
        "{n} damage for the {monster}!",
        left.damage - there.damage,
        monster=NAMES[left.kind],
    )


def _damage(p: Position) -> Saying | None:
    hurt = next((m for m in p.monsters if m.damage), None)
    hero = acting(p)
    if hero and hurt:
        words = {"monster": NAMES[hurt.kind], "damage": hurt.damage, "health": health(hurt, p.monsters)}
        say = Sentence(N_("Touch the {monster}: how much is left?"), words)
        why = Sentence(N_("Damage so far: {damage}. At {health} it is gone and brings gold."), words)
        if side(hurt).armour:
            why = Sentence(N_("Damage so far: {damage}, gone at {health}. Its armour stops a hit."), words)
        return Saying(say, why, ((hurt.hex,),))
    if hero and "attack" in hero.actions:
        words = {"hero": NAMES[hero.id], "n": hero.gold}
        say = Sentence(N_("Touch {hero}'s card: gold is counted there."), words)
        why = Sentence(N_("{hero} has {n} gold. It pays for upgrades at a turn's end."), words)
        return Saying(say, why, keys=("hero",))
    return None


def _end(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or len(hero.actions) < ACTIONS:
        return None
    say = Sentence(N_("Both actions are taken: touch End turn."))
    why = Sentence(N_("Then the next hero plays."))
    if p.turn == len(p.heroes) - 1:
        why = Sentence(N_("Then the monsters move and attack."))
    return Saying(say, why, keys=("main",))


def _town(p: Position) -> Saying | None:
    if acting(p) is None or p.step < _ROUNDS:
        return None
    say = Sentence(N_("Touch Grimheim: keep the monsters out."))
    why = counted(
        "Each one that gets in takes a house: {n} is left, then you lose.",
        "Each one that gets in takes a house: {n} are left, then you lose.",
        p.town,
    )
    return Saying(say, why, ((GRIMHEIM,),))


def _hearts(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or (p.step < _ROUNDS and not hero.damage):
        return None
    words = {"hero": NAMES[hero.id], "left": max_health(hero) - hero.damage, "most": max_health(hero)}
    say = Sentence(N_("Touch {hero}'s hearts: {left} of {most} are left."), words)
    why = Sentence(N_("With no heart left, a hero falls. Mend heals."))
    return Saying(say, why, keys=("hero",))


def _choose(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or hero.actions:
        return None
    say = Sentence(N_("Choose what {hero} does."), {"hero": NAMES[hero.id]})
    why = Sentence(N_("Prepare: a card. Focus: mana. Mend: hearts. Practice: gold."))
    return Saying(say, why, keys=("prepare", "focus", "mend", "practice"))


def _track(p: Position) -> Saying | None:
    if acting(p) is None or p.step < _ROUNDS:
        return None
    say = Sentence(N_("Touch the stone: it counts the rounds."))
    why = Sentence(N_("On its last space you all win. Coloured spaces bring monsters."))
    return Saying(say, why, keys=("stone",))


def _cards(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or p.step < _ROUNDS:
        return None
    say = Sentence(N_("Touch a stack: read {hero}'s cards."), {"hero": NAMES[hero.id]})
    why = Sentence(N_("Events work once, skills and gear each turn."))
    return Saying(say, why, keys=("skills", "gear", "quest"))


def _second(p: Position) -> Saying | None:
    hero = acting(p)
    if hero is None or len(hero.actions) != 1:
        return None
    say = Sentence(N_("One action is left: take a different one."))
    why = Sentence(N_("A monster beside a hero does not walk on: stand in its way."))
    return Saying(say, why)


LESSON: Lesson[Position, Act] = Lesson(
    steps=(
        Step("move", _move, lambda _, act, __: isinstance(act, Move)),
        Step("attack", _attack, lambda _, act, __: isinstance(act, Attack), praise=_struck),
        Step("damage", _damage, reads=True),
        Step("turn", _end, lambda _, act, __: isinstance(act, EndTurn)),
        Step("town", _town, reads=True),
        Step("hearts", _hearts, reads=True),
        Step("choose", _choose),
        Step("track", _track, reads=True),
        Step("cards", _cards, reads=True),
        Step("second", _second),
    ),
    over=lambda past: past[-1].result is not None or past[-1].step >= past[0].step + _MOST_ROUNDS,
    farewell=Saying(
        Sentence(N_("Well done! Keep Grimheim safe!")),
        Sentence(N_("Hold anything you wonder about: it says what it is.")),
    ),
    opening=opening,
)
