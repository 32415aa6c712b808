"""Replay of a stored game by touch: automatic, step by step, dragged, at any speed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.game_loader import past
from companion.games import fae, fate
from companion.i18n import LANGUAGES
from companion.storage.journal import Journal
from tests.app.archive.test_archive import fae_game, fate_game
from tests.ui.finger import FRAME_S, Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_apart, check_layout, widgets

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

FAE, FATE = 1, 2


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[Any]:
    fake: Any = FakeFae()
    fake.playing = False
    with Journal(tmp_path / "journal.sqlite3") as journal:
        fae_game(journal, ("Maximiliana", "Bo", "Cy", "Dora"))
        fate_game(journal)
        fake.archive = JournalArchive(journal, past)
        yield fake


def button(running: Any, icon: str = "", text: str = "") -> Any:
    from ui.widgets.basics import TouchButton

    found = [w for w, _ in widgets(running.screen) if isinstance(w, TouchButton)]
    return next(w for w in found if (w.icon if icon else w.text) == (icon or text))


def board(running: Any) -> Any:
    return running.screen.ids.board.children[0]


def scrubber(running: Any) -> Any:
    return next(w for w, _ in widgets(running.screen) if type(w).__name__ == "Scrubber")


def test_a_game_plays_itself_again_and_rests_at_a_touch(open_window: Any, controller: Any) -> None:
    steps = controller.archive.replay(FAE)
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("history", game=FAE)
        finger.frames(3)
        finger.tap(button(running, text="Watch"))
        screen = running.screen
        assert (screen.name, screen.playing) == ("replay", True)
        finger.until(lambda: screen.at == 2, "the second move")
        assert board(running).table == fae.table(steps[2].position)
        assert board(running).last_move == steps[2].where.ways[0]
        assert board(running).progress < 1, "the druids are on their way"
        assert screen.ids.head.title == steps[2].who
        finger.tap(button(running, "pause"))
        finger.frames(90)
        assert (screen.at, screen.playing) == (2, False)
        finger.tap(button(running, "step_on"))
        assert screen.at == 3
        finger.tap(button(running, "back"))
        assert running.screen.name == "history"


def test_a_step_back_puts_the_pieces_back(open_window: Any, controller: Any) -> None:
    steps = controller.archive.replay(FATE)
    at = next(at for at, step in enumerate(steps) if len(step.where.ways) == 1)
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("replay", game=FATE, at=at)
        finger.frames(3)
        finger.tap(button(running, "step_back"))
        assert running.screen.at == at - 1
        finger.frames(30)
        shown = {piece.id: piece.hex for piece in board(running).pieces}
        before = steps[at - 1].position
        assert shown == {piece.id: piece.hex for piece in (*before.heroes, *before.monsters)}
        assert board(running).progress == 1
        finger.tap(button(running, "step_on"))
        assert board(running).progress < 1, "on its way"
        assert [list(path) for path in board(running).paths] == [list(steps[at].where.ways[0])]


def test_it_is_dragged_to_any_step_and_snaps_to_key_moments(open_window: Any, controller: Any) -> None:
    history = controller.archive.history(FATE)
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("replay", game=FATE)
        finger.frames(3)
        bar, screen = scrubber(running), running.screen
        finger.drag((bar.place(0), bar.center_y), (bar.place(bar.last), bar.center_y))
        assert (screen.at, screen.playing) == (screen.last, False)
        moment = history.moments[len(history.moments) // 2]
        finger.tap((bar.place(moment.step) + 3, bar.center_y))
        assert screen.at == moment.step
        assert str(moment.sentence) in screen.said
        assert {mark.hex for mark in board(running).marks} >= set(moment.spaces)


def test_it_goes_faster_stops_at_the_end_and_begins_again(open_window: Any, controller: Any) -> None:
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("replay", game=FAE)
        finger.frames(3)
        screen = running.screen

        def frames_of_a_step() -> int:
            at, frames = screen.at, 0
            while screen.at == at:
                finger.frames()
                frames += 1
            return frames

        frames_of_a_step()
        slow = frames_of_a_step()
        for _ in range(3):
            finger.tap(button(running, text=screen.pace))
        frames_of_a_step()
        fast = frames_of_a_step()
        assert fast * 6 < slow, "eight times faster"
        assert slow * FRAME_S == pytest.approx(1.2, abs=0.1)
        finger.until(lambda: not screen.playing, "the end")
        assert screen.at == screen.last
        finger.tap(button(running, "play"))
        finger.until(lambda: screen.at == 1, "from the start again")


def test_nothing_goes_on_behind_another_page(open_window: Any, controller: Any) -> None:
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        running.app.open("replay", game=FAE)
        finger.frames(3)
        screen = running.screen
        running.app.open("statistics")
        at = screen.at
        finger.frames(90)
        assert screen.at == at
        running.app.back()
        assert running.screen is screen and screen.playing


def test_numbers_and_words_are_those_of_the_step(open_window: Any, controller: Any) -> None:
    steps = controller.archive.replay(FATE)
    attack = next(at for at, step in enumerate(steps) if "attacks" in str(step.sentences))
    running = open_window(controller, "pt_BR")
    running.app.open("replay", game=FATE, at=attack)
    assert running.screen.ids.numbers.values == steps[attack].values
    assert steps[attack].values["town"] == steps[attack].position.town
    assert "ataca" in running.screen.said
    assert fate.table(steps[attack].position)


@at_each_size
def test_replays_fit(open_window: Any, controller: Any, size: tuple[int, int]) -> None:
    running = open_window(controller, size=size)
    for game in (FAE, FATE):
        steps = controller.archive.replay(game)
        longest = max(range(len(steps)), key=lambda at: len(" ".join(map(str, steps[at].sentences))))
        running.app.open("replay", game=game, at=longest)
        for language in LANGUAGES:
            running.app.speak(language)
            running.lay_out()
            check_layout(running)
            check_apart(running)


def test_a_game_that_cannot_be_read_says_so(open_window: Any, controller: Any) -> None:
    from companion.storage.failure import failure

    def broken(_: int) -> Any:
        raise failure("journal_failed", "The disk is gone.")

    running = open_window(controller)
    controller.archive.replay = broken
    running.app.open("replay", game=FAE)
    assert running.screen.said == "The disk is gone."
    assert button(running, "play").disabled
