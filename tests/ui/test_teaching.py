"""Rules at the moment they matter: on the play screen of Fae, once for each person, until a touch."""

from functools import partial
from pathlib import Path
from typing import Any

from companion.games import fae, rulebook
from companion.games.fae.lesson import LESSON, scoring
from companion.session.base import GameConfig
from companion.settings.people import Person
from tests.ui.evening import Evening, evening
from tests.ui.test_evenings import turn_to_look
from tests.ui.test_lesson import overlay

NAMES = ("Ana", "Bo")


def begin(house: Evening) -> None:
    """Begin a game without a lesson, with a set-up in which a ritual is near, and deal."""
    house.app.profiles.remember([Person("Ana", "red", "bottom"), Person("Bo", "blue", "top")])
    house.app.profiles.begun("fae", NAMES)
    house.app.begin("fae", GameConfig(NAMES, setup=LESSON.opening(NAMES, ())), "none")
    look(house)


def look(house: Evening) -> None:
    for name in NAMES:
        house.on("dealt")
        house.finger.until(partial(turn_to_look, house, name))
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
    house.on("fae_play")


def move(house: Evening, wanted: fae.Move | None = None) -> Any:
    shown = house.until(lambda shown: True)
    made = wanted or fae.legal(shown.position)[0]
    house.space(made.source)
    house.space(made.target)
    shown = house.other_than(shown)
    house.finger.frames(12)
    return shown


def ritual(house: Evening) -> Any:
    """Make a move with a ritual."""
    return move(house, scoring(house.until(lambda shown: True).position)[0])


def card(house: Evening) -> str:
    """Words of the rule that is shown; "" without one."""
    return str(overlay(house).bubble.say) if overlay(house).shown else ""


def sentences(rules: Any) -> list[str]:
    book = fae.RULES.book()
    return [found.text for rule in rules if (found := rulebook.sentence_of(book, rule))]


def read_all(house: Evening) -> list[str]:
    """Touch "Got it" until no rule is left; return their words."""
    read = []
    while card(house):
        read.append(card(house))
        house.press(text="Got it")
        house.finger.frames(3)
    return read


def test_the_first_ritual_brings_its_rules_once(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        begin(house)
        shown = ritual(house)
        told = read_all(house)
        assert told == sentences(shown.moments)[: len(told)] and 1 <= len(told) <= 3
        undo(house)
        again = ritual(house)
        assert again.moments == shown.moments
        assert not set(told) & set(read_all(house))


def undo(house: Evening) -> None:
    before = house.snapshot
    house.press("undo")
    house.other_than(before)


def test_a_touch_takes_a_rule_away_and_counts(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        begin(house)
        shown = ritual(house)
        assert card(house)
        bubble = overlay(house).bubble
        sources = (made.source for made in fae.legal(shown.position))
        source = next(s for s in sources if not hidden(house, bubble, s))
        house.space(source)
        house.finger.frames(3)
        assert not card(house)
        assert house.screen.touched_spaces() == (source,)


def hidden(house: Evening, bubble: Any, space: int) -> bool:
    spot = house.screen.spot_of(space)
    return bool(bubble.collide_point(spot.x, spot.y))


def test_a_rule_is_not_told_again_after_a_restart(open_window: Any, tmp_path: Path) -> None:
    told: list[str] = []
    with evening(open_window, tmp_path, taught=True) as house:
        begin(house)
        ritual(house)
        told += read_all(house)
        undo(house)
    with evening(open_window, tmp_path, taught=True) as house:
        (stored,) = house.app.archive.saved_games()
        house.app.resume(stored.id, "none")
        look(house)
        assert not card(house), "nothing happened since"
        ritual(house)
        assert told and not set(told) & set(read_all(house))


def test_no_rule_is_told_where_people_switched_that_off(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        house.app.profiles.prefer(explain_rules=False)
        begin(house)
        assert ritual(house).moments
        assert not card(house)
        house.app.profiles.prefer(explain_rules=True)
        move(house)
        assert card(house)


def test_people_in_their_third_game_are_told_nothing(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        house.app.profiles.remember([Person("Ana"), Person("Bo")])
        for _ in range(2):
            house.app.profiles.begun("fae", NAMES)
        begin(house)
        assert ritual(house).moments
        assert not card(house)
