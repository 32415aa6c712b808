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
from tests.ui.test_lesson import said, teaching

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
    """Words of the rule that is told; "" without one."""
    told = said(house) if teaching(house).rule else None
    return str(told.text) if told else ""


def sentences(rules: Any) -> list[str]:
    book = fae.RULES.book()
    return [found.text for rule in rules if (found := rulebook.sentence_of(book, rule))]


def put_away(house: Evening) -> str:
    """Touch the cross of a tip; return its words."""
    told = card(house)
    (cross,) = house.buttons("cross", root=house.screen.bar)
    house.finger.tap(cross)
    house.finger.until(lambda: not card(house), "the bar")
    return told


def test_the_first_ritual_brings_its_rules_once(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        begin(house)
        shown = ritual(house)
        told = put_away(house)
        assert told == sentences(shown.moments)[0]
        undo(house)
        again = ritual(house)
        assert again.moments == shown.moments
        assert card(house) == sentences(shown.moments)[1], "one tip a move, and none twice"


def undo(house: Evening) -> None:
    before = house.snapshot
    house.press("undo")
    house.other_than(before)


def test_a_touch_takes_a_rule_away_and_counts(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        begin(house)
        shown = ritual(house)
        assert card(house)
        source = fae.legal(shown.position)[0].source
        house.space(source)
        house.finger.frames(3)
        assert not card(house)
        assert house.screen.touched_spaces() == (source,)


def test_who_puts_three_tips_away_is_asked_whether_to_go_on(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        begin(house)
        ritual(house)
        for _ in range(2):
            put_away(house)
            move(house)
            house.finger.until(lambda: card(house), "the next tip")
        assert house.app.profiles.preferences().explain_rules
        put_away(house)
        house.press(text="No more tips")
        house.finger.until(lambda: not house.app.profiles.preferences().explain_rules)


def test_a_rule_is_not_told_again_after_a_restart(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        begin(house)
        ritual(house)
        told = put_away(house)
        undo(house)
    with evening(open_window, tmp_path, taught=True) as house:
        (stored,) = house.app.archive.saved_games()
        house.app.resume(stored.id, "none")
        look(house)
        assert not card(house), "nothing happened since"
        ritual(house)
        assert told and card(house) != told


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
