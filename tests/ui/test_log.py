"""The log of a game: every move, the board as it was, and the way back."""

from typing import Any

import pytest

from companion.games import fae
from companion.games.fae import board as facts
from companion.i18n import LANGUAGES
from companion.session.messages import GoTo, Undo
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_any_size, check_layout, widgets

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


def rows(running: Any) -> dict[int, Any]:
    """The lines of the log by number."""
    from ui.widgets.log import LogRow

    return {w.line.number: w for w, _ in widgets(running.screen) if isinstance(w, LogRow)}


@pytest.fixture
def controller() -> FakeFae:
    controller = FakeFae()
    controller.play_random(8)
    return controller


@pytest.fixture
def running(open_window: Any, controller: FakeFae) -> Any:
    running = open_window(controller)
    running.screen.toggle_log()
    running.settle(3)
    return running


def test_every_move_has_a_line_with_who_and_the_druids_that_went(running: Any, controller: FakeFae) -> None:
    assert sorted(rows(running)) == list(range(9))
    for turn in controller.snapshot().log:
        assert turn.before
        line = rows(running)[turn.number].line
        assert line.who == turn.player and not line.undone
        assert {art for art, _ in line.pictures} == {
            f"druid-{colour}" for colour in fae.contents(turn.before, turn.move.source)
        }


@pytest.mark.parametrize("number", [0, 3, 7])
def test_a_tapped_line_shows_the_board_as_it_was(running: Any, controller: FakeFae, number: int) -> None:
    rows(running)[number].dispatch("on_release")
    running.lay_out()
    assert running.screen.ids.board.table == fae.table(controller.session.timeline.steps[number].position)
    assert running.screen.ids.message.title == f"After move {number} of 8"
    assert controller.calls == []


def test_the_longest_line_leaves_room_for_the_name(running: Any) -> None:
    from kivy.graphics import Rectangle

    from ui import theme
    from ui.widgets.log import LogLine

    row = rows(running)[8]
    druids = [f"druid-{colour}" for colour in ("red", "blue", "yellow", "purple", "black")]
    row.line = LogLine(
        108, "Constança", tuple((art, "2") for art in druids), tuple((a, "+10") for a in druids)
    )
    row._repaint()
    made = [part for part in row.canvas.before.children if isinstance(part, Rectangle)]
    _, *pictures, _, name = made
    assert name.size[0] > theme.mm(4), "it can be read"
    assert name.pos[0] + name.size[0] <= min(part.pos[0] for part in pictures)


def test_the_present_comes_back_with_a_tap_on_the_board(running: Any, controller: FakeFae) -> None:
    rows(running)[2].dispatch("on_release")
    running.tap_space(20)
    assert running.screen.ids.board.table == controller.snapshot().table
    assert [number for number, row in rows(running).items() if row.chosen] == [8]
    assert controller.calls == []


def test_back_to_here_goes_there(running: Any, controller: FakeFae) -> None:
    log = running.screen.log
    assert log.back.disabled
    rows(running)[3].dispatch("on_release")
    running.lay_out()
    assert not log.back.disabled
    running.tap(*log.back.center)
    assert controller.calls == [GoTo(1, 3)]
    assert not running.screen.log_shown


def test_undone_moves_stay_in_the_log_to_go_forward_again(open_window: Any, controller: FakeFae) -> None:
    controller.session.tell(Undo(1, 5))
    running = open_window(controller)
    running.screen.toggle_log()
    running.settle(3)
    assert [number for number, row in sorted(rows(running).items()) if row.line.undone] == [4, 5, 6, 7, 8]
    for number in (5, 8):
        rows(running)[number].dispatch("on_release")
        running.lay_out()
        assert running.screen.ids.board.table == fae.table(controller.session.timeline.steps[number].position)
    running.tap(*running.screen.log.back.center)
    assert controller.calls == [GoTo(1, 8)]


def play_until_ritual(controller: FakeFae, running: Any) -> Any:
    while True:
        before = len(controller.snapshot().log)
        controller.play_random(1)
        controller.publish()
        running.lay_out()
        if controller.snapshot().log[before].rituals:
            return controller.snapshot().log[-1]


def test_last_ritual_is_shown_step_by_step_until_a_tap(open_window: Any, controller: FakeFae) -> None:
    from ui.games.fae.ritual_story import RitualStory
    from ui.lifetime import end_motions

    running = open_window(controller)
    turn = play_until_ritual(controller, running)
    running.lay_out()
    assert not [w for w, _ in widgets(running.screen) if isinstance(w, RitualStory)], "first it is seen"
    end_motions()
    for ritual in turn.rituals:
        (story,) = [w for w, _ in widgets(running.screen) if isinstance(w, RitualStory)]
        assert story.ritual == ritual
        kept = sum(story.counts.values()) - sum(ritual.removed.values())
        bonus = ritual.card if ritual.blessed else 0
        assert ritual.value == (kept + bonus if ritual.scored else 0)
        running.tap(*story.center)
    assert not [w for w, _ in widgets(running.screen) if isinstance(w, RitualStory)]
    assert running.screen.ids.scores.get_parent_window()


def test_points_fly_from_their_space_to_the_scores(open_window: Any, controller: FakeFae) -> None:
    from ui.games.fae import board_map, move_scene
    from ui.games.fae.points_animation import FLIGHT_S

    running = open_window(controller)
    while not (turn := play_until_ritual(controller, running)).rituals[-1].scored:
        pass
    running.lay_out()
    ritual, screen = turn.rituals[-1], running.screen
    flight, there = screen.ids.flight, screen.ids.board.seen(board_map.CENTRES[ritual.space])
    assert not flight._shifts, "first the group walks"
    flight.elapsed_s = move_scene.WALK_S + FLIGHT_S * (len(turn.rituals) - 0.5)
    assert [(start, end) for _, start, end in flight._shifts] == [
        (there, screen.ids.scores.place(colour)) for colour in ritual.scored
    ]
    flight.elapsed_s += FLIGHT_S
    assert not flight._shifts


def test_long_press_shows_the_points_of_a_ritual(open_window: Any, controller: FakeFae) -> None:
    from ui.games.fae.ritual_story import RitualStory

    running = open_window(controller)
    position = controller.position
    blessed = next(
        s
        for s in facts.SPACES
        if fae.size(position, s) and (r := fae.ritual_at(position, s)) and r.blessed and r.scored
    )
    running.app.hold.show(running.screen.about_space(blessed), (100, 100))
    running.settle(2)
    card = running.app.hold.card
    (story,) = [w for w, _ in widgets(card) if isinstance(w, RitualStory)]
    assert story.ritual == fae.ritual_at(position, blessed)
    assert dict(story.counts) == dict(fae.contents(position, blessed))
    texts = [str(getattr(w, "text", "")) for w, _ in widgets(card)]
    assert any(text.startswith("The next card blesses this terrain") for text in texts)


def test_markers_stand_where_the_scores_are(open_window: Any, controller: FakeFae) -> None:
    from ui.games.fae.score_track import ScoreTrack

    controller.play_random(25)
    running = open_window(controller)
    running.tap(*running.screen.ids.scores.center)
    running.settle(2)
    sheet = running.window.children[0]
    (track,) = [w for w, _ in widgets(sheet) if isinstance(w, ScoreTrack)]
    assert dict(track.scores) == dict(controller.snapshot().scores)
    sheet.shut()


def test_why_a_way_is_closed_is_on_the_board(open_window: Any) -> None:
    from ui.games.fae import board_map

    controller = FakeFae()
    running = open_window(controller)
    source, across = sorted(facts.ACROSS_LAKE)[0]
    running.tap_space(source)
    running.tap_space(across)
    assert running.screen.ids.board.lakes == (board_map.lake_between(source, across),)


@at_any_size
def test_log_story_and_sheets_fit_in_every_language(
    open_window: Any, controller: FakeFae, size: tuple[int, int]
) -> None:
    controller.play_random(16)
    running = open_window(controller, size=size)
    screen = running.screen
    for language in LANGUAGES:
        running.app.speak(language)
        screen.toggle_log()
        screen.look_back(4)
        running.lay_out()
        check_layout(running)
        screen.toggle_log()
        for show in (screen.track, screen.cards):
            show()
            running.lay_out()
            check_layout(running)
            running.screenshot(f"log_{show.__name__}_{size[0]}x{size[1]}.png")
            running.window.children[0].shut()
            running.lay_out()
