"""Step-by-step set-up of a table: camera position, strip layout, and buttons."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol, cast

from companion.app.devices.health import Health
from companion.app.devices.light_effects import Led
from companion.app.devices.light_strip import LightStrip
from companion.app.devices.peripherals import Peripherals
from companion.app.game_loader import app_game
from companion.app.machine import settings_file
from companion.errors import CompanionError
from companion.settings.settings import LightSettings, Settings
from hardware.buttons import ButtonsTwin
from hardware.header import HEADER, PLAIN
from hardware.lights import Lights
from hardware.strip import DARK, Light, Order, Strip
from hardware.strip_survey import Place, StripSurvey
from ui.setup_service import CameraPlace, StripAsks, StripDriver, StripStep

COLOURS = ("red", "green", "blue")
MOST_ANSWERS = 20
"""Approximate number of answers for a long strip; only for the progress display."""
WHITE: Light = (255, 255, 255)


class TableSetupHost(Protocol):
    """The running app, as the set-up needs it."""

    health: Health
    peripherals: Peripherals
    lamps: Lights
    settings: Settings
    strip: LightStrip

    def lay(self, lights: LightSettings) -> None:
        """Use a strip with this layout from now on."""


class AppTableSetup:
    """Implements `ui.setup_service.TableSetup`; results are stored in the settings `file`."""

    def __init__(self, app: TableSetupHost, file: Path) -> None:
        self._app, self._file = app, file
        self._before: LightSettings | None = None
        self._survey: StripSurvey | None = None
        self._colours: list[str] = []
        self._answers = 0
        self._problem: CompanionError | None = None

    def lenses(self) -> Sequence[str]:
        """Names of the cameras whose lens is known; first the camera in use, once a board was found."""
        from companion.app.table import optics

        return (*((optics.FOUND,) if self._app.health.extent else ()), *optics.LENSES)

    def camera_place(self, game: str, lens: str) -> CameraPlace | None:
        """Height of that lens above the board of a game; None if the game has no board."""
        from companion.app.table import optics

        board = app_game(game).lights
        found = self._app.health.extent if lens == optics.FOUND else None
        return optics.camera_place(board.size_mm, found or optics.extent(lens)) if board else None

    def strip_driver(self) -> StripDriver:
        """Driver of the strip."""
        return self._app.settings.lights.driver

    def strip_host(self) -> str:
        """Host of a network strip."""
        lights = self._app.settings.lights
        return lights.port if lights.driver == "network" else ""

    def begin_strip(self, driver: StripDriver, lamps: int, host: str = "") -> None:
        """Start a survey of a strip of `lamps` lamps. Raises CompanionError."""
        now = self._before or self._app.settings.lights
        if driver == "twin":
            self.leave_strip()
            self._keep(replace(now, driver=driver))
            return
        self._survey, self._before = StripSurvey(lamps), now
        self._colours, self._answers, self._problem = [], 0, None
        port = host if driver == "network" else now.port if now.driver != "network" else "auto"
        plain: dict[str, Any] = dict.fromkeys(("right", "bottom", "left", "corner_gap"), 0)
        wire = replace(
            now, driver=driver, port=port, top=lamps, start="top_left", direction="clockwise", order="rgb",
            gamma=1.0, **plain,
        )  # fmt: skip
        self._app.lay(wire)
        self._light()

    def strip_step(self) -> StripStep:
        """The current question."""
        if self._survey is None:
            return StripStep("done" if self._answers else "", share=1.0, problem=self._problem)
        if self._app.strip.lost or not self._app.strip.showing:
            return StripStep("wait", problem=self._app.strip.problem)
        share = min(0.95, self._answers / MOST_ANSWERS)
        lamp = self._survey.asked or 0
        asks: StripAsks = "colour" if len(self._colours) < 2 else "place"
        return StripStep(asks, lamp, share, self._problem)

    def answer_strip(self, seen: str) -> None:
        """Answer the question. Raises CompanionError; contradictory answers restart the survey."""
        survey = self._survey
        if survey is None:
            return
        self._problem = None
        self._answers += 1
        if len(self._colours) < 2:
            self._colours = [seen] if self._colours == [seen] else [*self._colours, seen]
        else:
            try:
                survey.answer(cast(Place, seen))
            except CompanionError as error:
                survey = self._survey = StripSurvey(self._app.lamps.strip.wired)
                self._answers, self._problem = len(self._colours), error
        if survey.asked is None:
            self._found(survey)
        else:
            self._light()

    def leave_strip(self) -> None:
        """End the survey and restore the strip of the settings."""
        self._survey = None
        if self._before:
            self._app.lay(self._before)
            self._before = None

    def buttons_wired(self) -> bool:
        """Return True if buttons at GPIO pins are in use."""
        return not isinstance(self._app.peripherals.buttons, ButtonsTwin)

    def use_pins(self) -> None:
        """Use the pins of the settings, and store that. Raises CompanionError."""
        wanted = replace(self._app.settings.buttons, driver="gpio")
        if error := self._app.peripherals.connect(wanted):
            raise error
        settings_file.change(self._file, "buttons", asdict(wanted))
        self._app.settings = replace(self._app.settings, buttons=wanted)

    def seat_pins(self) -> Mapping[str, Sequence[int]]:
        """GPIO numbers of button, red, green and blue of every seat with a station."""
        stations = self._app.settings.stations
        return stations.pins() if stations.driver == "gpio" else {}

    def free_pins(self, seat: str) -> Sequence[int]:
        """GPIO numbers used by no button and no other seat."""
        settings = self._app.settings
        others = [pins for other, pins in settings.stations.pins().items() if other != seat]
        used = {*settings.buttons.pins().values(), *(pin for pins in others for pin in pins)}
        return tuple(pin for pin in PLAIN if pin not in used)

    def header_pin(self, gpio: int) -> int:
        """Pin number on the header of a GPIO number."""
        return HEADER.index(str(gpio)) + 1

    def wire_seat(self, seat: str, pins: Sequence[int]) -> None:
        """Use these pins at a seat and store that; on error nothing changes. Raises CompanionError."""
        now = self._app.settings.stations
        changed: dict[str, Any] = {seat: [*pins]}
        wanted = replace(now, driver="gpio", **changed)
        try:
            if error := self._app.peripherals.sit(wanted):
                raise error
            settings_file.change(self._file, "stations", asdict(wanted))
        except CompanionError:
            self._app.peripherals.sit(now)
            raise
        self._app.settings = replace(self._app.settings, stations=wanted)

    def light_seat(self, seat: str, light: Light) -> None:
        """Light the lamp of a seat, if it has one. Raises HardwareError."""
        if seat in self._app.peripherals.stations.seats:
            self._app.peripherals.stations.show(seat, light)

    def pressed(self) -> Sequence[tuple[str, str]]:
        """The last presses: (button, how), or (seat, "down")."""
        return tuple(self._app.peripherals.presses)

    def _light(self) -> None:
        """Light the current test pattern: all lamps for the first two questions, then one lamp.

        The first two show the first and the second colour on the wire.
        """
        count = self._app.lamps.strip.count
        if len(self._colours) < 2:
            level = [0, 0, 0]
            level[len(self._colours)] = 255
            shown = [(level[0], level[1], level[2])] * count
        else:
            asked = self._survey.asked if self._survey else None
            shown = [WHITE if lamp == asked else DARK for lamp in range(count)]
        self._app.strip.show([Led(light) for light in shown])

    def _found(self, survey: StripSurvey) -> None:
        assert self._before
        order = [*self._colours, *(colour for colour in COLOURS if colour not in self._colours)]
        found = survey.strip(Strip())
        top, right, bottom, left = found.sides
        wire = self._app.settings.lights
        lights = replace(
            self._before, driver=wire.driver, port=wire.port, top=top, right=right, bottom=bottom, left=left,
            start=found.start, direction="clockwise" if found.clockwise else "counterclockwise",
            corner_gap=found.corner_gap, order=cast(Order, "".join(colour[0] for colour in order)),
        )  # fmt: skip
        self._survey = self._before = None
        self._keep(lights)

    def _keep(self, lights: LightSettings) -> None:
        self._app.lay(lights)
        settings_file.change(self._file, "lights", asdict(lights))
