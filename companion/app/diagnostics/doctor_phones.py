"""Check of `companion doctor` for the phones at the seats."""

import socket
from collections.abc import Callable, Sequence

from companion.app.machine.addresses import local_addresses
from companion.app.phones.phones import on_port
from companion.games.base import N_, Sentence
from ui.services import Check

PHONES = N_("Phones")
_WAIT_S = 2.0


def phones(
    on: bool, port: int, running: bool, addresses: Callable[[], Sequence[str]] = local_addresses
) -> Check:
    """Check that phones can reach the app, and list its addresses; `on` is what people chose.

    While the app is `running` it must answer at its port, else the port must be free.
    """
    if not on:
        return Check("phones", PHONES, "not_there", Sentence(_OFF, {"port": port}), _TURN_ON)
    try:
        found = ", ".join(on_port(address, port) for address in addresses())
    except ModuleNotFoundError as error:
        needed = Sentence(N_("needs {module}"), {"module": error.name})
        return Check("phones", PHONES, "failed", needed, _INSTALL)
    if not found:
        return Check("phones", PHONES, "failed", N_("this machine is in no network"), _JOIN)
    if running and not _answers(port):
        return Check("phones", PHONES, "failed", Sentence(_SILENT, {"port": port}), _AGAIN)
    if not running and not _free(port):
        return Check("phones", PHONES, "failed", Sentence(_TAKEN, {"port": port}), _OTHER)
    return Check("phones", PHONES, "passed", found)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), _WAIT_S).close()
    except OSError:
        return False
    return True


def _free(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("", port))
        except OSError:
            return False
    return True


_OFF = N_("off; they would use port {port}")
_TURN_ON = N_("Optional: Phones in the app's menu, or companion run --phones")
_INSTALL = N_("pip install 'table-companion[phones]'")
_JOIN = N_("Join the Wi-Fi that the phones are in: Network in the app, or a cable")
_SILENT = N_("nothing answers at port {port}")
_AGAIN = N_("In the app, turn Phones off and on; it says what is wrong")
_TAKEN = N_("another program uses port {port}")
_OTHER = N_("End that program, or name another port in the settings: [phones], port")
