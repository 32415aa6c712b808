"""What the board and its pictures show: pieces in motion, what if, doubts, the log."""

from typing import Any

import pytest

from companion.games.fate import reach
from companion.games.fate.acts import EndTurn, Prepare
from companion.session.messages import Confirm, GoTo
from companion.settings.people import Person
from tests.session.fate_acts import PlayAct
from tests.ui.games.fate import states
from tests.ui.games.fate.touch import action, press, tap_hex
from tests.ui.layout import check_layout, widgets


def test_differences_are_pictures_of_both(open_window: Any) -> None:
    from ui.games.fate.popup import FatePopup

    running = open_window(states.different())
    shown = [w for w, _ in widgets(running.screen.ids.panel) if isinstance(w, FatePopup)][::-1]
    there = [{piece.kind for piece in w._shown if piece.hex == w._places[0]} for w in shown]
    assert there == [{"brute"}, {"troll"}, set(), {"goblin"}, {"imp"}, set()], "seen beside expected"


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
    from ui.games.fate import board_map

    fake = states.monsters_walk()
    running = open_window(fake)
    board = running.screen.ids.board
    paths = {way[0]: way for way in board.paths}
    fake.tell(Confirm(1))
    running.lay_out()
    assert len(board._motion._slides) == len(paths) > 0
    for shift, way in board._motion._slides:
        start = next(p for p in paths if board.at(board_map.CENTRES[p]) == pytest.approx(way[0]))
        assert way[-1] == pytest.approx(board.at(board_map.CENTRES[paths[start][-1]]))
        assert shift.xy != (0, 0)
    drawn = board._pieces.children[:]
    board.progress = 0.7
    assert board._pieces.children == drawn, "nothing is drawn anew while pieces move"
    board.progress = 1.0
    assert {shift.xy for shift, _ in board._motion._slides} == {(0, 0)}


def test_every_hex_is_found_where_it_is_painted(display: str) -> None:
    from companion.games.fate.board import OUTSIDE
    from ui.games.fate import board_map

    assert {place: board_map.hex_at(board_map.CENTRES[place]) for place in (*OUTSIDE, "G")} == {
        place: place for place in (*OUTSIDE, "G")
    }
    assert board_map.hex_at((0.01, 0.99)) is None


def test_the_log_leads_back_to_any_act(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    places = [m.hex for m in fake.position.monsters]
    before = fake.snapshot().played
    fake.put(Prepare(), EndTurn())
    fake.publish()
    running.screen.toggle_log()
    running.lay_out()
    press(running, f"{before}. ")
    press(running, "Back to here")
    assert fake.calls == [GoTo(1, before)]
    assert (fake.snapshot().played, fake.position.turn) == (before, 0)
    assert [m.hex for m in fake.position.monsters] == places
    assert not running.screen.log_shown
    running.screen.toggle_log()
    running.lay_out()
    running.screen.log.choose(0)
    press(running, "Back to here")
    assert fake.snapshot().played == 0


def test_a_touched_monster_shows_what_it_does_next(open_window: Any) -> None:
    fake = states.hero_turn()
    fake.correct("place", "imp", "14,9")
    running = open_window(fake)
    tap_hex(running, "14,9")
    board, message = running.screen.ids.board, running.screen.ids.message
    assert message.title.startswith("Imp walks this way next")
    (path,) = board.paths
    assert path[0] == "14,9"
    assert message.detail.startswith("Range: Bjorn reaches 2, "), "why it is not attacked"
    assert (fake.calls, running.screen.ids.main.text) == ([], "End turn")
    check_layout(running)
    press(running, "Back")
    assert board.paths == ()
    running.screen.about_hex("13,5").act[1]()
    assert message.title == "Troll stays: a hero is beside it."
    assert message.detail.startswith("It would attack Bjorn")
    assert {(mark.hex, mark.icon) for mark in board.marks} >= {("12,6", "attack")}


def test_a_touched_hero_shows_what_is_in_reach(open_window: Any) -> None:
    fake = states.hero_turn()
    running = open_window(fake)
    running.screen.tapped("7,9")
    marks = {(mark.hex, mark.kind) for mark in running.screen.ids.board.marks}
    alva = fake.position.heroes[1]
    assert {(place, "reach") for place in reach(fake.position, alva.id)} <= marks
    check_layout(running)


def test_what_cannot_be_done_now_says_why(open_window: Any) -> None:
    fake = states.hero_turn()
    fake.put(Prepare())
    running = open_window(fake)
    prepare = action(running, "Prepare")
    running.tap(*prepare.to_window(*prepare.center))
    assert running.screen.ids.message.refusal == "Prepare was taken this turn already. Choose another action."
    fake.correct("action", "bjorn", value="prepare")
    fake.publish()
    running.lay_out()
    running.screen.tapped("12,6")
    bar = running.screen.ids.message
    running.screen.tapped("15,7")
    assert bar.refusal.endswith("it is a mountain.") and bar.rule == "F-007" and bar._why.parent
    running.screen.tapped("13,3")
    assert bar.refusal == "Too far: Bjorn has 3 steps left." and bar.rule == "F-054" and bar._why.parent


def test_actions_that_cannot_be_taken_are_pale_and_say_why(open_window: Any) -> None:
    fake = states.hero_turn()
    fake.correct("damage", "bjorn", value=0)
    running = open_window(fake)
    offered = {one.id for one in running.screen.snapshot.decisions}
    spaces = running.screen.hero_panel._spaces
    assert {name for name, space in spaces.items() if space.opacity == 1} == offered & {*spaces}
    mend, bar = spaces["mend"], running.screen.ids.message
    assert mend.opacity < 1
    running.tap(*mend.to_window(*mend.center))
    assert bar.refusal == "Mend: Bjorn has no damage to heal." and bar.rule == "F-059"
    assert bar._why.parent


def test_whose_turn_it_is_has_the_shape_of_the_person(open_window: Any) -> None:
    fake = states.hero_turn()
    fake.profiles.known = [Person("Player 1", "green", "left"), Person("Player 2", "blue", "top")]
    running = open_window(fake)
    board, message = running.screen.ids.board, running.screen.ids.message
    assert (message.icon, board.person, board.acting) == ("person-green", "person-green", "bjorn")
    fake.tell(PlayAct(1, EndTurn()))
    running.lay_out()
    assert (message.icon, board.person, board.acting) == ("person-blue", "person-blue", "alva")
