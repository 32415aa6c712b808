"""One game from set-up to end; passes every act to the heroes' or the monsters' rules."""

from collections.abc import Mapping

from companion.errors import RuleError
from companion.games.base import N_, Kind, Sentence, Space, Table, rule_error
from companion.games.fate import hero_turn, losses, monster_attack, monster_turn
from companion.games.fate.acts import (
    Act,
    Ambush,
    Correct,
    Discard,
    Draw,
    EndTurn,
    Hold,
    MonsterAttack,
    Quest,
    RuneStone,
    Use,
    Walk,
)
from companion.games.fate.board import PATH_DISTANCE
from companion.games.fate.correct import correct
from companion.games.fate.happenings import Applied
from companion.games.fate.hero_stats import max_health
from companion.games.fate.monster_die import ambush_hexes
from companion.games.fate.position import Hex, Phase, Position
from companion.games.fate.reinforcements import drawable

DUE: Mapping[type, Phase] = {
    RuneStone: "die",
    Ambush: "ambush",
    Hold: "walk",
    Walk: "walk",
    MonsterAttack: "attacks",
    Draw: "reinforcements",
}
"""Phase in which each act of the monster turn is due; all others are acts of heroes (F-200)."""

NOW: Mapping[Phase, str] = {
    "heroes": N_("the turn of a hero"),
    "die": N_("the Rune Stone"),
    "ambush": N_("the goblins of the ambush"),
    "walk": N_("the walk of the monsters"),
    "attacks": N_("the attacks of the monsters"),
    "reinforcements": N_("a monster card"),
}
"""Act that is due in each phase, for people."""


def apply(position: Position, act: Act) -> Applied:
    """Return the position after an act, and its happenings.

    Raises RuleError: `game_over` after the end, `not_now` if another part of the turn is due (F-050,
    F-200), and the codes of the single acts.
    """
    if position.phase == "over":
        raise rule_error("game_over", [Sentence(N_("The game is over; expected no further act."))])
    if isinstance(act, Correct):
        return _go_on(position, correct(position, act))
    due = DUE.get(type(act), "heroes")
    if due != position.phase and not isinstance(act, Use | Discard | Quest):
        pattern = N_("Expected {expected}, found {found}.")
        raise rule_error("not_now", [Sentence(pattern, {"expected": NOW[position.phase], "found": NOW[due]})])
    if position.attacked and not hero_turn.answers(position, act):
        position = position._replace(attacked=None)
    return hero_turn.apply(position, act) if due == "heroes" else monster_turn.apply(position, act)


def is_legal(position: Position, act: Act) -> bool:
    """Return whether the rules allow an act."""
    try:
        apply(position, act)
    except RuleError:
        return False
    return True


def _go_on(before: Position, corrected: Applied) -> Applied:
    """Continue the monster turn after a correction; monsters that can attack only since then attack, too."""
    position, done = corrected
    if position.phase == "attacks":
        could = {pending.monster for pending in monster_attack.pending(before)}
        fresh = tuple(new for new in monster_attack.pending(position) if new.monster not in could)
        position = position._replace(to_attack=position.to_attack + fresh)
    return monster_turn.settle(Applied(position, done))


def after(position: Position, act: Act) -> Position:
    """Return the position after an act. Raises RuleError as `apply` does."""
    return apply(position, act).position


def finished(position: Position) -> bool:
    """Return whether the heroes have won or lost."""
    return position.result is not None


def table(position: Position) -> Table:
    """Return the required contents of the board: {hex: {kind: 1}}; the heroes in Grimheim all under "G"."""
    contents: dict[Space, dict[Kind, int]] = {}
    for hero in position.heroes:
        contents.setdefault(hero.hex, {})[hero.id] = 1
    for monster in position.monsters:
        contents[monster.hex] = {monster.kind: 1}
    return contents


def default_act(position: Position) -> Act:
    """Return a sensible act for the current decision, outcomes left open: no dice, no die, card 0.

    Attacks go in order of arrival against the hero with the most health left (F-301, F-302); goblins of an
    ambush are placed as far from Grimheim as possible (F-245).
    """
    match position.phase:
        case "die":
            return RuneStone()
        case "ambush":
            return suggested_ambush(position, {})
        case "walk":
            return Walk()
        case "attacks":
            monster = position.to_attack[0].monster
            return MonsterAttack(monster, _healthiest(position, monster_attack.targets(position, monster)))
        case "reinforcements":
            return Draw(0)
    return EndTurn()


def suggested_ambush(position: Position, chosen: Mapping[str, Hex]) -> Ambush:
    """Return the ambush with the hexes `chosen` by hero id, the others as in `default_act`.

    Goblins come one after the other: no hex is used twice, and there is no 21st goblin (F-245, F-247).
    """
    hexes = {}
    for hero in position.heroes:
        if allowed := ambush_hexes(position, hero.id):
            farthest = max(allowed, key=lambda hex_: PATH_DISTANCE.get(hex_, 0))
            hexes[hero.id] = chosen.get(hero.id, farthest)
            position = losses.place(position, "goblin", hexes[hero.id]).position
    return Ambush(hexes)


def _healthiest(position: Position, heroes: tuple[str, ...]) -> str:
    left = {hero.id: max_health(hero) - hero.damage for hero in position.heroes if hero.id in heroes}
    return max(left, key=lambda hero: left[hero], default="")


monster_targets = monster_attack.targets
monster_dice = monster_attack.dice

__all__ = [
    "after", "ambush_hexes", "apply", "default_act", "drawable", "finished", "monster_dice",
    "monster_targets", "table",
]  # fmt: skip
