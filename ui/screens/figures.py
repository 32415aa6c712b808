"""Rated figures of the diagnostics page with advice; no widgets here."""

from collections.abc import Callable
from gettext import NullTranslations
from typing import Literal, NamedTuple, TypeAlias

from companion.games.base import N_
from ui.services import Diagnostics

Grade: TypeAlias = Literal["fine", "weak", "bad", "unknown"]


class HealthFigure(NamedTuple):
    """A figure: picture, name, text, rating and advice."""

    icon: str
    name: str
    value: str
    state: Grade
    advice: str = ""


class Measure(NamedTuple):
    """Rating of a number: from `fine` on good, from `weak` on acceptable; `more`: larger is better.

    Texts are message keys; `pattern` has {n}.
    """

    icon: str
    name: str
    pattern: str
    fine: float
    weak: float
    more: bool
    advice: str
    of: Callable[[Diagnostics], float | None]


_MEASURES = (
    Measure(
        "camera", N_("Camera pictures"), N_("{n} a second"), 2.0, 0.8, True,
        N_("The camera sends few pictures. Check the cable, and close other programs."),
        lambda shown: shown.pictures_s,
    ),
    Measure(
        "eye", N_("Recognition"), N_("{n} ms"), 400, 1200, False,
        N_("Reading the table is slow. Close other programs."), lambda shown: shown.reading_ms,
    ),
    Measure(
        "chip", N_("Temperature"), N_("{n} °C"), 72, 80, False,
        N_("The machine is hot. Improve its cooling."), lambda shown: shown.temperature_c,
    ),
    Measure(
        "save", N_("Room for games"), N_("{n} MB"), 300, 50, True,
        N_("The disk is almost full. Delete what you do not need."), lambda shown: shown.free_mb,
    ),
)  # fmt: skip
_WINDOW = Measure(
    "panel",
    N_("Screen"),
    N_("{n} pictures/s"),
    24,
    12,
    True,
    N_("The screen is slow. Close other programs."),
    lambda _: None,
)
_DARK, _BRIGHT = 0.22, 0.82
_TOO_DARK, _TOO_BRIGHT = 0.12, 0.92


def figures(tr: NullTranslations, shown: Diagnostics, frames_s: float | None) -> list[HealthFigure]:
    """All figures in the language in use; `frames_s`: frames per second of the window."""
    camera, *others = (_figure(tr, measure, measure.of(shown)) for measure in _MEASURES)
    found = [_figure(tr, _WINDOW, frames_s), camera, others[0], _light(tr, shown.light), *others[1:]]
    if shown.slowed_down:
        advice = tr.gettext("The machine slows down. Use a stronger power supply.")
        found = [
            figure._replace(state="bad", advice=advice) if figure.icon == "chip" else figure
            for figure in found
        ]
    return found


def _figure(tr: NullTranslations, measure: Measure, number: float | None) -> HealthFigure:
    name = tr.gettext(measure.name)
    if number is None:
        return HealthFigure(measure.icon, name, tr.gettext("not measured now"), "unknown")
    sign = 1 if measure.more else -1
    fine, weak = sign * number >= sign * measure.fine, sign * number >= sign * measure.weak
    state: Grade = "fine" if fine else "weak" if weak else "bad"
    written = f"{number:.1f}" if number < 10 else f"{number:.0f}"
    value = tr.gettext(measure.pattern).format(n=written)
    return HealthFigure(measure.icon, name, value, state, "" if fine else tr.gettext(measure.advice))


def _light(tr: NullTranslations, light: float | None) -> HealthFigure:
    name = tr.gettext("Light")
    if light is None:
        return HealthFigure("lamp", name, tr.gettext("not measured now"), "unknown")
    value = f"{light:.0%}"
    if _DARK <= light <= _BRIGHT:
        return HealthFigure("lamp", name, value, "fine")
    dark = light < _DARK
    advice = tr.gettext("Too dark: switch on a lamp.") if dark else tr.gettext("Too bright: dim the lamp.")
    return HealthFigure("lamp", name, value, "weak" if _TOO_DARK <= light <= _TOO_BRIGHT else "bad", advice)
