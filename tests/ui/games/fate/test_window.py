from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.games.fate.acts import Attack, Correct, EndTurn, Move
from companion.i18n import LANGUAGES
from companion.session.messages import AllDone, Undo
from companion.session.view import Answer
from tests.ui.games.fate import states
from tests.ui.games.fate.fake import FakeFate
from tests.ui.games.fate.touch import action, popups, press, rows, tap_hex
from tests.ui.layout import check_layout, widgets

MOMENTS: dict[str, Callable[[], FakeFate]] = {
    "hero turn": states.hero_turn,
    "monsters walk": states.monsters_walk,
    "monsters' turn": states.monsters_turn,
    "reinforcement": states.reinforcement,
    "legend": states.legend,
    "knocked out": states.knocked_out,
    "attacks": states.attacks,
    "typed roll": states.typed_roll,
    "differences": states.different,
    "won": partial(states.over, "won"),
    "lost": partial(states.over, "lost"),
}


@pytest.mark.slow
def test_every_moment_fits_in_every_language(open_window: Any) -> None:
    fake = FakeFate()
    running = open_window(fake)
    for moment in MOMENTS.values():
        made = moment()
        fake.publish(made.shown or made.snapshot())
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "hand"), [((480, 800), "right"), ((800, 480), "left")])
def test_every_moment_fits_with_large_letters(open_window: Any, size: tuple[int, int], hand: Any) -> None:
    fake = FakeFate()
    fake.profiles.liked = replace(fake.profiles.liked, text_size=1.25, hand=hand)
    running = open_window(fake, "es", size)
    for name, moment in MOMENTS.items():
        if name not in ("won", "lost"):
            made = moment()
            fake.publish(made.shown or made.snapshot())
            running.lay_out()
            check_layout(running)
    board, panel = running.screen.ids.board, running.screen.ids.panel
    beside = panel.right <= board.x if hand == "left" else panel.top <= board.y
    assert beside, "controls are on the side of the hand, or below in portrait"


@pytest.mark.slow
def test_sheets_fit_in_every_language(open_window: Any) -> None:
    from ui.games.fate.card_page import open_card

    fake = states.hero_turn()
    running = open_window(fake)
    for _ in LANGUAGES:
        running.next_language()
        for thing in ("13,5", "bjorn", "10,6", "G"):
            running.screen.correct(thing)
            running.lay_out()
            assert running.screen.ask is not None, thing
            check_layout(running)
            running.screen.cancel()
            running.lay_out()
        open_card(fake.position, fake.position.heroes[0], 3, running.screen, True)
        running.lay_out()
        check_layout(running)
        running.window.children[0].shut()


def test_tap_the_hero_then_a_hex_is_a_move(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    tap_hex(running, "12,6")
    targets = {mark.hex for mark in running.screen.ids.board.marks if mark.kind == "target"}
    assert {"11,6", "G"} <= targets
    assert "12,4" not in targets
    tap_hex(running, "12,4")
    assert fake.calls == []
    refusal = running.screen.ids.message.refusal
    assert refusal == "A hex of the Temple Ruins is occupied; expected a free hex."
    tap_hex(running, "12,6")
    assert not {mark.kind for mark in running.screen.ids.board.marks}, "the same again takes it back"
    running.screen.tapped("12,6")
    running.lay_out()
    tap_hex(running, "11,6")
    assert fake.session.timeline.moves[-1] == Move("11,6")
    assert {piece.hex for piece in running.screen.ids.board.pieces if piece.id == "bjorn"} == {"11,6"}


def test_tap_a_monster_in_range_then_roll_is_an_attack(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    before = fake.position.monsters
    tap_hex(running, "12,4")
    assert running.screen.ids.message.title.startswith("Bjorn against Goblin")
    press(running, "Roll in the app")
    rolled = fake.snapshot().dice_pool or ()
    assert len(rolled) == 3
    assert "with this roll" in running.screen.ids.message.title
    press(running, "Cancel")
    running.screen.tapped("12,4")
    running.lay_out()
    press(running, "Roll in the app")
    press(running, "Deal the damage")
    goblin = next(m for m in before if m.hex == "12,4")
    assert fake.session.timeline.moves[-1] == Attack(goblin.id, rolled), "dice stay as they lie"
    assert fake.snapshot().dice_pool == ()


def test_typed_faces_reach_an_attack(open_window: Any) -> None:
    from ui.games.fate.dice import DicePad

    fake = states.hero_turn()
    running = open_window(fake)
    tap_hex(running, "12,4")
    (pad,) = [w for w, _ in widgets(running.screen) if isinstance(w, DicePad)]
    keys = {"face-hit": 3, "face-blank": 1}
    for key, times in keys.items():
        for _ in range(times):
            next(w for w, _ in widgets(pad) if getattr(w, "icon", "") == key).dispatch("on_release")
    assert pad.faces == ("hit", "hit", "hit")
    press(running, "These dice")
    press(running, "Deal the damage: 3")
    assert fake.session.timeline.moves[-1].dice == ("hit", "hit", "hit")


def test_actions_without_questions_are_one_tap(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    prepare = action(running, "Prepare")
    running.tap(*prepare.to_window(*prepare.center))
    assert fake.calls == [Answer(1, "prepare", ())]


def test_end_of_turn_offers_an_upgrade(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    press(running, "End turn")
    press(running, "End the turn")
    assert any(text.startswith("Take Stitching") for text in rows(running))
    press(running, "Turn Sure Shot over")
    assert fake.session.timeline.moves[-1] == EndTurn(3)
    assert fake.position.turn == 1


def test_steps_go_on_and_back_and_all_at_once(open_window: Any) -> None:
    fake = states.monsters_walk()
    running = open_window(fake)
    at = fake.snapshot().done
    arrows = running.screen.ids.board.paths
    assert arrows == fake.step.paths
    press(running, "Next")
    assert fake.snapshot().done == at + 1
    press(running, "back")
    assert fake.snapshot().done == at
    press(running, "all")
    assert [call.decision for call in fake.calls] == ["done", "back", "all_done"]
    assert running.screen.ids.board.paths == ()


def test_the_film_shows_dice_damage_and_what_hands_do(open_window: Any) -> None:
    from ui.games.fate.dice import FaceRow
    from ui.games.fate.hero_parts import Hearts
    from ui.lifetime import end_motions

    fake = states.strike()
    running = open_window(fake)
    panel, message = running.screen.ids.panel, running.screen.ids.message
    assert (message.title, message.detail) == ("Goblin strikes Bjorn", "Monsters' turn, 12 of 14")
    (dice,) = [w for w, _ in widgets(panel) if isinstance(w, FaceRow)]
    assert tuple(dice.faces) == fake.step.dice
    (hearts,) = [w for w, _ in widgets(panel) if isinstance(w, Hearts)]
    assert (hearts.left, hearts.new, hearts.most) == (4, 1, 9), "he had five, and two more steps hurt him"
    end_motions()  # the damage counts up
    texts = [w.text for w, _ in widgets(panel) if hasattr(w, "text")]
    assert {"\N{MINUS SIGN}1", "Put 1 damage on Bjorn's card."} <= set(texts)
    assert running.screen.ids.board.zoom > 1, "the board has moved in"
    fake.tell(AllDone(1))
    running.lay_out()
    assert fake.snapshot().stage == "heroes" and running.screen._scene is None


def test_a_fallen_hero_takes_the_whole_screen_until_the_town_pieces_are_off(open_window: Any) -> None:
    from ui.games.fate.knock_out import FallenPortrait, Houses, KnockOutPage

    fake = states.knocked_out()
    running = open_window(fake)
    (page,) = [w for w in running.screen.children if isinstance(w, KnockOutPage)]
    assert running.screen.ids.whole.opacity == 0
    (houses,) = [w for w, _ in widgets(page) if isinstance(w, Houses)]
    assert (houses._left, houses._lost) == (8, 2)
    (portrait,) = [w for w, _ in widgets(page) if isinstance(w, FallenPortrait)]
    assert portrait._words.fits
    press(running, "Town pieces taken off")
    assert fake.calls == [Answer(1, "done", ())]
    assert not [w for w in running.screen.children if isinstance(w, KnockOutPage)]
    assert running.screen.ids.whole.opacity == 1


def test_a_heros_cards_are_a_fan_and_a_touched_one_says_what_it_may_do(open_window: Any) -> None:
    fake = states.hero_turn()
    fake.put(Correct("mana", "bjorn", 3, value=3))
    running = open_window(fake)
    (stack,) = [w for w, _ in widgets(running.screen) if getattr(w, "text", "") == "Skills"]
    stack.dispatch("on_release")
    running.lay_out()
    check_layout(running)
    sheet = running.window.children[0]
    assert [(card.name, card.chosen) for card in sheet.cards] == [("Bjorn", True), ("Sure Shot", False)]
    sheet.cards[1].dispatch("on_release")
    running.lay_out()
    assert [card.chosen for card in sheet.cards] == [False, True]
    next(w for w, _ in widgets(sheet) if getattr(w, "icon", "") == "play").dispatch("on_release")
    running.lay_out()
    assert running.screen.ask is not None and sheet not in running.window.children


def test_another_hero_is_looked_at_without_being_the_one_to_act(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    screen, position = running.screen, fake.position
    screen.look_at("alva")
    running.lay_out()
    message = screen.ids.message
    assert (message.title, message.detail.split(". ")[0]) == (
        "Alva could go to the marked hexes.",
        "It is Bjorn's turn",
    )
    assert not [mark for mark in screen.ids.board.marks if mark.kind == "target"]
    tap_hex(running, next(monster.hex for monster in position.monsters if monster.hex == "12,4"))
    assert screen.ask is None, "nobody is attacked"
    screen.look_at("alva")
    running.lay_out()
    press(running, "Back to Bjorn")
    assert (screen.looked_at, screen.ids.main.text) == ("", "End turn")
    assert (fake.calls, fake.position.turn) == ([], 0)
    screen.look_at("bjorn")
    running.lay_out()
    assert [mark for mark in screen.ids.board.marks if mark.kind == "target"]


def test_new_monsters_are_shown_where_they_belong(open_window: Any) -> None:
    fake = states.reinforcement()
    board = open_window(fake).screen.ids.board
    wanted = {(str(act.space), kind) for act in fake.step.acts for kind in act.pieces}
    assert {(ghost.hex, ghost.kind) for ghost in board.ghosts} == wanted
    assert not {piece.hex for piece in board.pieces} & {place for place, _ in wanted}


def test_choice_by_button_hex_and_default(open_window: Any) -> None:
    for choose, expected in (
        (lambda running: popups(running)[1].dispatch("on_release"), 1),
        (lambda running: tap_hex(running, "13,5"), 1),
        (lambda running: running.screen.main(), None),
    ):
        fake = states.attacks()
        choice = fake.snapshot().choice
        assert choice
        ways = next(one.ways for one in fake.snapshot().decisions if one.id == "choose")
        attackers = [str(option.spaces[0]) for option in choice.options]
        assert attackers.index("13,5") == 1
        choose(open_window(fake))
        (call,) = fake.calls
        wanted = [("any_order", ())] if expected is None else [("choose", ways[expected])]
        assert [(call.decision, call.answer)] == wanted


def test_typed_faces_answer_a_roll(open_window: Any) -> None:
    from ui.games.fate.dice import DicePad

    fake = states.typed_roll()
    running = open_window(fake)
    (pad,) = [w for w, _ in widgets(running.screen) if isinstance(w, DicePad)]
    for _ in range(6):
        next(w for w, _ in widgets(pad) if getattr(w, "icon", "") == "face-blank").dispatch("on_release")
    press(running, "These dice")
    assert fake.calls == [Answer(1, "dice", ("blank",) * 6)]


def test_differences_say_what_lies_there_and_what_should(open_window: Any) -> None:
    running = open_window(states.different())
    texts = [w.text for w, _ in widgets(running.screen.ids.panel) if hasattr(w, "text")]
    assert {"Brute instead of Troll", "Goblin is missing", "Imp does not belong here", "1", "2", "3"} <= set(
        texts
    )
    marks = {(mark.hex, mark.kind) for mark in running.screen.ids.board.marks}
    assert {("13,5", "wrong"), ("12,4", "wrong"), ("3,9", "wrong"), ("5,9", "ask")} <= marks


def test_a_long_press_corrects_what_stands_there(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.about_hex("13,5").act[1]()
    running.lay_out()
    press(running, "Correct something")
    press(running, "Stands elsewhere")
    tap_hex(running, "14,5")
    monster = next(m for m in fake.position.monsters if m.kind == "troll" and m.hex == "14,5")
    assert fake.session.timeline.moves[-1] == Correct("hex", monster.id, value="14,5")


def test_numbers_are_put_right_all_at_once(open_window: Any) -> None:
    from ui.widgets.rows import Stepper

    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.correct("bjorn")
    running.lay_out()
    press(running, "Numbers")
    steppers = [w for w, _ in widgets(running.screen) if isinstance(w, Stepper)][::-1]
    for stepper, by in (
        (steppers[0], -1),
        (steppers[0], -1),
        (steppers[1], 1),
        (steppers[2], 1),
        (steppers[2], -1),
    ):
        stepper._step(by)
    before = len(fake.session.timeline.moves)
    press(running, "Done")
    damage, gold = Correct("damage", "bjorn", value=2), Correct("gold", "bjorn", value=10)
    assert fake.session.timeline.moves[before:] == [damage, gold], "one act a number that is another now"
    (bjorn,) = [hero for hero in fake.position.heroes if hero.id == "bjorn"]
    assert (bjorn.damage, bjorn.gold) == (2, 10)


def test_an_empty_hex_gets_a_piece(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.about_hex("10,6").act[1]()
    running.lay_out()
    press(running, "Draugr")
    assert fake.session.timeline.moves[-1] == Correct("place", "draugr", 0, "10,6")


@pytest.mark.parametrize("result", ["won", "lost"])
def test_the_end_tells_the_result_and_may_be_taken_back(open_window: Any, result: str) -> None:
    fake = states.over(result)
    running = open_window(fake)
    assert running.screen.name == "fate_end"
    assert running.screen.page.fallen == (result == "lost")
    press(running, "board")
    assert running.screen.name == "fate_play"
    press(running, "undo")
    assert (fake.calls, running.screen.name) == ([Undo(1)], "fate_play")


@pytest.mark.slow
def test_screenshots_show_the_moments(open_window: Any) -> None:
    fake = FakeFate()
    running = open_window(fake, size=(1280, 720))
    sizes = []
    for name, moment in (
        ("monster_turn", "monsters walk"),
        ("reinforcement", "reinforcement"),
        ("legend", "legend"),
        ("knocked_out", "knocked out"),
        ("end", "won"),
    ):
        fake.publish(MOMENTS[moment]().snapshot())
        running.lay_out()
        check_layout(running)
        sizes.append(running.screenshot(f"fate_{name}.png").stat().st_size)
    assert min(sizes) > 20_000, "expected pictures with much on them"


def test_a_panel_stays_while_only_hands_move(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    before = running.screen.ids.panel.children[0]
    fake.publish(replace(fake.snapshot(), trouble="hand"))
    running.lay_out()
    message = running.screen.ids.message
    assert (message.title, message.detail) == ("Bjorn, two actions left", "A hand is over the table.")
    assert running.screen.ids.panel.children[0] is before


def test_leaving_leads_to_the_stored_games(open_window: Any) -> None:
    running = open_window(states.hero_turn())
    running.app.leave_game()
    assert running.screen.name == "start"


def test_the_setup_shows_its_parts_and_the_present_kind(open_window: Any) -> None:
    from ui.games.fate.setup_panel import Chips, State

    fake = states.setting_up()
    running = open_window(fake)
    running.lay_out()
    shown = list(running.screen.walk())
    chips = next(widget for widget in shown if isinstance(widget, Chips))
    assert [state for state, _ in chips.states] == ["done", "done", "done", "now"]
    assert [widget.state for widget in shown if isinstance(widget, State)] == ["done", "now", "open"]
    assert running.screen.ids.main.text == "They stand there"
    marks = {mark.hex for mark in running.screen.ids.board.marks}
    assert marks == {act.space for act in fake.step.acts}
    running.screen.main()
    assert fake.snapshot().done == 2
