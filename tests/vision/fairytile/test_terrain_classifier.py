import numpy as np

from companion.games.fairytile.board import CLOCK, TERRAINS, Hex, hex_kind
from vision.fairytile.simulated import artwork

UNSEEN = 7


def test_lands_of_a_set_are_classified_by_others_of_it() -> None:
    classifier = artwork.sample_classifier()
    hexes = [Hex(terrain, river) for terrain in TERRAINS for river in ((), (3,), (1, 7), (5, 11))]
    cells = np.stack([artwork._as_cut(artwork.land(hex_kind(hex_), UNSEEN)) for hex_ in hexes])
    guesses = classifier.guess(cells, np.zeros(3))
    assert [guess.hex for guess in guesses] == hexes
    assert all(
        guess.fit(hex_) > guess.fit(Hex("castle", CLOCK)) for guess, hex_ in zip(guesses, hexes, strict=True)
    )


def test_a_cell_unlike_all_training_cells_is_strange() -> None:
    cells = np.zeros((1, 24, 24, 3), np.uint8)
    cells[:] = (255, 0, 255)
    guess = artwork.sample_classifier().guess(cells, np.zeros(3))[0]
    assert (guess.strange, guess.chance) == (True, 0.0)
