"""Reason of a hero's act in one sentence: a fact, or a prediction with its strength in words."""

from collections.abc import Mapping, Sequence

from companion.games.base import N_, Sentence, counted
from companion.games.fate.acts import Act, Attack, EndTurn, Focus, Move, Practice, Prepare, Quest, Use
from companion.games.fate.board import GATES, PATH_DISTANCE, distances
from companion.games.fate.forecast import Outcome, is_rolled, kills, may_fall, next_walk, outcomes
from companion.games.fate.happenings import Damaged, Gained, Happening, Healed, Town
from companion.games.fate.hero_action import ACTIONS, find_hero
from companion.games.fate.hero_stats import attack_range, upgrade_cost
from companion.games.fate.heroes import printed
from companion.games.fate.names import NAMES
from companion.games.fate.position import GRIMHEIM, Hero, Monster, Position

LIKELY = 0.6
"""Minimum probability of a kill that is called likely."""
POSSIBLE = 0.25
"""Minimum probability of a kill that is called a chance; below it a kill is called unlikely."""
_CERTAIN = 1 - 1e-9
_FAR = 99

SURE, PROBABLE, CHANCE = (
    N_("Kills the {monster}."),
    N_("Likely kills the {monster}."),
    N_("A chance to kill the {monster}."),
)
SURE_SAVE, PROBABLE_SAVE, CHANCE_SAVE = (
    N_("Kills the {monster}, which would enter Grimheim."),
    N_("Likely kills the {monster}, which would enter Grimheim."),
    N_("A chance to kill the {monster}, which would enter Grimheim."),
)
WEARS, ATTACKS, DAMAGES = (
    N_("Attacks the {monster}; it will probably survive."),
    N_("Attacks the {monster}."),
    N_("Damages the {monster}: {n}."),
)
BLOCKS, REACHES, LEAVES_ALL, NEARER, HOME, ELSEWHERE = (
    N_("Keeps the {monster} out of Grimheim in the monsters' next turn."),
    N_("Brings the {monster} within reach of an attack."),
    N_("Goes where no monster can attack next."),
    N_("Goes nearer to the {monster}, the one closest to Grimheim."),
    N_("Goes to Grimheim, where mending heals 5."),
    N_("Goes to another place: the move action is unused."),
)
HEALS, HEALS_IN_DANGER, GAINS, PRACTISES, ENOUGH, DRAWS, FOCUSES, COMPLETES, USES = (
    N_("Heals the hero: {n} damage."),
    N_("Heals {n}: the monsters' next attacks could knock the hero out."),
    N_("Gains gold: {n}."),
    N_("Gains 1 gold: {gold} of {cost} for the next upgrade."),
    N_("Gains 1 gold: enough for the next upgrade."),
    N_("Draws an event card."),
    N_("Puts 1 mana on {card}."),
    N_("Completes the quest: {card} comes into play."),
    N_("Uses {card}."),
)
UPGRADES, ENDS, UNFINISHED = (
    N_("Buys an upgrade for {cost} gold and ends the turn."),
    N_("Ends the turn: both actions are used."),
    N_("Ends the turn; not all actions are used."),
)
VAGUE = (ELSEWHERE, USES, UNFINISHED)
"""Reasons that speak for no act; only the best act may have one."""


def reason(position: Position, act: Act) -> Sentence:
    """Return the most important reason of an act of the hero whose turn it is.

    The dice in the act do not count. Probabilities are exact; `LIKELY` and `POSSIBLE` turn them into words.
    """
    hero = position.heroes[position.turn]
    found = outcomes(position, act)
    monsters = {monster.id: monster for monster in position.monsters}
    if hurt := _hurt(position, act, found, monsters):
        return hurt
    after, done = found[0].applied if found and not is_rolled(act) else (position, ())
    match act:
        case Move():
            return _move(position, after, monsters)
        case EndTurn(upgrade):
            if upgrade is not None:
                return Sentence(UPGRADES, {"cost": upgrade_cost(hero, position.options)})
            return Sentence(ENDS if len(hero.actions) >= ACTIONS else UNFINISHED)
        case Practice():
            gold, cost = find_hero(after, hero.id).gold, upgrade_cost(hero, position.options)
            return Sentence(ENOUGH) if gold >= cost else Sentence(PRACTISES, {"gold": gold, "cost": cost})
        case Prepare():
            return Sentence(DRAWS)
        case Focus(card):
            return Sentence(FOCUSES, {"card": printed(hero.id, card).name})
        case Quest():
            return Sentence(COMPLETES, {"card": printed(hero.id, hero.equipment or 0).name})
    return _gain(position, hero, act, done)


def _hurt(
    position: Position, act: Act, found: Sequence[Outcome], monsters: Mapping[str, Monster]
) -> Sentence | None:
    """Return a sentence about the monsters that an act hurts, or None."""
    if isinstance(act, Attack) and not found:
        return _about(ATTACKS, monsters[act.monster])
    probable = kills(found)
    entering = next_walk(position, position.heroes[position.turn].id).entering if probable else frozenset()
    saves = {id: probability for id, probability in probable.items() if id in entering}
    for candidates, patterns in (
        (saves, (SURE_SAVE, PROBABLE_SAVE, CHANCE_SAVE)),
        (probable, (SURE, PROBABLE, CHANCE)),
    ):
        best = max(candidates, key=lambda id: candidates[id], default="")
        if best and candidates[best] >= POSSIBLE:
            strength = 0 if candidates[best] >= _CERTAIN else 1 if candidates[best] >= LIKELY else 2
            return _about(patterns[strength], monsters[best])
    if isinstance(act, Attack):
        return _about(WEARS, monsters[act.monster])
    if not is_rolled(act):
        for happening in found[0].applied.happenings if found else ():
            if isinstance(happening, Damaged) and happening.id in monsters and happening.amount:
                return _about(DAMAGES, monsters[happening.id], n=happening.amount)
    return None


def _move(position: Position, after: Position, monsters: Mapping[str, Monster]) -> Sentence:
    before, hero = position.heroes[position.turn], after.heroes[position.turn]
    now, then = next_walk(position, hero.id), next_walk(after, hero.id)
    if kept := sorted(now.entering - then.entering):
        return _about(BLOCKS, monsters[kept[0]])
    if len(hero.actions) < ACTIONS and "attack" not in hero.actions:
        fresh = sorted(_reachable(after, hero) - _reachable(position, before))
        if fresh:
            closest = min(fresh, key=lambda id: PATH_DISTANCE.get(monsters[id].hex, _FAR))
            return _about(REACHES, monsters[closest])
    if now.attackers and not then.attackers:
        return Sentence(LEAVES_ALL)
    threat = min(
        position.monsters, key=lambda m: (PATH_DISTANCE.get(m.hex, _FAR), _apart(before, m)), default=None
    )
    if threat and _apart(hero, threat) < _apart(before, threat):
        return _about(NEARER, threat)
    return Sentence(HOME if hero.hex == GRIMHEIM else ELSEWHERE)


def _reachable(position: Position, hero: Hero) -> set[str]:
    steps, reach = distances(hero.hex), attack_range(hero)
    return {monster.id for monster in position.monsters if steps.get(monster.hex, _FAR) <= reach}


def _apart(hero: Hero, monster: Monster) -> int:
    """Return the steps from a hero to a monster; from inside Grimheim over its nearest gate."""
    if hero.hex == GRIMHEIM:
        return 1 + min(distances(gate).get(monster.hex, _FAR) for gate in GATES)
    return distances(hero.hex).get(monster.hex, _FAR)


def _gain(position: Position, hero: Hero, act: Act, done: tuple[Happening, ...]) -> Sentence:
    """Return a sentence about what an act brings that hurts no monster."""
    if houses := sum(h.pieces for h in done if isinstance(h, Town)):
        return counted("Adds {n} house.", "Adds {n} houses.", houses)
    if healed := sum(h.amount for h in done if isinstance(h, Healed) and (h.hero, h.card) == (hero.id, 0)):
        if may_fall(position, hero.id):
            return Sentence(HEALS_IN_DANGER, {"n": healed})
        return Sentence(HEALS, {"n": healed})
    if (gold := sum(h.gold for h in done if isinstance(h, Gained) and h.hero == hero.id)) > 0:
        return Sentence(GAINS, {"n": gold})
    card = act.card if isinstance(act, Use) else 0
    return Sentence(USES, {"card": printed(hero.id, card, hero.level).name})


def _about(pattern: str, monster: Monster, **values: object) -> Sentence:
    return Sentence(pattern, {"monster": NAMES[monster.kind], **values})
