"""Ports of this machine for tests."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held_port() -> Iterator[int]:
    """A TCP port that is free for who asks for it by its number, as often as wanted, until the end.

    The system gives it to nobody who wants any port, though nobody may listen there now.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # else who asks for it gets it neither
        held.bind(("", 0))
        yield int(held.getsockname()[1])
