"""One game from set-up to end: every act goes to the heroes' or the monsters' rules."""

from collections.abc import Mapping
from importlib import import_module

from companion.games.base import N_, Kind, Sentence, Space, Table, rule_error
from companion.games.fate.acts import Act, Ambush, Correct, Draw, EndTurn, MonsterAttack, RuneStone, Walk
from companion.games.fate.correct import correct
from companion.games.fate.happenings import Applied
from companion.games.fate.position import Phase, Position

MONSTER_ACTS: Mapping[type, Phase] = {
    RuneStone: "die",
    Ambush: "ambush",
    Walk: "walk",
    MonsterAttack: "attacks",
    Draw: "reinforcements",
}
"""The acts of the monster turn and when each is due (F-200)."""


def apply(position: Position, act: Act) -> Applied:
    """The position after an act, and what happened. Raises RuleError.

    Codes of this module: `game_over`, `not_now`; those of single acts are told where they are played.
    """
    if position.phase == "over":
        raise rule_error("game_over", [Sentence(N_("The game is over; expected no further act."))])
    if isinstance(act, Correct):
        return correct(position, act)
    due = MONSTER_ACTS.get(type(act))
    if due and due != position.phase:
        pattern = N_("Expected what belongs to the step {expected}, found {found}.")
        found = {"expected": position.phase, "found": type(act).__name__}
        raise rule_error("not_now", [Sentence(pattern, found)])
    part = "turn" if due else "hero_turn"
    played: Applied = import_module(f"companion.games.fate.{part}").apply(position, act)
    return played


def table(position: Position) -> Table:
    """What must lie on the board: {hex: {kind: 1}}; the heroes in Grimheim all under "G"."""
    lying: dict[Space, dict[Kind, int]] = {}
    for hero in position.heroes:
        lying.setdefault(hero.hex, {})[hero.id] = 1
    for monster in position.monsters:
        lying[monster.hex] = {monster.kind: 1}
    return lying


def drawable(position: Position) -> tuple[int, ...]:
    """The cards player `turn` may draw next: all of those in unknown order, then the next under them."""
    deck = position.yellow if position.step < 7 else position.red  # until the tracks are here
    return tuple(sorted(deck.shuffled)) or deck.under[:1]


def default_act(position: Position) -> Act:
    """A sensible act for what is to be decided now, outcomes left open: no dice, no die, card 0."""
    match position.phase:
        case "die":
            return RuneStone()
        case "walk":
            return Walk()
        case "reinforcements":
            return Draw(0)
        case "attacks":
            pending = position.to_attack[0]
            targets = monster_targets(position, pending.monster)
            return MonsterAttack(pending.monster, targets[0] if targets else "")
    return EndTurn()


def monster_targets(position: Position, monster: str) -> tuple[str, ...]:
    """The heroes a monster may choose to attack now, in player order (F-302)."""
    targets: tuple[str, ...] = import_module("companion.games.fate.assault").targets(position, monster)
    return targets
