"""The time zone of the system, and the countries of all time zones (tzdata's zone.tab)."""

import re
from collections.abc import Sequence
from pathlib import Path

CLOCK = Path("/etc/localtime")
ZONES = Path("/usr/share/zoneinfo/zone.tab")
_NAME = re.compile(r"[\w+-]+(?:/[\w+-]+)*", re.ASCII)
_ZONE = re.compile(rf".*/zoneinfo/(?:posix/)?({_NAME.pattern})", re.ASCII | re.DOTALL)


def of_clock() -> str:
    """Return the zone that the link names; empty if unknown.

    The link is not resolved further: a zone may be a link to one of another country.
    """
    try:
        found = _ZONE.fullmatch(str(CLOCK.readlink()))
    except OSError:
        return ""
    return found[1] if found else ""


def listed() -> Sequence[tuple[str, str]]:
    """Return the ISO 3166 code of the country and the name of every zone, the largest of a region first."""
    try:
        lines = ZONES.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    fields = (line.split("\t") for line in lines)
    return [
        (field[0], field[2])
        for field in fields
        if len(field) > 2 and len(field[0]) == 2 and _NAME.fullmatch(field[2])
    ]
