import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.fae.board import TERRAIN_OF

# Spaces used: 1 forest, 2 mushrooms, 3 mountains, 5 hills; 1-2, 1-3, 2-3, 2-5 and 3-5 are adjacent.
# Cards: 1 hills / mushrooms, 2 mushrooms / mountains, 3 forest / hills, 4 mountains / forest, 5 all / none
# (blessed / cursed).


def ritual(space: int, druids: dict[str, int], cards_used: int) -> fae.Ritual:
    """Return the ritual of a group on `space` when a single red druid joins it."""
    source = {1: 2, 2: 1, 3: 1, 5: 2}[space]
    p = fae.position(
        {source: {"red": 1}, space: {**druids, "red": druids["red"] - 1}}, players=2, cards_used=cards_used
    )
    (only,) = fae.rituals(p, fae.Move(source, space))
    assert fae.scores(fae.apply(p, fae.Move(source, space))) == {
        colour: only.value if colour in only.scored else 0 for colour in fae.scores(p)
    }
    return only


def test_terrain_these_tests_rely_on() -> None:
    assert [TERRAIN_OF[space] for space in (1, 2, 3, 5)] == ["forest", "mushrooms", "mountains", "hills"]


def test_rulebook_example_1_four_druids_not_blessed() -> None:
    found = ritual(1, {"red": 2, "blue": 2}, cards_used=0)
    assert (found.value, found.scored, found.blessed, found.cursed) == (4, ("red", "blue"), False, False)


def test_rulebook_example_2_five_druids_blessed_by_a_four() -> None:
    # the druid that moved in is the only one of the fifth colour, which is removed
    found = ritual(3, {"red": 1, "blue": 2, "yellow": 2, "purple": 2, "black": 2}, cards_used=9)
    assert (found.removed, found.value, found.card) == ({"red": 1}, 8 + 4, 4)
    p = fae.position(
        {1: {"blue": 1}, 3: {"blue": 1, "yellow": 1, "purple": 1, "black": 1}}, players=2, cards_used=9
    )
    (found,) = fae.rituals(p, fae.Move(1, 3))
    assert (found.value, found.scored) == (9, ("blue", "yellow", "purple", "black"))


@pytest.mark.parametrize(("space", "cards_used", "card"), [(2, 0, 1), (3, 4, 2), (5, 7, 3), (1, 9, 4)])
def test_cursed_terrain_takes_all_and_nobody_scores(space: int, cards_used: int, card: int) -> None:
    found = ritual(space, {"red": 3, "black": 1}, cards_used)
    assert found == fae.Ritual(space, card, True, False, {"red": 3, "black": 1}, 0, (), 0)


@pytest.mark.parametrize(
    ("space", "cards_used", "card"), [(5, 3, 1), (2, 6, 2), (1, 8, 3), (3, 10, 4), (1, 11, 5)]
)
def test_blessed_terrain_adds_the_card(space: int, cards_used: int, card: int) -> None:
    assert ritual(space, {"red": 3, "black": 1}, cards_used) == fae.Ritual(
        space, card, False, True, {}, 4 + card, ("red", "black"), 0
    )


def test_curse_comes_before_five_colours() -> None:
    five = {"red": 2, "blue": 1, "yellow": 1, "purple": 1, "black": 1}
    assert ritual(2, five, cards_used=0).removed == five


def test_five_colours_lose_the_lone_ones() -> None:
    found = ritual(1, {"red": 2, "blue": 1, "yellow": 3, "purple": 1, "black": 1}, cards_used=0)
    assert found.removed == {"blue": 1, "purple": 1, "black": 1}
    assert (found.value, found.scored) == (5, ("red", "yellow"))


def test_four_colours_keep_the_lone_ones() -> None:
    assert ritual(1, {"red": 2, "blue": 1, "yellow": 1, "purple": 1}, cards_used=0).removed == {}


def test_five_lone_druids_all_go_also_on_blessed_terrain() -> None:
    p = fae.position(
        {1: {"red": 1}, 2: {"blue": 1, "yellow": 1, "purple": 1, "black": 1}}, players=2, cards_used=5
    )
    (found,) = fae.rituals(p, fae.Move(1, 2))
    assert found.blessed
    assert (found.value, found.scored, sum(found.removed.values())) == (0, (), 5)
    after = fae.apply(p, fae.Move(1, 2))
    assert fae.table(after) == {}
    assert after.ritual_cards == (1, 0)


def test_ritual_that_a_space_would_have_now() -> None:
    p = fae.position({1: {"red": 2, "blue": 2}, 2: {"red": 1}}, players=2, cards_used=0)
    found = fae.ritual_at(p, 1)
    assert found and (found.value, set(found.scored), dict(found.removed)) == (4, {"red", "blue"}, {})
    assert fae.ritual_at(p, 3) is None
    last = fae.position({1: {"red": 2}, 2: {"red": 1}}, players=2, cards_used=12)
    assert fae.ritual_at(last, 1) is None


def test_mover_keeps_the_card_also_of_a_disrupted_ritual() -> None:
    p = fae.position({1: {"red": 1}, 2: {"red": 1}, 20: {"red": 1}, 16: {"blue": 1}}, players=3, turn=1)
    after = fae.apply(p, fae.Move(1, 2))
    assert (after.ritual_cards, after.cards_used, after.done) == ((0, 1, 0), 1, frozenset({2}))
    assert after.turn == 2


def test_druids_left_stay_and_get_no_second_ritual() -> None:
    p = fae.position({1: {"red": 1}, 3: {"red": 1}, 20: {"red": 1}, 16: {"blue": 1}}, players=2)
    after = fae.apply(p, fae.Move(1, 3))
    assert fae.contents(after, 3) == {"red": 2}
    last = fae.apply(after, fae.Move(20, 16))
    assert fae.isolated_by(after, 20, 16) == (16,)
    assert (last.cards_used, last.done) == (2, frozenset({3, 16}))


def split() -> dict[int, dict[str, int]]:
    """Return a set-up in which moving from 2 to 1 isolates 1 and 5."""
    return {2: {"red": 1}, 1: {"red": 1}, 5: {"blue": 2}}


def test_mover_chooses_the_order_across_a_value_boundary() -> None:
    p = fae.position(split(), players=2, cards_used=3)
    assert fae.isolated_by(p, 2, 1) == (1, 5)
    assert fae.needs_order(p, fae.Move(2, 1))
    first, second = fae.rituals(p, fae.Move(2, 1, (5, 1)))
    assert (first.space, first.card, first.value) == (5, 1, 3)
    assert (second.space, second.card, second.value) == (1, 2, 2)
    first, second = fae.rituals(p, fae.Move(2, 1, (1, 5)))
    assert (first.card, second.card, second.value) == (1, 2, 2)
    assert fae.rituals(p, fae.Move(2, 1)) == fae.rituals(p, fae.Move(2, 1, (1, 5)))
    assert not fae.needs_order(p, fae.Move(2, 1, (1, 5)))


@pytest.mark.parametrize("order", [(1,), (1, 1), (1, 5, 5), (1, 3), (1, 5, 3)])
def test_an_order_names_every_isolated_space_once(order: tuple[int, ...]) -> None:
    p = fae.position(split(), players=2)
    with pytest.raises(RuleError, match="order of the isolated spaces 1, 5") as caught:
        fae.apply(p, fae.Move(2, 1, order))
    assert caught.value.code == "ritual_order"


def test_an_order_without_rituals_is_wrong() -> None:
    p = fae.position({**split(), 3: {"red": 1}}, players=2)
    reason = fae.explain(p, fae.Move(2, 1, (1,)))
    assert reason is not None
    assert reason.code == "ritual_order"


@pytest.mark.parametrize("order", [(5, 1), (5,)])
def test_more_isolations_than_cards_the_mover_picks(order: tuple[int, ...]) -> None:
    p = fae.position(split(), players=2, cards_used=11)
    after = fae.apply(p, fae.Move(2, 1, order))
    assert [r.space for r in fae.rituals(p, fae.Move(2, 1, order))] == [5]
    assert fae.scores(after) == {"red": 0, "blue": 7, "yellow": 0, "purple": 0, "black": 0}
    assert (after.cards_used, after.ritual_cards, after.done) == (12, (1, 0), frozenset({1, 5}))
    assert fae.finished(after)
    assert fae.legal(after) == []


def test_game_ends_with_the_twelfth_ritual_though_moves_are_left() -> None:
    p = fae.position(
        {1: {"red": 1}, 3: {"red": 1}, 20: {"red": 1}, 16: {"blue": 1}}, players=2, cards_used=11
    )
    assert fae.finished(fae.apply(p, fae.Move(1, 3)))


def test_game_ends_when_the_next_player_has_no_move() -> None:
    p = fae.position({1: {"red": 1}, 3: {"red": 1}}, players=2)
    after = fae.apply(p, fae.Move(1, 3))
    assert after.cards_used == 1
    assert fae.finished(after)


def ended(scores: dict[str, int], cards: list[int]) -> fae.Position:
    return fae.position({}, players=len(cards), scores=scores, ritual_cards=cards)


def test_cards_count_one_each_and_neutral_colours_cannot_win() -> None:
    p = ended({"red": 10, "blue": 11, "black": 50}, [3, 1])
    assert fae.result(p, {0: "red", 1: "blue"}) == fae.FinalScore((13, 12), (0,))


def test_tie_goes_to_fewer_cards_then_is_shared() -> None:
    spirits = {0: "red", 1: "blue", 2: "black"}
    assert fae.result(ended({"red": 9, "blue": 10}, [2, 1, 0]), spirits).winners == (1,)
    assert fae.result(ended({"red": 9, "blue": 9}, [2, 2, 0]), spirits).winners == (0, 1)


@pytest.mark.parametrize(
    "spirits", [{0: "red"}, {0: "red", 1: "red"}, {0: "red", 1: "pink"}, {0: "red", 2: "blue"}]
)
def test_spirits_are_one_colour_for_every_player(spirits: dict[int, str]) -> None:
    with pytest.raises(RuleError, match="different spirit"):
        fae.result(ended({}, [0, 0]), spirits)
