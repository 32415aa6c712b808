"""What people do in a game of Fate without a camera, done by fingers on the real app."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import fate
from companion.games.fate.acts import Correct
from companion.games.fate.position import Hero
from companion.session.base import GameConfig
from companion.session.fate.event_hand import EventHands
from tests.session.fate_acts import PlayAct
from tests.ui.evening import Evening, evening, go_on
from tests.ui.games.fate.touch import popups

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


@pytest.fixture
def house(open_window: Any, tmp_path: Path) -> Iterator[Evening]:
    with evening(open_window, tmp_path, seed=6) as made:
        yield made


def begin(house: Evening, *heroes: str) -> None:
    """A game by touch only, up to the first hero's turn."""
    players = tuple(f"P{n}" for n in range(1, len(heroes) + 1))
    house.app.begin("fate", GameConfig(players, heroes), "none")
    house.on("fate_play")
    go_on(house, "heroes")
    house.finger.frames(30)  # the board has moved back from the last monster


def say(house: Evening, start: str) -> None:
    """Press the button whose text begins so."""

    def found() -> list[Any]:
        return [button for button in house.buttons() if button.text.startswith(start)]

    house.finger.until(found, f"{start!r} among {[button.text for button in house.buttons()]}")
    house.finger.tap(found()[0])


def more(house: Evening) -> None:
    """Open the list of what a hero may do besides the actions."""
    from ui.games.fate.hero_parts import HeroCard

    house.finger.tap(next(widget for widget in house.seen() if isinstance(widget, HeroCard)))
    house.finger.frames(2)


def end_turn(house: Evening) -> None:
    """Nothing is bought."""
    shown = house.snapshot
    house.finger.tap(house.screen.ids.main)
    if len(acting(house).actions) < 2:
        shown = house.other_than(shown)
        say(house, "End the turn")
    house.other_than(shown)


def correct(house: Evening, *acts: Correct) -> None:
    """Put the game where a test needs it."""
    for act in acts:
        shown = house.snapshot
        house.app.tell(PlayAct(shown.game, act))
        house.other_than(shown)


def acting(house: Evening) -> Hero:
    position = house.snapshot.position
    hero: Hero = position.heroes[position.turn]
    return hero


@pytest.mark.slow
def test_a_solo_game_with_a_move_and_an_attack(house: Evening) -> None:
    begin(house, "bjorn")
    board = house.screen.ids.board
    house.finger.tap(board.middle("G"))
    shown = house.snapshot
    house.finger.tap(board.middle("12,6"))
    house.other_than(shown)
    assert (acting(house).hex, acting(house).actions) == ("12,6", ("move",))
    correct(house, Correct("place", "goblin", value="13,5"))
    house.finger.tap(board.middle("13,5"))
    say(house, "Roll in the app")
    house.until(lambda shown: len(shown.dice_pool or ()) == 3)
    shown = house.snapshot
    say(house, "Deal the damage")
    house.other_than(shown)
    assert acting(house).actions == ("move", "attack")
    assert house.snapshot.dice_pool == ()
    kept = house.journal.events(house.snapshot.stored_as)
    assert any(event.kind == "dice" for event in kept), "stored before they were seen"
    end_turn(house)
    go_on(house, "heroes")
    assert house.snapshot.position.step == 2


def test_a_quest_is_done(house: Evening) -> None:
    begin(house, "bjorn")
    more(house)
    say(house, "Quest on top of the pile")
    say(house, "Home Sewn Tunic")
    house.until(lambda shown: shown.position.heroes[0].equipment == 23)
    gold = acting(house).gold
    more(house)
    say(house, "The quest is done")
    say(house, "Helmet")
    house.until(lambda shown: any(card.number == 23 for card in shown.position.heroes[0].cards))
    hero = acting(house)
    assert (hero.gold, hero.actions, hero.equipment) == (gold - 1, ("practice",), 21)


def test_an_upgrade_is_bought_at_the_end_of_the_turn(house: Evening) -> None:
    begin(house, "bjorn", "alva")
    correct(house, Correct("gold", "bjorn", value=9), Correct("ability", "bjorn", value=7))
    house.finger.tap(house.screen.ids.main)
    say(house, "End the turn")
    say(house, "Turn the hero card over")
    house.until(lambda shown: shown.position.turn == 1)
    hero = house.snapshot.position.heroes[0]
    assert (hero.level, hero.upgrades) == (2, 1)
    assert hero.gold < 9


def test_gold_is_shared(house: Evening) -> None:
    begin(house, "bjorn", "alva")
    before = [hero.gold for hero in house.snapshot.position.heroes]
    more(house)
    say(house, "Share gold")
    say(house, "Alva gets gold")
    say(house, "1 gold")
    house.until(lambda shown: shown.position.heroes[0].gold == before[0] - 1)
    assert [hero.gold for hero in house.snapshot.position.heroes] == [before[0] - 1, before[1] + 1]


def test_wrecking_ball_shoves_where_a_finger_says_and_undo_takes_it_back(house: Evening) -> None:
    begin(house, "boldur")
    correct(
        house,
        Correct("take", "boldur", 7),
        Correct("hex", "boldur", value="13,8"),
        Correct("place", "troll", value="14,8"),
        Correct("place", "brute", value="13,9"),
    )
    board, before = house.screen.ids.board, fate.dump(house.snapshot.position)
    house.finger.tap(board.middle("13,8"))
    house.finger.until(lambda: {mark.hex for mark in board.marks} >= {"14,8", "15,8"}, "where to go")
    house.finger.tap(board.middle("15,8"))
    house.finger.until(lambda: len(popups(house.running)) > 1, "which way")
    house.finger.frames(2)
    over = next(one for one in popups(house.running) if "Troll" in one.children[0].text)
    house.running.screenshot("which_way.png")
    house.finger.tap(over)
    house.finger.until(lambda: {mark.hex for mark in board.marks} >= {"14,9", "15,7"}, "where the troll goes")
    assert "13,9" not in {mark.hex for mark in board.marks}
    house.running.screenshot("shoved_where.png")
    shown = house.snapshot
    house.finger.tap(board.middle("14,9"))
    house.other_than(shown)
    troll = next(m for m in house.snapshot.position.monsters if m.kind == "troll" and m.damage)
    assert (troll.hex, troll.damage, acting(house).hex) == ("14,9", 1, "15,8")
    shown = house.snapshot
    house.press("undo")
    house.other_than(shown)
    assert fate.dump(house.snapshot.position) == before


def test_an_event_card_is_played_and_taken_back(house: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EventHands, "of", lambda *_: (27,))
    begin(house, "bjorn")
    correct(house, Correct("damage", "bjorn", value=4))
    say(house, "Events")
    say(house, "Rest")
    house.until(lambda shown: shown.position.heroes[0].damage == 2)
    assert (acting(house).hand, acting(house).discards) == (0, (27,))
    house.press("undo")
    house.until(lambda shown: shown.position.heroes[0].damage == 4)
    assert (acting(house).hand, acting(house).discards) == (1, ())


def test_healing_is_shared_out_between_two_heroes(house: Evening) -> None:
    begin(house, "bjorn", "alva")
    correct(
        house,
        Correct("lose", "bjorn", 15),
        Correct("take", "bjorn", 8),
        Correct("damage", "bjorn", value=3),
        Correct("damage", "alva", value=3),
    )
    say(house, "Skills")
    card = next(one for one in house.running.window.children[0].cards if one.name == "Stitching")
    house.finger.tap(card)
    house.press("play")
    say(house, "Bjorn")
    house.press("less")
    say(house, "Done")
    house.until(lambda shown: shown.position.heroes[1].damage == 2)
    assert [hero.damage for hero in house.snapshot.position.heroes] == [2, 2]


def test_a_game_is_won(house: Evening) -> None:
    begin(house, "bjorn")
    correct(house, Correct("step", value=11))
    end_turn(house)
    go_on(house, "over")
    house.on("fate_end")
    assert house.snapshot.position.result == "won"


def test_an_act_far_back_in_the_log_is_gone_to(house: Evening) -> None:
    begin(house, "bjorn")
    board = house.screen.ids.board
    house.finger.tap(board.middle("G"))
    shown = house.snapshot
    house.finger.tap(board.middle("12,6"))
    house.other_than(shown)
    moved = house.snapshot.played
    monsters = [monster.hex for monster in house.snapshot.position.monsters]
    end_turn(house)
    go_on(house, "heroes")
    assert house.snapshot.played > moved
    house.finger.tap(house.screen.bar.ids.words)
    say(house, f"{moved}. ")
    say(house, "Back to here")
    house.until(lambda shown: shown.played == moved)
    shown = house.until(lambda shown: shown.stage == "heroes")
    position = shown.position
    assert (position.heroes[0].hex, position.step) == ("12,6", 1)
    assert [monster.hex for monster in position.monsters] == monsters
    assert {piece.hex for piece in board.pieces if piece.hex != "12,6"} == set(monsters)
    assert house.screen.bar.hands == "", "there is no table"
