"""The machine's own Wi-Fi, made through a program like NetworkManager's."""

import logging
import os
import socket
from pathlib import Path

import pytest

from companion.app.machine import hotspot, radio
from companion.app.machine.hotspot import ADDRESS, CONNECTION, LETTERS, PASSWORD_LETTERS, Hotspot, join_code
from ui.phone_service import OwnNetwork

PRETENDED = r"""#!/bin/sh
# nmcli as far as a hotspot needs it. Files beside it: `profile` and `active` are its state, `near` lists
# networks, `broken` holds what activation says; `argv` collects what everybody sees in the process list.
cd "$(dirname "$0")"
echo "$*" >>argv
case $* in
"--terse --fields TYPE device") cat device ;;
"--terse --fields WIFI radio") echo enabled ;;
"--terse --fields IN-USE,SIGNAL,SECURITY,BSSID,SSID-HEX device wifi list") cat near ;;
"connection add save no type wifi "*)
    [ ! -e profile ] || { echo 'Error: two profiles of one name.' >&2; exit 1; }
    echo "$*" >profile ;;
"connection up companion-hotspot passwd-file /dev/stdin")
    [ -e profile ] || { echo 'Error: unknown connection.' >&2; exit 10; }
    [ ! -e broken ] || { cat broken >&2; exit 4; }
    cat /dev/stdin >active ;;
"connection delete companion-hotspot")
    [ -e profile ] || { echo 'Error: unknown connection.' >&2; exit 10; }
    rm -f profile active ;;
*) echo "Error: argument '$*' not understood." >&2; exit 2 ;;
esac
"""


def heard(name: str) -> str:
    return f" :64:WPA2:02\\:00\\:00\\:00\\:00\\:01:{name.encode().hex()}\n"


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a working radio, near one network."""
    for name, text in (("nmcli", PRETENDED), ("iw", "#!/bin/sh\necho 'country BR: DFS-UNSET'\n")):
        (tmp_path / name).write_text(text, "utf-8")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "device").write_text("wifi\nethernet\n")
    (tmp_path / "near").write_text(heard("Kitchen"))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(radio, "BLOCKS", tmp_path / "no radios")
    return tmp_path


def made(names_port: int = hotspot.NAMES_PORT) -> Hotspot:
    own = Hotspot(names_port=names_port)
    own.make()
    own.wait()
    return own


def test_a_network_is_made_and_removed(box: Path) -> None:
    ready: list[str] = []
    own = Hotspot()
    assert own.available and own.result == OwnNetwork()
    own.make(lambda: ready.append(own.result.code))
    assert own.result.busy
    own.wait()
    found = own.result
    assert (box / "active").read_text() == f"802-11-wireless-security.psk:{found.password}\n"
    profile = (box / "profile").read_text()
    assert all(
        part in profile for part in ("mode ap", "ipv4.method shared", f"{ADDRESS}/24", "key-mgmt wpa-psk")
    )
    assert found == OwnNetwork(
        name="Table Companion",
        password=found.password,
        code=f"WIFI:T:WPA;S:Table Companion;P:{found.password};;",
    )
    assert ready == [found.code]
    own.remove()
    own.wait()
    assert own.result == OwnNetwork() and not (box / "profile").exists() and not (box / "active").exists()


def test_the_password_is_in_no_list_of_programs_and_in_no_log(
    box: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    passwords = {made().result.password for _ in range(3)}
    assert len(passwords) == 3
    for password in passwords:
        assert len(password) == PASSWORD_LETTERS and set(password) <= set(LETTERS)
        assert password not in (box / "argv").read_text() and password not in caplog.text
        assert password not in (box / "profile").read_text()


def test_a_network_of_a_crash_is_removed_at_the_next_start_and_before_a_new_one(box: Path) -> None:
    first = made()
    second = made()
    assert second.result.code and second.result.password != first.result.password
    third = Hotspot()
    third.remove_leftover()
    third.wait()
    assert not (box / "profile").exists() and third.result == OwnNetwork()


def test_a_name_that_is_taken_gets_a_number(box: Path) -> None:
    (box / "near").write_text(heard("Table Companion") + heard("Table Companion 2"))
    own = made()
    assert own.result.name == "Table Companion 3"
    assert (box / "profile").read_text().endswith("ssid Table Companion 3\n")


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("Error: NetworkManager is not running.", "restart the machine"),
        (
            "Error: Connection activation failed: Not authorized to share connections via wifi.",
            "systemd/install.sh",
        ),
        ("Error: No suitable device found (the device does not support Access Point mode).", "take a cable"),
        ("Error: Timeout 40 sec expired.", "Timeout 40 sec expired. Try again"),
        ("Error: Connection activation failed: Shared connection service failed", "install dnsmasq-base"),
    ],
)
def test_what_failed_is_said_with_the_next_step_and_leaves_nothing(box: Path, said: str, step: str) -> None:
    (box / "broken").write_text(said)
    own = made(names_port=0)
    assert step in str(own.result.problem) and not own.result.code and not own.result.busy
    assert not (box / "profile").exists()
    (box / "broken").unlink()
    own.make()
    own.wait()
    assert own.result.code and own.result.problem is None


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
@pytest.mark.parametrize(
    "said",
    [
        "Error: Connection activation failed: Shared connection service failed",
        "Error: Connection activation failed: IP configuration could not be reserved (no available address)",
        "Error: Timeout 40 sec expired.",
    ],
)
def test_another_name_server_is_said(box: Path, said: str, family: socket.AddressFamily) -> None:
    (box / "broken").write_text(said)
    six = family == socket.AF_INET6
    if six and not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    with socket.create_server(("", 0), family=family, dualstack_ipv6=six) as other:
        port = other.getsockname()[1]
        problem = str(made(names_port=port).result.problem)
    assert f"Another name server on this machine has port {port}" in problem and "ss -lntup" in problem
    assert "name server on this machine" not in str(made(names_port=port).result.problem)


def test_a_name_server_for_this_machine_alone_and_another_fault_are_no_such_reason(box: Path) -> None:
    (box / "broken").write_text("Error: Timeout 40 sec expired.")
    with socket.create_server(("127.0.0.1", 0)) as stub:  # as systemd-resolved does
        assert "Timeout" in str(made(names_port=stub.getsockname()[1]).result.problem)
    (box / "broken").write_text("Error: NetworkManager is not running.")
    with socket.create_server(("", 0)) as other:
        assert "restart the machine" in str(made(names_port=other.getsockname()[1]).result.problem)


def test_a_machine_without_wifi_says_so(box: Path) -> None:
    (box / "device").write_text("ethernet\n")
    own = made()
    assert "has no Wi-Fi" in str(own.result.problem) and not (box / "profile").exists()


def test_turned_off_while_it_is_made_it_is_gone(box: Path) -> None:
    own = Hotspot()
    own.make()
    own.remove()
    own.wait()
    assert own.result == OwnNetwork() and not (box / "profile").exists()


def test_without_networkmanager_nothing_is_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    own = Hotspot()
    own.remove_leftover()
    assert not own.available and own._worker is None


def test_a_code_quotes_what_the_format_uses() -> None:
    assert join_code('A;B:"C"', "d\\e,f") == r"WIFI:T:WPA;S:A\;B\:\"C\";P:d\\e\,f;;"


def test_every_name_leads_to_the_address_of_the_hotspot() -> None:
    text = (Path(__file__).resolve().parents[3] / "systemd/companion-probes.conf").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines[0] == f"address=/#/{ADDRESS}"
    assert all(line.startswith("address=/dns.msftncsi.com/") for line in lines[1:])
    assert CONNECTION in " ".join(hotspot._UP)
