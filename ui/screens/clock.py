"""Pages of the time zone and of the clock, set by touch."""

from calendar import monthrange
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from kivy.app import App

from companion.games.base import N_
from ui import theme
from ui.screens import first_start
from ui.screens.list_page import ListPage
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet

FIRST_YEAR, YEARS = 2025, 20
_PARTS = (
    ("day", N_("Day")),
    ("month", N_("Month")),
    ("year", N_("Year")),
    ("hour", N_("Hour")),
    ("minute", N_("Minute")),
)
"""Parts of the time by their names in `datetime`."""


class TimeZonePage(ListPage):
    """The time zones of the country, named by their cities."""

    icon = "clock"

    def refresh_text(self) -> None:
        """Show the zones."""
        app = App.get_running_app()
        country = app.controller.profiles.preferences().country
        zones, present = self.machine.clock.zones(country), self.machine.clock.zone()
        if present not in zones:  # a country that was chosen just now: its first one is being set
            present = zones[0] if zones else ""
        rows = [Row(_city(zone), partial(self.choose, zone), chosen=zone == present) for zone in zones]
        said = app.tr.gettext("Which city has the same time as this table?")
        if not zones:
            said = app.tr.gettext("Choose the country first.")
            rows = [Row(app.tr.gettext("Country"), partial(app.open, "country"), "next")]
        self.show(app.tr.gettext("Time zone"), said, rows=rows, columns=2 if theme.portrait() else 3)

    def choose(self, zone: str) -> None:
        """Use a time zone."""
        first_start.in_background(partial(self.machine.clock.use_zone, zone))
        self.done()


class ClockPage(ListPage):
    """Date and time: a touch on a part offers its values."""

    icon = "clock"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.time = datetime.now()

    def open(self, **about: Any) -> None:
        """Begin with the time that the computer has."""
        now = datetime.now().replace(second=0, microsecond=0)
        self.time = about.pop("time", now.replace(year=max(now.year, FIRST_YEAR)))
        super().open(**about)

    def state(self) -> dict[str, Any]:
        """The time as far as it was set."""
        return {"time": self.time}

    def refresh_text(self) -> None:
        """Show the parts of the time."""
        app = App.get_running_app()
        tr, clock = app.tr, self.machine.clock
        rows = [
            Row(f"{tr.gettext(title)}: {getattr(self.time, part):02}", partial(self.ask, part, title))
            for part, title in _PARTS
        ]
        if not self.first_start:
            title = tr.gettext("Time zone")
            rows.append(Row(f"{title}: {_city(clock.zone())}", partial(app.open, "time_zone")))
        rows.append(Row(tr.gettext("Set the clock"), self.set, "check"))
        said = tr.gettext("The clock does not know the date. Set it, or join a network.")
        if clock.is_set():
            said = tr.gettext("The network corrects the clock whenever there is one.")
        self.show(tr.gettext("Clock"), said, rows=rows, columns=1 if theme.portrait() else 2)

    def ask(self, part: str, title: str) -> None:
        """Offer the values of a part."""
        rows = [
            Row(f"{value:02}", partial(self._change, part, value), chosen=value == getattr(self.time, part))
            for value in self._values(part)
        ]
        most = 5 if theme.portrait() else 9
        ModalSheet(App.get_running_app().tr.gettext(title), rows, columns=most)

    def set(self) -> None:
        """Set the clock to the shown time."""
        first_start.in_background(partial(self.machine.clock.set, self.time))
        self.done()

    def _values(self, part: str) -> Sequence[int]:
        days = monthrange(self.time.year, self.time.month)[1]
        return {
            "day": range(1, days + 1),
            "month": range(1, 13),
            "year": range(FIRST_YEAR, FIRST_YEAR + YEARS),
            "hour": range(24),
            "minute": range(60),
        }[part]

    def _change(self, part: str, value: int) -> None:
        year, month = (value if part == name else getattr(self.time, name) for name in ("year", "month"))
        day = min(self.time.day, monthrange(year, month)[1])  # 31 January becomes 28 February
        changed: dict[str, Any] = {part: value}
        self.time = self.time.replace(day=day).replace(**changed)
        self.refresh_text()


def _city(zone: str) -> str:
    """Name of the city that a zone is named after."""
    return zone.rpartition("/")[2].replace("_", " ")
