"""`companion lights test`, `companion buttons test`: try the wiring before the first game."""

import time
from collections.abc import Iterator
from pathlib import Path

import click

from companion.commands.options import lang_option
from companion.errors import SettingsError
from companion.games.base import N_, Sentence
from companion.i18n import translator

SIDE_S, ROUND_S = 1.5, 3.0
HOW = {
    "short": N_("short"), "long": N_("long"), "double": N_("twice"), "together": N_("together with another"),
    "stuck": N_("not released"),
}  # fmt: skip
DOWN, UP = N_("down"), N_("up")
_ONLY_TWINS = N_('buttons.driver: expected "gpio", found "twin"; set it in the settings to test pins')
_ONLY_TWIN = N_(
    'lights.driver: expected "adalight", "wled" or "network", found "twin", the lights on the screen; set the'
    " driver of your strip in the settings to test it"
)
_SERVICE_HAS_THEM = N_(
    "The service companion.service is running and has the pins. To try them: sudo systemctl stop companion;"
    " afterwards: sudo systemctl start companion"
)

settings_option = click.option(
    "--settings", "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Settings file."
)


def _nothing_to_test(why: str) -> SettingsError:
    return SettingsError.of("only_twins", Sentence(why))


@click.group("lights")
@lang_option
def lights(lang: str | None) -> None:
    """Try the light strip.

    \b
    Example:
      companion lights test
    """


@click.group("buttons")
@lang_option
def buttons(lang: str | None) -> None:
    """Try the buttons and the stations at the seats.

    \b
    Example:
      companion buttons test
    """


@lights.command("test")
@settings_option
@lang_option
def lights_test(file: Path | None, lang: str | None) -> None:
    """Light each side of the board in its own colour, then run a light around it.

    Tells how many lamps there are, what they draw and how many pictures a second the strip takes. Exit
    code 1 when it does not answer, 2 when the settings name no strip.

    \b
    Example:
      companion lights test --settings settings.toml
    """
    from companion.app.devices.light_strip import strip_layout
    from companion.settings.settings import load
    from hardware.lights import open_lights
    from hardware.strip import DARK, Light

    _ = translator(lang).gettext
    settings = load(file).lights
    if settings.driver == "twin":
        raise _nothing_to_test(_ONLY_TWIN)
    strip = strip_layout(settings)
    opened = open_lights(settings.driver, strip, settings.port, settings.baud)
    sides = (
        (_("top: red"), (255, 0, 0)),
        (_("right: green"), (0, 255, 0)),
        (_("bottom: blue"), (0, 0, 255)),
        (_("left: white"), (255, 255, 255)),
    )
    try:
        first = 0
        for (words, light), count in zip(sides, strip.sides, strict=True):
            shown: list[Light] = [DARK] * strip.count
            shown[first : first + count] = [light] * count
            first += count
            opened.show(shown)
            draws_ma = strip.draws_ma(strip.colours(shown))
            click.echo(
                _("{side}, {count} lamps, {ma} mA").format(side=words, count=count, ma=round(draws_ma))
            )
            time.sleep(SIDE_S)
        frames, end_s = 0, time.monotonic() + ROUND_S
        for head in _clockwise(strip.count):
            if time.monotonic() > end_s:
                break
            opened.show([(255, 160, 0) if lamp == head else DARK for lamp in range(strip.count)])
            frames += 1
        opened.show([DARK] * strip.count)
        click.echo(_("{count} pictures/s").format(count=round(frames / ROUND_S)))
    finally:
        opened.close()


@buttons.command("test")
@settings_option
@lang_option
def buttons_test(file: Path | None, lang: str | None) -> None:
    """Say which button is pressed and how, and light a seat's lamp while its button is held; Ctrl+C ends it.

    \b
    Example:
      companion buttons test --settings settings.toml
    """
    from companion.app.devices.wiring import BUTTONS
    from companion.app.diagnostics import doctor_computer
    from companion.settings.people import SIDE_WORDS
    from companion.settings.settings import load
    from hardware.buttons import open_buttons
    from hardware.presses import ButtonPress
    from hardware.stations import open_stations
    from hardware.strip import DARK

    _ = translator(lang).gettext
    settings = load(file)
    if (settings.buttons.driver, settings.stations.driver) == ("twin", "twin"):
        raise _nothing_to_test(_ONLY_TWINS)
    if doctor_computer.service_runs():
        click.echo(_(_SERVICE_HAS_THEM), err=True)
    main = open_buttons(settings.buttons.driver, settings.buttons.pins())
    seats = open_stations(settings.stations.driver, settings.stations.pins())

    def pressed(press: ButtonPress) -> None:
        click.echo(f"{_(BUTTONS[press.button])}: {_(HOW[press.how])}")

    def held(seat: str, down: bool) -> None:
        click.echo(f"{_(SIDE_WORDS[seat])}: {_(DOWN) if down else _(UP)}")
        seats.show(seat, (255, 255, 255) if down else DARK)

    main.on_press(pressed)
    seats.on_change(held)
    click.echo(_("Press the buttons one after the other. Ctrl+C ends the test."))
    try:
        while True:
            time.sleep(1)
    finally:
        main.close()
        seats.close()


def _clockwise(count: int) -> Iterator[int]:
    while count:
        yield from range(count)
