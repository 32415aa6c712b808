"""Colours of printed grounds on a screen."""

from companion.games.grounds import NAMED, OTHERS, colours


def test_a_known_word_has_its_colour_and_others_differ() -> None:
    found = colours(["water", "home", "path", "", "water"])
    assert (found["water"], found[""]) == (NAMED["water"], NAMED[""])
    assert (found["home"], found["path"]) == OTHERS[:2], "in their order, whatever lies first"
    assert colours(["path", "home"])["home"] == found["home"]


def test_the_letters_of_a_piece_are_read_on_every_ground() -> None:
    for code in (*NAMED.values(), *OTHERS):
        red, green, blue = (int(code[at : at + 2], 16) for at in (0, 2, 4))
        assert 0.3 * red + 0.59 * green + 0.11 * blue > 70, code
