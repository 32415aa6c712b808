"""Page of the countries: likely ones first, the others by their first letter."""

import gettext
import unicodedata
from functools import partial
from typing import Any

from kivy.app import App

from ui import theme
from ui.screens import first_start
from ui.screens.list_page import ListPage
from ui.widgets.rows import Row

_LIKELY = {
    "en": ("GB", "US", "CA", "AU", "IE", "NZ", "ZA"),
    "pt_BR": ("BR", "PT", "AO", "MZ", "CV", "GW", "TL"),
    "es": ("ES", "MX", "AR", "CO", "CL", "PE", "UY"),
}
"""Countries, by the language in use, that need no search."""
ALL = "*"


class CountryPage(ListPage):
    """The choice of the country: for the Wi-Fi, the flicker of lamps in pictures, and the time zone.

    `among` is "" for the likely countries, `ALL` for the letters, or one letter.
    """

    icon = "people"
    among = ""

    def open(self, among: str = "", **about: Any) -> None:
        """Show some of the countries."""
        self.among = among
        super().open(**about)

    def refresh_text(self) -> None:
        """Show the countries or letters."""
        tr, wide = App.get_running_app().tr, not theme.portrait()
        names = self._names()
        if self.among == ALL:
            letters = sorted({_letter(name) for name in names.values()})
            rows = [Row(letter, partial(self._search, letter)) for letter in letters]
            columns = 8 if wide else 5
        elif self.among:
            found = [code for code, name in names.items() if _letter(name) == self.among]
            rows, columns = self._rows(sorted(found, key=names.__getitem__)), 3 if wide else 2
        else:
            liked = App.get_running_app().controller.profiles.preferences().country
            first = [liked] if liked in names else list(names)[:1]
            likely = [code for code in _LIKELY[App.get_running_app().language] if code in names]
            rows, columns = self._rows(list(dict.fromkeys([*first, *likely]))), 3 if wide else 2
            rows.append(Row(tr.gettext("Another country …"), partial(self._search, ALL)))
        why = tr.gettext("Where is this table? Wi-Fi, camera and clock need the country.")
        self.show(tr.gettext("Country"), why, rows=rows, columns=columns)

    def choose(self, code: str) -> None:
        """Use a country from now on; its time zone too, unless the present one is there."""
        app, clock = App.get_running_app(), self.machine.clock
        app.prefer(country=code)
        if self.machine.has_wireless():
            self.machine.switch_wireless_on(code)
        zones = clock.zones(code) if clock.is_settable() else ()
        if zones and clock.zone() not in zones:
            first_start.in_background(partial(clock.use_zone, zones[0]))
        if not self.first_start:
            while self.among:  # the pages of letters close too
                self.among = {ALL: ""}.get(self.among, ALL)
                app.back()
        self.done()

    def _search(self, among: str) -> None:
        App.get_running_app().open(self.name, among=among, first_start=self.first_start)

    def _rows(self, codes: list[str]) -> list[Row]:
        liked = App.get_running_app().controller.profiles.preferences().country
        names = self._names()
        return [Row(names[code], partial(self.choose, code), chosen=code == liked) for code in codes]

    def _names(self) -> dict[str, str]:
        """Names by code, in the language in use if the system has them, the likeliest country first."""
        language = App.get_running_app().language
        system = gettext.translation("iso_3166-1", "/usr/share/locale", [language], fallback=True)
        return {code: system.gettext(name) for code, name in self.machine.countries()}


def _letter(name: str) -> str:
    """First letter without accent."""
    return unicodedata.normalize("NFD", name)[:1].upper()
