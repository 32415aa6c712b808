"""Heroes in the monster turn by the printed rules: time of responses, claims and discards."""

from typing import Any

from companion.games.fate import rules
from companion.games.fate.acts import Discard, Draw, MonsterAttack, Move, Quest, Use, Walk
from companion.games.fate.hero_stats import unknown_equipment
from companion.games.fate.monsters import RED, YELLOW
from companion.games.fate.position import CardState, Hero, Monster, MonsterDeck, PendingAttacks, Position
from tests.games.fate.hero_tables import B, H, R, changes, refused, turn_of

TROLL, GOBLIN = {"14,8": "troll"}, {"14,8": "goblin"}
RETALIATION = Use(31, monsters=("14,8",), hero="embla")
VIGILANCE = Use(32, monsters=("14,8",), hero="embla")


def attacks(hero: str, *cards: CardState | int, monsters: dict[str, Any], **fields: Any) -> Position:
    """Return step 4 with one pending attack per monster."""
    position = turn_of(hero, *cards, monsters=monsters, phase="attacks", **fields)
    return position._replace(to_attack=tuple(PendingAttacks(m.id, 1) for m in position.monsters))


def after(position: Position, *acts: Any) -> Position:
    for act in acts:
        position = rules.apply(position, act).position
    return position


def missed(monster: str, dice: int, hero: str = "embla", *prevent: Use) -> MonsterAttack:
    return MonsterAttack(monster, hero, (B,) * dice, prevent)


def test_retaliation_answers_the_only_attack_f_071() -> None:
    position = after(attacks("embla", monsters=TROLL), missed("14,8", 6))
    assert (position.phase, position.to_attack) == ("heroes", ())  # the turn goes on where nobody answers
    answered = after(position, RETALIATION)
    assert changes(position, answered) == {"hand": -1, "14,8": {"damage": 2}}
    assert after(answered, RETALIATION).monsters[0].damage == 4
    assert "right after an attack" in refused("not_now", after(position, Move("13,7")), RETALIATION)


def test_retaliation_answers_the_last_attack_before_reinforcements_f_071() -> None:
    position = attacks("embla", monsters=TROLL)._replace(
        step=4, yellow=MonsterDeck(YELLOW), red=MonsterDeck(RED)
    )
    position = after(position, missed("14,8", 6))
    assert position.phase == "reinforcements"
    assert after(position, RETALIATION).monsters[0].damage == 2
    drawn = after(position, Draw(min(YELLOW)))
    refused("not_now", drawn, RETALIATION)


def test_retaliation_waits_for_an_attack_f_071() -> None:
    refused("not_now", attacks("embla", monsters=TROLL), RETALIATION)


def test_retaliation_spares_bystanders_f_071() -> None:
    position = after(attacks("embla", monsters={**TROLL, "13,9": "imp"}), missed("14,8", 6))
    text = refused("bad_target", position, RETALIATION._replace(monsters=("13,9",)))
    assert "expected a monster on 14,8, found one on 13,9" in text


def test_retaliation_does_not_avenge_another_hero_f_071() -> None:
    other = Hero("bjorn", "Bo", "15,8")
    position = attacks("embla", monsters=TROLL, others=(other,))
    refused("not_now", after(position, missed("14,8", 6, "bjorn")), RETALIATION)
    assert after(position, missed("14,8", 6), RETALIATION).monsters[0].damage == 2


def test_retaliation_does_not_wait_for_the_next_attack_f_071() -> None:
    position = attacks("embla", monsters={**TROLL, "13,9": "imp"})
    position = after(position, missed("14,8", 6), missed("13,9", 2))
    refused("bad_target", position, RETALIATION)
    assert after(position, RETALIATION._replace(monsters=("13,9",))).monsters[-1].id == "14,8"


def test_retaliation_is_not_for_those_knocked_out_f_071_f_400() -> None:
    position = attacks("embla", monsters=TROLL, damage=8)
    position = after(position, MonsterAttack("14,8", "embla", (H,) * 6))
    assert position.heroes[0].hex == "G"
    refused("bad_target", position, RETALIATION)


def test_retaliation_answers_the_red_seer_beside_her_f_071_f_386() -> None:
    position = attacks("embla", monsters={"14,8": "seer_of_odin 2"})
    assert after(position, MonsterAttack("14,8"), RETALIATION).monsters[0].damage == 2


def test_vigilance_comes_between_walk_and_attacks_f_071_f_200() -> None:
    position = turn_of("embla", monsters={"15,8": "troll"}, phase="walk")
    refused("not_now", position, VIGILANCE._replace(monsters=("15,8",)))
    position = after(position, Walk())
    assert position.monsters[0].hex == "14,8"
    near = VIGILANCE._replace(monsters=("15,8",))
    position = after(position, near)
    assert position.monsters[0].damage == 1
    assert position.phase == "attacks"
    twice = attacks("embla", monsters={**TROLL, "13,9": "imp"})
    text = refused("not_now", after(twice, missed("13,9", 2)), VIGILANCE)
    assert text == "Use Vigilance after the monsters' move, before any attack."


def test_vigilance_may_kill_before_the_attack_f_091_f_301() -> None:
    goblin = {"14,8": Monster("14,8", "goblin", "14,8", damage=1)}
    position = attacks("embla", monsters=goblin)
    assert changes(position, after(position, VIGILANCE)) == {"hand": -1, "gold": 1, "14,8": "gone"}
    assert after(position, VIGILANCE).phase == "heroes"


def test_cards_are_discarded_at_any_time_f_063() -> None:
    for phase in ("heroes", "die", "walk", "attacks"):
        position = turn_of("embla", monsters=TROLL, phase=phase, others=(Hero("bjorn", "Bo", hand=1),))
        if phase == "attacks":
            position = position._replace(to_attack=(PendingAttacks("14,8", 1),))
        gone = after(position, Discard((27,), "bjorn"))
        assert (gone.heroes[1].hand, gone.heroes[1].discards) == (0, (27,))
        assert gone.phase == phase
    refused("unknown_hero", position, Discard((27,)))
    alone = turn_of("embla", phase="walk", monsters=TROLL)
    assert after(alone, Discard((27,))).heroes[0].hand == 2


def test_a_discard_does_not_end_the_time_of_an_answer_f_063_f_071() -> None:
    position = after(attacks("embla", monsters=TROLL), missed("14,8", 6))
    assert after(position, Discard((27,), "embla"), RETALIATION).monsters[0].damage == 2


def quest(hero: str, number: int, *cards: CardState | int, **fields: Any) -> Position:
    position = attacks(hero, 15, *cards, equipment=number, **fields)
    return position._replace(heroes=(position.heroes[0], *position.heroes[1:]))


def test_a_quest_fulfilled_by_a_kill_in_the_monster_turn_is_claimed_at_once_f_094() -> None:
    weak = Monster("a", "troll", "14,8", damage=6)
    position = quest("boldur", 16, CardState(12), monsters={"14,8": weak, "13,9": "troll"})
    following = min(unknown_equipment(position.heroes[0]))
    position = after(position, missed("a", 7, "boldur"))  # Dreadnought II strikes back
    assert [m.id for m in position.monsters] == ["13,9"]
    assert position.heroes[0].gold == 8
    claimed = after(position, Quest(following, hero="boldur"))
    assert claimed.heroes[0].cards[-1] == CardState(16)
    assert claimed.heroes[0].gold == 5
    shielded = after(claimed, MonsterAttack("13,9", "boldur", (H, H, H, B, B, B), (Use(16),)))
    assert shielded.heroes[0].damage == 0


def test_a_quest_of_costs_waits_for_the_own_turn_f_094_f_095() -> None:
    position = quest("boldur", 19, monsters={"14,8": "troll"})
    text = refused("not_now", position, Quest(20, hero="boldur"))
    assert text == "You can do the quest of Orebiter only in the hero's own turn."


def test_runes_do_not_matter_to_the_time_of_an_answer_f_157() -> None:
    position = attacks("embla", monsters=TROLL)
    assert after(position, MonsterAttack("14,8", "embla", (R,) * 6), RETALIATION).monsters[0].damage == 2
