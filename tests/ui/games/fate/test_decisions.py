"""Everything that people may decide about an act is asked for, nothing where all answers do the same."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.games import fate
from companion.games.fate.acts import Attack, EndTurn, Move, Quest, Share, TakeMarkers, Use
from companion.games.fate.position import CardState, Hero, Kill, Monster, Position
from tests.games.fate.hero_tables import B, C, H, R, turn_of

pytestmark = pytest.mark.usefixtures("display")  # the package of a game's widgets needs one


def begun(dialog: Any, *answers: Any) -> Any:
    """A dialog after answers; picks are answered by what they say."""
    from companion.session.fate.dialogs.dialog import AskPick, Dialog

    talk = Dialog(dialog)
    for answer in answers:
        if isinstance(talk.ask, AskPick) and isinstance(answer, str):
            labels = {str(pick.label): pick.answer for pick in talk.ask.picks}
            assert answer in labels, labels
            answer = labels[answer]
        talk.answer(answer)
    return talk


def labels(talk: Any) -> list[str]:
    return [str(pick.label) for pick in talk.ask.picks]


def mover(position: Position, *answers: Any) -> Any:
    from companion.session.fate.dialogs import move_dialog

    return begun(move_dialog.move(position, position.heroes[0]), *answers)


def user(position: Position, card: int, *answers: Any, option: int = 0) -> Any:
    from companion.session.fate.dialogs import card_dialogs

    return begun(card_dialogs.use(position, position.heroes[0], card, option), *answers)


def attacker(position: Position, dice: Sequence[Any], *answers: Any) -> Any:
    from companion.session.fate.dialogs import attack_dialog

    talk = attack_dialog.attack(position, position.heroes[0], position.monsters[0])
    return begun(talk, tuple(dice), *answers)


def ender(position: Position, *answers: Any) -> Any:
    from companion.session.fate.dialogs import action_dialogs

    return begun(action_dialogs.end_turn(position, position.heroes[0]), *answers)


def played(position: Position, talk: Any) -> Position:
    assert talk.acts, talk.ask
    return fate.apply(position, talk.acts[0]).position


# Movements


def test_wrecking_ball_asks_which_way_and_where_everybody_goes() -> None:
    position = turn_of("boldur", 7, monsters={"14,8": "troll"})
    talk = mover(position, "15,8")
    assert labels(talk) == ["Around them", "Over Troll"]
    assert talk.ask.picks[1].way == ("13,8", "14,8", "15,8")
    assert mover(position, "15,8", "Around them").acts[0].aside == ()
    talk.answer(talk.ask.picks[1].answer)
    assert set(talk.ask.hexes) == {"14,7", "15,7", "15,8", "14,9", "13,9", "13,8"}
    assert talk.ask.path == ("13,8", "14,8")
    talk.answer("14,9")
    assert talk.acts[0] == Move("15,8", ("14,8", "15,8"), ("14,9",))
    assert played(position, talk).monsters[0] == Monster("14,8", "troll", "14,9", damage=1)


def test_a_second_one_is_shoved_where_the_first_one_leaves_room() -> None:
    position = turn_of("boldur", 7, monsters={"14,8": "troll", "15,8": "brute"})
    over = mover(position, "15,8")
    (both,) = (pick for pick in over.ask.picks if str(pick.label) == "Over Troll and others: 2")
    over.answer(both.answer)
    over.answer("14,9")
    assert "14,9" not in over.ask.hexes
    assert "14,8" in over.ask.hexes
    over.answer("16,8")
    assert [m.hex for m in played(position, over).monsters] == ["14,9", "16,8"]


def test_who_dies_is_not_asked_about() -> None:
    position = turn_of("boldur", 7, monsters={"14,8": Monster("m1", "goblin", "14,8", damage=1)})
    assert mover(position, "14,8").acts[0] == Move("14,8")


def test_a_longer_way_over_markers_is_taken_without_a_question() -> None:
    position = turn_of("bjorn", 15, hex="5,8", damage=3)
    talk = mover(position, "4,8")
    assert talk.acts[0] == Move("4,8", ("5,7", "4,8"))
    assert "5,7" in played(position, talk).heroes[0].passed


def test_the_own_hex_may_be_the_end_where_going_out_and_back_brings_something() -> None:
    position = turn_of("alva", 6, hex="12,11", damage=3)
    talk = mover(position, "12,11")
    assert labels(talk) == ["Heals 1"], "a touch on the own hex may also take the move back"
    talk.answer(talk.ask.picks[0].answer)
    assert talk.acts[0].to == "12,11"
    assert len(talk.acts[0].path) == 2
    assert played(position, talk).heroes[0].damage == 2
    plain = mover(turn_of("bjorn", 15))
    assert "13,8" not in plain.ask.hexes


def test_the_card_that_gets_mana_of_a_forest_is_asked_for() -> None:
    position = turn_of("alva", 3, 13, hex="12,10")
    talk = mover(position, "11,11")
    assert labels(talk) == ["Hail of Arrows", "Flexibility"]
    talk.answer(13)
    assert [card.mana for card in played(position, talk).heroes[0].cards] == [0, 1]
    assert mover(turn_of("alva", 3, hex="12,10"), "11,11").acts[0] == Move("11,11")
    agile = turn_of("alva", 3, 13, hex="12,10", level=2)
    assert user(agile, 28, "11,11", "Flexibility").acts[0].mana == {13: 1}


# What is used inside attacks


def test_what_ends_every_attack_is_not_forgotten() -> None:
    position = turn_of("alva", 3, 21, monsters={"14,8": "troll"})
    assert not attacker(position, (B, B)).acts
    talk = attacker(position._replace(heroes=(position.heroes[0]._replace(hand=0),)), (B, B))
    assert talk.acts[0].uses == (Use(21, monsters=("14,8",)),)
    two = turn_of("alva", 3, 21, monsters={"14,8": "troll", "13,9": "goblin"}, hand=0)
    talk = attacker(two, (H, H))
    assert set(talk.ask.hexes) == {"14,8", "13,9"}
    talk.answer("13,9")
    assert [m.damage for m in played(two, talk).monsters] == [2, 1]


def test_who_was_killed_by_the_attack_is_struck_by_nothing_more() -> None:
    weak = {"14,8": Monster("m1", "goblin", "14,8", damage=1), "13,9": Monster("m2", "troll", "13,9")}
    position = turn_of("alva", 3, 21, monsters=dict(weak), hand=0)
    talk = attacker(position, (H, H))
    assert talk.acts[0].uses == (Use(21, monsters=("m2",)),)


def test_singing_bow_asks_who_gets_the_mana() -> None:
    position = turn_of("alva", 3, 13, 20, monsters={"14,8": "troll"}, hand=0)
    talk = attacker(position, (H,) * 5)
    assert labels(talk) == ["Hail of Arrows", "Flexibility"]
    talk.answer(3)
    assert talk.acts[0].uses == (Use(20, mana={3: 1}),)
    alone = turn_of("alva", 3, 20, monsters={"14,8": "troll"}, hand=0)
    assert played(alone, attacker(alone, (H,) * 5)).heroes[0].cards[0].mana == 1


def test_runes_of_bone_bane_bow_strike_somebody_beside() -> None:
    monsters = {"14,8": "troll", "15,8": "goblin", "14,9": "goblin"}
    position = turn_of("bjorn", 16, monsters=monsters, hand=0, actions=("focus",))
    talk = attacker(position, (R, B, B, B, B))
    assert set(talk.ask.hexes) == {"15,8", "14,9"}
    talk.answer("14,9")
    assert [m.damage for m in played(position, talk).monsters] == [0, 0, 1]
    assert attacker(position, (H, B, B, B, B)).acts[0].uses == ()


def test_damage_goes_on_only_where_some_is_left() -> None:
    position = turn_of("bjorn", 13, 15, monsters={"14,8": "goblin", "15,8": "troll"}, actions=("focus",))
    assert "Nailed Together" not in labels(attacker(position, (H, B, B)))
    talk = attacker(position, (H, H, H))
    assert "Nailed Together" in labels(talk)
    talk.answer(next(pick.answer for pick in talk.ask.picks if str(pick.label) == "Nailed Together"))
    talk.answer(None)
    assert talk.acts[0].uses == (Use(13, monsters=("15,8",)),)


def test_no_more_damage_is_split_than_there_is() -> None:
    position = turn_of("embla", 9, 15, monsters={"14,8": "troll", "13,9": "troll"}, hand=0)
    talk = attacker(position, (H, C, B, B), "Reaper Swing")
    assert labels(talk) == ["1", "2"]
    assert played(position, attacker(position, (H, C, B, B), "Reaper Swing", "2")).monsters[1].damage == 2
    assert attacker(position, (B, B, B, B)).acts[0] == Attack("14,8", (B, B, B, B))


def test_copies_of_an_event_may_be_used_together() -> None:
    position = turn_of("bjorn", 15, monsters={"14,8": "troll"}, hand=2)
    talk = attacker(position, (H, B, B), "Master Shot")
    assert "Master Shot" in labels(talk)
    talk.answer(Use(26))
    assert not any(label in ("Master Shot", "Perfect Aim") for label in labels(talk))
    talk.answer(None)
    assert played(position, talk).monsters[0].damage == 5


def test_smiterbiter_asks_how_much_of_what_it_keeps() -> None:
    position = turn_of("boldur", CardState(21, tokens=3), monsters={"14,8": "troll"}, hand=0)
    talk = attacker(position, (H,) + (B,) * 5, "Smiterbiter")
    assert labels(talk) == ["3", "2", "1"]
    talk.answer(2)
    after = played(position, talk)
    assert (after.monsters[0].damage, after.heroes[0].cards[0].tokens) == (3, 1)
    empty = turn_of("boldur", 21, monsters={"14,8": "troll"}, hand=0)
    assert attacker(empty, (B,) * 6).acts[0] == Attack("14,8", (B,) * 6)


# Cards by themselves


def test_hail_of_arrows_pays_for_as_many_as_are_hit() -> None:
    position = turn_of("alva", CardState(4, mana=3), 15, monsters={"14,8": "goblin", "15,8": "troll"})
    assert user(position, 4, "14,8", "").acts[0] == Use(4, mana=1, monsters=("14,8",))
    assert user(position, 4, "14,8", "15,8").acts[0] == Use(4, mana=2, monsters=("14,8", "15,8"))


def test_stitching_may_go_to_two_heroes() -> None:
    other = Hero("alva", "Bo", "14,8", damage=2)
    position = turn_of("bjorn", 8, others=(other,), damage=3)
    talk = user(position, 8, "Bjorn", {0: 1})
    after = played(position, talk)
    assert [hero.damage for hero in after.heroes] == [2, 1]
    alone = turn_of("bjorn", 8, others=(other._replace(damage=0),), damage=3)
    assert played(alone, user(alone, 8)).heroes[0].damage == 1


def test_only_heroes_who_are_hurt_are_offered() -> None:
    other = Hero("alva", "Bo", "14,8", damage=2)
    position = turn_of("embla", 16, others=(other,))
    assert user(position, 16).acts[0] == Use(16, hero="alva")


def test_the_only_monster_in_reach_is_meant() -> None:
    from companion.session.fate.dialogs import attack_dialog
    from companion.session.fate.dialogs.dialog import AskDice, AskHex

    position = turn_of("bjorn", CardState(3, mana=3), 15, monsters={"14,8": "troll"})
    assert user(position, 3).acts[0] == Use(3, monsters=("14,8",))
    assert isinstance(begun(attack_dialog.attack(position, position.heroes[0])).ask, AskDice)
    two = turn_of("bjorn", CardState(3, mana=3), 15, monsters={"14,8": "troll", "13,9": "troll"})
    assert isinstance(user(two, 3).ask, AskHex)
    assert isinstance(begun(attack_dialog.attack(two, two.heroes[0])).ask, AskHex)


def test_the_cards_that_pay_are_chosen() -> None:
    position = turn_of("alva", CardState(3, mana=2), CardState(23, mana=1), hex="G")
    talk = user(position, 30, {3: 1, 23: 1})
    assert [card.mana for card in played(position, talk).heroes[0].cards] == [1, 0]
    alone = turn_of("alva", CardState(3, mana=2), 23, hex="G")
    assert user(alone, 30).acts[0] == Use(30)


def test_piercing_arrows_belong_to_one_of_two_rolls() -> None:
    position = turn_of("alva", 15, monsters={"14,8": "troll", "15,8": "troll"}, hand=2)
    talk = user(position, 26, "14,8", "15,8", (R, B), (R, R), "Piercing Arrows")
    assert set(talk.ask.hexes) == {"14,8", "15,8"}
    talk.answer("15,8")
    assert [m.damage for m in played(position, talk).monsters] == [0, 2]


def test_a_kick_with_one_free_hex_asks_nothing_more() -> None:
    from companion.session.fate.dialogs.dialog import AskHex

    ring = ("14,7", "15,7", "15,8", "14,9", "13,9")
    board = {"14,8": "troll", **dict.fromkeys(ring, "goblin")}
    crowded = turn_of("embla", 13, monsters=board)
    first = user(crowded, 13)
    assert isinstance(first.ask, AskHex)
    assert user(crowded, 13, "14,8").acts[0] == Use(13, monsters=("14,8",))


def test_a_quest_done_by_a_card_costs_nothing_more() -> None:
    from companion.session.fate.dialogs import card_dialogs

    rest = tuple(n for n in range(16, 27) if n != 17)
    position = turn_of("embla", 3, 15, equipment=17, equipment_under=rest, quest=99, hex="G")
    assert begun(card_dialogs.quest(position, position.heroes[0])).acts[0] == Quest()


# Gold, markers, the end of the turn


def test_gold_goes_both_ways() -> None:
    from companion.session.fate.dialogs import action_dialogs

    other = Hero("alva", "Bo", "14,8", gold=2)
    position = turn_of("bjorn", 15, others=(other,), gold=1)
    talk = begun(action_dialogs.share(position, position.heroes[0]))
    assert labels(talk) == ["Alva gets gold", "Alva gives gold"]
    talk = begun(action_dialogs.share(position, position.heroes[0]), "Alva gives gold", "2 gold")
    assert talk.acts[0] == Share("alva", -2)
    assert [hero.gold for hero in played(position, talk).heroes] == [3, 0]


def test_some_gold_may_be_left_for_others() -> None:
    from companion.session.fate.dialogs import action_dialogs

    position = turn_of("bjorn", 15, hex="5,17")._replace(markers={"5,17": 3})
    alone = begun(action_dialogs.markers(position, position.heroes[0], "5,17"))
    assert alone.acts[0] == TakeMarkers("5,17", {0: 3})
    two = position._replace(heroes=(*position.heroes, Hero("alva", "Bo")))
    talk = begun(action_dialogs.markers(two, two.heroes[0], "5,17"), {0: 2})
    assert played(two, talk).markers["5,17"] == 1


@pytest.mark.parametrize(("hand", "asked"), [(3, 0), (4, 1)])
def test_a_full_hand_may_be_kept(hand: int, asked: int) -> None:
    position = turn_of("bjorn", 15, hand=hand, gold=0, actions=("move", "focus"))
    talk = ender(position)
    assert (talk.ask is not None) is bool(asked)
    if asked:
        assert ender(position, "Keep them and draw no more").acts[0] == EndTurn()
        assert played(position, ender(position, "Rest")).heroes[0].hand == 4


def test_starsong_draws_as_many_as_there_is_room_for() -> None:
    position = turn_of("alva", 7, 15, hand=4, gold=0, actions=("move", "focus"))
    talk = ender(position, "Rest", "Agility")
    assert talk.acts[0] == EndTurn(discard=(31, 28))
    assert played(position, talk).heroes[0].hand == 4


def test_an_ability_that_comes_up_after_an_upgrade_may_go_under_at_once() -> None:
    position = turn_of("bjorn", 3, 15, ability=5, gold=5, hand=0, actions=("move", "focus"))
    talk = ender(position, "Take Suppressive Fire", "Stitching")
    assert labels(talk) == ["Stitching stays on top", "Stitching goes under the pile"]
    talk.answer(True)
    assert "Stitching" not in labels(talk)
    talk.answer(9)
    assert talk.acts[0] == EndTurn("ability", "ability", 9, between=7)
    hero = played(position, talk).heroes[0]
    assert (hero.ability, hero.abilities_under) == (9, (7,))


def test_which_kill_pays_is_kept_out_where_the_quest_is_done_by_a_card() -> None:
    from companion.session.fate.dialogs import card_dialogs

    kills = (Kill("rich", 5), Kill("poor", 3))
    position = turn_of("bjorn", 15, equipment=18, equipment_under=tuple(range(16, 25)), quest=99, kills=kills)
    assert begun(card_dialogs.quest(position, position.heroes[0])).acts[0] == Quest()
