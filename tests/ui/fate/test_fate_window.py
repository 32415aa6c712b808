from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.games.base import Sentence
from companion.games.fate import reach
from companion.games.fate.acts import Attack, Correct, EndTurn, Move, Prepare
from companion.i18n import LANGUAGES
from companion.session.words import TROUBLE
from companion.settings.people import Person
from tests.ui.fate import states
from tests.ui.fate.fake import FakeFate
from tests.ui.layout import check_layout, widgets

MOMENTS: dict[str, Callable[[], FakeFate]] = {
    "hero turn": states.hero_turn,
    "monsters walk": states.monsters_walk,
    "reinforcement": states.reinforcement,
    "legend": states.legend,
    "knocked out": states.knocked_out,
    "attacks": states.attacks,
    "typed roll": states.typed_roll,
    "differences": states.different,
    "won": partial(states.over, "won"),
    "lost": partial(states.over, "lost"),
}


def tap_hex(running: Any, place: str) -> None:
    running.tap(*running.screen.ids.board.middle(place))


def rows(running: Any) -> list[str]:
    """What the buttons beside the board say."""
    from ui.widgets.basics import TouchButton

    return [w.text for w, _ in widgets(running.screen.ids.panel) if isinstance(w, TouchButton) and w.text]


def press(running: Any, text: str, root: Any = None) -> None:
    """Press the button that says or shows this."""
    from ui.widgets.basics import TouchButton

    for widget, _ in widgets(root or running.screen):
        if isinstance(widget, TouchButton) and (widget.text or widget.icon).startswith(text):
            widget.dispatch("on_release")
            running.lay_out()
            return
    raise AssertionError(f"no button says {text!r}")


def glimpses(running: Any) -> list[Any]:
    """The answers that are pictures, in their order."""
    from ui.screens.fate.doubts import GlimpseAnswer

    found = [w for w, _ in widgets(running.screen.ids.panel) if isinstance(w, GlimpseAnswer)]
    return found[::-1]


def test_every_moment_fits_in_every_language(open_window: Any) -> None:
    fake = FakeFate()
    running = open_window(fake)
    for moment in MOMENTS.values():
        made = moment()
        fake.publish(made.shown or made.snapshot())
        for _ in LANGUAGES:
            running.app.next_language()
            running.lay_out()
            check_layout(running)


def test_sheets_fit_in_every_language(open_window: Any) -> None:
    from ui.screens.fate.card import open_card

    fake = states.hero_turn()
    running = open_window(fake)
    for _ in LANGUAGES:
        running.app.next_language()
        for place in ("13,5", "12,6", "10,6", "G"):
            running.screen.correct_at(place)
            running.lay_out()
            check_layout(running)
            running.window.children[0].shut()
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
    assert running.screen.ids.message.title == "12,4 is occupied; expected a free hex."
    tap_hex(running, "11,6")
    assert fake.calls == [("fate_act", Move("11,6"))]
    assert {piece.hex for piece in running.screen.ids.board.pieces if piece.id == "bjorn"} == {"11,6"}


def test_tap_a_monster_in_range_then_roll_is_an_attack(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    before = fake.position.monsters
    tap_hex(running, "12,4")
    assert running.screen.ids.message.title.startswith("Bjorn against Goblin")
    press(running, "Roll in the app")
    rolled = fake.session.tray.faces
    assert len(rolled) == 3
    assert "used with this roll" in running.screen.ids.message.title
    press(running, "Cancel")
    running.screen.tapped("12,4")
    press(running, "Roll in the app")
    press(running, "Deal the damage")
    goblin = next(m for m in before if m.hex == "12,4")
    assert fake.calls == [("roll", 3), ("fate_act", Attack(goblin.id, rolled))], "dice stay as they lie"
    assert fake.session.tray.faces == ()


def test_typed_faces_reach_an_attack(open_window: Any) -> None:
    from ui.screens.fate.dice import DicePad

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
    assert [call[1].dice for call in fake.calls] == [("hit", "hit", "hit")]


def test_what_the_rules_refuse_is_said(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.act(Move("12,1"))
    running.lay_out()
    assert running.screen.ids.message.icon == "warn"
    assert "12,1" in running.screen.ids.message.title


def test_actions_without_questions_are_one_tap(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    from ui.screens.fate.hero import ActionSpace

    spaces = [w for w, _ in widgets(running.screen) if isinstance(w, ActionSpace)]
    prepare = next(s for s in spaces if any(getattr(c, "name", "") == "prepare" for c in s.children))
    running.tap(*prepare.to_window(*prepare.center))
    assert fake.calls == [("fate_act", Prepare())]


def test_end_of_turn_offers_an_upgrade(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    press(running, "End turn")
    press(running, "End the turn")
    assert any(text.startswith("Take Stitching") for text in rows(running))
    press(running, "Turn Sure Shot over")
    assert fake.calls == [("fate_act", EndTurn(3))]
    assert fake.position.turn == 1


def test_steps_go_on_and_back_and_all_at_once(open_window: Any) -> None:
    fake = states.monsters_walk()
    running = open_window(fake)
    at = fake.snapshot().at
    arrows = running.screen.ids.board.paths
    assert arrows == fake.step.paths
    press(running, "Next")
    assert fake.snapshot().at == at + 1
    press(running, "Back")
    assert fake.snapshot().at == at
    press(running, "Do all, I'll copy the picture")
    assert [call[0] for call in fake.calls] == ["confirm", "step_back", "all_done"]
    assert running.screen.ids.board.paths == ()


def test_new_monsters_are_shown_where_they_belong(open_window: Any) -> None:
    fake = states.reinforcement()
    board = open_window(fake).screen.ids.board
    wanted = {(str(act.space), kind) for act in fake.step.acts for kind in act.pieces}
    assert {(ghost.hex, ghost.kind) for ghost in board.ghosts} == wanted
    assert not {piece.hex for piece in board.pieces} & {place for place, _ in wanted}


def test_choice_by_button_hex_and_default(open_window: Any) -> None:
    for choose, expected in (
        (lambda running: glimpses(running)[1].dispatch("on_release"), 1),
        (lambda running: tap_hex(running, "13,5"), 1),
        (lambda running: running.screen.main(), 0),
    ):
        fake = states.attacks()
        choice = fake.snapshot().choice
        assert choice
        attackers = [str(option.spaces[0]) for option in choice.options]
        assert attackers.index("13,5") == 1
        choose(open_window(fake))
        assert fake.calls in ([("choose", expected, ())], [("confirm",)])


def test_differences_are_pictures_of_both(open_window: Any) -> None:
    from ui.boards.fate_glimpse import FateGlimpse

    running = open_window(states.different())
    shown = [w for w, _ in widgets(running.screen.ids.panel) if isinstance(w, FateGlimpse)][::-1]
    there = [{piece.kind for piece in w._shown if piece.hex == w._places[0]} for w in shown]
    assert there == [{"brute"}, {"troll"}, set(), {"goblin"}, {"imp"}, set()], "seen beside expected"


def test_typed_faces_answer_a_roll(open_window: Any) -> None:
    from ui.screens.fate.dice import DicePad

    fake = states.typed_roll()
    running = open_window(fake)
    (pad,) = [w for w, _ in widgets(running.screen) if isinstance(w, DicePad)]
    for _ in range(6):
        next(w for w, _ in widgets(pad) if getattr(w, "icon", "") == "face-blank").dispatch("on_release")
    press(running, "These dice")
    assert fake.calls == [("choose", 1, ("blank",) * 6)]


def test_differences_say_what_lies_there_and_what_should(open_window: Any) -> None:
    running = open_window(states.different())
    texts = [w.text for w, _ in widgets(running.screen.ids.panel) if hasattr(w, "text")]
    assert {"Brute instead of Troll", "Goblin is missing", "Imp is too much", "1", "2", "3"} <= set(texts)
    marks = {(mark.hex, mark.kind) for mark in running.screen.ids.board.marks}
    assert {("13,5", "wrong"), ("12,4", "wrong"), ("3,9", "wrong"), ("5,9", "ask")} <= marks


def test_a_long_press_corrects_what_stands_there(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.ids.board.dispatch("on_hold", "13,5")
    running.lay_out()
    press(running, "Correct something")
    sheet = running.window.children[0]
    press(running, "Stands elsewhere", sheet)
    tap_hex(running, "14,5")
    monster = next(m for m in fake.position.monsters if m.kind == "troll" and m.hex == "14,5")
    assert fake.calls == [("fate_act", Correct("hex", monster.id, value="14,5"))]


def test_numbers_are_put_right_all_at_once(open_window: Any) -> None:
    from ui.widgets.sheet import Stepper

    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.correct(fake.position.heroes[0])
    running.lay_out()
    sheet = running.window.children[0]
    steppers = [w for w, _ in widgets(sheet) if isinstance(w, Stepper)][::-1]
    for stepper, by in (
        (steppers[0], -1),
        (steppers[0], -1),
        (steppers[1], 1),
        (steppers[2], 1),
        (steppers[2], -1),
    ):
        stepper._step(by)
    assert fake.calls == []
    press(running, "Done", sheet)
    corrected = [Correct("damage", "bjorn", value=2), Correct("gold", "bjorn", value=10)]
    assert fake.calls == [("fate_act", act) for act in corrected], "one act a number that is another now"


def test_an_empty_hex_gets_a_piece(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.held("10,6")
    press(running, "Draugr", running.window.children[0])
    assert fake.calls == [("fate_act", Correct("place", "draugr", 0, "10,6"))]


@pytest.mark.parametrize("result", ["won", "lost"])
def test_the_end_tells_the_result_and_may_be_taken_back(open_window: Any, result: str) -> None:
    fake = states.over(result)
    running = open_window(fake)
    assert running.screen.name == "fate_end"
    assert running.screen.won == (result == "won")
    press(running, "board")
    assert running.screen.name == "fate_play"
    press(running, "Result")
    press(running, "undo")
    assert (fake.calls, running.screen.name) == ([("undo",)], "fate_play")


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
    fake.publish(replace(fake.snapshot(), message=Sentence(TROUBLE["hand"])))
    running.lay_out()
    message = running.screen.ids.message
    assert (message.title, message.detail) == ("Player 1, it is your turn.", "A hand is over the table.")
    assert running.screen.ids.panel.children[0] is before


def test_zoom_makes_hexes_as_large_as_a_finger(open_window: Any) -> None:
    from ui import theme

    running = open_window(states.hero_turn())
    board = running.screen.ids.board
    board.zoom = 2.0
    running.lay_out()
    assert board.middle("11,9")[0] - board.middle("10,9")[0] >= theme.mm(theme.TOUCH_MM)
    tap_hex(running, "12,6")
    assert any(mark.kind == "target" for mark in board.marks), "taps mean what is seen, not what was painted"


def test_pieces_slide_along_their_path_and_fade(open_window: Any) -> None:
    from ui.boards import fate_map

    fake = states.monsters_walk()
    running = open_window(fake)
    board = running.screen.ids.board
    paths = {way[0]: way for way in board.paths}
    fake.confirm()
    running.lay_out()
    assert len(board._motion._slides) == len(paths) > 0
    for shift, way in board._motion._slides:
        start = next(p for p in paths if board.at(fate_map.CENTRES[p]) == pytest.approx(way[0]))
        assert way[-1] == pytest.approx(board.at(fate_map.CENTRES[paths[start][-1]]))
        assert shift.xy != (0, 0)
    drawn = board._pieces.children[:]
    board.progress = 0.7
    assert board._pieces.children == drawn, "nothing is drawn anew while pieces move"
    board.progress = 1.0
    assert {shift.xy for shift, _ in board._motion._slides} == {(0, 0)}


def test_every_hex_is_found_where_it_is_painted(display: str) -> None:
    from companion.games.fate.board import OUTSIDE
    from ui.boards import fate_map

    assert {place: fate_map.hex_at(fate_map.CENTRES[place]) for place in (*OUTSIDE, "G")} == {
        place: place for place in (*OUTSIDE, "G")
    }
    assert fate_map.hex_at((0.01, 0.99)) is None


def test_the_log_leads_back_to_any_act(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    places = [m.hex for m in fake.position.monsters]
    before = fake.session.line.at
    fake.put(Prepare(), EndTurn())
    fake.publish()
    running.screen.tab = "log"
    running.lay_out()
    press(running, f"{before}. ")
    press(running, "Back to here")
    assert fake.calls == [("go_to", before)]
    assert (fake.session.line.at, fake.position.turn) == (before, 0)
    assert [m.hex for m in fake.position.monsters] == places
    assert running.screen.tab == "turn"
    running.screen.tab = "log"
    running.lay_out()
    press(running, "Back to the beginning")
    assert fake.session.line.at == 0


def test_a_touched_monster_shows_what_it_does_next(open_window: Any) -> None:
    fake = states.hero_turn()
    fake.correct("place", "imp", "14,9")
    running = open_window(fake)
    tap_hex(running, "14,9")
    board, message = running.screen.ids.board, running.screen.ids.message
    assert message.title.startswith("Imp walks this way next")
    (path,) = board.paths
    assert path[0] == "14,9"
    assert (fake.calls, running.screen.ids.main.text) == ([], "End turn")
    check_layout(running)
    press(running, "Back")
    assert board.paths == ()
    board.dispatch("on_hold", "13,5")
    assert message.title == "Troll stays: a hero is beside it."
    assert message.detail.startswith("It would attack Bjorn")
    assert {(mark.hex, mark.icon) for mark in board.marks} >= {("12,6", "attack")}


def test_a_touched_hero_shows_what_is_in_reach(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.tapped("7,9")
    marks = {(mark.hex, mark.kind) for mark in running.screen.ids.board.marks}
    alva = fake.position.heroes[1]
    assert {(place, "target") for place in reach(fake.position, alva.id)} <= marks
    check_layout(running)


def test_what_cannot_be_done_now_says_why(open_window: Any) -> None:
    from ui.screens.fate.hero import ActionSpace

    fake = states.hero_turn()
    fake.put(Prepare())
    running = open_window(fake)
    spaces = [w for w, _ in widgets(running.screen) if isinstance(w, ActionSpace)]
    prepare = next(s for s in spaces if any(getattr(c, "text", "") == "Prepare" for c in s.children))
    running.tap(*prepare.to_window(*prepare.center))
    assert running.screen.ids.message.title == "Prepare was taken this turn; expected another action."
    fake.correct("action", "bjorn", value="prepare")
    fake.publish()
    running.lay_out()
    running.screen.tapped("12,6")
    running.screen.tapped("13,3")
    assert "cannot enter" in running.screen.ids.message.title or "reach" in running.screen.ids.message.title


def test_whose_turn_it_is_has_the_shape_of_the_person(open_window: Any) -> None:
    fake = states.hero_turn()
    fake.house.known = [Person("Player 1", "green", "left"), Person("Player 2", "blue", "top")]
    running = open_window(fake)
    board, message = running.screen.ids.board, running.screen.ids.message
    assert (message.icon, board.person, board.acting) == ("person-green", "person-green", "bjorn")
    fake.fate_act(EndTurn())
    running.lay_out()
    assert (message.icon, board.person, board.acting) == ("person-blue", "person-blue", "alva")


def test_leaving_leads_to_the_stored_games(open_window: Any) -> None:
    running = open_window(states.hero_turn())
    running.app.leave_game()
    assert running.screen.name == "start"
