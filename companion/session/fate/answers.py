"""Acts that follow from the players' choices, or from chance if there is no choice."""

from random import Random

from companion.games import fate
from companion.games.fate.acts import Act, Draw, MonsterAttack, RuneStone, Walk
from companion.games.fate.position import Face, Position
from companion.session.fate import chance, choices
from companion.session.fate.choices import Answered, Dice
from companion.session.fate.snapshot import FateChoice


def answer(
    position: Position,
    taken: Answered,
    choice: FateChoice,
    index: int,
    faces: tuple[Face, ...],
    luck: Random,
    dice: Dice,
) -> Act | Answered:
    """Return the act or the answers after an option; `faces`: dice typed by the players."""
    option = choice.options[index]
    match choice.what, option.act:
        case "ambush", _:
            hexes = choices.ambush(position, taken).hexes
            hero = next(hero for hero in hexes if hero not in taken.ambush)
            return Answered(ambush={**taken.ambush, hero: str(option.spaces[0])})
        case "answer", None:
            return taken._replace(passed=True)
        case "hold", Walk():
            return Answered(walk=True)
        case "order" | "target", MonsterAttack(_, hero) as attack:
            return (
                taken._replace(attack=attack) if hero and dice == "typed" else rolled(position, attack, luck)
            )
        case "roll", MonsterAttack() as attack:
            return attack._replace(dice=faces)
        case "roll", None if position.phase == "attacks":
            due = choices.attacking(position, taken)
            assert due
            return rolled(position, due, luck)
        case "roll", None:
            return RuneStone(chance.die_face(luck))
        case "draw", None:
            return Draw(luck.choice(fate.drawable(position)))
    assert option.act
    return option.act


def forced(position: Position, taken: Answered, luck: Random) -> Act:
    """Return the next act of the monster turn if there is nothing to decide."""
    match position.phase:
        case "attacks":
            act = fate.default_act(position)
            return rolled(position, act, luck) if isinstance(act, MonsterAttack) and act.hero else act
        case "die":
            return RuneStone(chance.die_face(luck) if position.options.monster_die else None)
        case "ambush":
            return choices.ambush(position, taken)
        case "reinforcements":
            return Draw(luck.choice(fate.drawable(position)))
    return fate.default_act(position)


def rolled(position: Position, attack: MonsterAttack, luck: Random) -> MonsterAttack:
    """Return the attack with dice rolled by the app."""
    return attack._replace(dice=chance.dice(luck, fate.monster_dice(position, attack.monster)))
