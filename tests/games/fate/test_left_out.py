"""Fields an act may omit because only one value is possible, and fields it must give."""

from companion.games.fate import ask, rules
from companion.games.fate.acts import Attack, MonsterAttack, Use
from companion.games.fate.position import Action, CardState, Hero, Monster, PendingAttacks, Position
from companion.games.fate.possible import hero_options, is_turn_done
from tests.games.fate.hero_tables import B, H, R, play, refused, turn_of

TWO = {"14,8": "troll", "13,9": "troll"}


def test_wildfire_blade_strikes_the_only_neighbour_and_asks_among_several() -> None:
    alone = turn_of("embla", 21, monsters={"14,8": "troll"})
    assert play(alone, Attack("14,8", (B,) * 5, (Use(21),))).monsters[0].damage == 1
    text = refused("bad_target", turn_of("embla", 21, monsters=TWO), Attack("14,8", (B,) * 5, (Use(21),)))
    assert text == "Wildfire Blade: expected another monster, one of 14,8, 13,9, found nobody."
    weak = {"14,8": Monster("m1", "goblin", "14,8", damage=1)}
    assert play(turn_of("embla", 21, monsters=dict(weak)), Attack("m1", (H,) * 5, (Use(21),))).monsters == ()


def test_bone_bane_bow_strikes_the_only_one_beside_its_target_and_nobody_where_nobody_is() -> None:
    beside = turn_of("bjorn", 16, monsters={"14,8": "troll", "15,8": "troll"})
    shot = Attack("14,8", (R, B, B, B, B), (Use(16),))
    assert [m.damage for m in play(beside, shot).monsters] == [0, 1]
    alone = turn_of("bjorn", 16, monsters={"14,8": "troll"})
    assert play(alone, shot).monsters[0].damage == 0
    refused("bad_target", turn_of("bjorn", 16, monsters={**TWO, "14,9": "imp"}), shot)


def test_reaper_swing_splits_with_the_only_other_one() -> None:
    position = turn_of("embla", 9, monsters=TWO)
    assert [m.damage for m in play(position, Attack("14,8", (H, H, B), (Use(9, amount=1),))).monsters] == [
        1,
        1,
    ]


def test_a_mountain_has_nobody_behind_it() -> None:
    position = turn_of("boldur", 5, 19, hex="14,8")
    text = refused("not_inside", position, Use(19, hexes=("15,7",), dice=(H, H, B), uses=(Use(5),)))
    assert text == "Sweeping Strike has no effect on mining."


def test_no_town_piece_is_offered_where_ten_are_f_402() -> None:
    def offered(town: int) -> bool:
        options = hero_options(turn_of("boldur", 15, hex="G", town=town), "boldur")
        return 36 in {usable.act.card for usable in options.uses}

    assert offered(9)
    assert not offered(10)
    refused("town_full", turn_of("boldur", 15, hex="G", town=10), Use(36))


def attacked(*others: Hero) -> Position:
    position = turn_of("embla", 3, monsters={"14,8": "troll"}, others=others, phase="attacks")
    position = position._replace(to_attack=(PendingAttacks("14,8", 1),))
    dice = (B,) * 6
    return rules.apply(position, MonsterAttack("14,8", "embla", dice)).position


def test_a_hero_alone_need_not_be_named_in_an_answer_f_071() -> None:
    waiting = turn_of("embla", 3, monsters={"14,8": "troll"}, phase="attacks")
    waiting = waiting._replace(to_attack=(PendingAttacks("14,8", 1),))
    assert rules.apply(waiting, Use(32, monsters=("14,8",))).position.monsters[0].damage == 1
    position = attacked()
    assert position.phase == "heroes"
    assert rules.apply(position, Use(31, monsters=("14,8",))).position.monsters[0].damage == 2
    assert rules.apply(position, Use(35)).position.heroes[0].hand == 2


def test_among_several_the_hero_whose_turn_it_is_is_meant_f_071() -> None:
    position = attacked(Hero("alva", "Bo", "12,4", cards=(CardState(3),), hand=1))
    assert position.heroes[position.turn].id == "embla"
    assert rules.apply(position, Use(31, monsters=("14,8",))).position.monsters[0].damage == 2
    alva_next = position._replace(turn=1)
    assert rules.apply(alva_next, Use(31)).position.heroes[1].hand == 0  # her Rest


def test_gold_is_shared_where_anybody_has_some_f_074() -> None:
    def shares(gold: int) -> bool:
        other = Hero("alva", "Bo", "14,8", gold=gold)
        acts = ask.answer(turn_of("embla", 3, others=(other,), gold=0), "embla")["acts"]
        return any(act["do"] == "share" for act in acts)

    assert shares(1)
    assert not shares(0)


def test_a_turn_is_not_over_while_gold_may_change_hands_f_074() -> None:
    def done(gold: int) -> bool:
        other = Hero("boldur", "Bo", "14,8", gold=gold)
        both: tuple[Action, ...] = ("move", "practice")
        return is_turn_done(turn_of("alva", 15, others=(other,), hand=0, gold=0, actions=both))

    assert done(0)
    assert not done(2)
