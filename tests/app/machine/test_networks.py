"""Radio networks as NetworkManager's program tells them."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.networks import Networks, networks
from companion.app.machine.system_tool import ToolError, output
from ui.machine_service import WirelessNetwork


def station(number: int) -> str:
    return f"02:00:00:00:00:{number:02X}"


def line(used: str, strength: int, security: str, number: int, name: bytes) -> str:
    """A line of nmcli; it writes a backslash before each colon of a value."""
    address = station(number).replace(":", "\\:")
    return f"{used}:{strength}:{security}:{address}:{name.hex().upper()}\n"


LISTED = "".join([
    line("*", 82, "WPA2", 1, b"Salon"),
    line(" ", 64, "WPA2 WPA3", 2, "Caf:é \\o/".encode()),
    line(" ", 31, "", 3, b"Open"),
    line(" ", 90, "WPA2", 4, b"Salon"),
    line(" ", 70, "WPA2", 5, b""),
    line(" ", 70, "WPA2", 6, b"\0\0\0"),
    "nonsense\n",
])  # fmt: skip
SALON = WirelessNetwork("Salon", 90, True, True, station(4))


def run(rc: int, calls: list[Any], said: str = "") -> Any:
    def program(command: Any, **options: Any) -> "subprocess.CompletedProcess[str]":
        calls.append((command, options["input"]))
        failed = rc and "connect" in command
        return subprocess.CompletedProcess(command, rc if failed else 0, LISTED, said)

    return program


def test_the_strongest_of_each_name_is_told_and_the_one_in_use_first() -> None:
    assert networks(LISTED) == (
        SALON, WirelessNetwork("Caf:é \\o/", 64, True, False, station(2)),
        WirelessNetwork("Open", 31, False, False, station(3)),
    )  # fmt: skip


def test_a_lock_is_that_of_the_station_that_is_joined() -> None:
    listed = line(" ", 90, "WPA2", 1, b"Twin") + line("*", 40, "", 2, b"Twin")
    assert networks(listed) == (WirelessNetwork("Twin", 90, True, True, station(1)),)


HOSTILE = {
    b"-a": "-a", b"--ask": "--ask", b"--": "--", b"help": "help", b"-nothing like it": "-nothing like it",
    b"two\nlines": "two lines", b"C:\\\\:'\"`$(x)": "C:\\\\:'\"`$(x)", b"\xff\xfe caf\xe9": "�� caf�",
    b"02:00:00:00:00:01": "02:00:00:00:00:01", b"a\0b": "a b", b"   ": "202020", b"ifname": "ifname",
    "gp\u202egj".encode(): "gp gj", "\u2028".encode(): "e280a8", bytes(range(32)): bytes(range(32)).hex(),
    bytes(range(224, 256)): "�" * 32, b"[b]&amp;{name}%s": "[b]&amp;{name}%s",
}  # fmt: skip
"""Names as stations send them, and how they are shown."""


@pytest.mark.parametrize(("name", "shown"), HOSTILE.items())
def test_every_name_is_listed_and_leads_to_its_own_network(nmcli: Path, name: bytes, shown: str) -> None:
    names = [b"Decoy", *HOSTILE]
    air = [{"ssid": one.hex().upper(), "bssid": station(number)} for number, one in enumerate(names)]
    (nmcli / "air").write_text(json.dumps(air))
    made = Networks()
    made.look()
    made.wait()
    assert made.result.found and len(made.result.found) == len(names)
    (network,) = (one for one in made.result.found if one.address == station(names.index(name)))
    assert network.name == shown
    made.join(network, "s3 cret")
    made.wait()
    assert made.result.problem is None and bytes.fromhex((nmcli / "joined").read_text()) == name
    assert [one.address for one in made.result.found if one.joined] == [network.address]


def test_broken_utf8_of_a_program_stops_nothing() -> None:
    with pytest.raises(ToolError) as caught:
        output(subprocess.run, ("sh", "-c", "printf 'no \\377' >&2; exit 1"), 10)
    assert caught.value.said == "no �"


def test_a_password_is_in_no_list_of_programs() -> None:
    calls: list[Any] = []
    made = Networks(run(0, calls), there=True)
    made.join(SALON, "s3cret")
    made.wait()
    command, said = calls[0]
    assert "s3cret" not in " ".join(command) and said == "s3cret\n"
    assert (
        made.result.found
        and made.result.found[0].name == "Salon"
        and not made.result.busy
        and not made.result.problem
    )


@pytest.mark.parametrize(
    ("rc", "said", "password"),
    [
        (4, "Error: Connection activation failed: (7) Secrets were required, but not provided.", True),
        (2, "Error: Failed to add connection: 802-11-wireless-security.psk: property is invalid", True),
        (10, "Error: No network with SSID 'Salon' found.", False),
        (4, "Error: Connection activation failed: (53) The Wi-Fi network could not be found", False),
        (3, "Error: Timeout 60 sec expired.", False),
    ],
)
def test_only_a_refused_password_is_called_one(rc: int, said: str, password: bool) -> None:
    made = Networks(run(rc, [], said), there=True)
    made.join(SALON, "s3cret")
    made.wait()
    assert made.result.problem and said.rstrip(".") in str(made.result.problem)
    assert "s3cret" not in str(made.result.problem)
    assert ("password" in str(made.result.problem)) == password


def test_programs_answer_in_english_whatever_the_language_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    monkeypatch.setenv("LANGUAGE", "pt_BR")
    said = output(subprocess.run, ("sh", "-c", "echo $LC_ALL$LANGUAGE"), 10)
    assert said == "C.UTF-8\n"


PRETENDED = r"""#!/usr/bin/env -S python3 -SE
import json, os, re, sys

# nmcli as far as the app speaks to it, with its way to read arguments: it takes a word that begins an option
# for the option, "help" for a question, and six pairs of digits for the address of a station.
here = os.path.dirname(os.path.abspath(__file__))
air = json.load(open(here + "/air"))
joined = open(here + "/joined").read() if os.path.exists(here + "/joined") else ""


def is_option(word):
    bare = word.lstrip("-") if word[:1] == "-" else ""
    return bool(bare) and ("ask".startswith(bare) or "show-secrets".startswith(bare))


def fail(text, code):
    sys.exit(print("Error: " + text, file=sys.stderr) or code)


words = sys.argv[1:]
if words == "--terse --fields IN-USE,SIGNAL,SECURITY,BSSID,SSID-HEX device wifi list".split():
    for one in air:
        address = one["bssid"].replace(":", "\\:")
        print("*" if one["ssid"] == joined else " ", 64, "WPA2", address, one["ssid"], sep=":")
elif words[:4] == ["--ask", "device", "wifi", "connect"]:
    words = [word for word in words[4:] if not is_option(word)]
    if words and "help".startswith(words[0].lstrip("-") or "?"):
        sys.exit(print("Usage: nmcli device wifi { ARGUMENTS | help }"))
    if len(words) != 1:
        fail("SSID or BSSID are missing." if not words else "invalid extra argument %r." % words[1], 2)
    key = "bssid" if re.fullmatch("(..:){5}..", words[0]) else "ssid"
    asked = words[0] if key == "bssid" else os.fsencode(words[0]).hex().upper()
    found = [one for one in air if one[key] == asked]
    if not found:
        fail("No network with SSID '%s' found." % words[0], 10)
    print("Password: ", end="")
    if sys.stdin.readline() != "s3 cret\n":
        fail("Connection activation failed: (7) Secrets were required, but not provided.", 4)
    open(here + "/joined", "w").write(found[0]["ssid"])
    print("Device 'wlan0' successfully activated.")
else:
    fail("argument not understood.", 2)
"""


@pytest.fixture
def nmcli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder of a program like NetworkManager's: `air` lists stations, `joined` names the network in use."""
    program = tmp_path / "nmcli"
    program.write_text(PRETENDED, "utf-8")
    program.chmod(0o755)
    (tmp_path / "air").write_text(json.dumps([{"ssid": b"Kitchen".hex().upper(), "bssid": station(1)}]))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return tmp_path


def test_a_network_is_joined_through_a_program_of_its_own(nmcli: Path) -> None:
    kitchen = WirelessNetwork("Kitchen", 64, True, False, station(1))
    made = Networks()
    assert made.there
    made.look()
    made.wait()
    assert made.result.found == (kitchen,)
    made.join(kitchen, "wrong")
    made.wait()
    assert "Secrets were required" in str(made.result.problem) and not made.result.found[0].joined
    made.join(kitchen, "s3 cret")
    made.wait()
    assert made.result.found == (kitchen._replace(joined=True),) and made.result.problem is None
    made.join(kitchen._replace(address=station(9)), "s3 cret")
    made.wait()
    assert "near" in str(made.result.problem)


def test_a_program_that_is_not_there_is_told() -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise FileNotFoundError("nmcli")

    made = Networks(none, there=False)
    made.look()
    made.wait()
    assert made.result.problem and made.result.problem.code == "no_network" and made.result.found is None


@pytest.mark.parametrize(
    "listed",
    [
        "",
        "::::::",
        "*:x:WPA2:02\\:00\\:00\\:00\\:00\\:01:41",
        "*:1:WPA2:A:41",
        "*:1::02\\:00\\:00\\:00\\:00\\:01:4",
    ],
)
def test_nonsense_is_no_network(listed: str) -> None:
    assert networks(listed) == ()
