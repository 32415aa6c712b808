from collections import Counter

from companion.games.fae import board


def test_60_spaces_in_12_regions_of_5() -> None:
    assert list(board.SPACES) == list(range(1, 61))
    assert Counter(board.REGION_OF.values()) == dict.fromkeys(range(1, 13), 5)
    assert [space for spaces in board.REGIONS.values() for space in spaces] == list(board.SPACES)


def test_135_edges_seen_from_both_sides() -> None:
    assert len(board.EDGES) == 135
    assert board.NEIGHBOURS[0] == ()
    assert all(a in board.NEIGHBOURS[b] for a in board.SPACES for b in board.NEIGHBOURS[a])
    assert all(list(row) == sorted(set(row)) for row in board.NEIGHBOURS)


def test_rivers_part_regions_and_land_does_not() -> None:
    for a, b in board.EDGES:
        assert (board.REGION_OF[a] != board.REGION_OF[b]) == ((a, b) in board.RIVERS)


def test_spaces_across_a_lake_are_not_adjacent() -> None:
    assert len(board.LAKES) == 12
    assert (20, 22) in board.ACROSS_LAKE
    assert all((b, a) in board.ACROSS_LAKE and b not in board.NEIGHBOURS[a] for a, b in board.ACROSS_LAKE)


def test_12_cards_by_ascending_value() -> None:
    assert [card.value for card in board.RITUAL_CARDS] == [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5]
    *others, last = board.RITUAL_CARDS
    assert last.blessed == set(board.TERRAIN_OF.values())
    assert not last.cursed
    assert all(len(card.blessed) == len(card.cursed) == 1 and card.blessed != card.cursed for card in others)


def test_shapes_lie_on_the_map() -> None:
    for shape in [*board.POLYGONS.values(), *board.LAKES, list(board.CENTRES.values())]:
        assert len(shape) >= 3
        assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in shape)


def test_adjacent_spaces_share_border_points() -> None:
    for a, b in board.EDGES:
        assert set(board.POLYGONS[a]) & set(board.POLYGONS[b])
