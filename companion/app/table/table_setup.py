"""Setting up a table, step by step: where the camera hangs, how the strip lies, whether buttons answer."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol, cast

from companion.app.devices.light_effects import Led
from companion.app.devices.light_strip import LightStrip
from companion.app.devices.peripherals import Peripherals
from companion.app.game_loader import app_game
from companion.app.machine import settings_file
from companion.app.table import optics
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
"""About so many answers are needed for a long strip; only to show how far people are."""
WHITE: Light = (255, 255, 255)


class SetUp(Protocol):
    """The running app, as its set-up needs it."""

    beside: Peripherals
    lamps: Lights
    settings: Settings
    strip: LightStrip

    def lay(self, lights: LightSettings) -> None:
        """Speak to a strip that is set up like this from now on."""


class AppTableSetup:
    """Implements `ui.setup_service.TableSetup`; what is found is kept in the settings `file`."""

    def __init__(self, app: SetUp, file: Path) -> None:
        self._app, self._file = app, file
        self._before: LightSettings | None = None
        self._survey: StripSurvey | None = None
        self._colours: list[str] = []
        self._answers = 0
        self._problem: CompanionError | None = None

    def lenses(self) -> Sequence[str]:
        """Names of cameras whose lens is known."""
        return tuple(optics.LENSES)

    def camera_place(self, game: str, lens: str) -> CameraPlace | None:
        """How high that lens hangs above the board of a game; None where it has no board."""
        board = app_game(game).lights
        return optics.camera_place(board.size_mm, lens) if board else None

    def strip_driver(self) -> StripDriver:
        """What the strip speaks."""
        return self._app.settings.lights.driver

    def strip_host(self) -> str:
        """Where the strip in the network is."""
        lights = self._app.settings.lights
        return lights.port if lights.driver == "network" else ""

    def begin_strip(self, driver: StripDriver, lamps: int, host: str = "") -> None:
        """Light lamps of a strip that nobody has described yet. Raises CompanionError."""
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
        """What is asked now."""
        if self._survey is None:
            return StripStep("done" if self._answers else "", share=1.0, problem=self._problem)
        if self._app.strip.lost or not self._app.strip.showing:
            return StripStep("wait", problem=self._app.strip.problem)
        share = min(0.95, self._answers / MOST_ANSWERS)
        lamp = self._survey.asked or 0
        asks: StripAsks = "colour" if len(self._colours) < 2 else "place"
        return StripStep(asks, lamp, share, self._problem)

    def answer_strip(self, seen: str) -> None:
        """What people see of it. Raises CompanionError; where no strip lies like that all is asked again."""
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
        """Ask no more; the strip is again as the settings say."""
        self._survey = None
        if self._before:
            self._app.lay(self._before)
            self._before = None

    def buttons_wired(self) -> bool:
        """Whether buttons at pins are heard."""
        return not isinstance(self._app.beside.buttons, ButtonsTwin)

    def use_pins(self) -> None:
        """Listen to the pins of the settings, and keep that. Raises CompanionError."""
        wanted = replace(self._app.settings.buttons, driver="gpio")
        if error := self._app.beside.connect(wanted):
            raise error
        settings_file.change(self._file, "buttons", asdict(wanted))
        self._app.settings = replace(self._app.settings, buttons=wanted)

    def seat_pins(self) -> Mapping[str, Sequence[int]]:
        """Button, red, green and blue of every seat with a station."""
        stations = self._app.settings.stations
        return stations.pins() if stations.driver == "gpio" else {}

    def free_pins(self, seat: str) -> Sequence[int]:
        """What no button and no other seat has."""
        settings = self._app.settings
        others = [pins for other, pins in settings.stations.pins().items() if other != seat]
        used = {*settings.buttons.pins().values(), *(pin for pins in others for pin in pins)}
        return tuple(pin for pin in PLAIN if pin not in used)

    def header_pin(self, gpio: int) -> int:
        """Where a GPIO number is on the header."""
        return HEADER.index(str(gpio)) + 1

    def wire_seat(self, seat: str, pins: Sequence[int]) -> None:
        """Use these pins at a seat, and keep that; else all is as it was. Raises CompanionError."""
        now = self._app.settings.stations
        changed: dict[str, Any] = {seat: [*pins]}
        wanted = replace(now, driver="gpio", **changed)
        try:
            if error := self._app.beside.sit(wanted):
                raise error
            settings_file.change(self._file, "stations", asdict(wanted))
        except CompanionError:
            self._app.beside.sit(now)
            raise
        self._app.settings = replace(self._app.settings, stations=wanted)

    def light_seat(self, seat: str, light: Light) -> None:
        """Light the lamp of a seat, where there is one. Raises HardwareError."""
        if seat in self._app.beside.stations.seats:
            self._app.beside.stations.show(seat, light)

    def pressed(self) -> Sequence[tuple[str, str]]:
        """Which buttons were pressed how, and at which seats, the last ones."""
        return tuple(self._app.beside.presses)

    def _light(self) -> None:
        """The first two pictures: all lamps in the first and the second colour on the wire; then one lamp."""
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
