"""Addresses of this machine at which phones in its networks can reach it."""

import ipaddress
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, TypeAlias

NETS = Path("/sys/class/net")
"""One folder for each network device: `type`, `operstate`, `uevent`, `lower_*` links to devices below it."""
FLAGS = Path("/proc/net/if_inet6")
"""A line for each IPv6 address: 32 hex digits, index, length of the prefix, scope, flags, device."""
_ETHERNET = "1"
"""`type` of Ethernet and Wi-Fi. Tunnels that carry IP only, such as WireGuard and Tailscale, have others."""
_UNREACHED = frozenset({"down", "lowerlayerdown", "notpresent"})
_VIRTUAL = frozenset({"bridge", "vxlan", "geneve", "wireguard", "wwan"})
"""Values of DEVTYPE in `uevent` of devices that lead to no phone, unless a real device is below them."""
_VIRTUAL_NAMES = ("veth", "vmnet", "vboxnet", "dummy")
"""Devices that the kernel describes no further."""
_TEMPORARY, _DUPLICATE, _DEPRECATED, _TENTATIVE = 0x01, 0x08, 0x20, 0x40
_UNSTABLE = _TEMPORARY | _DUPLICATE | _DEPRECATED | _TENTATIVE
_LOCAL = ipaddress.IPv6Network("fc00::/7")
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


class AdapterAddress(Protocol):
    """Address of an adapter; `ip` is a text, or for IPv6 a tuple that begins with it."""

    @property
    def ip(self) -> str | tuple[str, int, int]:
        """The address."""


class Adapter(Protocol):
    """Network device as `ifaddr` lists it."""

    @property
    def name(self) -> str:
        """Name of the device, in Linux with ":" and a label for a further address."""

    @property
    def ips(self) -> Iterable[AdapterAddress]:
        """Its addresses."""


def local_addresses(
    adapters: Iterable[Adapter] | None = None, nets: Path = NETS, flags: Path = FLAGS
) -> list[str]:
    """Return the numeric addresses at which phones can reach this machine, the best first.

    Addresses of Ethernet and Wi-Fi come before others, IPv4 before IPv6. Those of tunnels and of networks
    inside this machine are left out, as are link-local ones. Each device has at most one IPv6 address: a
    stable one, local before global. `.local` names are not used: many phones do not know them.
    """
    if adapters is None:
        import ifaddr  # optional, as the server

        adapters = ifaddr.get_adapters()
    unstable = _unstable(flags)
    found: list[tuple[bool, int, Address]] = []
    for adapter in adapters:
        device = nets / adapter.name.partition(":")[0]
        if not _leads_out(device):
            continue
        usable = [address for address in map(_address, adapter.ips) if _is_reached(address, unstable)]
        second = [address for address in usable if address.version == 6]
        best = sorted(second, key=lambda address: address not in _LOCAL)[:1]
        first = [address for address in usable if address.version == 4]
        offered: list[Address] = [*first, *best]
        found += [(not _is_real(device), address.version, address) for address in offered]
    return list(dict.fromkeys(str(address) for *_, address in sorted(found, key=lambda one: one[:2])))


def _address(found: AdapterAddress) -> Address:
    text = found.ip if isinstance(found.ip, str) else found.ip[0]
    return ipaddress.ip_address(text.partition("%")[0])


def _is_reached(address: Address, unstable: frozenset[Address]) -> bool:
    special = address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified
    return not special and address not in unstable


def _unstable(flags: Path) -> frozenset[Address]:
    """Return the IPv6 addresses that expire soon, or that are not in use yet."""
    lines = (line.split() for line in _read(flags).splitlines())
    return frozenset(
        ipaddress.IPv6Address(int(line[0], 16))
        for line in lines
        if len(line) == 6 and int(line[4], 16) & _UNSTABLE
    )


def _leads_out(device: Path) -> bool:
    """Return False for a device that leads to no phone; an unknown one may."""
    if not device.is_dir():
        return True
    if _read(device / "operstate") in _UNREACHED or "DEVTYPE=wwan" in _read(device / "uevent").split():
        return False
    if _is_real(device):
        return True
    described = {line.removeprefix("DEVTYPE=") for line in _read(device / "uevent").split()}
    return (
        _read(device / "type") == _ETHERNET
        and not (device / "bridge").is_dir()
        and not (device / "tun_flags").exists()
        and not described & _VIRTUAL
        and not device.name.startswith(_VIRTUAL_NAMES)
    )


def _is_real(device: Path, depth: int = 4) -> bool:
    """Return True for Ethernet and Wi-Fi, and for a bridge, bond or VLAN that has one below it."""
    if any((device / sign).exists() for sign in ("device", "phy80211", "wireless")):
        return True
    below = (device.parent / link.name.removeprefix("lower_") for link in device.glob("lower_*"))
    return depth > 0 and any(_is_real(one, depth - 1) for one in below)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace").strip()
    except OSError:
        return ""
