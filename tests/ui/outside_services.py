"""Fakes of the services that reach out of the app: backups, phones and installed games."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from ui.backup_service import BackupLook, StoredBackup
from ui.package_service import PackageLook
from ui.phone_service import OwnNetwork


class FakeBackups:
    """`now` is the state; `calls` keeps every call."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.now = BackupLook(backups=())
        self.offered: StoredBackup | None = None

    def look(self) -> BackupLook:
        return self.now

    def save(self) -> None:
        self.calls.append(("save",))

    def restore(self, file: Path) -> None:
        self.calls.append(("restore", file))
        self.now = self.now._replace(busy="restoring")

    def offer(self) -> StoredBackup | None:
        return self.offered


class FakePhones:
    """`there` are the players with a phone; `invited` those who were shown a code."""

    def __init__(self) -> None:
        self.on = False
        self.problem: CompanionError | None = None
        self.addresses: Sequence[str] = ("192.168.1.20",)
        self.can_make, self.own = False, OwnNetwork()
        self.there: dict[str, bool] = {}
        self.invited: list[str] = []
        self.waiting: set[str] = set()

    def turn_on(self) -> None:
        if self.problem:
            raise self.problem
        self.on = True

    def turn_off(self) -> None:
        self.on = False

    def can_make_network(self) -> bool:
        return self.can_make

    def make_network(self) -> None:
        self.own = OwnNetwork(busy=True)

    def own_network(self) -> OwnNetwork:
        return self.own

    def awaited(self, player: str) -> bool:
        return player in self.waiting

    def on_moving(self, listener: Callable[[str], None]) -> Callable[[], None]:
        self.moving = listener
        return lambda: None

    def invite(self, player: str, *, moves: bool = False) -> Sequence[str]:
        self.invited.append(player)
        self.waiting.add(player)
        return [f"http://{one}:8765/#TOKEN{len(self.invited):019}.KEY{'x' * 40}" for one in self.addresses]

    def watch_addresses(self) -> Sequence[str]:
        return [f"http://{one}:8765/watch" for one in self.addresses]

    def lend(self, page: bytes) -> Sequence[str]:
        self.page: bytes | None = page
        return [f"http://{one}:8765/film/{'t' * 22}" for one in self.addresses]

    def take_back(self) -> None:
        self.page = None

    def seated(self) -> Mapping[str, bool]:
        return self.there

    def remove(self, player: str) -> None:
        del self.there[player]


class FakePackages:
    """`now` is the state; `calls` keeps every call."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.now = PackageLook(files=())

    def look(self) -> PackageLook:
        return self.now

    def install(self, file: Path) -> None:
        self.calls.append(("install", file))
        self.now = self.now._replace(busy="installing")

    def remove(self, name: str) -> None:
        self.calls.append(("remove", name))
        self.now = self.now._replace(busy="removing")
