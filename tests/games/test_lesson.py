"""Guided first rounds: the mechanism by a toy game, then the lesson of every game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games import registry
from companion.games.base import Sentence
from companion.games.lesson import (
    ALSO_FINE,
    END,
    MOST_LETTERS,
    MOST_TRANSLATED,
    MOST_WHY,
    WELL_DONE,
    Lesson,
    Saying,
    Step,
    view,
)
from companion.i18n import LANGUAGES, say, translator
from tests.games.lessons import CLAIMED, TAUGHT, Course, claims, lesson

LONGEST = 400
"""Maximum number of moves of a lesson without a limit of its own."""
FEW, MANY = 15, 1000
"""Random courses for each game, in the usual tests and in the slow ones."""
MOST_READ = 2
"""Maximum number of sentences to read before the first act."""


def words(name: str) -> Saying:
    return Saying(Sentence(name), Sentence(f"Why {name}"))


def at_least(least: int, name: str) -> Any:
    return lambda position: words(name) if position >= least else None


# Positions are sums, moves are what is added.
TOY: Lesson[int, int] = Lesson(
    steps=(
        Step("two", at_least(0, "two"), lambda _, move, __: move == 2),
        Step("read", at_least(2, "read"), reads=True),
        Step("any", at_least(0, "any")),
        Step("ten", at_least(10, "ten"), lambda _, __, after: after >= 12),
    ),
    over=lambda past: past[-1] >= 50,
    farewell=words("bye"),
)


def shown(*moves: int, read: tuple[str, ...] = (), by_people: list[bool] | None = None) -> Any:
    """View of the toy lesson after these moves from 0."""
    past = [sum(moves[:number]) for number in range(len(moves) + 1)]
    return view(TOY, past, moves, read, by_people)


def key(*moves: int, **how: Any) -> str | None:
    found = shown(*moves, **how)
    return str(found.key) or None if found else None


def test_a_step_is_done_by_the_move_it_asks_for() -> None:
    assert (key(), key(2)) == ("two", "read")
    first = shown()
    assert (first.number, first.count, first.saying, first.reads) == (1, 4, words("two"), False)


def test_another_move_is_fine_and_the_step_stays() -> None:
    other = shown(1)
    assert (other.key, other.remark, other.well, other.made) == ("two", ALSO_FINE, False, 1)
    assert shown().remark is None
    done = shown(1, 2, read=("read",))
    assert (done.remark, done.well, done.made) == (WELL_DONE, True, 2)


def test_a_step_says_what_a_move_that_did_it_has_brought() -> None:
    def praise(before: int, move: int, after: int) -> Sentence:
        return Sentence(f"{before} and {move} are {after}")

    first = replace(TOY.steps[0], praise=praise)
    found = view(replace(TOY, steps=(first, *TOY.steps[1:])), [0, 2], [2])
    assert found and (found.remark, found.well) == (Sentence("0 and 2 are 2"), True)


def test_a_step_that_people_pass_by_comes_again() -> None:
    assert [key(*moves) for moves in ((1,), (1, 3), (1, 3, 3))] == ["two"] * 3


def test_the_words_follow_the_touches() -> None:
    first, second, third = (Sentence(name) for name in ("one", "two", "three"))
    saying = Saying(first, Sentence("why"), then=(second, third))
    assert [saying.after(touches) for touches in range(4)] == [first, second, third, third]
    assert words("alone").after(2) == Sentence("alone")


def test_while_nobody_is_to_act_only_the_remark_stays() -> None:
    found = shown(1).silent()
    assert (found.key, found.number, found.saying, found.remark) == ("", 0, None, ALSO_FINE)
    assert found.silent() == found
    last = shown(50)
    assert last.silent().number == last.number


def test_a_step_that_asks_for_no_move_ends_by_a_touch_alone() -> None:
    assert shown(2).reads
    assert (key(2, 1), key(2, 1, 1)) == ("read", "read")
    assert key(2, read=("read",)) == "any"
    assert shown(2, 1).remark is None and shown(2).remark == WELL_DONE


def test_a_step_without_a_condition_is_done_by_any_move_while_it_is_shown() -> None:
    assert key(2, 1, read=("read",)) is None
    assert key(2, 8, read=("read",)) == "ten"


def test_a_step_may_be_done_before_it_is_shown() -> None:
    assert key(12, 2, read=("read",)) == "any"
    assert key(12, 2, 1, read=("read",)) == END


def test_nothing_is_said_where_no_step_fits_and_the_lesson_goes_on_later() -> None:
    moves = [2, 1, 1, 7]
    seen = [key(*moves[:number], read=("read",)) for number in range(len(moves) + 1)]
    assert seen == ["two", "any", None, None, "ten"]


def test_an_undo_is_a_shorter_past() -> None:
    assert [key(*moves) for moves in ((), (2,), ())] == ["two", "read", "two"]
    assert shown(1).remark and not shown().remark


def test_bots_do_no_steps_and_are_not_corrected() -> None:
    assert shown(1, by_people=[False]).remark is None
    assert key(2, by_people=[False]) == "two"
    assert key(2, 2, by_people=[False, True]) == "read"
    assert key(2, 1, read=("read",), by_people=[True, False]) == "any"
    assert shown(1, 1, by_people=[True, False]).remark == ALSO_FINE


def test_a_lesson_ends_with_its_last_words_once() -> None:
    for last, done in ((shown(2, 10, read=("read",)), 4), (shown(50), 1)):
        assert (last.key, last.number, last.count, last.saying) == (END, done, 4, words("bye"))
        assert last.reads
    assert shown(50, read=(END,)) is None
    assert shown(read=(END,)) is None


@pytest.mark.parametrize("game", TAUGHT)
def test_keys_are_different_and_none_is_the_end(game: str) -> None:
    keys = [step.key for step in lesson(game).steps]
    assert len({*keys, END}) == len(keys) + 1


@pytest.mark.parametrize("game", TAUGHT)
def test_every_step_has_a_condition_of_its_own(game: str) -> None:
    if game not in CLAIMED:
        pytest.skip(f"{game} has no lesson_claims.py")
    assert claims(game).CLAIMS.keys() == {step.key for step in lesson(game).steps}


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_begins_with_an_act(game: str) -> None:
    for course in courses(game, 1):
        first = course.view()
        assert first and not first.reads, course
        read = 0
        while (now := course.view()) and now.reads and now.key != END:
            course.read.add(now.key)
            read += 1
        assert read <= MOST_READ, course


@pytest.mark.parametrize("game", CLAIMED)
def test_whoever_follows_a_lesson_sees_all_of_it(game: str) -> None:
    steps = {step.key for step in lesson(game).steps} - getattr(claims(game), "SELDOM", set())
    for course in courses(game, 1):
        seen = set[str]()
        while not course.over:
            if (now := course.view()) and now.saying:
                seen.add(now.key)
            if now and now.reads:
                course.read.add(now.key)
            elif not course.follow():
                course.deviate()
            assert len(course.moves) <= most_moves(game), course
        assert seen >= steps, course


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_holds_whatever_people_do(game: str) -> None:
    for course in courses(game, FEW, by_chance=True):
        take(course)


@pytest.mark.slow
@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_holds_in_a_thousand_games(game: str) -> None:
    for course in courses(game, MANY, by_chance=True):
        take(course)


def courses(game: str, number: int, *, by_chance: bool = False) -> Iterator[Course]:
    """At least this many courses, as many for each number of players, half of them `by_chance`."""
    fewest, most = registry.rules(game).players
    counts = range(fewest, most + 1)
    for seed in range(-(-number // len(counts))):
        for players in counts:
            yield Course(game, players, seed, by_chance and seed % 2 == 1)


def most_moves(game: str) -> int:
    return int(claims(game).MOST_MOVES) if game in CLAIMED else LONGEST


def take(course: Course) -> None:
    """Go through a lesson at random; check all that it says."""
    chance, known = course.chance, [course.view()]
    obedient, read_before = chance.random(), set(course.read)
    while not course.over:
        now = course.view()
        check(course)
        if now and now.reads and chance.random() < 0.5:
            course.read.add(now.key)
        elif course.moves and chance.random() < 0.15:
            course.undo()
            known.pop()
            if course.read == read_before:
                assert course.view() == known[-1], course
        else:
            if not (chance.random() < obedient and course.follow()):
                course.deviate()
            known.append(course.view())
            assert len(course.moves) <= most_moves(course.game), course
        if course.read != read_before:
            known, read_before = seen_before(course), set(course.read)
    check(course)


def seen_before(course: Course) -> list[Any]:
    """Views after each of the moves so far."""
    whole = course.past, course.seen, course.moves
    found = []
    for number in range(len(course.past)):
        course.past, course.seen = whole[0][: number + 1], whole[1][: number + 1]
        course.moves = whole[2][:number]
        found.append(course.view())
    course.past, course.seen, course.moves = whole
    return found


def check(course: Course) -> None:
    """The words of a lesson are true, short, and point at what can be done."""
    taught, now, position, seen = course.lesson, course.view(), course.past[-1], course.seen[-1]
    if now is None or now.saying is None:
        assert course.people_acted or not course.persons_turn, course
        return
    steps = {step.key: step for step in taught.steps}
    assert now.count == len(steps), course
    if now.key == END:
        assert now.saying == taught.farewell, course
    else:
        step = steps[now.key]
        assert (now.saying, now.reads) == (step.tell(seen), step.reads), course
        assert not now.reads or now.saying.ways or now.saying.keys, "it ends by a touch of something"
    for sentence in filter(None, (now.saying.say, *now.saying.then, now.remark)):
        for language in LANGUAGES:
            said = say(translator(language), [sentence])
            most = MOST_LETTERS if language == "en" else MOST_TRANSLATED
            assert 0 < len(said) <= most, (said, str(course))
    for language in LANGUAGES:
        assert 0 < len(said := say(translator(language), [now.saying.why])) <= MOST_WHY, (said, str(course))
    if course.game in CLAIMED and now.key != END:
        own = claims(course.game)
        assert own.CLAIMS[now.key](position, now.saying), course
        assert now.reads or all(own.moves(position, way) for way in now.saying.ways), course
