"""Scenes of the gallery: setting up a table and its devices."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from companion.app.machine.machine_control import _ENDED
from companion.games.base import Sentence
from companion.storage.backup import _NO_BACKUP
from companion.storage.failure import failure
from hardware.serial_lights import _no_strip
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fae.states import PLAYERS
from tests.ui.scene import Scene
from tests.ui.scenes import page, start
from ui.backup_service import BackupLook, Stick, StoredBackup
from ui.machine_service import NetworkLook, NewsLook, WirelessNetwork
from ui.package_service import InstalledPackage, PackageLook
from ui.setup_service import StripStep

UNASKED = StripStep()
LOST_STRIP = StripStep("wait", problem=_no_strip("/dev/ttyUSB0", "wled", b""))

BACKED_UP = "2026-11-26 21:14"
"""When the backup of this table was made."""


def with_tags() -> FakeFae:
    """App that knows some tags."""
    fake: Any = start()
    fake.profiles.taught = {
        "0F00A1B2C3": f"person:{PLAYERS[0]}",
        "04A22B1C": "fate:alva",
        "04A2FFFF": "fate:x",
    }
    return cast(FakeFae, fake)


def setting_up(step: StripStep = UNASKED, wired: bool = True) -> Callable[[], Any]:
    """Table set-up with the strip found and some buttons pressed."""

    def made() -> Any:
        fake: Any = start()
        fake.table_setup.step, fake.table_setup.wired = step, wired
        fake.table_setup.seats = {"right": (4, 17, 27, 22), "left": (10, 9, 11, 5)}
        fake.table_setup.presses = [("next", "short"), ("help", "short"), ("right", "down")]
        return fake

    return made


def a_seat(running: Any) -> None:
    """Table set-up with pins chosen."""
    running.app.open("set_up", part="seats")
    running.screen._shown._open("right")


def a_machine() -> FakeFae:
    """Machine whose last update was rolled back."""
    fake: Any = start()
    fake.machine.ended = Sentence(_ENDED["back"])
    return cast(FakeFae, fake)


def near_networks() -> FakeFae:
    """Machine with three networks: one in use, one without a password."""
    fake: Any = start()
    found = (
        WirelessNetwork("Salon", 82, True, True),
        WirelessNetwork("Kitchen", 64, True, False),
        WirelessNetwork("Café", 31, False, False),
    )
    fake.machine.look = NetworkLook(found)
    return cast(FakeFae, fake)


def asked_for_password(running: Any) -> None:
    """Text field with some typed letters."""
    running.app.open("networks")
    running.screen.choose(WirelessNetwork("Kitchen", 64, True, False)).type("s3cret")


def with_news() -> FakeFae:
    """Machine with an available update."""
    fake: Any = start()
    points = (
        "Fae: two moves between two pictures are told in their order.",
        "Lamps and buttons at the seats are set up on the screen.",
        "A camera that was unplugged comes back by itself.",
    )
    fake.machine.fresh = NewsLook(points, different=True)
    return cast(FakeFae, fake)


def with_stick() -> FakeFae:
    """App with a USB stick: a backup of this table, one of another, and a foreign file."""
    fake: Any = start()
    fake.archive.saved = []
    stick = Path("/media/sda1/MY STICK")
    own = StoredBackup(stick / "Table Companion/b.zip", BACKED_UP, 23, own=True)
    other = StoredBackup(stick / "old-table.zip", "2026-10-02 22:40", 7)
    foreign = failure(
        "backup_broken", _NO_BACKUP, path=str(stick / "holiday.zip"), found="no file manifest.json"
    )
    spoiled = StoredBackup(stick / "holiday.zip", problem=foreign)
    fake.backups.now = BackupLook((Stick(stick, "MY STICK", 3120.4),), (own, other, spoiled))
    return cast(FakeFae, fake)


def with_games() -> FakeFae:
    """App with a game on a USB stick, one that was installed and one that cannot be loaded."""
    fake: Any = start()
    broken = failure("broken_game", "The game {game} cannot be loaded.", game="hex")
    games = (
        InstalledPackage("reversi", "Reversi", "1.2"),
        InstalledPackage("hex", "Hex", "0.9", broken),
    )
    files = (Path("/media/sda1/MY STICK/tc_reversi-1.3-py3-none-any.whl"),)
    fake.packages.now = PackageLook(games, files, stick=True)
    return cast(FakeFae, fake)


DEVICE_SCENES = (
    Scene("set-up", "Set up this table", setting_up(), page("set_up")),
    Scene("set-up-camera", "How high the camera hangs", setting_up(), page("set_up", part="camera")),
    Scene("set-up-lights", "Which strip is it?", setting_up(), page("set_up", part="lights")),
    Scene("set-up-lost", "The strip does not answer", setting_up(LOST_STRIP), page("set_up", part="lights")),
    Scene(
        "set-up-lamp",
        "Where is this lamp?",
        setting_up(StripStep("place", 7, 0.4)),
        page("set_up", part="lights"),
    ),
    Scene("set-up-buttons", "Every button is pressed once", setting_up(), page("set_up", part="buttons")),
    Scene("set-up-pins", "No buttons yet", setting_up(wired=False), page("set_up", part="buttons")),
    Scene("set-up-seats", "The lamps at the seats", setting_up(), page("set_up", part="seats")),
    Scene("set-up-seat", "The pins of a seat", setting_up(), a_seat),
    Scene("set-up-sound", "Is a sound heard?", setting_up(), page("set_up", part="sound")),
    Scene("tags", "Cards and figures with a tag", with_tags, page("tags")),
    Scene("tags-teach", "What a card stands for", with_tags, page("tags", tag="0F00A1B2C3")),
    Scene("faults", "Devices that fail on demand", start, page("faults")),
    Scene("machine", "This machine, with a code to photograph", a_machine, page("machine")),
    Scene("backup", "Backups on a USB stick", with_stick, page("backup")),
    Scene("packages", "Games to install and to remove", with_games, page("packages")),
    Scene("update", "What an update would bring", with_news, page("update")),
    Scene("networks", "Networks to join", near_networks, page("networks")),
    Scene("password", "The password of a network", near_networks, asked_for_password, sheet=True),
)
