"""The review of a stored game: every claim is checked by other means than those that made it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from math import comb
from pathlib import Path
from random import Random

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.archive.history import PastGame, reviewed
from companion.app.archive.judge import Judge, by_chance
from companion.app.archive.record import record
from companion.app.archive.review import MOST, TURN, badges, review
from companion.app.game_loader import past
from companion.games import fae, registry
from companion.games.fae.board import COLOURS
from companion.storage.journal import Journal
from tests.app.archive.whole_games import stored
from tests.noughts import rules as noughts
from ui.services import History, ReplayStep, Review, TurningPoint

PLAYERS = ("Ana", "Bo")
GAMES = registry.names()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        yield journal


class Reviewed:
    """A stored game with its review from few trial games, and everything to check it."""

    def __init__(self, journal: Journal, name: str, seed: int, players: Sequence[str] = PLAYERS) -> None:
        self.name, self.rules = name, registry.rules(name)
        game = stored(journal, name, players, seed)
        self.shares: list[float] = []
        kept, events = journal.game(game), journal.events(game)
        self.found = reviewed(kept, events, quickly, self.shares.append)
        self.known = JournalArchive(journal, past).history(game)
        self.record = record(kept, events, past(name).ended)
        self.steps = past(name).replay(self.record)


def quickly(name: str) -> PastGame:
    found = past(name)
    assert found.judge
    return replace(found, judge=replace(found.judge, trials=found.judge.trials // 20))


@pytest.mark.parametrize("name", GAMES)
def test_a_review_has_a_course_turning_points_and_badges(journal: Journal, name: str) -> None:
    game = Reviewed(journal, name, 1)
    check(game)
    assert game.shares == sorted(game.shares) and game.shares[-1] == 1.0
    assert len(game.found.badges) == len(PLAYERS), "everybody did something"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("tens", range(20))
def test_claims_of_200_games_are_true(journal: Journal, name: str, tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        players = ("Ana", "Bo", "Cy")[: 2 + (seed % 2 and name != "fabula")]
        check(Reviewed(journal, name, seed, players))


def check(game: Reviewed) -> None:
    """Check all claims of a review."""
    found, steps = game.found, game.steps
    assert all(len(values) == len(steps) for values in found.course.values())
    assert all(-1e-9 <= value <= 1 + 1e-9 for values in found.course.values() for value in values)
    places = [turn.step for turn in found.turns]
    assert places == sorted(set(places)) and len(places) <= MOST
    for turn in found.turns:
        moved = [abs(values[turn.step] - values[turn.step - 1]) for values in found.course.values()]
        assert max(moved) >= TURN - 1e-9
        assert 1 <= len(turn.sentences) <= 2
        assert str(turn.sentences[0]) in said_of(game, turn.step)
        if turn.better:
            check_better(game, turn)
    COURSES[game.name](game)
    assert len({badge.kind for badge in found.badges}) == len(found.badges)
    assert all(badge.amount > 0 for badge in found.badges)
    counted = COUNTS[game.name](game)
    for badge in found.badges:
        if (badge.kind, badge.player) in counted:
            assert badge.amount == counted[badge.kind, badge.player]


def said_of(game: Reviewed, step: int) -> set[str]:
    return {str(moment.sentence) for moment in game.known.moments if moment.step == step} | {
        str(sentence) for sentence in game.steps[step].sentences
    }


def check_better(game: Reviewed, turn: TurningPoint) -> None:
    """A better move was its player's to make, and other trial games agree that it is better."""
    better, judge = turn.better, past(game.name).judge
    assert better and judge and better.step <= turn.step and better.sentences
    before, played = (game.steps[at].position for at in (better.step - 1, better.step))
    seat = game.rules.turn(before)
    assert seat is not None and game.known.players[seat] == better.player == game.steps[better.step].who
    if game.name == "fae":
        source, target = map(int, better.way)
        moves = [fae.Move(source, target)]
        if fae.needs_order(before, moves[0]):
            isolated = fae.isolated_by(before, source, target)
            moves = [moves[0]._replace(rituals=order) for order in permutations(isolated)]
        stands = [
            judge.stands(position, game.known, Random(99), 2000)[better.player]
            for position in (played, *(fae.apply(before, move) for move in moves))
        ]
        assert max(stands[1:]) > stands[0] + TURN / 2


def course_of_fae(game: Reviewed) -> None:
    """Chances are shares of one; who won has it all at the end."""
    for at in range(len(game.steps)):
        assert sum(values[at] for values in game.found.course.values()) == pytest.approx(1)
    for player in game.known.players:
        won = player in game.known.winners
        assert game.found.course[player][-1] == pytest.approx(won / len(game.known.winners))


def course_of_fairy_tile(game: Reviewed) -> None:
    """For two players the chance is that of a fair coin's race, by its closed form."""
    if len(game.known.players) != 2 or not game.known.winners:
        return
    for at, step in enumerate(game.steps):
        mine, other = (len(book) for book in step.position.books)
        if not mine or not other:
            continue
        tosses = mine + other - 1
        chance = sum(comb(tosses, heads) for heads in range(mine, tosses + 1)) / 2**tosses
        assert game.found.course[game.known.players[0]][at] == pytest.approx(chance)


def course_of_fate(game: Reviewed) -> None:
    """It never shows more than stands, and nothing at the fall of Grimheim."""
    values, most = game.found.course["town"], game.steps[0].position.town
    for value, step in zip(values, game.steps, strict=True):
        assert value <= step.position.town / most + 1e-9
    assert (values[-1] == 0) == (not game.known.winners)
    for at in range(1, len(game.steps)):
        lost = game.steps[at - 1].position.town - game.steps[at].position.town
        assert game.found.losses.count(at) == max(0, lost)


def course_of_fabula(game: Reviewed) -> None:
    """A centre that nothing changed has what its damage leaves; who lost has nothing left."""
    full = game.steps[0].position.format.centre_resistance
    for at, step in enumerate(game.steps[:-1]):
        for base in step.position.bases:
            if base.centre and not base.changes and base.owner == base.controller and not base.destroyed:
                name = step.position.sides[base.owner].name
                assert game.found.course[name][at] <= 1
                assert game.found.course[name][at] >= max(0, full - base.damage) / full - 1e-9
    if game.known.winners:
        loser = next(name for name in game.known.players if name not in game.known.winners)
        assert game.found.course[loser][-1] == 0


COURSES = {
    "fae": course_of_fae,
    "fairytile": course_of_fairy_tile,
    "fate": course_of_fate,
    "fabula": course_of_fabula,
}


def counts_of_fae(game: Reviewed) -> dict[tuple[str, str], int]:
    last, found = game.steps[-1].position, dict[tuple[str, str], int]()
    for seat, player in enumerate(game.known.players):
        mine = COLOURS.index(game.known.secrets[player])
        gains = [
            after.position.scores[mine] - before.position.scores[mine]
            for before, after in pairwise(game.steps)
            if after.who == player
        ]
        found |= {("rituals", player): last.ritual_cards[seat], ("boldest", player): max(gains)}
    return found


def counts_of_fate(game: Reviewed) -> dict[tuple[str, str], int]:
    total = sum(badge.amount for badge in game.found.badges if badge.kind == "killed")
    assert total <= game.known.series["killed"][-1]
    return {}


def counts_of_fairy_tile(game: Reviewed) -> dict[tuple[str, str], int]:
    return {("told", player): game.known.points[player] for player in game.known.players}


def counts_of_fabula(game: Reviewed) -> dict[tuple[str, str], int]:
    plays = [written for written in game.record.moves if "play" in written]
    assert sum(badge.amount for badge in game.found.badges if badge.kind == "cards") <= len(plays)
    return {}


COUNTS = {
    "fae": counts_of_fae,
    "fairytile": counts_of_fairy_tile,
    "fate": counts_of_fate,
    "fabula": counts_of_fabula,
}


def test_the_same_game_has_the_same_review(journal: Journal) -> None:
    game = stored(journal, "fae", PLAYERS, 3)
    kept, events = journal.game(game), journal.events(game)
    assert reviewed(kept, events, quickly, lambda _: None) == reviewed(kept, events, quickly, lambda _: None)


def test_a_game_that_goes_on_has_no_review(journal: Journal) -> None:
    game = journal.record("fae", registry.rules("fae").opening(Random(1), PLAYERS), [])
    assert reviewed(journal.game(game), journal.events(game), past, lambda _: None) == Review()


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"a": {"Ana": 3, "Bo": 4}, "b": {"Ana": 1, "Bo": 9}}, {"Ana": ("a", 3), "Bo": ("b", 9)}),
        ({"a": {"Ana": 0, "Bo": 4}, "b": {"Ana": 1, "Bo": 9}}, {"Ana": ("b", 1), "Bo": ("a", 4)}),
        ({"a": {"Ana": 0, "Bo": 4}, "b": {"Ana": 0, "Bo": 9}}, {}),
        ({"a": {"Ana": 3, "Bo": 4}}, {}),
        ({}, {}),
    ],
)
def test_everybody_gets_a_badge_of_a_kind_of_its_own(
    counts: Mapping[str, Mapping[str, int]], expected: Mapping[str, tuple[str, int]]
) -> None:
    given = badges(PLAYERS, counts)
    assert {badge.player: (badge.kind, badge.amount) for badge in given} == expected


def test_a_board_game_is_judged_by_games_of_chance() -> None:
    """In noughts and crosses a line of two is nearly won, and a full line is."""
    judge = by_chance(noughts.RULES, lambda position, names: noughts.result(position, names, {})["winners"])
    known = History(1, noughts.NAME, PLAYERS, "", 0, finished=True)
    stands = judge.stands(noughts.RULES.read_setup({"players": list(PLAYERS)}), known, Random(1), 400)
    assert sum(stands.values()) == pytest.approx(1)
    assert stands["Ana"] > stands["Bo"] + 0.15, "who begins wins more often"


def test_a_step_counts_only_if_it_moved_a_line_by_a_sixth() -> None:
    values = [0.5, 0.6, 0.6 + TURN, 0.6 + TURN, 0.2, 0.9, 0.5]
    steps = [ReplayStep(at, {}, "Ana" if at % 2 else "Bo") for at in range(len(values))]
    judge = Judge(stands=lambda at, *_: {"Ana": values[at], "Bo": 1 - values[at]})
    known = History(1, "fae", PLAYERS, "", 0, finished=True)
    found = review(known, steps, judge, registry.rules("fae"), {})
    assert [turn.step for turn in found.turns] == [4, 5, 6], "the three that moved it most, in order"
    assert found.badges == ()
