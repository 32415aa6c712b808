"""The expected table teaches: pieces whose marks the network takes for others, known by likeness."""

import numpy as np
import pytest

from vision.arrays import Floats
from vision.fate.classifier import DESCRIPTION, OUTPUTS, PatchScores, unit_length
from vision.fate.kinds import EMPTY, KINDS
from vision.fate.own_set import Samples
from vision.fate.params import PARAMS
from vision.fate.patches import HEIGHT_PX, WIDTH_PX
from vision.fate.piece_classifier import ClassifierMemory, PatchCache, Reading
from vision.fate.samples import UNCALIBRATED, KnownPieces

GOBLIN, BRUTE, TROLL, SPRITE = (KINDS.index(kind) + 1 for kind in ("goblin", "brute", "troll", "sprite"))
HEXES = 24
TABLE = {row: (GOBLIN, BRUTE, TROLL)[row % 3] for row in range(9)} | dict.fromkeys(range(9, HEXES), EMPTY)


class Print:
    """How a set looks: every kind in a direction of its own, taken by the network for `taken`."""

    def __init__(self, taken: dict[int, int], nats: float = 8.0, known: float = 0.9) -> None:
        self._rng = np.random.default_rng(4)
        self._look = unit_length(self._rng.normal(size=(OUTPUTS, DESCRIPTION)))
        self._taken, self._nats, self._known = taken, nats, known

    def shown(self, table: dict[int, int]) -> PatchCache:
        """A table, each piece a little different from every other."""
        looks, rows = PatchCache(HEXES), np.arange(HEXES)
        kinds = [table.get(row, EMPTY) for row in range(HEXES)]
        noise = self._rng.normal(size=(HEXES, DESCRIPTION)) * 0.15 / np.sqrt(DESCRIPTION)
        log_chance = np.full((HEXES, OUTPUTS), -self._nats)
        log_chance[np.array(kinds) != EMPTY, EMPTY] = -2.5 * self._nats
        log_chance[rows, [self._taken.get(kind, kind) for kind in kinds]] = 0.0
        log_chance -= np.logaddexp.reduce(log_chance, axis=1, keepdims=True)
        look = unit_length(self._look[kinds] + noise)
        bare = np.exp(log_chance[:, EMPTY])
        patch = PatchScores(log_chance, look, np.full(HEXES, self._known), bare)
        cut = np.zeros((HEXES, HEIGHT_PX, WIDTH_PX, 3), np.uint8)
        looks.put(0, rows, patch, cut, np.ones(HEXES))
        return looks


OTHERS = {GOBLIN: SPRITE, BRUTE: GOBLIN, SPRITE: TROLL}


def names(reading: Reading) -> list[int]:
    """The kind on each hex, -1 where it is in doubt."""
    best, chance = reading.chances.argmax(1), reading.chances.max(1)
    return [int(kind) for kind in np.where(chance > 0.9, best, -1)]


def lying(table: dict[int, int]) -> list[int]:
    return [table.get(row, EMPTY) for row in range(HEXES)]


def test_a_set_of_other_prints_is_as_expected_at_once_and_known_afterwards() -> None:
    naming, other = ClassifierMemory(), Print(OTHERS)
    wrong = names(ClassifierMemory().read(other.shown(TABLE), 0.0))
    assert wrong[:3] == [SPRITE, GOBLIN, TROLL]  # the result without an expectation
    naming.expect(TABLE)
    first = naming.read(other.shown(TABLE), 0.0)
    assert names(first) == lying(TABLE)
    assert first.other == ()
    naming.expect({})
    moved = {row + 9: kind for row, kind in TABLE.items() if row < 9}
    assert names(naming.read(other.shown(moved), 2.0)) == lying(moved)


def test_a_kind_is_known_as_soon_as_it_enters() -> None:
    naming, other = ClassifierMemory(), Print(OTHERS)
    naming.expect(TABLE)
    naming.read(other.shown(TABLE), 0.0)
    entered = {**TABLE, 12: SPRITE}
    naming.expect(entered)
    assert names(naming.read(other.shown(entered), 2.0))[12] == SPRITE
    naming.expect({})
    elsewhere = {**TABLE, 17: SPRITE}
    assert names(naming.read(other.shown(elsewhere), 4.0)) == lying(elsewhere)


def test_a_kind_nobody_expects_is_not_given_a_name_by_its_neighbours() -> None:
    naming, other = ClassifierMemory(), Print(OTHERS)
    naming.expect(TABLE)
    naming.read(other.shown(TABLE), 0.0)
    reading = naming.read(other.shown({**TABLE, 12: SPRITE}), 2.0)
    assert names(reading)[12] == -1
    assert reading.other == (12,)


@pytest.mark.parametrize("nats", [3.63, 5.0])
def test_no_expectation_is_thrown_away_on_a_hair(nats: float) -> None:
    naming, printed = ClassifierMemory(), Print({})
    naming.expect(TABLE)
    for time_s in range(4):
        looks = printed.shown(TABLE)
        glare = looks.scores[0].log_chance[1]
        glare[GOBLIN], glare[BRUTE] = glare[BRUTE], glare[BRUTE] - nats
        reading = naming.read(looks, 2.0 * time_s)
        assert names(reading) == lying(TABLE)
        assert reading.other == ()


def alike(table: dict[int, int], like: int) -> PatchCache:
    """A table whose first piece resembles the piece on hex `like`, as miniatures of one colour do."""
    shown = Print({}, nats=5.0).shown(table)
    looks = shown.scores[0].description
    noise = np.random.default_rng(5).normal(size=DESCRIPTION) * 0.35 / np.sqrt(DESCRIPTION)
    looks[:1] = unit_length(looks[like : like + 1] + noise)
    return shown


def test_the_expectation_does_not_outweigh_a_clear_look_at_another_of_the_same_colour() -> None:
    lying_there = {**TABLE, 0: TROLL}
    assert names(ClassifierMemory().read(alike(lying_there, 3), 0.0))[0] == TROLL
    naming = ClassifierMemory()
    naming.expect(TABLE)
    for time_s in (0.0, 2.0):
        read = names(naming.read(alike(lying_there, 3), time_s))
        assert read[0] != GOBLIN
        assert read[1:] == lying(TABLE)[1:]


def test_a_wrong_piece_is_reported_and_never_learnt() -> None:
    naming, other = ClassifierMemory(), Print(OTHERS)
    naming.expect(TABLE)
    naming.read(other.shown(TABLE), 0.0)
    wrong = {**TABLE, 0: BRUTE, 4: EMPTY}
    first = names(naming.read(other.shown(wrong), 2.0))
    assert first[0] in (BRUTE, -1)
    reading = naming.read(other.shown(wrong), 4.0)
    assert names(reading) == lying(wrong)
    assert reading.other == (0, 4)
    naming.expect({})
    assert names(naming.read(other.shown(TABLE), 6.0)) == lying(TABLE)


def test_wrong_pieces_of_a_kind_do_not_vouch_for_each_other() -> None:
    naming, other = ClassifierMemory(), Print(OTHERS)
    naming.expect(TABLE)
    naming.read(other.shown(TABLE), 0.0)
    for time_s in (2.0, 4.0, 6.0):  # not even when they have lain there for long
        reading = naming.read(other.shown({**TABLE, 0: BRUTE, 3: BRUTE, 6: BRUTE}), time_s)
        assert not {0, 3, 6} & {row for row, kind in enumerate(names(reading)) if kind == GOBLIN}
    assert reading.other == (0, 3, 6)


def test_what_is_not_beyond_doubt_must_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    naming, looks = ClassifierMemory(), Print({}).shown({1: BRUTE})
    naming.expect({1: BRUTE})
    again_s = PARAMS.surprise_confirmation_s
    against = {0.0: 7.0, again_s / 2: 7.0, again_s: 7.0, 3.0: 0.0, 4.0: 7.0, 9.0: 10.0}

    def read(time_s: float) -> tuple[int, tuple[int, ...]]:
        scores = np.full((HEXES, OUTPUTS), -30.0)
        scores[:, GOBLIN], scores[:, BRUTE] = 0.0, -against[time_s]
        monkeypatch.setattr(naming, "scores", lambda *_: scores)
        looks.version += 1
        reading = naming.read(looks, time_s)
        return names(reading)[1], reading.other

    assert read(0.0) == (-1, ())
    assert read(again_s / 2) == (-1, ())
    assert read(again_s) == (GOBLIN, (1,))
    assert read(3.0) == (BRUTE, ())
    assert read(4.0) == (-1, ())
    naming.expect({0: BRUTE})
    naming.expect({1: BRUTE})
    assert read(9.0) == (GOBLIN, (1,))


def test_where_one_of_several_should_lie_another_must_win_by_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    naming, looks = ClassifierMemory(), Print({}).shown({})
    naming.expect({}, {1: (EMPTY, BRUTE)})

    def read(of: int, nats: float, time_s: float) -> int:
        scores = np.full((HEXES, OUTPUTS), -30.0)
        scores[:, GOBLIN], scores[:, of] = 0.0, -nats
        monkeypatch.setattr(naming, "scores", lambda *_: scores)
        looks.version += 1
        return names(naming.read(looks, time_s))[1]

    again_s = 1.0 + PARAMS.surprise_confirmation_s
    for of in (EMPTY, BRUTE):
        assert read(of, 1.5, 0.0) == of
        assert [read(of, 7.0, time_s) for time_s in (1.0, again_s)] == [-1, GOBLIN]


def test_what_is_taught_is_heard_and_may_be_answered() -> None:
    heard: list[Samples] = []
    other = Print(OTHERS)
    sprite = other.shown({0: SPRITE}).scores[0].only(np.array([0]))

    def taught(samples: Samples) -> KnownPieces:
        heard.append(samples)
        return KnownPieces(sprite, np.array([SPRITE]))

    naming = ClassifierMemory(on_samples=taught)
    naming.expect(TABLE)
    naming.read(other.shown(TABLE), 0.0)
    assert sorted(heard[0].kinds.tolist()) == sorted(TABLE.values())
    naming.expect({})
    assert names(naming.read(other.shown({**TABLE, 20: SPRITE}), 2.0))[20] == SPRITE


def test_a_table_of_prints_the_network_does_not_know_is_not_named_by_it() -> None:
    for known, named in ((0.7, lying(TABLE)), (0.3, [-1] * 9 + lying(TABLE)[9:])):
        reading = ClassifierMemory().read(Print({}, known=known).shown(TABLE), 0.0)
        assert names(reading) == named
        assert reading.other == ()
    few = {0: GOBLIN, 1: BRUTE}
    assert names(ClassifierMemory().read(Print({}, known=0.3).shown(few), 0.0)) == lying(few)


def test_the_network_is_trusted_as_far_as_it_is_right() -> None:
    kinds = np.array([GOBLIN, BRUTE, TROLL] * 4)
    table = dict(enumerate(kinds.tolist()))
    rows = np.arange(len(kinds))

    def calibration(printed: Print) -> float:
        found = KnownPieces(printed.shown(table).scores[0].only(rows), kinds).calibration()
        assert found.piece == 1.0  # that something lies there it sees, whatever is printed
        return found.kind

    assert calibration(Print({})) == 1.0
    assert calibration(Print(OTHERS)) < calibration(Print({GOBLIN: SPRITE})) < 1.0


def test_likeness_is_that_to_the_most_similar_of_a_kind_and_ends_far_away() -> None:
    known = unit_length(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.1]]))
    even: Floats = np.zeros((3, OUTPUTS))
    gallery = KnownPieces(PatchScores(even, known, np.ones(3), np.zeros(3)), np.array([3, 5, 5]))
    patch = PatchScores(even[:1], np.array([[1.0, 0.0]]), np.ones(1), np.zeros(1))
    scores = gallery.classify(patch, UNCALIBRATED)[0]
    assert scores.argmax() == 3
    assert 0.0 < scores[3] - scores[5] < 0.5
    without = gallery.classify(patch, UNCALIBRATED, np.array([[True, False, True]]))[0]
    assert without[3] > without[5]  # a kind whose only piece may not count is still likelier than a far one
    assert without[3] > without[1]  # and than one that is nowhere on the table
