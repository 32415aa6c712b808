"""Rules of the monsters and the town that an act brings into play."""

from collections.abc import Mapping
from itertools import combinations

from companion.games.fate.acts import (
    Draw,
    MonsterAttack,
    RuneStone,
    Walk,
)
from companion.games.fate.board import (
    GATES,
    NEIGHBOURS,
    NEXT,
    PATH_DISTANCE,
    ROAD,
)
from companion.games.fate.happenings import (
    Drawn,
    KnockedOut,
    Moved,
    Placed,
    Removed,
    Stayed,
    Stone,
    Town,
)
from companion.games.fate.moment_step import Predicate, Step, did
from companion.games.fate.monsters import (
    CARDS,
    FACTION,
    GRENDEL,
    HRUNGBALD,
    NIDHUGGR,
    QUEEN,
    SEER,
    SURT,
    faction,
    is_legend,
    on_board,
    side,
)
from companion.games.fate.position import GRIMHEIM, Hex
from companion.games.fate.track import last_step
from companion.games.fate.walk import must_charge

# What happens to the town and the heroes


def _won(step: Step) -> bool:
    return step.after.result == "won"


def _lost(step: Step) -> bool:
    return step.after.result == "lost"


def _knocked_out(step: Step) -> bool:
    return bool(step.all(KnockedOut))


def _entered_town(step: Step) -> bool:
    return any(removed.why == "entered" for removed in step.all(Removed))


def _chose_piece(step: Step) -> bool:
    return any(town.pieces < 0 for town in step.all(Town)) and step.after.town > 0


def _last_space(step: Step) -> bool:
    return isinstance(step.act, RuneStone) and step.after.step == last_step(step.after.options)


# The monster die


def _die(*faces: str) -> Predicate:
    return lambda step: any(stone.die in faces for stone in step.all(Stone))


_turning = _die("maneuver_cw", "maneuver_ccw")


def _moved(*why: str) -> Predicate:
    return lambda step: bool(step.moves(*why))


def _into_town(why: str) -> Predicate:
    return lambda step: any(moved.path[-1] == GRIMHEIM for moved in step.moves(why))


def _no_turn(step: Step) -> bool:
    if not _turning(step) or step.after.result:
        return False
    turned = {moved.id for moved in step.moves("rotate")}
    return any(_beside_hero(step, m.hex) and m.id not in turned for m in step.before.monsters)


def _push_failed(step: Step) -> bool:
    monsters = {monster.hex for monster in step.before.monsters}
    pushed = {moved.id for moved in step.moves("push")}
    return _die("push")(step) and any(
        hero.id not in pushed and not monsters.isdisjoint(NEIGHBOURS[hero.hex]) for hero in step.before.heroes
    )


def _ambush(step: Step) -> bool:
    return step.before.phase != "ambush" and step.after.phase == "ambush"


# Monsters move


def _beside_hero(step: Step, hex_: Hex) -> bool:
    """Return whether a hero stands beside a hex; heroes do not move while monsters do."""
    return any(hero.hex in NEIGHBOURS[hex_] for hero in step.before.heroes)


def _walks(step: Step) -> list[Moved]:
    return step.moves("walk", "charge")


def _stayed(reason: str) -> Predicate:
    return lambda step: not step.after.result and any(s.reason == reason for s in step.all(Stayed))


def _charged_at_hero(step: Step) -> bool:
    return any(not must_charge(step.before, step.monsters[m.id]) for m in step.moves("charge"))


def _stopped_by_hero(step: Step) -> bool:
    for moved in _walks(step):
        monster = step.monsters[moved.id]
        most = side(monster).steps + must_charge(step.before, monster)
        if len(moved.path) - 1 < most and _beside_hero(step, moved.path[-1]):
            return True
    return False


def _no_charge_into_town(step: Step) -> bool:
    return any(
        moved.why == "walk"
        and len(moved.path) - 1 == side(step.monsters[moved.id]).steps
        and NEXT.get(moved.path[-1]) == GRIMHEIM
        and not must_charge(step.before, step.monsters[moved.id])
        and not _beside_hero(step, moved.path[-1])
        for moved in _walks(step)
    )


def _two_steps(step: Step) -> bool:
    return any(moved.why == "walk" and len(moved.path) == 3 for moved in _walks(step))


def _nearest_first(step: Step) -> bool:
    return len({PATH_DISTANCE[moved.path[0]] for moved in _walks(step)}) > 1


def _road_first(step: Step) -> bool:
    """Return whether two monsters wanted one hex, and the one on the road entered it first."""
    entered = {moved.path[0]: moved.path[1] for moved in _walks(step)}
    free = [
        m.hex
        for m in step.before.monsters
        if isinstance(step.act, Walk) and not m.held and not _beside_hero(step, m.hex)
    ]
    return any(
        NEXT.get(one) == NEXT.get(other) != GRIMHEIM
        and (one in ROAD) != (other in ROAD)
        and PATH_DISTANCE.get(one) == PATH_DISTANCE.get(other)
        and entered.get(one if one in ROAD else other) == NEXT.get(one)
        for one, other in combinations(free, 2)
    )


# Monsters attack


def _attacks_begin(step: Step) -> bool:
    return step.before.phase != "attacks" and step.after.phase == "attacks"


def _choice_of_attacks(step: Step) -> bool:
    return _attacks_begin(step) and len(step.after.to_attack) > 1


def _safe_in_town(step: Step) -> bool:
    return (
        isinstance(step.act, Walk)
        and any(hero.hex == GRIMHEIM for hero in step.after.heroes)
        and any(monster.hex in GATES for monster in step.after.monsters)
    )


def _helped(step: Step) -> bool:
    strike = step.strike
    return (
        strike is not None
        and faction(strike.monster) == "trollkin"
        and not on_board(step.before.monsters, HRUNGBALD)
        and any(
            m.hex in NEIGHBOURS[strike.monster.hex] and FACTION[m.kind] == "trollkin"
            for m in step.before.monsters
        )
    )


def _far_strike(step: Step) -> bool:
    strike = step.strike
    return (
        strike is not None
        and faction(strike.monster) == "firehorde"
        and strike.hero.hex not in NEIGHBOURS[strike.monster.hex]
    )


def _dead_rune(step: Step) -> bool:
    strike = step.strike
    return strike is not None and faction(strike.monster) == "dead" and "rune" in strike.dice


def _prevented(step: Step) -> bool:
    return isinstance(step.act, MonsterAttack) and bool(step.act.prevent)


# New monsters


def _reinforced(step: Step) -> bool:
    return step.before.phase != "reinforcements" and step.after.phase == "reinforcements"


def _refused_cards(step: Step) -> list[int]:
    return [drawn.card for drawn in step.all(Drawn) if drawn.card and not drawn.placed]


def _legend_there(step: Step, card: int) -> bool:
    return any(monster.kind == CARDS[card].legend for monster in step.before.monsters)


def _card_refused(step: Step) -> bool:
    return bool(_refused_cards(step))


def _no_room(step: Step) -> bool:
    return any(not _legend_there(step, card) for card in _refused_cards(step))


def _second_legend(step: Step) -> bool:
    return any(_legend_there(step, card) for card in _refused_cards(step))


def _nothing_fits(step: Step) -> bool:
    return any(drawn.card == 0 for drawn in step.all(Drawn))


def _placed(step: Step) -> bool:
    return isinstance(step.act, Draw) and bool(step.all(Placed))


def _legend_placed(step: Step) -> bool:
    return any(is_legend(m) and m.id not in step.monsters for m in step.after.monsters)


def _came(kind: str, *levels: int) -> Predicate:
    return lambda step: any(p.kind == kind and p.level in (levels or (1, 2)) for p in step.all(Placed))


def _queen_unhurt(step: Step) -> bool:
    target = step.target
    if target is None or (target.kind, target.level) != (QUEEN, 1):
        return False
    return step.hero.hex not in NEIGHBOURS[target.hex]


MONSTER_MOMENTS: Mapping[str, Predicate] = {
    # The end, and losses
    "F-205": _lost,
    "F-410": _won,
    "F-163": _knocked_out,
    "F-400": _knocked_out,
    "F-217": _into_town("rotate"),
    "F-025": _entered_town,
    "F-204": _last_space,
    # The monster die
    "F-245": _ambush,
    "F-234": _into_town("push"),
    "F-230": _moved("push"),
    "F-233": _push_failed,
    "F-212": _moved("rotate"),
    "F-214": _no_turn,
    "F-240": _die("charge"),
    "F-220": _die("attack"),
    # Legends
    "F-386": _came(SEER, 2),
    "F-347": _came(SEER, 1),
    "F-383": _came(GRENDEL, 2),
    "F-384": _came(SURT, 2),
    "F-381": _came(QUEEN, 2),
    "F-380": lambda step: _came(QUEEN, 1)(step) or _queen_unhurt(step),
    "F-312": _came(HRUNGBALD),
    "F-310": _came(NIDHUGGR),
    "F-341": _legend_placed,
    # Monsters move
    "F-203": lambda step: any(stone.kind == "skull" for stone in step.all(Stone)),
    "F-265": _charged_at_hero,
    "F-270": _moved("swap"),
    "F-276": _stayed("held"),
    "F-267": _no_charge_into_town,
    "F-255": _road_first,
    "F-251": _stopped_by_hero,
    "F-258": _stayed("blocked"),
    "F-250": _stayed("adjacent"),
    "F-260": _two_steps,
    # Monsters attack
    "F-315": _dead_rune,
    "F-316": _far_strike,
    "F-311": _helped,
    "F-304": _safe_in_town,
    "F-318": _prevented,
    # New monsters
    "F-348": _nothing_fits,
    "F-346": _second_legend,
    "F-343": _card_refused,
    "F-344": _no_room,
    "F-349": _placed,
    "F-340": _reinforced,
    # The course of a turn
    "F-026": _chose_piece,
    "F-301": _choice_of_attacks,
    "F-300": _attacks_begin,
    "F-254": _nearest_first,
    "F-253": lambda step: bool(_walks(step)),
    "F-210": lambda step: any(stone.die for stone in step.all(Stone)),
    "F-201": did(RuneStone),
}
"""When each rule of the monsters and the town is in play, the most surprising first."""
