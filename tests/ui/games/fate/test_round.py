"""How many touches a round of Fate takes, by fingers on the real app without a camera.

Seconds are those of the window's clock. With `-s` both are printed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.fate import reach
from companion.games.fate.acts import Correct, EndTurn, Spend
from companion.session.messages import AllDone
from tests.session.fate_acts import PlayAct
from tests.ui.evening import Evening, evening
from tests.ui.games.fate import states
from tests.ui.games.fate.test_by_hand import begin, correct, say
from tests.ui.games.fate.touch import press, tap_hex
from tests.ui.layout import widgets

MOST, MOST_S = 8, 10.0


@pytest.fixture
def house(open_window: Any, tmp_path: Path) -> Iterator[Evening]:
    with evening(open_window, tmp_path, seed=6) as made:
        yield made


def deal(house: Evening) -> None:
    """Bjorn and Alva away from Grimheim with monsters near them, each with one event card."""
    begin(house, "bjorn", "alva")
    correct(
        house,
        Correct("hex", "bjorn", value="12,6"),
        Correct("hex", "alva", value="7,11"),
        Correct("place", "brute", value="13,4"),
        Correct("place", "goblin", value="14,4"),
        Correct("place", "skeleton", value="5,13"),
    )
    assert [hero.hand for hero in house.snapshot.position.heroes] == [1, 1]


def stands_on(place: str, shown: Any) -> bool:
    """Whether the hero whose turn it is stands there."""
    return bool(acting_of(shown).hex == place)


def move(house: Evening, source: str, target: str) -> None:
    """A hero is carried to another hex."""
    board = house.screen.ids.board
    house.finger.frames(30)  # it has moved back from the last monster
    house.finger.drag(board.middle(source), board.middle(target))
    house.until(lambda shown: acting_of(shown).hex == target, f"on {target}")


def acting_of(shown: Any) -> Any:
    return shown.position.heroes[shown.position.turn]


def attack(house: Evening, place: str, holds: bool = False) -> None:
    """A monster is attacked; a hero who `holds` a card that changes the roll is asked for it."""
    house.finger.tap(house.screen.ids.board.middle(place))
    say(house, "Roll in the app")
    if holds:
        say(house, "Deal the damage")
    house.until(lambda shown: acting_of(shown).actions == ("move", "attack"))


def test_a_round_of_two_heroes_takes_eight_touches(house: Evening) -> None:
    deal(house)
    before, start_s = house.finger.touches, house.finger.now_s
    move(house, "12,6", "12,5")
    attack(house, "13,4")
    move(house, "7,11", "6,12")  # ends the turn of Bjorn
    attack(house, "5,13", holds=True)
    house.finger.tap(house.screen.ids.main)  # the cards in the hand may still be played
    shown = house.until(lambda shown: shown.stage == "guide")
    titles = [str(step.title) for step in shown.steps]
    assert titles[0] == "Rune Stone: space 2"
    assert {"Brute", "Goblin"} <= {title.partition(" ")[0] for title in titles if title.endswith(" Bjorn")}
    touches, time_s = house.finger.touches - before, house.finger.now_s - start_s
    assert (touches <= MOST, time_s <= MOST_S) == (True, True), (touches, time_s)
    print(f"\n| a round of Fate, two heroes | {touches} | {time_s:.1f} |")
    end_film(house)
    house.until(lambda shown: shown.stage == "heroes")
    move(house, "12,5", "12,6")
    shown = house.snapshot
    assert (shown.position.turn, shown.position.step) == (0, 2)
    assert shown.position.heroes[0].damage


def end_film(house: Evening) -> None:
    """Count all steps of the monsters' turn as done."""
    house.app.tell(AllDone(house.snapshot.game))


def play_on(house: Evening) -> Any:
    """Nobody does anything more in this round; what the monsters did is shown."""
    while (shown := house.until(lambda shown: True)).stage == "heroes":
        house.app.tell(PlayAct(shown.game, EndTurn()))
        house.other_than(shown)
    return shown


def test_undo_takes_a_turn_back_that_ended_by_itself(house: Evening) -> None:
    deal(house)
    correct(house, Correct("hand", "alva", value=0), Correct("gold", "alva", value=0))
    house.app.tell(PlayAct(house.snapshot.game, EndTurn()))
    house.until(lambda shown: shown.position.turn == 1)
    for act in (Spend("prepare"), Spend("mend")):
        shown = house.snapshot
        house.app.tell(PlayAct(shown.game, act))
        house.other_than(shown)
    shown = house.until(lambda shown: shown.stage == "guide")
    assert shown.position.step == 2, "the monsters had their turn"
    house.press("undo")
    shown = house.until(lambda shown: shown.position.phase == "heroes" and shown.position.step == 1)
    assert (shown.position.turn, acting_of(shown).actions) == (1, ("prepare", "mend"))


def test_a_touch_of_the_next_hero_ends_the_turn_but_for_what_it_asks(open_window: Any) -> None:
    for gold, asked in ((9, True), (0, False)):
        fake = states.hero_turn(watched=False)
        fake.correct("gold", "bjorn", gold)
        fake.put(Spend("prepare"), Spend("mend"))
        running = open_window(fake)
        assert running.screen.ids.message.detail == "Both actions are taken. Touch Alva to go on."
        tap_hex(running, "7,9")
        assert fake.position.turn == (0 if asked else 1)
        if asked:
            press(running, "No upgrade")
            assert fake.position.turn == 1
        else:
            assert running.screen.ids.message.title == "Where does Alva move?"


def test_heroes_beside_the_board_show_their_health(open_window: Any) -> None:
    from ui.games.fate.hero_parts import HeroChip

    running = open_window(states.hero_turn())
    chips = [widget for widget, _ in widgets(running.screen) if isinstance(widget, HeroChip)]
    assert {chip.hero: chip._picture.left for chip in chips} == {"alva": 9, "embla": 9, "boldur": 6}
    alva = next(chip for chip in chips if chip.hero == "alva")
    alva.dispatch("on_release")
    running.lay_out()
    assert running.screen.looked_at == "alva" and alva.chosen


def test_the_monsters_turn_is_gone_through_step_by_step_or_to_its_end(house: Evening) -> None:
    deal(house)
    shown = play_on(house)
    assert shown.together and shown.done == 0
    steps = len(shown.steps)
    assert steps > 1
    house.finger.tap(house.screen.ids.main)
    house.until(lambda shown: shown.done == 1)
    house.press("back")
    house.until(lambda shown: shown.done == 0)
    end_film(house)
    house.until(lambda shown: shown.stage == "heroes" and shown.position.step == 2)


def test_a_hero_walks_on_once_the_film_is_over(house: Evening) -> None:
    deal(house)
    shown = play_on(house)
    end_film(house)
    shown = house.until(lambda shown: shown.stage == "heroes")
    hero = acting_of(shown)
    move(house, hero.hex, min(reach(shown.position, hero.id)))
