"""Mains frequency of a country: lamps flicker twice in each period, which a camera can cancel."""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.settings.settings import CameraSettings

_SIXTY = frozenset({
    "AG", "AI", "AS", "AW", "BM", "BR", "BS", "BZ", "CA", "CO", "CR", "CU", "DO", "EC", "FM", "GT",
    "GU", "GY", "HN", "HT", "KN", "KR", "KY", "MF", "MH", "MP", "MS", "MX", "NI", "PA", "PE", "PH",
    "PR", "PW", "SA", "SR", "SV", "SX", "TC", "TT", "TW", "US", "VE", "VG", "VI",
})  # fmt: skip
"""Countries (ISO 3166) with 60 Hz; not yet checked against a list, such as IEC World Plugs.

All others but those of `_BOTH` have 50 Hz.
"""
_BOTH = frozenset({"JP", "LR"})
"""Countries with both frequencies: 50 Hz in the east of Japan, 60 Hz in its west; Liberia."""
_ZONE = re.compile(r".*/zoneinfo/(?:posix/)?(.+)")
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


def system_country(
    clock: Path = Path("/etc/localtime"),
    zones: Path = Path("/usr/share/zoneinfo/zone.tab"),
    environment: Mapping[str, str] = os.environ,
) -> str:
    """Return the ISO 3166 code of the country of the time zone, else of the locale; empty if unknown.

    The time zone comes first: people set their clock, but many keep the locale en_GB of a fresh system.
    """
    with suppress(OSError):
        # Not resolved further: a zone may be a link to one of another country.
        zone = _ZONE.fullmatch(str(clock.readlink()))
        for line in zones.read_text(encoding="utf-8").splitlines():
            code, *rest = line.split("\t")
            if zone and len(code) == 2 and zone[1] in rest[1:2]:
                return code
    locale = next((value for name in ("LC_ALL", "LANG") if (value := environment.get(name))), "")
    found = _LOCALE.match(locale)
    return found[1] if found else ""
