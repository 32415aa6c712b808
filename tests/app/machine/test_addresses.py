"""Addresses that phones can reach, on machines with networks of all kinds."""

import ipaddress
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.app.machine.addresses import local_addresses


class Ip(NamedTuple):
    """Address as `ifaddr` lists it."""

    ip: str | tuple[str, int, int]


class Adapter(NamedTuple):
    """Network device as `ifaddr` lists it."""

    name: str
    ips: list[Ip]


class Box:
    """A machine: `nets` stands for /sys/class/net, `flags` for /proc/net/if_inet6."""

    def __init__(self, folder: Path) -> None:
        self.nets, self.flags, self.adapters = folder / "net", folder / "if_inet6", list[Adapter]()
        self.nets.mkdir()
        self.flags.write_text("")
        self.add("lo", ["127.0.0.1", "::1"], type="772")

    def add(self, name: str, addresses: list[str], below: str = "", **files: str) -> None:
        """Add a device with these files; a value of "/" makes a folder."""
        device = self.nets / name
        device.mkdir()
        for file, text in ({"type": "1", "operstate": "up", "uevent": f"INTERFACE={name}"} | files).items():
            if text == "/":
                (device / file).mkdir()
            else:
                (device / file).write_text(f"{text}\n")
        if below:
            (device / f"lower_{below}").symlink_to(self.nets / below)
        self.listed(name, addresses)

    def listed(self, name: str, addresses: list[str]) -> None:
        """Add addresses of a device, which need not be a folder."""
        ips = [Ip((one, 0, 2) if ":" in one else one) for one in addresses]
        self.adapters.append(Adapter(name, ips))

    def flag(self, address: str, flags: int) -> None:
        """Give an IPv6 address the flags of the kernel."""
        digits = ipaddress.IPv6Address(address).exploded.replace(":", "")
        with self.flags.open("a") as file:
            file.write(f"{digits} 02 40 00 {flags:02x}     eth0\n")

    def found(self) -> list[str]:
        """The addresses that are offered."""
        return local_addresses(self.adapters, self.nets, self.flags)


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_cable_and_wifi_come_first_and_ipv4_before_ipv6(box: Box) -> None:
    box.add("lan", ["10.9.0.5"])  # no device below it: as in a container
    box.add("eth0", ["192.168.1.5", "fd00::5", "fe80::5"], device="/")
    box.add("wlan0", ["192.168.7.9", "169.254.3.3"], phy80211="/")
    assert box.found() == ["192.168.1.5", "192.168.7.9", "fd00::5", "10.9.0.5"]


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("docker0", {"bridge": "/", "uevent": "DEVTYPE=bridge"}),
        ("br-1f2e3d", {"bridge": "/"}),
        ("virbr0", {"bridge": "/"}),
        ("any", {"uevent": "INTERFACE=any\nDEVTYPE=bridge"}),
        ("veth12ab", {}),
        ("tun0", {"type": "65534", "tun_flags": "0x1001"}),
        ("tap0", {"tun_flags": "0x1002"}),
        ("ztabcdef", {"tun_flags": "0x1002"}),
        ("wg0", {"type": "65534", "uevent": "DEVTYPE=wireguard"}),
        ("tailscale0", {"type": "65534", "tun_flags": "0x1001", "operstate": "unknown"}),
        ("ppp0", {"type": "512"}),
        ("flannel.1", {"uevent": "DEVTYPE=vxlan"}),
        ("vmnet8", {}),
        ("wwan0", {"device": "/", "uevent": "DEVTYPE=wwan"}),
        ("eth0", {"device": "/", "operstate": "down"}),
    ],
)
def test_what_leads_to_no_phone_is_no_network(box: Box, name: str, files: dict[str, str]) -> None:
    box.add(name, ["172.17.0.1", "fd00::1"], **files)
    assert box.found() == []


@pytest.mark.parametrize("name", ["br0", "bond0", "eth0.10"])
def test_a_device_above_a_cable_is_as_good(box: Box, name: str) -> None:
    box.add("veth1", [])
    box.add("eth0", [], device="/")
    bridge = {"bridge": "/", "uevent": "DEVTYPE=bridge"} if name == "br0" else {}
    box.add(name, ["192.168.1.5"], below="eth0", **bridge)
    box.add("docker0", ["172.17.0.1"], below="veth1", bridge="/")
    assert box.found() == ["192.168.1.5"]


def test_devices_that_lie_above_each_other_come_to_an_end(box: Box) -> None:
    box.add("a", ["192.168.1.5"], below="b", bridge="/")
    box.add("b", ["192.168.1.6"], below="a")
    assert box.found() == ["192.168.1.6"]


def test_each_device_has_one_ipv6_address_that_lasts(box: Box) -> None:
    six = ["fe80::1", "2001:db8::7a", "2001:db8::dead", "2001:db8::5", "fd00::bad", "fd00::6", "fd00::5"]
    box.add("eth0", six, device="/")
    for address, flags in (("2001:db8::7a", 0x01), ("2001:db8::dead", 0x20), ("fd00::bad", 0x40)):
        box.flag(address, flags)
    box.flag("fd00::6", 0x08)
    box.flag("fd00::5", 0x80)
    assert box.found() == ["fd00::5"]
    box.flag("fd00::5", 0x120)
    assert box.found() == ["2001:db8::5"]


def test_a_label_belongs_to_its_device_and_an_address_is_told_once(box: Box) -> None:
    box.add("eth0", ["192.168.1.5"], device="/")
    box.listed("eth0:1", ["192.168.2.5", "192.168.1.5"])
    box.add("docker0", [], bridge="/")
    box.listed("docker0:x", ["172.17.0.1"])
    assert box.found() == ["192.168.1.5", "192.168.2.5"]


def test_a_system_without_these_files_offers_all_but_what_is_local(tmp_path: Path) -> None:
    adapters = [Adapter("en0", [Ip("192.168.1.5"), Ip("127.0.0.1"), Ip(("fe80::1%en0", 0, 4))])]
    assert local_addresses(adapters, tmp_path / "no", tmp_path / "flags") == ["192.168.1.5"]
