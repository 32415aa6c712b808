from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games import fae
from companion.games.base import Reason
from companion.games.fae import board
from companion.i18n import LANGUAGES
from companion.session.events import Illegal
from companion.session.fae.events import InDoubt
from companion.session.fae.pending import PutBack
from companion.session.messages import Message, Undo
from companion.session.thread import internal, stale
from companion.session.view import Answer
from tests.session.fae_answers import moved
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_layout, widgets
from ui.services import SavedGame

LONGEST_NAME = "Maximiliana"


def bad_setup() -> CompanionError:
    with pytest.raises(CompanionError) as caught:
        fae.start({space: "red" for space in board.SPACES if space > 2}, 2)
    return caught.value


def states(controller: FakeFae) -> dict[str, Callable[[], None]]:
    """Every state of the play screen that has a message of its own."""
    shown = controller.snapshot()
    moves = tuple(fae.legal(controller.position))

    def publisher(**changes: Any) -> Callable[[], None]:
        return lambda: controller.publish(replace(shown, **changes))

    codes = ("across_lake", "not_adjacent", "empty_target", "too_many_druids", "split_group", "unexplained")
    return {
        "fae_play": publisher(),
        "first": publisher(log=()),
        "bad set-up": publisher(phase="setup", position=None, table={}, problem=bad_setup()),
        "ask": publisher(doubt=moves[:3]),
        "ask about one": publisher(doubt=moves[:1]),
        "unclear": publisher(unclear=(7, 9)),
        "choose": publisher(choose=(7, 9, 30)),
        "undo": lambda: controller.tell(Undo(1)),
        **{code: publisher(illegal=Reason(code, (20, 22))) for code in codes},
    }


@pytest.mark.slow
@at_each_size
def test_play_screen_fits_in_every_state_and_language(open_window: Any, size: tuple[int, int]) -> None:
    controller = FakeFae((LONGEST_NAME, "Bo", "Cy", "Dora"))
    controller.play_random(20)
    running = open_window(controller, size=size)
    for show in states(controller).values():
        show()
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)
    for view in ("camera", "both"):
        running.screen.view = view
        running.lay_out()
        check_layout(running)


@at_each_size
def test_other_screens_fit_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    controller = FakeFae((LONGEST_NAME, "Bo", "Cy", "Dora"))
    controller.playing = False
    controller.archive.saved = [SavedGame(1, controller.session.players, 12, "2026-11-20 21:14", "fae")]
    running = open_window(controller, size=size)

    def check(name: str) -> None:
        assert running.screen.name == name
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)

    running.screen.count = 4
    check("start")
    controller.unseen_players = [LONGEST_NAME]
    controller.publish()
    running.settle(2)
    check("dealt")


@at_each_size
def test_screenshot_shows_the_board(open_window: Any, size: tuple[int, int]) -> None:
    from kivy.core.image import Image

    controller = FakeFae(("Ana", "Bo", "Cy"))
    controller.play_random(31)
    running = open_window(controller, "en", size)
    target = running.screenshot(f"play_{size[0]}x{size[1]}.png")
    picture = Image(str(target), keep_data=True)
    assert picture.size == size
    left, bottom, height = running.screen.ids.board.map_box
    width = height * board.MAP_MM[0] / board.MAP_MM[1]
    seen = {
        tuple(
            round(channel * 8)
            for channel in picture.read_pixel(left + width * i / 40, bottom + height * j / 30)[:3]
        )
        for i in range(1, 40)
        for j in range(1, 30)
    }
    assert len(seen) > 40, "expected a board of many colours"


def test_tapping_a_group_and_a_target_plays(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    move = fae.legal(controller.position)[12]
    running.tap_space(move.source)
    marked = {mark.space for mark in running.screen.ids.board.marks}
    assert {move.source, move.target} <= marked
    running.tap_space(move.target)
    assert controller.calls == [Answer(1, "move", move[:2])]


def test_a_touched_group_stays_while_other_things_change(open_window: Any) -> None:
    controller = FakeFae(watched=True)
    running = open_window(controller)
    move = fae.legal(controller.position)[0]
    running.tap_space(move.source)
    controller.session.unclear = (60,)
    controller.publish()
    running.lay_out()
    assert running.screen.snapshot.unclear and running.screen.touched_spaces() == (move.source,)
    controller.session.waiting = PutBack()
    controller.session._assume({**controller.snapshot().table, 60: {}})
    controller.publish()
    running.lay_out()
    assert running.screen.touched_spaces() == (), "first the table must be put right"


def test_after_the_end_a_touch_of_the_board_says_nothing(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    board = running.screen
    controller.play_to_the_end()
    controller.publish()
    running.lay_out()
    board.tapped(1)
    assert board.snapshot.over and board._flash is None


def test_forbidden_target_says_why_and_nothing_is_played(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    source, across = sorted(board.ACROSS_LAKE)[0]
    running.tap_space(source)
    running.tap_space(across)
    assert running.screen.ids.message.refusal == "Druids cross rivers, but no lake."
    assert ("closed", across) in {(mark.kind, mark.space) for mark in running.screen.ids.board.marks}
    assert controller.calls == []


def test_undo_button_shows_what_to_put_back_where_a_camera_looks(open_window: Any) -> None:
    controller = FakeFae(watched=True)
    controller.play_random(1)
    running = open_window(controller)
    running.tap(*running.screen.ids.undo.center)
    assert controller.calls == [Undo(1)]
    assert running.screen.ids.message.title.startswith("Move ")
    assert not running.screen.ids.main.disabled


def test_language_changes_at_once(open_window: Any) -> None:
    running = open_window(FakeFae())
    assert running.screen.ids.message.title == "Ana, it is your turn."
    running.next_language()
    assert running.screen.ids.message.title == "Ana, é a sua vez."


def test_spirits_are_revealed_one_after_another(open_window: Any) -> None:
    controller = FakeFae(("Ana", "Bo"))
    controller.play_to_the_end()
    running = open_window(controller)
    screen = running.screen
    assert screen.name == "fae_end"
    for shown in range(3):
        spirits = [row.shown for row in reversed(screen.spirits.ids.rows.children)]
        assert [bool(spirit) for spirit in spirits] == [shown > 0, shown > 1]
        assert screen.all_shown == (shown == 2)
        if shown < 2:
            for _ in ("the drum roll", "no more of it"):
                screen.next()
                running.settle(2)
    assert controller.snapshot().result
    assert screen.title.endswith("wins!") or screen.title.endswith("win together!")


def test_every_space_is_found_where_it_is_painted(display: str) -> None:
    from ui.games.fae import board_map

    assert {space: board_map.space_at(board_map.CENTRES[space]) for space in board.SPACES} == {
        space: space for space in board.SPACES
    }


def test_the_only_move_in_doubt_is_shown_and_confirmed(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    move = fae.legal(controller.position)[0]
    controller.session.waiting = InDoubt((move,))
    controller.publish()
    running.settle()
    assert running.screen.ids.message.title == "Was it this move, Ana?"
    assert running.screen.ids.board.guide_arrow == (move.source, move.target)
    assert not running.screen.ids.main.disabled


def test_a_move_the_camera_cannot_explain_may_be_tapped(open_window: Any) -> None:
    controller = FakeFae(watched=True)
    running = open_window(controller)
    move = fae.legal(controller.position)[0]
    table = controller.snapshot().table
    controller.session._assume({**table, move.source: {}, move.target: {"red": 2}})
    for code, calls in (("across_lake", []), ("unexplained", [Answer(1, "move", move[:2])])):
        controller.session.illegal = Illegal(Reason(code, ()), None, None)
        controller.publish()
        running.settle()
        running.tap_space(move.source)
        running.tap_space(move.target)
        assert controller.calls == calls


def test_resuming_players_may_look_again_but_need_not(open_window: Any) -> None:
    controller = FakeFae()
    controller.play_random(1)
    controller.unseen_players = ["Ana"]
    screen = open_window(controller).screen
    assert (screen.name, screen.looked) == ("dealt", True)


def test_spirits_that_were_shown_before_are_all_there(open_window: Any) -> None:
    controller = FakeFae(("Ana", "Bo"))
    controller.play_to_the_end()
    running = open_window(controller)
    controller.reveal()
    running.settle()
    assert running.screen.all_shown


def test_the_current_player_stays_in_sight_while_a_hand_moves(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    controller.publish(replace(controller.snapshot(), trouble="hand"))
    running.settle()
    message = running.screen.ids.message
    assert (message.title, message.detail) == ("Ana, it is your turn.", "A hand is over the table.")


def test_nothing_of_a_game_that_was_left_comes_back(open_window: Any) -> None:
    controller = FakeFae()
    controller.play_random(3)
    running = open_window(controller)
    running.screen.toggle_log()
    running.app.leave_game()
    controller.publish()  # was on its way
    running.lay_out()
    assert running.screen.name == "start"
    controller.publish(replace(controller.snapshot(), game=2))
    running.lay_out()
    assert running.screen.name == "fae_play"
    assert not running.screen.log_shown


def test_a_game_that_ended_by_a_fault_is_left_with_its_reason(open_window: Any) -> None:
    fake = FakeFae()
    running = open_window(fake)
    assert running.screen.name != "start"
    fake.broken(internal(KeyError("page")))
    fake.playing = False
    running.settle(3)
    assert running.screen.name == "start" and ("leave_game",) in fake.calls
    assert "KeyError" in texts(running.app.overlay._notice)


def test_a_decision_waits_for_the_answer_of_the_one_before(open_window: Any) -> None:
    """A double touch counts once, and who came too late is told so."""
    fake = FakeFae()
    running = open_window(fake)
    first, shown = fae.legal(fake.position)[0], fake.snapshot()
    told: list[Message] = []
    fake.tell = told.append  # type: ignore[method-assign, assignment]  # the game is slow
    for _ in range(2):
        running.screen.tell(moved(shown.game, first))
    assert [message.at for message in told] == [shown.at]
    told[0].refused(stale())
    running.settle(3)
    assert running.screen.ids.message.refusal == "Somebody was faster."
    running.screen.tell(moved(shown.game, first))
    assert len(told) == 2


def texts(notice: Any) -> str:
    return "".join(getattr(widget, "text", "") for widget, _ in widgets(notice))
