import pytest

from companion.errors import RuleError
from companion.games import fate
from companion.games.fate.acts import Ambush, Draw, EndTurn, MonsterAttack, Move, RuneStone, Walk
from companion.games.fate.board import GATES, HERO_HEXES, NEIGHBOURS
from companion.games.fate.heroes import HEROES, printed
from companion.games.fate.monsters import RED, YELLOW
from companion.games.fate.position import Monster, MonsterDeck, Options, Phase, Position
from companion.games.fate.rules import suggested_ambush
from companion.games.fate.setup import STANDARD

NAMES = ("Ana", "Bo", "Cy", "Di")


def start(players: int = 4, options: Options = STANDARD) -> Position:
    return fate.start(list(zip(NAMES, HEROES, strict=True))[:players], options)


def after(position: Position, *cards: int) -> Position:
    for card in cards:
        position = fate.apply(position, Draw(card)).position
    return position


@pytest.mark.parametrize(("players", "pieces"), [(1, 4), (2, 6), (3, 8), (4, 10)])
def test_f_030_and_f_430_town_pieces_by_number_of_players(players: int, pieces: int) -> None:
    assert start(players).town == pieces


def test_f_031_three_markers_each_lie_at_three_places() -> None:
    assert start().markers == {"5,7": 3, "17,5": 3, "5,17": 3}


@pytest.mark.parametrize(("options", "spaces"), [(STANDARD, 12), (Options("long"), 16)])
def test_f_032_and_f_421_the_stone_starts_on_space_1_of_either_track(options: Options, spaces: int) -> None:
    position = fate.start([("Ana", "bjorn")], options)
    assert position.step == 1
    position = after(position, 32)
    turns = 0
    while not position.result:
        position = position._replace(
            monsters=(), yellow=MonsterDeck(frozenset()), red=MonsterDeck(frozenset())
        )
        act = fate.default_act(position)
        turns += isinstance(act, EndTurn)
        position = fate.apply(position, act).position
    assert (position.result, turns) == ("won", spaces - 1)


def test_f_033_and_f_037_decks_are_whole_and_in_no_known_order() -> None:
    position = start()
    assert (position.yellow, position.red) == (MonsterDeck(YELLOW), MonsterDeck(RED))
    assert fate.drawable(position) == tuple(sorted(YELLOW))


def test_f_034_every_player_places_a_yellow_card_before_the_first_turn() -> None:
    position = after(start(3), 32, 31)
    assert (position.phase, position.turn) == ("reinforcements", 2)
    redrawn = after(position, 54 - 20)
    assert (redrawn.phase, redrawn.turn, redrawn.monsters) == ("reinforcements", 2, position.monsters)
    done = after(redrawn, 20)
    assert (done.phase, done.turn, done.step) == ("heroes", 0, 1)
    assert {monster.kind for monster in done.monsters} == {"goblin", "brute", "troll", "skeleton", "draugr"}


def test_f_035_heroes_start_in_grimheim_with_their_starting_cards() -> None:
    for hero in start().heroes:
        assert (hero.hex, hero.level, hero.damage) == ("G", 1, 0)
        ability, equipment = (printed(hero.id, card.number) for card in hero.cards)
        assert (ability.pile, ability.level, equipment.pile, equipment.quest) == (
            "ability",
            1,
            "equipment",
            None,
        )


def test_f_036_no_upgrade_is_bought_and_no_action_taken() -> None:
    assert all((hero.upgrades, hero.actions) == (0, ()) for hero in start().heroes)


def test_f_037_the_cards_on_top_of_the_piles_may_be_named() -> None:
    (hero,) = fate.start([fate.Player("Ana", "embla", 5, 20)]).heroes
    assert (hero.ability, hero.equipment) == (5, 20)
    with pytest.raises(RuleError, match=r"setup\.players\[0\]\.ability: expected 5, 7, 9, 11, 13, found 20"):
        fate.start([fate.Player("Ana", "embla", 20)])
    with pytest.raises(RuleError, match=r"setup\.players\[0\]\.equipment: expected 16, .* found 15"):
        fate.start([fate.Player("Ana", "embla", 5, 15)])


def test_f_038_and_f_423_the_start_kit_may_be_left_out() -> None:
    for hero in start().heroes:
        assert (hero.gold, hero.hand, [card.mana for card in hero.cards]) == (2, 1, [1, 0])
    for hero in start(4, Options(no_start_kit=True)).heroes:
        assert (hero.gold, hero.hand, [card.mana for card in hero.cards]) == (0, 0, [0, 0])


def test_f_039_player_order_is_the_order_given() -> None:
    position = fate.start([("Bo", "embla"), ("Ana", "bjorn")])
    assert [hero.player for hero in position.heroes] == ["Bo", "Ana"]
    assert position.turn == 0


def test_f_055_heroes_walk_past_monsters() -> None:
    position = after(start(1), 32)._replace(monsters=(Monster("m1", "brute", "7,8"),))
    position = position._replace(heroes=(position.heroes[0]._replace(hex="6,8"),))
    assert fate.apply(position, Move("8,7", ("7,7", "8,7"))).position.heroes[0].hex == "8,7"


def test_the_board_shows_heroes_and_monsters_and_grimheim_holds_many() -> None:
    position = after(start(2), 36, 31)
    table = fate.table(position)
    assert table["G"] == {"bjorn": 1, "alva": 1}
    assert table["12,1"] == {"troll": 1}
    assert len(table) == 1 + len(position.monsters)


def test_reach_from_grimheim_goes_through_the_gates() -> None:
    reach = fate.reach(after(start(1), 31), "bjorn")
    assert set(GATES) & HERO_HEXES <= reach
    assert "G" not in reach


def beset(phase: Phase) -> Position:
    """Return Bjorn and Alva outside, both next to the same troll."""
    position = after(start(2, Options(monster_die=True)), 36, 31)
    bjorn, alva = position.heroes
    heroes = (bjorn._replace(hex="11,2", damage=3), alva._replace(hex="13,1"))
    return position._replace(heroes=heroes, phase=phase)


def test_defaults_leave_outcomes_open() -> None:
    assert fate.default_act(beset("heroes")) == EndTurn()
    assert fate.default_act(beset("die")) == RuneStone()
    assert fate.default_act(beset("walk")) == Walk()
    assert fate.default_act(beset("reinforcements")) == Draw(0)


def test_the_default_ambush_is_as_far_from_grimheim_as_possible() -> None:
    act = fate.default_act(beset("ambush"))
    assert act == Ambush({"bjorn": "11,1", "alva": "14,1"})
    assert len(fate.apply(beset("ambush"), act).happenings) == 2


@pytest.mark.parametrize("others_hex", [("4,10", "3,9"), ("5,10",)])
def test_every_hex_for_one_hero_leaves_a_possible_ambush_for_the_next(others_hex: tuple[str, ...]) -> None:
    bjorn, alva = "4,9", "6,8"
    closed = {*NEIGHBOURS[bjorn], *NEIGHBOURS[alva]} - {bjorn, alva, "5,8", *others_hex}
    taken = tuple(Monster(f"m{i}", "imp", hex_) for i, hex_ in enumerate(sorted(closed)))
    position = beset("ambush")._replace(monsters=taken, next_monster=len(taken))
    heroes = (hero._replace(hex=hex_) for hero, hex_ in zip(position.heroes, (bjorn, alva), strict=True))
    position = position._replace(heroes=tuple(heroes))
    allowed = fate.ambush_hexes(position, "bjorn")
    assert set(allowed) == {"5,8", *others_hex} & set(NEIGHBOURS[bjorn])
    for chosen in allowed:
        act = suggested_ambush(position, {"bjorn": chosen})
        assert act.hexes["bjorn"] == chosen
        assert ("alva" in act.hexes) == bool({"5,8", *others_hex} & set(NEIGHBOURS[alva]) - {chosen})
        assert fate.apply(position, act).position.phase == "walk"


def test_the_default_target_is_the_hero_with_most_health_left() -> None:
    position = fate.apply(beset("walk"), Walk()).position
    assert fate.default_act(position) == MonsterAttack("m1", "alva")
    assert fate.monster_targets(position, "m1") == ("bjorn", "alva")
    assert fate.monster_dice(position, "m1") == 6
