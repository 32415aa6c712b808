"""The end of Fate: won or lost together, the course of the game, and the same once more."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.game_loader import past
from companion.i18n import LANGUAGES
from companion.storage.journal import Journal
from tests.app.archive.test_archive import fate_game
from tests.ui.games.fate import states
from tests.ui.layout import check_layout, widgets


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[JournalArchive]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        fate_game(journal)
        yield JournalArchive(journal, past)


def stored(result: str, archive: JournalArchive) -> Any:
    fake: Any = states.over(result)
    fake.archive = archive
    fake.snapshot = partial(replace, fake.snapshot(), stored_as=1)
    return fake


@pytest.mark.slow
@pytest.mark.parametrize(("result", "size"), [("won", (800, 480)), ("lost", (480, 800))])
def test_all_of_it_fits(
    open_window: Any, archive: JournalArchive, result: str, size: tuple[int, int]
) -> None:
    running = open_window(stored(result, archive), size=size)
    assert running.screen.name == "fate_end"
    for _ in LANGUAGES:
        running.next_language()
        running.lay_out()
        check_layout(running)
    (chart,) = [w for w, _ in widgets(running.screen) if type(w).__name__ == "LineChart"]
    assert dict(chart.series) == dict(archive.history(1).series)


def test_pictures_that_still_come_disturb_nothing(open_window: Any, archive: JournalArchive) -> None:
    fake = stored("won", archive)
    running = open_window(fake)
    rows = list(running.screen.page.ids.counts.children)
    fake.publish(replace(fake.snapshot()))
    running.lay_out()
    assert list(running.screen.page.ids.counts.children) == rows


def test_once_more_is_one_tap(
    open_window: Any, archive: JournalArchive, monkeypatch: pytest.MonkeyPatch
) -> None:

    from ui.screens import end_of_game

    asked: list[Any] = []
    monkeypatch.setattr(end_of_game, "rematch", asked.append)
    running = open_window(stored("lost", archive))
    running.screen.rematch()
    assert asked == [running.app]


def test_no_finger_that_presses_on_begins_a_new_game(open_window: Any, archive: JournalArchive) -> None:
    """What leads on in a game is where no new one begins when it is over."""
    fake = states.hero_turn()
    running = open_window(fake)
    main = running.screen.ids.main
    x, y = main.to_window(*main.center)
    running.close()
    running = open_window(stored("lost", archive))
    from ui.widgets.basics import TouchButton

    found = [w for w, _ in widgets(running.screen) if isinstance(w, TouchButton)]
    (again,) = [button for button in found if button.icon == "replay"]
    left, bottom = again.to_window(*again.pos)
    assert not (left <= x <= left + again.width and bottom <= y <= bottom + again.height)
    assert again.text == "Play again"
