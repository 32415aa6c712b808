"""An MQTT client whose memory a hostile broker cannot fill.

paho-mqtt 2.2 has no option for this: it reads packets of up to 256 MB, keeps a reply for every message until
the broker reads it, and its thread ends for good with an exception when a packet that it obeys, such as the
request to connect again with an older protocol, leads to one.
"""

import paho.mqtt.client as mqtt
from paho.mqtt.enums import MQTTErrorCode

MOST_PACKET_BYTES = 10_000
"""Of a packet that is read; a command has 1000 bytes at most, its topic up to 100."""
MOST_WAITING = 1000
"""Packets that wait to be written, and messages whose delivery (quality 2) has not ended."""


class BoundedClient(mqtt.Client):
    """Ends a connection that exceeds a limit or is malformed; paho then connects again, later and later.

    `refused` says why it was ended; "" if it was not.
    """

    refused = ""

    def _sock_recv(self, bufsize: int) -> bytes:
        """Read from the broker; paho asks for the rest of a packet at once, so `bufsize` is its length."""
        waiting = len(self._out_packet) + len(self._in_messages)
        if bufsize > MOST_PACKET_BYTES:
            self.refused = f"a packet of {bufsize} bytes, {MOST_PACKET_BYTES} at most expected"
        elif waiting > MOST_WAITING:
            self.refused = f"{waiting} messages whose answers nobody reads"
        else:
            return super()._sock_recv(bufsize)
        raise OSError(self.refused)

    def _packet_read(self) -> MQTTErrorCode:
        try:
            return super()._packet_read()
        except Exception as error:  # whatever a packet leads to, the thread has to go on
            self.refused = f"a packet that cannot be obeyed ({type(error).__name__})"
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
