"""Claims of the lesson of Fábula, checked by RULES.md and by what lies on the table."""

from collections.abc import Iterator, Mapping, Sequence

from companion.games.fabula.actions import (
    Action,
    Attack,
    Block,
    Defend,
    Influence,
    Mulligan,
    Next,
    Pass,
    Place,
    Play,
    Restore,
)
from companion.games.fabula.decisions import decider
from companion.games.fabula.duel import Duel
from companion.games.fabula.lesson import HAND, MAIN
from companion.games.fabula.position import Base, Permanent, Position
from companion.games.fabula.possible import legal
from companion.games.fabula.rules import apply, explain
from companion.games.fabula.values import influence
from companion.games.lesson import Saying
from tests.games.lessons import Claim

MOST_MOVES = 600
"""Maximum number of actions until the lesson ends: four turns of both with their answers."""


def moves(position: Position, way: Sequence[object]) -> list[Action]:
    """Legal actions that begin by touching these cards; for the hand the turn goes on if none can be paid."""
    found = [action for action in _actions(position, tuple(map(str, way))) if not explain(position, action)]
    return found if found or way != (HAND,) else moves(position, (MAIN,))


def _actions(p: Position, way: tuple[str, ...]) -> Iterator[Action]:
    match way:
        case (one,) if one == HAND:
            yield from (action for action in legal(p) if isinstance(action, Play))
        case (one,) if one == MAIN:
            yield Mulligan(()) if p.phase == "mulligan" else Pass() if p.stack else Next()
        case (one, key) if p.phase == "bases" and key == MAIN:
            orders = {
                side.name: [base.id for base in p.bases if base.owner == player]
                for player, side in enumerate(p.sides)
            }
            yield Place(
                {name: tuple(sorted(ids, key=lambda id_: id_ != one)) for name, ids in orders.items()}
            )
        case (one,) if p.stack and p.stack[-1].id == one:
            yield Pass()
        case (one, key) if key == MAIN:
            yield Restore((one,))
        case (ally, goal, key) if key == MAIN:
            yield from (make({ally: goal}) for make in (Attack, Block, Influence, Defend))


def _own(p: Position, phase: str) -> bool:
    """The player whose turn it is decides in a phase, and nothing waits."""
    return p.phase == phase and decider(p) == p.turn and not (p.stack or p.due or p.result)


def _decides(p: Position, saying: Saying) -> bool:
    return saying.say.values["player"] == p.sides[decider(p)].name


def _centre(p: Position, saying: Saying) -> bool:
    numbers = {"centre": p.format.centre_resistance, "others": p.format.outskirt_resistance}
    return (
        p.phase == "bases"
        and saying.why.values == numbers
        and {*saying.ways} == {(b.id, MAIN) for b in p.bases}
    )


def _play(p: Position, saying: Saying) -> bool:
    """Resources of the player, and of the next turn: two more each, up to ten (FB-030, FB-031)."""
    side, form = p.sides[p.turn], p.format
    later = min(form.resource_start + form.resource_step * side.turns, form.resource_cap + side.cap_bonus)
    return (
        _own(p, "action")
        and bool(side.hand)
        and 0 < side.resources == saying.why.values["n"]
        and ("more" in saying.why.pattern) == (later > side.resources)
    )


def _goal(p: Position, saying: Saying) -> bool:
    """The centre of the other side; which fall of it wins is an option (FB-002, B01, B02)."""
    ((place,),) = saying.ways
    base = next(base for base in p.bases if base.id == place)
    covered = p.options.centre_exposure and not p.sides[base.owner].exposed
    return (
        _own(p, "action")
        and base.centre
        and not base.destroyed
        and base.owner != p.turn
        and ("destroy" in saying.say.pattern) == p.options.centre_destroyed_wins
        and ("First" in saying.why.pattern) == covered
    )


def _crowns(p: Position, saying: Saying) -> bool:
    """Allies with crowns, the player's own if there are any; they count together against a base (FB-080)."""
    there, duel = {one.id: one for one in p.battle}, Duel(p)
    able = {
        id_ for id_, one in there.items() if p.cards[p.names[id_]].type == "ally" and influence(duel, id_)
    }
    own = {id_ for id_ in able if there[id_].controller == p.turn}
    return _own(p, "action") and {str(way[0]) for way in saying.ways} == (own or able) != set()


def _goes_on(p: Position, saying: Saying) -> bool:
    """An ally with an hourglass is one of the player that is preparing (FB-105)."""
    new = [one for one in p.battle if one.preparing and one.controller == p.turn]
    allies = [one for one in new if p.cards[p.names[one.id]].type == "ally"]
    attacking = any(isinstance(action, Attack) for action in legal(apply(p, Next())))
    named = (str(saying.say.values["key"]) == "To the attack") == attacking
    return named and _own(p, "action") and ("hourglass" in saying.why.pattern) == bool(allies)


def _restores(p: Position, saying: Saying) -> bool:
    """The cards are tapped and cost what is said, which can be paid (FB-043, FB-044)."""
    things: dict[str, Permanent | Base] = {thing.id: thing for thing in p.battle}
    things |= {base.id: base for base in p.bases}
    cost = saying.why.values["n"]
    asked = [str(way[0]) for way in saying.ways]
    return (
        _own(p, "restoration")
        and bool(asked)
        and int(str(cost)) <= p.sides[p.turn].resources
        and all(things[id_].tapped and things[id_].controller == p.turn for id_ in asked)
        and all(_paid(p, id_) == cost for id_ in asked)
    )


def _paid(p: Position, id_: str) -> int:
    return p.sides[p.turn].resources - apply(p, Restore((id_,))).sides[p.turn].resources


def _answers(p: Position, saying: Saying) -> bool:
    """A card or ability of the other player waits, and something could be played on it (FB-109, FB-110)."""
    side = p.sides[decider(p)]
    return (
        bool(p.stack and side.hand and side.resources)
        and p.stack[-1].controller != decider(p)
        and _decides(p, saying)
        and not ("card" in saying.say.pattern and p.stack[-1].ability is not None)
    )


def _joins(p: Position, saying: Saying, player: int, goals: set[str], *, fresh: bool) -> bool:
    """Allies of a player that are not tapped and, unless `fresh`, not preparing; and what they aim at."""
    there = {one.id: one for one in p.battle}
    return bool(saying.ways) and all(
        there[str(ally)].controller == player
        and not there[str(ally)].tapped
        and (fresh or not there[str(ally)].preparing)
        and p.cards[p.names[str(ally)]].type == "ally"
        and str(goal) in goals
        for ally, goal, _ in saying.ways
    )


def _targets(p: Position) -> set[str]:
    """Bases of the other side that stand, as far as the game lets them be attacked (FB-062, B01)."""
    return {base.id for base in p.bases if base.controller != p.turn and not base.destroyed}


def _influences(p: Position, saying: Saying) -> bool:
    """None of them attacks in this turn, and each has crowns (FB-080)."""
    able = {str(way[0]) for way in saying.ways}
    duel = Duel(p)
    return (
        _own(p, "influence")
        and _joins(p, saying, p.turn, _targets(p), fresh=False)
        and not able & p.combat.attacks.keys()
        and all(influence(duel, ally) > 0 for ally in able)
    )


SELDOM = frozenset({"answer", "block", "defend", "influence"})
"""Steps that need an act of the other side, or more crowns than the first turns bring."""
CLAIMS: Mapping[str, Claim] = {
    "centre": _centre,
    "hand": lambda p, saying: p.phase == "mulligan" and bool(p.sides[decider(p)].hand),
    "play": _play,
    "goal": _goal,
    "crown": _crowns,
    "on": _goes_on,
    "block": lambda p, saying: (
        p.phase == "offence"
        and _decides(p, saying)
        and decider(p) != p.turn
        and _joins(p, saying, 1 - p.turn, {*p.combat.attacks}, fresh=True)
    ),
    "defend": lambda p, saying: (
        p.phase == "influence"
        and _decides(p, saying)
        and decider(p) != p.turn
        and _joins(p, saying, 1 - p.turn, {*p.combat.influences.values()}, fresh=True)
    ),
    "answer": _answers,
    "restore": _restores,
    "attack": lambda p, saying: _own(p, "offence") and _joins(p, saying, p.turn, _targets(p), fresh=False),
    "influence": _influences,
}
