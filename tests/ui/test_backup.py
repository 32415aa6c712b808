"""The page of backups, and the offer to restore on the start page of a table without games."""

from pathlib import Path
from typing import Any

import pytest

from companion.i18n import LANGUAGES
from companion.storage.failure import failure
from companion.storage.stick_backups import no_stick
from tests.ui.device_scenes import BACKED_UP, with_stick
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_layout
from tests.ui.press import buttons, press
from ui import days
from ui.backup_service import BackupLook, StoredBackup

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

MOST_TOUCHES = 5
"""Greatest number of touches from the start page of a new card to the restore."""


@pytest.fixture
def controller() -> FakeFae:
    return with_stick()


def newest(controller: FakeFae) -> StoredBackup:
    """The first backup in the list."""
    assert controller.backups.now.backups
    return controller.backups.now.backups[0]


def texts(running: Any) -> str:
    found = (getattr(widget, "text", "") for widget in running.screen.walk())
    return "\n".join(text for text in found if isinstance(text, str))


@at_each_size
def test_the_page_fits_in_every_state_and_language(
    open_window: Any, controller: FakeFae, size: tuple[int, int]
) -> None:
    running = open_window(controller, size=size)
    running.app.open("backup")
    full = controller.backups.now
    lost = failure("stick_lost", "The USB stick stopped answering ({found}); " + "x " * 40, found="I/O error")
    states = {
        "idle": full,
        "none": BackupLook(),
        "lost": full._replace(problem=lost),
        "busy": full._replace(busy="saving", share=0.4),
    }
    for name, state in states.items():
        controller.backups.now = state
        for language in LANGUAGES:
            running.app.speak(language)
            running.lay_out()
            check_layout(running)
        running.app.speak("en")
        running.lay_out()
        running.screenshot(f"backup_{name}_{size[0]}x{size[1]}.png")


def test_a_backup_is_one_touch_and_reports_its_end(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("backup")
    running.lay_out()
    assert "USB stick MY STICK: 3120 MB free" in texts(running)
    assert f"Last backup of this table: {days.moment(running.app.tr, BACKED_UP)}" in texts(running)
    press(running, "Back up now")
    assert controller.backups.calls == [("save",)]
    controller.backups.now = controller.backups.now._replace(problem=no_stick())
    running.screen._look()
    assert "Plug one in that is formatted as FAT32" in texts(running)


def test_while_it_works_nothing_else_can_be_started(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("backup")
    controller.backups.now = controller.backups.now._replace(busy="saving", share=0.5)
    running.screen._look()
    running.lay_out()
    assert running.screen._progress.share == 0.5
    assert all(b.disabled for b in buttons(running) if b.icon in ("save", "undo"))


def test_a_damaged_file_says_why_and_is_not_restored(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("backup")
    running.lay_out()
    press(running, "holiday.zip: cannot be restored")
    running.screenshot("backup_damaged.png")
    assert controller.backups.calls == []


def test_a_restore_asks_first(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("backup")
    running.lay_out()
    press(running, days.moment(running.app.tr, BACKED_UP))
    running.screenshot("backup_ask.png")
    press(running, "Keep")
    assert controller.backups.calls == []
    press(running, days.moment(running.app.tr, BACKED_UP))
    press(running, "Restore")
    assert controller.backups.calls == [("restore", newest(controller).file)]


def test_a_new_card_is_offered_its_games_in_few_touches(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    assert "There is a backup" not in texts(running)
    controller.backups.offered = newest(controller)
    running.screen._look(0)
    running.lay_out()
    check_layout(running)
    running.screenshot("backup_offer.png")
    touches = 0
    while not controller.backups.calls:
        press(running, "Restore")
        touches += 1
        assert touches <= MOST_TOUCHES
    assert controller.backups.calls == [("restore", Path("/media/sda1/MY STICK/Table Companion/b.zip"))]
    assert touches == 2
