"""Mains frequency of a country: lamps flicker twice in each period, which a camera can cancel."""

import os
import re
from collections.abc import Mapping

from companion.app.devices import time_zones
from companion.settings.settings import CameraSettings

_SIXTY = frozenset({
    "AG", "AI", "AS", "AW", "BL", "BM", "BR", "BS", "BZ", "CA", "CO", "CR", "CU", "DO", "EC", "FM",
    "GT", "GU", "GY", "HN", "HT", "KN", "KR", "KY", "MF", "MH", "MP", "MS", "MX", "NI", "PA", "PE",
    "PF", "PH", "PR", "PW", "SA", "SR", "SV", "SX", "TC", "TT", "TW", "US", "VE", "VG", "VI",
})  # fmt: skip
"""Countries (ISO 3166) with 60 Hz. All others but those of `_BOTH` have 50 Hz.

Source: IEC World Plugs, as copied in github.com/benjiao/world-plugs. It lacks BL, MH, PF and SX, which are in
github.com/kai2233/TicketWingMan_backend (data/country.js), and MP, which has the plugs of the United States.
"""
_BOTH = frozenset({"BQ", "JP", "KP", "LR"})
"""Countries with both frequencies, same sources: 60 Hz on two of three islands of the Caribbean Netherlands
and in the west of Japan; North Korea and Liberia."""
_LOCALE = re.compile(r"[a-z]{2,3}_([A-Z]{2})\b")


def mains_hz(settings: CameraSettings, chosen: str = "") -> int | None:
    """Return the frequency that the camera settings ask for: 50, 60, 0 for none; None if it is unknown.

    `chosen` is the code of the country, "" for that of the system.
    """
    if settings.mains == "off":
        return 0
    if settings.mains != "auto":
        return int(settings.mains)
    code = chosen or system_country()
    return None if not code or code in _BOTH else 60 if code in _SIXTY else 50


def system_country(environment: Mapping[str, str] = os.environ) -> str:
    """Return the ISO 3166 code of the country of the time zone, else of the locale; empty if unknown.

    The time zone comes first: people set their clock, but many keep the locale en_GB of a fresh system.
    """
    if zone := time_zones.of_clock():
        for code, name in time_zones.listed():
            if name == zone:
                return code
    locale = next((value for name in ("LC_ALL", "LANG") if (value := environment.get(name))), "")
    found = _LOCALE.match(locale)
    return found[1] if found else ""
