"""Radio networks as NetworkManager's program tells them."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.networks import Networks, networks
from companion.app.machine.system_tool import output
from ui.machine_service import WirelessNetwork

LISTED = r"""*:82:WPA2:Salon
 :64:WPA2 WPA3:Caf\:é \\o/
 :31::Open
 :90:WPA2:Salon
 :70:WPA2:
nonsense
"""


def run(rc: int, calls: list[Any], said: str = "") -> Any:
    def program(command: Any, **options: Any) -> "subprocess.CompletedProcess[str]":
        calls.append((command, options["input"]))
        failed = rc and "connect" in command
        return subprocess.CompletedProcess(command, rc if failed else 0, LISTED, said)

    return program


def test_the_strongest_of_each_name_is_told_and_the_one_in_use_first() -> None:
    assert networks(LISTED) == (
        WirelessNetwork("Salon", 90, True, True), WirelessNetwork("Caf:é \\o/", 64, True, False),
        WirelessNetwork("Open", 31, False, False),
    )  # fmt: skip


def test_a_name_that_cannot_be_shown_is_left_out_and_makes_no_lines() -> None:
    listed = " :64:WPA2:gp\u202egj\n :64::a\u2028*:99::Salon\n :31::Open\n"
    assert networks(listed) == (WirelessNetwork("Open", 31, False, False),)


def test_a_password_is_in_no_list_of_programs() -> None:
    calls: list[Any] = []
    made = Networks(run(0, calls), there=True)
    made.join("Salon", "s3cret")
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
    made.join("Salon", "s3cret")
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


PRETENDED = r"""#!/bin/sh
# nmcli, as far as the app speaks to it: it asks for the password of Kitchen, and then lists it as joined
case $* in
"--ask device wifi connect Kitchen")
    printf 'Password: '
    read -r password
    [ "$password" = 's3 cret' ] || { echo 'Error: Secrets were required, but not provided.' >&2; exit 4; }
    echo joined >"$0.joined"
    echo "Device 'wlan0' successfully activated." ;;
"--terse --fields IN-USE,SIGNAL,SECURITY,SSID device wifi list")
    [ -e "$0.joined" ] && echo '*:64:WPA2:Kitchen' || echo ' :64:WPA2:Kitchen' ;;
*) echo "Error: argument '$*' not understood." >&2; exit 2 ;;
esac
"""


def test_a_network_is_joined_through_a_program_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "nmcli"
    program.write_text(PRETENDED, "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    made = Networks()
    assert made.there
    made.look()
    made.wait()
    assert made.result.found == (WirelessNetwork("Kitchen", 64, True, False),)
    made.join("Kitchen", "wrong")
    made.wait()
    assert "Secrets were required" in str(made.result.problem) and not made.result.found[0].joined
    made.join("Kitchen", "s3 cret")
    made.wait()
    assert made.result.found == (WirelessNetwork("Kitchen", 64, True, True),) and made.result.problem is None
    made.join("-nothing like it", "")
    made.wait()
    assert "not understood" in str(made.result.problem)


def test_a_program_that_is_not_there_is_told() -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise FileNotFoundError("nmcli")

    made = Networks(none, there=False)
    made.look()
    made.wait()
    assert made.result.problem and made.result.problem.code == "no_network" and made.result.found is None


@pytest.mark.parametrize("listed", ["", "::::::", "*:x:WPA2:Salon"])
def test_nonsense_is_no_network(listed: str) -> None:
    assert networks(listed) == ()
