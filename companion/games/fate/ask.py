"""Answer to a question about a position: a hero's values and possible acts, written as acts; see SCRIPT.md.

If an act has one value for a key, the answer lists all values it may have now.
"""

from collections.abc import Iterator
from typing import Any, get_args

from companion.games.base import N_, rule_error
from companion.games.codec import unknown_keys, wrong
from companion.games.fate.actions import MEND, MEND_IN_GRIMHEIM
from companion.games.fate.equip import spawn_hexes
from companion.games.fate.hero_action import find_hero
from companion.games.fate.hero_stats import (
    attack_range,
    copies_left,
    drawable,
    hand_limit,
    in_play,
    max_health,
    move_allowance,
    strength,
    unknown_equipment,
)
from companion.games.fate.heroes import pile
from companion.games.fate.moves import ways
from companion.games.fate.position import GRIMHEIM, Action, Hero, Position
from companion.games.fate.possible import HeroOptions, Usable, hero_options
from companion.games.fate.quests import DONE, task

Answer = dict[str, Any]


def check_question(document: object) -> tuple[object, str]:
    """Return position and hero of a question. Raises RuleError `bad_document` naming every wrong place."""
    asked = document if isinstance(document, dict) else {}
    found = unknown_keys(asked, ("position", "hero"), "ask.")
    found += [wrong(f"ask.{key}", N_("a value"), None) for key in ("position", "hero") if key not in asked]
    if found:
        raise rule_error("bad_document", found)
    return asked["position"], str(asked["hero"])


def answer(position: Position, hero_id: str) -> Answer:
    """Return the values of a hero and every possible act. Raises RuleError `unknown_hero`."""
    hero = find_hero(position, hero_id)
    options = hero_options(position, hero_id)
    return {
        "game": "fate",
        "hero": hero_id,
        "strength": strength(hero),
        "range": attack_range(hero),
        "health": max_health(hero),
        "left": max_health(hero) - hero.damage,
        "steps": move_allowance(hero) if options.reach else 0,
        "acts": list(_acts(position, hero, options)),
        "error": None,
    }


def _acts(position: Position, hero: Hero, options: HeroOptions) -> Iterator[Answer]:
    acting = position.phase == "heroes" and position.heroes[position.turn].id == hero.id
    owner = {} if acting else {"hero": hero.id}
    if acting:
        yield from _actions(hero, options)
    for usable in options.uses:
        yield _use(position, hero, usable)
    for usable in options.inside:
        yield {**_use(position, hero, usable), "inside": True}
    for card in dict.fromkeys(hold.card for hold in options.holds):
        held = [hold.monster for hold in options.holds if hold.card == card]
        yield {"do": "hold", **owner, "card": card, "monster": held}
    if options.quest_possible:
        yield {"do": "quest", **owner, **_quest(position, hero)}
    if hero.hand and position.phase != "over":
        left = [face.number for face in pile(hero.id, "event") if copies_left(hero, face.number)]
        yield {"do": "discard", **owner, "cards": left, "most": hero.hand}
    if acting:
        yield from _free(position, hero, options)


def _actions(hero: Hero, options: HeroOptions) -> Iterator[Answer]:
    """Yield the actions that have an effect now; any remaining action may be given up."""
    for action in options.actions:
        match action:
            case "move" if options.reach:
                yield {"do": "move", "to": sorted(options.reach)}
            case "attack" if options.targets:
                monsters = [target.monster for target in options.targets]
                yield {"do": "attack", "monster": monsters, "dice": options.targets[0].dice}
            case "prepare" if hero.hand < hand_limit(hero) and drawable(hero):
                yield {"do": "prepare"}
            case "focus" if options.focus:
                yield {"do": "focus", "card": list(options.focus)}
            case "mend":
                yield {"do": "mend", **_mend(hero)}
            case "practice":
                yield {"do": "practice"}
    if options.actions:
        yield {"do": "spend", "action": [action for action in get_args(Action) if action in options.actions]}


def _quest(position: Position, hero: Hero) -> Answer:
    """Return the choices that completing the quest requires; `most` hexes of `hexes`."""
    quest, following = task(hero), sorted(unknown_equipment(hero))
    values: Answer = {"next": following} if len(following) > 1 else {}
    values |= {"kill": [kill.monster for kill in hero.kills]} if len(hero.kills) > 1 else {}
    if quest and quest.discard and hero.quest < DONE:
        values |= {"discard": quest.discard}
    if quest and quest.spawns and hero.quest < DONE:
        values |= {"hexes": list(spawn_hexes(position, hero)), "most": quest.spawns}
    return values


def _mend(hero: Hero) -> Answer:
    inside = hero.hex == GRIMHEIM
    worn = {c.number: c.damage for c, face in in_play(hero) if inside and face.pile == "equipment"}
    heal = {str(number): damage for number, damage in {0: hero.damage, **worn}.items() if damage}
    return {"heal": heal, "most": MEND_IN_GRIMHEIM if inside else MEND}


def _free(position: Position, hero: Hero, options: HeroOptions) -> Iterator[Answer]:
    if options.markers:
        yield {"do": "take_markers", "hex": list(options.markers)}
    if any(h.gold for h in position.heroes if h.id in (hero.id, *options.near)) and options.near:
        yield {"do": "share", "hero": list(options.near), "most": hero.gold}
    upgrades = {"upgrade": [upgrade.what for upgrade in options.upgrades]} if options.upgrades else {}
    yield {"do": "end_turn", **upgrades}


def _use(position: Position, hero: Hero, usable: Usable) -> Answer:
    """Return one effect: at most `most` monsters, `dice` for each of them, a shortest `path` to every end."""
    act = usable.act
    values: Answer = {"do": "use", "card": act.card}
    values |= {"option": act.option} if act.option else {}
    values |= {"hero": act.hero} if act.hero else {}
    values |= {"monsters": list(usable.monsters), "most": usable.targets} if usable.monsters else {}
    if usable.steps:
        found = ways(position, hero, usable.steps)
        values |= {"path": [list(found[to]) for to in usable.hexes]}
    elif usable.hexes:
        values |= {"hexes": list(usable.hexes)}
    values |= {"hexes": {m: list(to) for m, to in usable.pushes.items()}} if usable.pushes else {}
    values |= {"dice": usable.dice} if usable.dice else {}
    values |= {"mana": list(usable.mana)} if usable.mana[1] else {}
    values |= {"discard": usable.discard} if usable.discard else {}
    values |= {"hero": list(usable.heroes), "heal": usable.heal} if usable.heroes else {}
    return values
