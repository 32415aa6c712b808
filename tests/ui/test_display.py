"""The screen is found by what is connected, whatever numbers the kernel gave."""

import os
from itertools import permutations
from pathlib import Path

import pytest

from companion.errors import HardwareError
from ui import app, display


class Computer:
    """A tree with the files that the kernel shows of its graphics cards."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "sys/class/drm").mkdir(parents=True)
        (root / "dev/dri").mkdir(parents=True)

    def card(self, number: int, driver: str, **plugs: str) -> None:
        """A card that is loaded as `number`; `plugs` are the states of its connectors, with _ for -."""
        place = self.root / "sys/class/drm" / f"card{number}"
        (place / "device").mkdir(parents=True)
        (self.root / "drivers" / driver).mkdir(parents=True, exist_ok=True)
        (place / "device/driver").symlink_to(self.root / "drivers" / driver)
        (self.root / f"dev/dri/card{number}").touch()
        for place_on_card, (name, status) in enumerate(plugs.items()):
            plug = place.with_name(f"card{number}-{name.replace('_', '-')}")
            plug.mkdir()
            (plug / "status").write_text(f"{status}\n")
            (plug / "connector_id").write_text(f"{32 + 9 * place_on_card}\n")

    def plug(self, connector: str, status: str) -> None:
        (self.root / "sys/class/drm" / connector / "status").write_text(f"{status}\n")


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Computer:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(display.HINT, "")
    monkeypatch.setattr(display, "ROOT", tmp_path)
    return Computer(tmp_path)


@pytest.mark.parametrize("order", list(permutations(("v3d", "vc4-drm", "drm-rp1-dsi"))))
def test_a_ribbon_screen_of_a_pi_5_is_found_in_every_order_of_its_cards(
    computer: Computer, order: tuple[str, ...]
) -> None:
    plugs = {
        "v3d": {},
        "vc4-drm": {"HDMI_A_1": "disconnected", "HDMI_A_2": "disconnected", "Writeback_1": "unknown"},
        "drm-rp1-dsi": {"DSI_1": "connected"},
    }
    for number, driver in enumerate(order):
        computer.card(number, driver, **plugs[driver])
    (found,) = display.connected()
    assert found == ("DSI-1", order.index("drm-rp1-dsi"), "drm-rp1-dsi", 0)
    app.configure()
    assert os.environ[display.HINT] == str(order.index("drm-rp1-dsi"))


def test_the_card_that_is_left_after_boot_may_have_any_number(computer: Computer) -> None:
    computer.card(1, "vc4-drm", HDMI_A_1="connected")
    assert [str(one) for one in display.connected()] == ["HDMI-A-1 (vc4-drm)"]
    computer.card(0, "simple-framebuffer", Unknown_1="connected")
    assert display.connected()[0].connector == "HDMI-A-1", "the picture at boot is about to go"


def test_ten_cards_are_numbers_not_letters(computer: Computer) -> None:
    computer.card(1, "vkms", Virtual_1="disconnected")
    computer.card(10, "virtio_gpu", Virtual_1="connected")
    assert [one.card for one in display.connected()] == [10]


def test_a_built_in_screen_comes_first_unless_the_settings_name_another(computer: Computer) -> None:
    computer.card(0, "vc4-drm", HDMI_A_1="connected", HDMI_A_2="disconnected", DSI_1="connected")
    found = display.connected()
    assert [(one.connector, one.position) for one in found] == [("DSI-1", 1), ("HDMI-A-1", 0)]
    for wanted, used in (("auto", "DSI-1"), ("HDMI-A-1", "HDMI-A-1"), ("HDMI-A-2", "DSI-1")):
        screen = display.choose(found, wanted)
        assert screen and screen.connector == used


def test_sdl_is_told_which_of_a_cards_screens(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.config import Config

    told: dict[str, str] = {}
    monkeypatch.setattr(Config, "set", lambda _, name, value: told.update({name: value}))
    computer.card(3, "vc4-drm", HDMI_A_1="connected", DSI_1="connected")
    app.configure(connector="HDMI-A-1")
    assert os.environ[display.HINT] == "3" and "position" not in told
    app.configure()
    assert (told["position"], int(told["left"]), told["left"]) == ("custom", 0x1FFF0001, told["top"])


def test_a_card_that_is_unplugged_while_it_is_read_is_none(computer: Computer) -> None:
    computer.card(0, "udl", DVI_I_1="connected")
    (computer.root / "sys/class/drm/card0-DVI-I-1/status").unlink()
    assert display.connected() == []
    with pytest.raises(HardwareError, match="found none"):
        app.require_display()


def test_devices_without_a_description_are_left_to_sdl(computer: Computer) -> None:
    (computer.root / "sys/class/drm").rmdir()
    (computer.root / "dev/dri/card1").touch()
    (computer.root / "dev/dri/renderD128").touch()
    assert [(one.connector, one.card) for one in display.connected()] == [("card1", 1)]


def test_a_desktop_chooses_its_screen_itself(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    computer.card(1, "i915", eDP_1="connected")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    app.configure()
    assert os.environ[display.HINT] == ""


def test_no_device_has_a_fixed_number() -> None:
    for folder in ("companion", "hardware", "ui", "vision"):
        for file in Path(app.__file__).parents[1].joinpath(folder).rglob("*.py"):
            assert "/dev/dri/card" not in file.read_text("utf-8"), file
