from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from companion.app.devices import time_zones
from companion.app.devices.mains import mains_hz, system_country
from companion.settings.settings import DEFAULTS, load

CAMERA = load(DEFAULTS).camera
ZONES = "# a comment\nBR\t-2332-04637\tAmerica/Sao_Paulo\tBrazil\nCW\t+1211-06900\tAmerica/Curacao\n"


@pytest.mark.parametrize(
    ("mains", "country", "hz"),
    [
        ("auto", "BR", 60), ("auto", "US", 60), ("auto", "KR", 60), ("auto", "ES", 50), ("auto", "AR", 50),
        ("auto", "PF", 60), ("auto", "BQ", None),
        ("auto", "JP", None), ("auto", "", None), ("50", "BR", 50), ("60", "ES", 60), ("off", "BR", 0),
    ],
)  # fmt: skip
def test_the_frequency_is_that_of_the_country_unless_it_is_set(
    monkeypatch: pytest.MonkeyPatch, mains: Literal["auto", "50", "60", "off"], country: str, hz: int | None
) -> None:
    monkeypatch.setattr("companion.app.devices.mains.system_country", lambda: "")
    assert mains_hz(replace(CAMERA, mains=mains), country) == hz


def test_the_country_of_the_system_counts_until_one_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.devices.mains.system_country", lambda: "GB")
    assert (mains_hz(CAMERA), mains_hz(CAMERA, "BR")) == (50, 60)


@pytest.mark.parametrize(
    ("zone", "locale", "country"),
    [
        ("America/Sao_Paulo", "en_GB.UTF-8", "BR"),
        ("America/Curacao", "", "CW"),
        ("Etc/UTC", "pt_BR.UTF-8", "BR"),
        ("Etc/UTC", "C.UTF-8", ""),
        (None, "es_MX", "MX"),
    ],
)
def test_the_country_is_that_of_the_clock_then_of_the_locale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str | None, locale: str, country: str
) -> None:
    (tmp_path / "zone.tab").write_text(ZONES)
    monkeypatch.setattr(time_zones, "ZONES", tmp_path / "zone.tab")
    monkeypatch.setattr(time_zones, "CLOCK", tmp_path / "localtime")
    if zone:
        time_zones.CLOCK.symlink_to(f"/usr/share/zoneinfo/{zone}")
    assert system_country({"LANG": locale}) == country
