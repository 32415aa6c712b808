"""The end of Fae: the reveal, one player after the other, with lights; then the course of the game."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.game_loader import past
from companion.i18n import LANGUAGES
from companion.session.messages import Message
from companion.settings.people import SIDES, Person, Plan
from companion.storage.journal import Journal
from tests.app.archive.test_archive import fae_game
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_layout, widgets

PEOPLE = [Person("Ana", "red", "bottom"), Person("Bo", "blue", "top")]


@pytest.fixture
def finished() -> FakeFae:
    """A game that is over, its spirits not yet shown."""
    controller = FakeFae(("Ana", "Bo"))
    controller.play_to_the_end()
    controller.profiles.known = list(PEOPLE)
    return controller


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[JournalArchive]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        fae_game(journal, ("Ana", "Bo"))
        yield JournalArchive(journal, past)


def rows(running: Any) -> list[Any]:
    return list(reversed(running.screen.spirits.ids.rows.children))


def course(running: Any) -> list[Any]:
    return [w for w, _ in widgets(running.screen) if type(w).__name__ == "LineChart"]


def stored(controller: FakeFae, archive: JournalArchive) -> Any:
    """The snapshot of the game as one that is stored."""
    controller.archive = archive  # type: ignore[assignment]  # the real one
    snapshot = controller.snapshot
    controller.snapshot = lambda problem=None: replace(snapshot(problem), stored_as=1)  # type: ignore[method-assign]  # only here
    return controller


def test_a_spirit_shows_after_the_drum_roll_and_points_add_up(open_window: Any, finished: FakeFae) -> None:
    running = open_window(finished)
    screen = running.screen
    row = rows(running)[0]
    screen.next()
    running.lay_out()
    row = rows(running)[0]
    assert finished.snapshot().revealed and row.shown == "", "a drum roll first"
    totals = []
    for progress in (0.3, 0.6, 0.8, 1.0):
        row.progress = progress
        totals.append(int(row.total or 0))
    assert row.shown == row.spirit and totals[0] == 0 and totals == sorted(totals)
    spirit = finished.snapshot().revealed["Ana"]
    points = finished.snapshot().scores[spirit]
    cards = finished.snapshot().ritual_cards["Ana"]
    assert (row.sum, row.total) == (f"{points} + {cards}", str(points + cards))
    assert rows(running)[1].shown == "" and not screen.all_shown


def test_lights_follow_the_reveal_and_go_out(open_window: Any, finished: FakeFae) -> None:
    running = open_window(finished)
    screen, spots = running.screen, finished.devices.spots
    screen.next()
    running.lay_out()
    assert spots == []
    screen.next()
    assert [seat for seat, light in spots if light] == ["bottom"]
    screen.next()
    screen.next()
    assert ("bottom", None) in spots
    lit = [seat for seat, light in spots if light]
    assert lit[:2] == ["bottom", "top"] and set(lit[2:]) == set(SIDES), "the winner has all lights"
    spots.clear()
    running.app.open("statistics")
    running.settle(2)
    assert {seat for seat, light in spots if light is None} == set(SIDES)


def test_pictures_that_still_come_disturb_nothing(open_window: Any, finished: FakeFae) -> None:
    running = open_window(finished)
    running.screen.next()
    running.lay_out()
    row = rows(running)[0]
    finished.publish()
    running.lay_out()
    assert rows(running)[0] is row and row.shown == ""


def test_leaving_in_the_middle_shows_the_rest_at_once(open_window: Any, finished: FakeFae) -> None:
    running = open_window(finished)
    running.screen.next()
    running.lay_out()
    running.app.open("statistics")
    running.settle(2)
    running.app.back()
    running.settle(2)
    assert rows(running)[0].shown and not rows(running)[1].shown


@pytest.mark.slow
@at_each_size
def test_all_of_it_fits(
    open_window: Any, finished: FakeFae, archive: JournalArchive, size: tuple[int, int]
) -> None:
    controller = stored(finished, archive)
    running = open_window(controller, size=size)
    screen = running.screen
    for step in range(3):
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)
        if step < 2:
            assert not course(running)
            screen.next()
            running.lay_out()
            screen.next()
            running.lay_out()
    assert len(course(running)) == 1
    assert [row.winner for row in rows(running)] == [
        player in controller.snapshot().result["winners"] for player in ("Ana", "Bo")
    ]


def test_large_letters_fit(open_window: Any, finished: FakeFae, archive: JournalArchive) -> None:
    controller = stored(finished, archive)
    controller.profiles.prefer(text_size=1.25)
    running = open_window(controller, "es")
    check_layout(running)
    controller.reveal()
    running.lay_out()
    assert running.screen.all_shown
    check_layout(running)


def test_once_more_is_one_tap(open_window: Any, finished: FakeFae, monkeypatch: pytest.MonkeyPatch) -> None:

    from ui.screens import end_of_game

    asked: list[Any] = []
    monkeypatch.setattr(end_of_game, "rematch", asked.append)
    running = open_window(finished)
    finished.reveal()
    running.settle(2)
    running.screen.page.dispatch("on_again")
    assert asked == [running.app]


@pytest.mark.parametrize("at_once", [True, False])
def test_a_reveal_that_is_refused_can_be_tried_again(
    open_window: Any, finished: FakeFae, at_once: bool
) -> None:
    from companion.storage.failure import failure

    error = failure("disk_full", "The disk is full.")

    def full(message: Message) -> None:
        if at_once:
            raise error
        finished.publish(replace(finished.snapshot(), problem=error))

    running = open_window(finished)
    real, finished.tell = finished.tell, full  # type: ignore[method-assign]  # only here
    running.screen.next()
    running.settle(2)
    assert running.screen.title == "The disk is full."
    finished.tell = real  # type: ignore[method-assign]  # back again
    running.screen.next()
    running.lay_out()
    running.screen.next()
    assert rows(running)[0].shown and not rows(running)[1].shown


def test_no_finger_that_waits_for_the_next_spirit_begins_a_new_game(
    open_window: Any, finished: FakeFae, archive: JournalArchive
) -> None:
    controller = stored(finished, archive)
    running = open_window(controller)
    screen = running.screen
    with Finger(running.window).ready() as finger:
        finger.frames(3)
        (main,) = [button for button in shown_buttons(running) if button.icon == "eye"]
        place = main.to_window(*main.center)
        box = (*main.to_window(*main.pos), *main.to_window(main.right, main.top))
        for _ in rows(running):
            finger.tap(place)
            finger.frames(6)
            finger.tap(place)  # no drum roll
            finger.frames(3)
        assert screen.all_shown and screen.reveal_done
        (again,) = [button for button in shown_buttons(running) if button.icon == "replay"]
        assert again.text == "Play again"
        assert again.to_window(again.right, 0)[0] < box[0], "where no finger waits"
        finger.frames(60)
        running.screenshot("fae-end-done.png")
        (board,) = [button for button in shown_buttons(running) if button.icon == "board"]
        finger.tap(board)
        finger.frames(3)
        assert running.screen.name == "fae_play", "the board"
        assert running.screen.ids.main.icon == "trophy"
        finger.tap(running.screen.ids.main)
        finger.frames(3)
        assert (running.screen.name, running.screen.reveal_done) == ("fae_end", True)


def again_and_back(running: Any, finger: Finger) -> str:
    """Touch *Play again*, then go back; the page that was open meanwhile."""
    for icon in ("replay", "back"):
        before = running.screen.name
        (button,) = [button for button in shown_buttons(running) if button.icon == icon]
        finger.tap(button)
        finger.frames(3)
    return str(before)


def test_back_from_a_rematch_that_has_not_begun_leads_to_the_result(
    open_window: Any, finished: FakeFae
) -> None:
    finished.profiles.plans["fae"] = Plan((Person("Ana"), Person("Bo", "blue", "top")), 0, "hands")
    running = open_window(finished)
    finished.reveal()
    with Finger(running.window).ready() as finger:
        finger.frames(3)
        assert again_and_back(running, finger) == "fae_setup"
        assert running.screen.name == "fae_end" and running.screen.all_shown
        assert finished.calls == []
        (again,) = [button for button in shown_buttons(running) if button.icon == "replay"]
        finger.tap(again)
        finger.frames(3)
        (start,) = [button for button in shown_buttons(running) if button.text == "Start"]
        finger.tap(start)
        assert [call[0] for call in finished.calls] == ["begin"]
        fresh = FakeFae(("Bo", "Ana"))
        finished.publish(replace(fresh.snapshot(), game=2))
        finger.frames(3)
        assert running.screen.name == "fae_play"


def test_back_from_the_table_of_a_rematch_leads_to_the_result_too(
    open_window: Any, finished: FakeFae, archive: JournalArchive
) -> None:
    finished.profiles.plans["fae"] = Plan((Person("Ana"), Person("Bo", "blue", "top")), 0, "simulated")
    running = open_window(stored(finished, archive))
    finished.reveal()
    with Finger(running.window).ready() as finger:
        finger.frames(3)
        assert again_and_back(running, finger) == "check"
        assert (running.screen.name, running.screen.game) == ("history", 1)


def shown_buttons(running: Any) -> list[Any]:
    from ui.widgets.basics import TouchButton

    return [w for w, _ in widgets(running.screen) if isinstance(w, TouchButton) and not w.disabled]
