"""Movement of heroes."""

from companion.games.fate import rules
from companion.games.fate.acts import (
    Move,
    Use,
)
from companion.games.fate.happenings import KnockedOut, Moved, Over
from companion.games.fate.moves import reach, ways
from companion.games.fate.position import CardState, Hero, Monster
from tests.games.fate.hero_tables import HERE, changes, play, refused, turn_of


def test_a_move_goes_up_to_three_hexes_and_embla_four_f_054() -> None:
    assert "has 3 steps left" in refused("unreachable", turn_of("bjorn"), Move("17,8"))
    after = rules.apply(turn_of("embla"), Move("17,8"))
    assert after.position.heroes[0].hex == "17,8"
    (moved,) = after.happenings
    assert isinstance(moved, Moved)
    assert (len(moved.path), moved.why) == (5, "act")


def test_move_plus_one_lengthens_the_action_only_f_062() -> None:
    position = turn_of("alva", CardState(13, mana=3), hex="13,8")
    assert "17,8" not in reach(position, "alva")
    assert play(position, Use(13), Move("17,8")).heroes[0].hex == "17,8"


def test_occupied_hexes_are_in_the_way_f_003() -> None:
    wall = {"13,7": "goblin", "14,7": "goblin", "14,8": "goblin", "13,9": "goblin", "12,9": "goblin"}
    position = turn_of("bjorn", monsters=wall)
    assert "14,8 is occupied" in refused("occupied", position, Move("14,8"))
    assert reach(position, "bjorn") <= reach(turn_of("bjorn"), "bjorn")
    assert "15,8" not in reach(position, "bjorn")
    assert "12,7" in reach(position, "bjorn")  # past the monsters (F-055)


def test_mountains_and_lakes_are_closed_but_for_their_exceptions_f_007_f_009_to_f_012() -> None:
    assert "a mountain" in refused("closed", turn_of("bjorn", hex="14,8"), Move("15,7"))
    assert "a lake" in refused("closed", turn_of("bjorn", hex="16,7"), Move("16,6"))
    assert play(turn_of("bjorn", hex="15,5"), Move("16,5")).heroes[0].hex == "16,5"
    assert play(turn_of("bjorn", hex="7,6"), Move("6,6")).heroes[0].hex == "6,6"
    assert "12,14" not in reach(turn_of("bjorn", hex="12,13"), "bjorn")
    refused("unknown_hex", turn_of("bjorn"), Move("1,1"))


def test_fleetfoot_two_enters_mountains_and_passes_occupied_hexes() -> None:
    position = turn_of("embla", 8, hex="14,8", monsters={"15,7": "troll", "14,7": "goblin"})
    found = ways(position, position.heroes[0], 2)
    assert "16,6" not in found  # a lake stays closed
    assert "15,7" not in found  # no move ends on an occupied hex
    assert "15,6" in found
    assert "15,7" in ways(position._replace(monsters=()), position.heroes[0], 1)


def test_a_move_into_grimheim_ends_there_f_023() -> None:
    position = turn_of("bjorn", hex="11,9")
    found = ways(position, position.heroes[0], 3)
    assert found["G"] == ("G",)
    assert "7,9" not in found
    path = ("G", "7,9")
    refused("bad_path", position, Move("7,9", path))


def test_grimheim_is_left_over_eleven_hexes_f_024() -> None:
    position = turn_of("bjorn", hex="G")
    one = set(ways(position, position.heroes[0], 1))
    assert one == {"9,7", "10,7", "11,7", "8,8", "11,8", "7,9", "11,9", "7,10", "10,10", "7,11", "8,11"}


def test_a_way_may_be_chosen_and_is_checked_step_by_step_f_054() -> None:
    position = turn_of("bjorn", monsters={"14,8": "goblin"})
    after = play(position, Move("12,9", ("13,9", "12,9")))
    assert after.heroes[0].passed == ("13,9", "12,9")
    assert "occupied" in refused("occupied", position, Move("15,8", ("14,8", "15,8")))
    refused("bad_path", position, Move("12,9", ("13,9", "11,9")))
    refused("bad_path", position, Move("11,9", ("13,9", "11,9")))


def test_alva_gets_mana_from_a_move_action_that_ends_in_a_forest() -> None:
    before = turn_of("alva", 3, CardState(13), hex="12,11")
    chosen = play(before, Move("11,11", cards={13: 1}))
    assert [c.mana for c in chosen.heroes[0].cards] == [0, 1]
    assert [c.mana for c in play(before, Move("11,11")).heroes[0].cards] == [1, 0]
    by_card = play(before, Use(28, hexes=("11,11",)))
    assert [c.mana for c in by_card.heroes[0].cards] == [0, 0]
    upgraded = before._replace(heroes=(before.heroes[0]._replace(level=2),))
    assert [c.mana for c in play(upgraded, Use(28, hexes=("11,11",))).heroes[0].cards] == [1, 0]


def test_wrecking_ball_enters_occupied_hexes_and_hurts_who_is_there() -> None:
    before = turn_of("boldur", 7, monsters={"14,8": "brute"})
    after = play(before, Move("14,8", aside=("15,8",)))
    assert after.heroes[0].hex == "14,8"
    assert (after.monsters[0].hex, after.monsters[0].damage) == ("15,8", 1)
    swapped = play(before, Move("14,8"))
    assert swapped.monsters[0].hex == HERE  # the hex left behind
    refused("bad_target", before, Move("14,8", aside=("16,8",)))


def test_wrecking_ball_goes_around_where_it_can_and_kills_what_is_weak() -> None:
    before = turn_of("boldur", 8, monsters={"14,8": Monster("g", "goblin", "14,8", damage=1)})
    shoved_aside = play(before, Move("15,8"))
    assert shoved_aside.monsters == before.monsters
    after = play(before, Move("15,8", ("14,8", "15,8")))
    assert changes(before, after) == {"hex": "15,8", "actions": ("move",), "gold": 1, "g": "gone"}


def test_wrecking_ball_hurts_heroes_too_f_163_f_400() -> None:
    other = Hero("embla", "Bo", "14,8", damage=8)
    position = turn_of("boldur", 7, others=(other,), town=6)
    applied = rules.apply(position, Move("14,8"))
    assert [h for h in applied.happenings if isinstance(h, KnockedOut)] == [KnockedOut("embla", "14,8")]
    assert (applied.position.heroes[1].hex, applied.position.town) == ("G", 4)
    healthy = turn_of("boldur", 7, others=(other._replace(damage=0),))
    after = play(healthy, Move("14,8"))
    assert (after.heroes[1].hex, after.heroes[1].damage) == (HERE, 1)


def test_the_end_of_the_game_is_told_last_f_401() -> None:
    other = Hero("embla", "Bo", "14,8", damage=8)
    applied = rules.apply(turn_of("boldur", 7, others=(other,), town=2), Move("14,8"))
    assert applied.happenings[-1] == Over("lost")
    assert applied.position.heroes[0].hex == "14,8"


def test_of_equally_short_ways_the_one_that_counts_is_taken_f_018_f_096() -> None:
    quest = turn_of("alva", 3, 15, hex="12,10", equipment=22)
    assert play(quest, Move("11,12")).heroes[0].quest == 1  # over 11,11, not over 12,11
    hiking = turn_of("alva", 6, hex="12,10", damage=3)
    assert play(hiking, Move("11,12")).heroes[0].damage == 2
