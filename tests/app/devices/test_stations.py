"""Buttons beside the board and stations at the seats, in a running game."""

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.app.controller.app import App
from companion.app.devices.peripherals import REACTION_S
from companion.app.devices.secret_lamps import BLINK_S, MOST_S, PAUSE_S, SecretLamps, SecretLight, frame
from companion.app.fae.lights import spirit_light
from companion.app.fae.players import opening
from companion.errors import HardwareError
from companion.games import fae
from companion.games.base import rule_error
from companion.games.fae.board import COLOURS
from companion.session.base import GameConfig
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Failed, Message, Redo, Undo
from companion.settings.people import Person
from companion.settings.settings import load
from companion.storage.journal import Journal
from hardware import presses, stations
from hardware.buttons import ButtonsTwin
from hardware.stations import StationsTwin
from hardware.strip import DARK, Light
from tests.app.simulated_people import People
from tests.hardware import lines
from tests.patience import WAIT_S
from tests.session.fae_answers import moved

UNDO_PIN = 27
SETTINGS = """
[stations]
bottom = [4, 5, 6, 13]
top = [12, 16, 20, 21]
left = [18, 19, 23, 24]
"""


class Eyes(StationsTwin):
    """Stations that keep everything their lamps ever showed."""

    def __init__(self, seats: Iterable[str]) -> None:
        super().__init__(seats)
        self.seen: list[tuple[str, Light]] = []
        self.news = threading.Condition()

    def show(self, seat: str, light: Light) -> None:
        with self.news:
            self.news.notify_all()
            super().show(seat, light)
            self.seen.append((seat, light))

    def until(self, fits: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(fits, WAIT_S)


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setitem(stations.DRIVERS, "twin", Eyes)
    path = tmp_path / "settings.toml"
    path.write_text(SETTINGS, encoding="utf-8")
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(path), journal)
        app.profiles.remember([Person("Ana", seat="bottom"), Person("Bo", seat="top")])
        setup = {"druids": {str(s): next(iter(pieces)) for s, pieces in fae.table(opening(3)).items()}}
        app.begin("fae", GameConfig(("Ana", "Bo"), setup=setup), "none")
        yield app
        app.close()


def test_buttons_undo_and_redo(app: App) -> None:
    buttons, people = app.peripherals.buttons, People(app, FaeSnapshot)
    assert isinstance(buttons, ButtonsTwin)
    now_s = [0.0]
    app.peripherals.clock_s = lambda: now_s[0]
    shown = people.until(lambda shown: shown.dealt)
    assert shown.position
    app.tell(moved(shown.game, fae.legal(shown.position)[0]))
    people.until(lambda shown: shown.played == 1)
    buttons.press("undo")  # too soon for who saw that move
    app.tell(Failed(shown.game, rule_error("test", [])))
    assert people.until(lambda shown: shown.problem is not None).played == 1
    now_s[0] = REACTION_S
    buttons.press("undo")
    people.until(lambda shown: shown.played == 0)
    now_s[0] += REACTION_S
    buttons.press("undo", "together")
    buttons.press("undo", "long")
    people.until(lambda shown: shown.played == 1)
    helped: list[str] = []
    app.on_help(lambda: helped.append("help"))
    buttons.press("help")
    assert helped == ["help"]
    buttons.press("next", "stuck")
    assert "button next" in str(app.health.errors[-1])


@pytest.mark.slow
def test_a_long_press_keeps_the_moment_and_undoes_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finger at the contact, through the driver; a short press afterwards shows that an undo is heard."""
    monkeypatch.setattr(presses, "BOUNCE_S", 0.0)
    contact = lines.opened(monkeypatch).pin(UNDO_PIN)
    assert app.peripherals.connect(replace(app.settings.buttons, driver="gpio", undo=UNDO_PIN)) is None
    told, undone = list[Message](), threading.Event()

    def tell(message: Message) -> None:
        told.append(message)
        if isinstance(message, Undo):
            undone.set()
        else:
            App.tell(app, message)

    monkeypatch.setattr(app, "tell", tell)
    setup = {"druids": {str(s): next(iter(pieces)) for s, pieces in fae.table(opening(3)).items()}}
    app.begin("fae", GameConfig(("Ana", "Bo"), setup=setup), "simulated")
    people = People(app, FaeSnapshot)
    people.until(lambda shown: shown.dealt)
    for player in ("Ana", "Bo"):
        app.seen(player)
    played = people.until(lambda shown: shown.played > 0).played
    kept = threading.Event()
    app.on_kept(kept.set)
    contact.drive_low()
    assert kept.wait(WAIT_S)
    contact.drive_high()
    assert [moment.game for moment in app.moments.moments()] == ["fae"]
    assert list(app.peripherals.presses) == [("undo", "long")]
    assert not [message for message in told if isinstance(message, Undo | Redo)]
    shown = app.latest()
    assert shown is not None and shown.played >= played
    contact.drive_low()
    contact.drive_high()
    assert undone.wait(WAIT_S)


def test_a_spirit_is_lit_at_its_own_seat_only_while_the_button_is_held(app: App) -> None:
    eyes, session = app.peripherals.stations, app._session
    assert isinstance(eyes, Eyes)
    assert session
    People(app, FaeSnapshot).until(lambda shown: shown.dealt)
    for number, seat in enumerate(("bottom", "top")):
        own = spirit_light(session.secret(number)).light
        eyes.press(seat, True)
        eyes.until(partial(lambda seat, own: eyes.shown[seat] == own, seat, own))
        eyes.press(seat, False)
        assert set(eyes.shown.values()) == {DARK}, "dark when the finger has gone"
        assert {lit for lit in eyes.seen if lit[1] != DARK} == {(seat, own)}
        eyes.seen.clear()
    looking: list[str] = []
    app.on_seat(looking.append)
    for seat in ("left", "top"):
        eyes.press(seat, True)
        eyes.press(seat, False)
    assert {seat for seat, _ in eyes.seen} <= {"top"} and looking == ["Bo"], "nobody sits on the left"


def test_each_spirit_has_its_own_blinks() -> None:
    codes = []
    for spirit in COLOURS:
        light = spirit_light(spirit)
        period_s = light.blinks * BLINK_S + PAUSE_S
        shown = [frame(light, step * 0.01) != DARK for step in range(round(period_s / 0.01))]
        codes.append(sum(lit and not before for before, lit in zip([False, *shown], shown, strict=False)))
        assert not any(shown[-round(PAUSE_S / 0.01) + 1 :])
        assert frame(light, MOST_S + 0.1) == DARK
    assert sorted(codes) == [1, 2, 3, 4, 5]


def test_a_lamp_that_fails_is_told_and_lights_no_other() -> None:
    eyes, errors = Eyes(("top", "left")), list[HardwareError]()

    def failed(error: HardwareError) -> None:
        with eyes.news:
            errors.append(error)
            eyes.news.notify_all()

    lamps = SecretLamps(eyes, lambda seat: SecretLight((9, 9, 9), 1), failed)
    eyes.press("top", True)
    eyes.until(lambda: eyes.shown["top"] != DARK)
    eyes.plugged_in = False
    eyes.until(lambda: bool(errors))
    lamps.close()
    assert [error.code for error in errors] == ["station_lost"]
    assert {seat for seat, _ in eyes.seen} == {"top"}
