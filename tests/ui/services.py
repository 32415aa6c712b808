"""Fake services of the app without files, cameras or journals, for windows under test."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from companion.app.machine.machine_control import AppMachine
from companion.errors import CompanionError, HardwareError
from companion.games.base import N_, Advice, Sentence, Space
from companion.settings.people import Person, Plan
from companion.settings.preferences import Preferences
from companion.storage.exports import Saved
from companion.storage.failure import failure
from hardware.header import HEADER
from tests.ui.locks import FakeLocks
from tests.ui.outside_services import FakeBackups, FakePackages, FakePhones
from ui.machine_service import MachineAction, NetworkLook, NewsLook, WirelessNetwork
from ui.services import (
    CameraChoice,
    Check,
    DeviceStatus,
    Diagnostics,
    GameFigures,
    History,
    KeptMoment,
    Light,
    PicturePoint,
    PlayerFigures,
    ReplayStep,
    Review,
    RgbPicture,
    RoleFigures,
    SavedGame,
    TableLook,
)
from ui.setup_service import CameraPlace, StripDriver, StripStep
from ui.table_test_service import Judged, TestPicture
from ui.teacher import KindAccuracy
from ui.twin_service import Fault, TwinName


class FakeArchive:
    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.saved: list[SavedGame] = []
        self.stored: list[History] = []
        self.figures: list[PlayerFigures] = []
        self.totals: list[GameFigures] = []
        self.roles: list[RoleFigures] = []

    def saved_games(self) -> Sequence[SavedGame]:
        return self.saved

    def games(self) -> Sequence[History]:
        return self.stored

    def history(self, game: int) -> History:
        return next(history for history in self.stored if history.id == game)

    def replay(self, game: int) -> Sequence[ReplayStep]:
        self.calls.append(("replay", game))
        return []

    def tally(self) -> "FakeTally":
        return FakeTally(self)

    def keep_summaries(self) -> None:
        self.calls.append(("keep_summaries",))

    def export(self, game: int) -> Saved:
        self.calls.append(("export", game))
        return Saved(Path(f"fae-{game}.json"), Sentence("fae.json"))

    def save_film(self, game: int, page: bytes) -> Saved:
        self.calls.append(("save_film", game, page))
        return Saved(Path("film.html"), Sentence("film.html"))

    def save_picture(self, game: int, png: bytes) -> Saved:
        self.calls.append(("save_picture", game))
        return Saved(Path(f"fae-{game}.png"), Sentence("fae.png"))

    def delete(self, game: int) -> None:
        self.calls.append(("delete", game))


class FakeMoments:
    def __init__(self) -> None:
        self.kept: list[KeptMoment] = []
        self.calls: list[tuple[str, str]] = []
        self.pictures: list[TestPicture] = []
        self.judged: list[Judged] = []

    def take(self) -> TestPicture:
        if not self.pictures:
            raise failure("no_pictures", "no picture of the table yet")
        return self.pictures.pop(0)

    def keep_judged(self, judged: Judged) -> None:
        self.judged.append(judged)

    def keep(self) -> None:
        sentence = Sentence("The app saw a move.")
        self.kept.insert(0, KeptMoment(f"moment-{len(self.kept)}", "fae", "2026-11-20 20:15", sentence))

    def moments(self) -> Sequence[KeptMoment]:
        return tuple(self.kept)

    def picture(self, name: str) -> RgbPicture:
        return RgbPicture(4, 3, bytes([120]) * 36)

    def delete(self, name: str) -> None:
        self.calls.append(("delete", name))
        self.kept = [moment for moment in self.kept if moment.name != name]

    def export(self, name: str) -> Saved:
        self.calls.append(("export", name))
        return Saved(Path(f"{name}.zip"), Sentence("moment.zip"))


class FakeTally:
    def __init__(self, archive: FakeArchive) -> None:
        self._archive = archive

    def add(self, known: History) -> None:
        self._archive.calls.append(("add", known))

    def players(self) -> Sequence[PlayerFigures]:
        return self._archive.figures

    def games(self) -> Sequence[GameFigures]:
        return self._archive.totals

    def roles(self, game: str) -> Sequence[RoleFigures]:
        return self._archive.roles


class FakeDevices:
    def __init__(self) -> None:
        self.spots: list[tuple[str, Light | None]] = []
        self.shown = Diagnostics()
        self.why_left_alone: Sentence | None = None
        self.tried_again = False
        self.connected: list[DeviceStatus] = [
            DeviceStatus("camera", "twin"), DeviceStatus("lights", "twin"), DeviceStatus("buttons", "missing")
        ]  # fmt: skip

    def signs(self) -> Sequence[DeviceStatus]:
        return self.connected

    def diagnostics(self) -> Diagnostics:
        return self.shown

    def dim(self, brightness: float) -> bool:
        return False

    def safe_mode_reason(self) -> Sentence | None:
        return self.why_left_alone

    def try_again(self) -> None:
        self.tried_again = True

    def spotlight(self, seat: str, light: Light | None) -> None:
        self.spots.append((seat, light))


class FakeCheck:
    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.look: TableLook | None = None

    def open(self, game: str, simulated: bool) -> None:
        self.calls.append(("open", game, simulated))

    def close(self) -> None:
        self.calls.append(("close",))

    def latest(self) -> TableLook | None:
        return self.look

    def drag(self, corners: Sequence[PicturePoint] | None) -> None:
        self.calls.append(("drag", corners))

    def correct(self, space: Any, pieces: Mapping[str, int] | None) -> None:
        self.calls.append(("correct", space, pieces))

    def cameras(self) -> Sequence[CameraChoice]:
        return (CameraChoice("0", "Camera 0"), CameraChoice("1", "Camera 1"))

    def use(self, source: str) -> None:
        self.calls.append(("use", source))

    def lock(self, exposure: bool, white_balance: bool, focus: bool) -> None:
        self.calls.append(("lock", exposure, white_balance, focus))


class FakeTeacher:
    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.names: dict[tuple[str, str], list[str]] = {}
        self.spoiled: dict[tuple[str, str], dict[str, CompanionError]] = {}
        self.picture = RgbPicture(4, 3, bytes(range(36)))
        self.refusal: CompanionError | None = None
        self.proposal: Any = {"": ()}

    def capture(self, game: str) -> RgbPicture:
        self.calls.append(("capture", game))
        return self.picture

    def learn_board(self, corners: Sequence[PicturePoint], name: str) -> None:
        if self.refusal:
            raise self.refusal
        self.calls.append(("learn_board", tuple(corners), name))

    def spaces(self, corners: Sequence[PicturePoint] | None) -> Mapping[Any, tuple[PicturePoint, ...]]:
        self.calls.append(("spaces", corners))
        if self.refusal:
            raise self.refusal
        return {"9,1": ((0.4, 0.2), (0.5, 0.2), (0.5, 0.3)), "9,5": ((0.4, 0.5), (0.6, 0.5), (0.5, 0.7))}

    def learn_pieces(
        self, corners: Sequence[PicturePoint] | None, lesson: Any, name: str
    ) -> Sequence[KindAccuracy]:
        if self.refusal:
            raise self.refusal
        self.calls.append(("learn_pieces", corners, lesson, name))
        return [KindAccuracy("goblin", 1, 2, ("brute",))]

    def propose(self, name: str) -> Any:
        return self.proposal

    def face(self, game: str, name: str, kind: str) -> RgbPicture:
        return self.picture

    def test(self, name: str) -> TableLook:
        return TableLook(self.picture, ready=True)

    def learnt(self, sort: str, game: str) -> Sequence[str]:
        return self.names.get((sort, game), [])

    def damaged(self, sort: str, game: str) -> Mapping[str, CompanionError]:
        return self.spoiled.get((sort, game), {})

    def check(self, sort: str, game: str, content: bytes, place: str) -> None:
        if self.refusal:
            raise self.refusal

    def forget(self, sort: str, game: str, name: str) -> None:
        self.names[sort, game].remove(name)

    def use(self, sort: str, game: str, name: str) -> None:
        self.calls.append(("use", sort, game, name))


class FakeProfiles:
    def __init__(self) -> None:
        self.liked = Preferences()
        self.new = False
        self.known: list[Person] = []
        self.plans: dict[str, Plan] = {}
        self.taught: dict[str, str] = {}
        self.troubles: list[CompanionError] = []
        self.new_games: set[str] = set()
        self.untold: list[str] = []
        self.again: list[str] = []
        self.preference_listeners: list[Callable[[Preferences], None]] = []

    def first_start(self) -> bool:
        return self.new

    def preferences(self) -> Preferences:
        return self.liked

    def prefer(self, **changes: Any) -> None:
        self.liked, self.new = replace(self.liked, **changes), False
        for listener in tuple(self.preference_listeners):
            listener(self.liked)

    def people(self) -> Sequence[Person]:
        return self.known

    def remember(self, people: Sequence[Person]) -> None:
        names = {person.name for person in people}
        others = (person for person in self.known if person.name not in names and not person.guest)
        self.known = [*people, *others]

    def forget_person(self, name: str) -> None:
        self.known = [person for person in self.known if person.name != name]

    def plan(self, game: str) -> Plan:
        return self.plans.get(game, Plan())

    def agree(self, game: str, plan: Plan) -> None:
        self.plans[game] = plan

    def is_new(self, game: str) -> bool:
        return game in self.new_games

    def begun(self, game: str, players: Sequence[str]) -> None:
        self.new_games.discard(game)

    def unexplained(self, game: str, players: Sequence[str], rules: Sequence[str]) -> Sequence[str]:
        return [rule for rule in rules if rule in self.untold]

    def explained(self, game: str, players: Sequence[str], rules: Sequence[str]) -> None:
        self.untold = [rule for rule in self.untold if rule not in rules]

    def explain_again(self, name: str) -> None:
        self.again.append(name)

    def tags(self) -> Mapping[str, str]:
        return self.taught

    def teach_tag(self, tag: str, what: str) -> None:
        self.taught = {**{t: w for t, w in self.taught.items() if t != tag}, **({tag: what} if what else {})}

    def problems(self) -> Sequence[CompanionError]:
        taken, self.troubles = self.troubles, []
        return taken

    def on_change(self, listener: Callable[[Preferences], None]) -> Callable[[], None]:
        self.preference_listeners.append(listener)
        return partial(self.preference_listeners.remove, listener)


class FakeHints:
    """Returns `found` as the hints; without them no hint is offered."""

    def __init__(self) -> None:
        self.found: Sequence[Advice[Any]] = ()
        self.ready = True
        self.pointed: tuple[Space, ...] = ()
        self.calls: list[str] = []

    def offered(self) -> bool:
        return bool(self.found)

    def think(self) -> None:
        self.calls.append("think")

    def latest(self) -> Sequence[Advice[Any]] | None:
        return self.found if self.ready else None

    def point(self, spaces: Sequence[Space]) -> None:
        self.pointed = tuple(spaces)

    def stop(self) -> None:
        self.calls.append("stop")
        self.pointed = ()


class FakeReviews:
    """Returns `found` as the review of every game; without it none is offered. `share` of it is done."""

    def __init__(self) -> None:
        self.found: Review | None = None
        self.share = 1.0
        self.calls: list[object] = []

    def offered(self, name: str) -> bool:
        return self.found is not None

    def begin(self, game: int) -> None:
        self.calls.append(game)

    def progress(self) -> float:
        return self.share

    def latest(self) -> Review | None:
        return self.found if self.share == 1.0 else None

    def film(self, game: int, language: str, initials: bool) -> bytes:
        self.calls.append(("film", game, language, initials))
        return b"<!doctype html>"

    def stop(self) -> None:
        self.calls.append("stop")


class FakeSetup:
    """`step` is the request to the strip; `calls` keeps every call."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.step = StripStep()
        self.driver: StripDriver = "twin"
        self.wired = False
        self.seats: dict[str, Sequence[int]] = {}
        self.presses: list[tuple[str, str]] = []
        self.refusal: CompanionError | None = None

    def lenses(self) -> Sequence[str]:
        return ("Webcam", "Camera Module 3 Wide")

    def camera_place(self, game: str, lens: str) -> CameraPlace | None:
        return CameraPlace((600, 400), 640.0 if lens == "Webcam" else 410.0, 1370.0)

    def strip_driver(self) -> StripDriver:
        return self.driver

    def strip_host(self) -> str:
        return ""

    def begin_strip(self, driver: StripDriver, lamps: int, host: str = "") -> None:
        self.calls.append(("begin_strip", driver, lamps, host))
        if self.refusal:
            raise self.refusal
        self.step = StripStep("colour")

    def strip_step(self) -> StripStep:
        return self.step

    def answer_strip(self, seen: str) -> None:
        self.calls.append(("answer_strip", seen))
        self.step = StripStep("place", 3, 0.1)

    def leave_strip(self) -> None:
        self.calls.append(("leave_strip",))
        self.step = StripStep()

    def buttons_wired(self) -> bool:
        return self.wired

    def use_pins(self) -> None:
        if self.refusal:
            raise self.refusal
        self.wired = True

    def seat_pins(self) -> Mapping[str, Sequence[int]]:
        return self.seats

    def free_pins(self, seat: str) -> Sequence[int]:
        others = [pins for other, pins in self.seats.items() if other != seat]
        return [pin for pin in range(4, 28) if not any(pin in pins for pins in others)]

    def header_pin(self, gpio: int) -> int:
        return HEADER.index(str(gpio)) + 1

    def wire_seat(self, seat: str, pins: Sequence[int]) -> None:
        if self.refusal:
            raise self.refusal
        self.seats[seat] = pins
        if not pins:
            del self.seats[seat]

    def light_seat(self, seat: str, light: tuple[int, int, int]) -> None:
        self.calls.append(("light_seat", seat, light))

    def pressed(self) -> Sequence[tuple[str, str]]:
        return self.presses


class FakeTwins:
    def __init__(self) -> None:
        self.broken: dict[TwinName, set[Fault]] = {
            "camera": set(), "lights": {"unplugged"}, "buttons": set(), "stations": set(), "reader": {"slow"}
        }  # fmt: skip
        self.used: list[TwinName] = []

    def faults(self) -> dict[TwinName, Set[Fault]]:
        return {**self.broken}

    def fail(self, twin: TwinName, fault: Fault, on: bool) -> None:
        (self.broken[twin].add if on else self.broken[twin].discard)(fault)

    def use(self, twin: TwinName) -> None:
        self.used.append(twin)


class Measured:
    """Machine with two problems."""

    def diagnostics(self) -> Diagnostics:
        lost = HardwareError("lights_lost", "gone")
        checks = (
            Check("group_video", Sentence(N_("Group {name}"), {"name": "video"}), "failed", ""),
            Check("disk", N_("Disk"), "failed", ""),
        )
        model = "Raspberry Pi 5 Model B Rev 1.0"
        return Diagnostics(9.8, 61, 0.5, (("21:14", lost),), "1.2.3", model, 51.2, False, 18230, checks)


class FakeClock:
    """A clock that can be set, in two zones of Brazil; a clock that knows its time."""

    def __init__(self) -> None:
        self.offered, self.known = True, True
        self.present = "America/Sao_Paulo"
        self.times: list[datetime] = []
        self.refusal: CompanionError | None = None

    def is_settable(self) -> bool:
        return self.offered

    def is_set(self) -> bool:
        return self.known

    def zone(self) -> str:
        return self.present

    def zones(self, country: str) -> Sequence[str]:
        zones = {"BR": ("America/Noronha", "America/Sao_Paulo"), "AF": ("Asia/Kabul",)}
        return zones.get(country, ())

    def use_zone(self, zone: str) -> None:
        if self.refusal:
            raise self.refusal
        self.present = zone

    def set(self, when: datetime) -> None:
        if self.refusal:
            raise self.refusal
        self.times.append(when)


class FakeMachine:
    def __init__(self) -> None:
        self.done: list[MachineAction] = []
        self.joined: list[tuple[str, str]] = []
        self.switched_on: list[str] = []
        self.clock, self.wireless = FakeClock(), True
        self.look, self.fresh = NetworkLook(), NewsLook()
        self.ended: Sentence | None = None
        self.refusal: CompanionError | None = None

    def about(self) -> str:
        return AppMachine(Measured(), served=True).about()

    def lines(self) -> Sequence[Sentence]:
        return AppMachine(Measured(), served=True).lines()

    def actions(self) -> Sequence[MachineAction]:
        return ("power_off", "restart", "update")

    def run_action(self, act: MachineAction) -> None:
        if self.refusal:
            raise self.refusal
        self.done.append(act)

    def look_for_news(self) -> None:
        self.joined.append(("news", ""))

    def news(self) -> NewsLook:
        return self.fresh

    def updated(self) -> Sentence | None:
        return self.ended

    def has_networks(self) -> bool:
        return True

    def has_wireless(self) -> bool:
        return self.wireless

    def look_for_networks(self) -> None:
        self.joined.append(("look", ""))

    def join(self, network: WirelessNetwork, password: str) -> None:
        self.joined.append((network.name, password))
        self.look = NetworkLook(self.look.found, busy=True)

    def countries(self) -> Sequence[tuple[str, str]]:
        return (("BR", "Brazil"), ("AF", "Afghanistan"))

    def switch_wireless_on(self, country: str = "") -> None:
        self.switched_on.append(country)
        self.look = NetworkLook(busy=True)

    def networks(self) -> NetworkLook:
        return self.look


class FakeServices:
    """Base of a fake controller; `serve` makes the services."""

    def serve(self) -> None:
        self.archive, self.devices, self.profiles = FakeArchive(), FakeDevices(), FakeProfiles()
        self.table_check, self.teacher, self.hints = FakeCheck(), FakeTeacher(), FakeHints()
        self.locks, self.moments, self.reviews = FakeLocks(), FakeMoments(), FakeReviews()
        self.table_setup, self.twins, self.machine = FakeSetup(), FakeTwins(), FakeMachine()
        self.backups, self.phones, self.packages = FakeBackups(), FakePhones(), FakePackages()
