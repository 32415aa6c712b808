"""An MQTT client whose memory a hostile broker cannot exhaust.

paho-mqtt 2.2 has no option for this: it reads packets of up to 256 MB, keeps a reply for every message until
the broker reads it, and its thread ends with an exception if handling a packet fails, such as a request to
reconnect with an older protocol.
"""

import paho.mqtt.client as mqtt
from paho.mqtt.enums import MQTTErrorCode

MOST_PACKET_BYTES = 10_000
"""Maximum size of a received packet in bytes; a command has 1000 at most, its topic up to 100."""
MOST_WAITING = 1000
"""Maximum number of unsent packets, and of messages whose delivery (QoS 2) is incomplete."""


class BoundedClient(mqtt.Client):
    """Ends a connection that exceeds a limit or is malformed.

    Paho then reconnects with growing delays.
    `refused` is the reason; "" if it was not ended.
    """

    refused = ""

    def _sock_recv(self, bufsize: int) -> bytes:
        """Read from the broker.

        Paho requests the rest of a packet at once, so `bufsize` is its length.
        """
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
        except Exception as error:  # whatever a packet causes, the thread must go on
            self.refused = f"a packet that cannot be obeyed ({type(error).__name__})"
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
