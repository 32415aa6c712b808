"""Card readers at a serial port."""

import threading
import time
from collections.abc import Callable

import serial

from companion.errors import HardwareError
from companion.games.base import N_
from hardware.errors import reader_garbled, reader_lost
from hardware.serial_port import FAULTS, open_port
from hardware.tags import Failure, Heard, Held, Speech, TagListener

RETRY_S = 2.0
POLL_S = 0.2
CARD_READER = N_("a card reader")


class SerialReader:
    """Reads on its own thread; a lost port is reopened when it is back."""

    def __init__(self, port: str, baud: int, speech: Callable[[], Speech]) -> None:
        """`port` is a device such as /dev/serial0; `speech` makes the decoder of its protocol."""
        self._name, self._baud, self._speech = port, baud, speech
        self._over = threading.Event()
        self._worker: threading.Thread | None = None
        self._garbled = False
        self.lost = False

    def start(self, heard: TagListener, failed: Failure) -> None:
        """Start the thread."""
        self._heard, self._failed = heard, failed
        self._worker = threading.Thread(target=self._run, name="card reader", daemon=True)
        self._worker.start()

    def close(self) -> None:
        """Close the port."""
        self._over.set()
        if self._worker:
            self._worker.join()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                with open_port(self._name, self._baud, CARD_READER) as port:
                    self.lost = False
                    self._listen(port)
            except FAULTS as error:
                self._fail(reader_lost(self._name, error))
            except HardwareError as error:
                self._fail(error)
            self._over.wait(RETRY_S)

    def _listen(self, port: serial.Serial) -> None:
        speech, held = self._speech(), Held()
        port.timeout = POLL_S
        while not self._over.is_set():
            for heard in speech.take(port.read(max(1, port.in_waiting))):
                self._take(heard, held)

    def _take(self, heard: Heard, held: Held) -> None:
        if heard.tag:
            self._garbled = False
            if held.new(heard.tag, time.monotonic()):
                self._heard(heard.tag)
        elif not self._garbled:
            self._garbled = True
            self._failed(reader_garbled(self._name, repr(heard.noise)))

    def _fail(self, error: HardwareError) -> None:
        if not self.lost:
            self._failed(error)
        self.lost = True
