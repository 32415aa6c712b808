"""Publishes the public state of a game by MQTT, for Home Assistant's discovery.

https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery. Only the content of the common screen is
sent: it is made from the snapshot for no seat, which holds no secret.
"""

import json
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion import __version__
from companion.app.devices.bounded_mqtt import BoundedClient
from companion.app.devices.light_strip import LightStrip
from companion.errors import CompanionError, HardwareError
from companion.games import strict
from companion.games.base import N_, Sentence, device_text
from companion.session.snapshot import Snapshot
from companion.settings.settings import MqttSettings

ROOT, DISCOVERY = "companion", "homeassistant"
ONLINE, OFFLINE = "online", "offline"
SENSORS = {
    "game": ("Game", "mdi:cards-playing"),
    "turn": ("Turn", "mdi:account"),
    "state": ("State", "mdi:flag-checkered"),
    "event": ("Last event", "mdi:message-text"),
    "problem": ("Problem", "mdi:alert"),
}
"""Published sensors, with the names and icons that Home Assistant shows."""
KEEP_ALIVE_S = 20
"""Keep-alive interval in seconds, and the longest time the broker may take to accept a message."""
CLOSING_S = 2.0
"""Longest delay at shutdown in seconds, once for the last message and once for the connection."""
_LEVELS = 255
MOST_BYTES = 1000
"""Maximum size of a command, in bytes."""


class Announcer:
    """Publishes the game state; reconnects automatically and never blocks the app.

    Only the latest payload of every topic is kept, and one message at a time is handed to the client,
    the next one after the broker accepted it. So a broker that accepts nothing costs no memory.
    `said` translates a sentence; `failed` is called once per outage.
    """

    def __init__(
        self,
        settings: MqttSettings,
        strip: LightStrip,
        said: Callable[[Sentence], str],
        failed: Callable[[CompanionError], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings, self._strip, self._said, self._failed = settings, strip, said, failed
        self._clock = clock
        self._base = f"{ROOT}/{settings.table}"
        self._latest = {topic: json.dumps(config) for topic, config in discovery(settings.table).items()}
        self._latest[self._topic("availability")] = ONLINE
        self._latest[self._topic("state")] = json.dumps(dict.fromkeys(SENSORS, ""))
        self._latest[self._topic("light/state")] = self._light()
        self._unsent: dict[str, None] = {}
        """Topics whose latest payload the broker does not have, in sending order."""
        self._sent_at: float | None = None
        """Time at which the unaccepted message was handed to the client; None if there is none."""
        self._lock = threading.Lock()
        self._all_accepted = threading.Event()
        self._closing = False
        self._problem: HardwareError | None = None
        self._client = BoundedClient(CallbackAPIVersion.VERSION2, client_id=f"{ROOT}-{settings.table}")
        if settings.user:
            self._client.username_pw_set(settings.user, settings.password)
        if settings.tls:
            self._client.tls_set(cert_reqs=ssl.CERT_REQUIRED)
        self._client.will_set(self._topic("availability"), OFFLINE, qos=1, retain=True)
        self._client.on_connect = self._connected
        self._client.on_connect_fail = lambda *_: self._lost("no answer")
        self._client.on_disconnect = self._disconnected
        self._client.on_publish = self._accepted
        self._client.on_message = self._commanded
        self._client.connect_async(settings.host, settings.port, KEEP_ALIVE_S)
        self._client.loop_start()

    @property
    def problem(self) -> HardwareError | None:
        """Why the broker lacks the current state; None while it has it."""
        self._look_for_silence()
        return self._problem

    def show(self, snapshot: Snapshot | None) -> None:
        """Publish the current state; None: no game."""
        self._look_for_silence()
        self._publish("state", json.dumps(state(snapshot, self._said), ensure_ascii=False))

    def close(self) -> None:
        """Publish `offline` and disconnect. Waits at most CLOSING_S twice."""
        self._closing = True
        if self._client.is_connected():
            self._all_accepted.clear()
            self._publish("availability", OFFLINE)
            self._all_accepted.wait(CLOSING_S)
        self._client.disconnect()
        # The client's thread ends only after everything was sent or its keep-alive expired.
        stopping = threading.Thread(target=self._client.loop_stop, name="end of broker", daemon=True)
        stopping.start()
        stopping.join(CLOSING_S)

    def _topic(self, name: str) -> str:
        return f"{self._base}/{name}"

    def _connected(self, client: mqtt.Client, _: Any, __: Any, code: ReasonCode, ___: Any) -> None:
        if code.is_failure:
            self._lost(code)
            return
        # QoS 0: a flood of commands then needs no answers.
        client.subscribe(self._topic("light/set"), qos=0)
        with self._lock:
            # After an outage the broker may have lost its state. The client resends an unaccepted message
            # first, so the latest payload stays the last one.
            self._unsent = dict.fromkeys(self._latest)
            self._sent_at = None if self._sent_at is None else self._clock()
        self._send_next()

    def _disconnected(self, _: mqtt.Client, __: Any, ___: Any, code: ReasonCode, ____: Any) -> None:
        self._lost(self._client.refused or code)
        self._client.refused = ""

    def _accepted(self, *_: object) -> None:
        """Callback: the broker accepted the message."""
        self._problem = None
        with self._lock:
            self._sent_at = None
            if not self._unsent:
                self._all_accepted.set()
        self._send_next()

    def _commanded(self, _: mqtt.Client, __: Any, message: mqtt.MQTTMessage) -> None:
        """Callback: set the brightness of the lamps; invalid commands are ignored."""
        try:
            wanted = strict.loads(message.payload, MOST_BYTES)
            on, level = wanted.get("state", "ON") == "ON", wanted.get("brightness", _LEVELS)
            self._strip.dim(min(1.0, max(0.0, level / _LEVELS)) if on else 0.0)
        except (ValueError, TypeError, AttributeError):
            return
        self._publish("light/state", self._light())

    def _light(self) -> str:
        level = round(self._strip.level * _LEVELS)
        return json.dumps({"state": "ON" if level else "OFF", "brightness": level})

    def _publish(self, name: str, payload: str) -> None:
        with self._lock:
            self._latest[self._topic(name)] = payload
            self._unsent[self._topic(name)] = None
        self._send_next()

    def _send_next(self) -> None:
        """Hand the next message to the client unless one is still unaccepted."""
        with self._lock:
            if self._sent_at is not None or not self._unsent or not self._client.is_connected():
                return
            self._sent_at = self._clock()
            topic = next(iter(self._unsent))
            del self._unsent[topic]
            payload = self._latest[topic]
        # Without the lock: the client calls `_accepted` while it holds one of its own.
        self._client.publish(topic, payload, qos=1, retain=True)

    def _look_for_silence(self) -> None:
        """Report a broker that keeps the connection but accepts no message."""
        sent_at = self._sent_at
        if sent_at is not None and self._clock() - sent_at > KEEP_ALIVE_S:
            self._lost("no answer to a message")

    def _lost(self, found: object) -> None:
        if self._problem or self._closing:
            return
        host = f"{self._settings.host}:{self._settings.port}"
        pattern = N_("{host}: expected an MQTT broker, found: {found}; check [mqtt] in the settings")
        sentence = Sentence(pattern, {"host": host, "found": device_text(found)})
        self._problem = HardwareError("no_broker", str(sentence), sentences=(sentence,))
        self._failed(self._problem)


def state(snapshot: Snapshot | None, said: Callable[[Sentence], str]) -> dict[str, str]:
    """The published values of a game, by sensor.

    Raises ValueError for a snapshot of a single seat.
    """
    if snapshot is None:
        return {**dict.fromkeys(SENSORS, ""), "state": "idle"}
    if snapshot.seat is not None:
        raise ValueError(f"expected a snapshot for everybody, found one for seat {snapshot.seat}")
    return {
        "game": snapshot.name,
        "turn": said(Sentence("{player}", {"player": snapshot.turn})),
        "state": "over" if snapshot.over else "playing",
        "event": said(snapshot.prompt.text),
        "problem": str(snapshot.problem) if snapshot.problem else "",
    }


def discovery(name: str) -> dict[str, dict[str, Any]]:
    """Home Assistant's discovery configuration of every sensor and the lamps, by topic."""
    base, uid = f"{ROOT}/{name}", f"{ROOT}_{name}"
    common = {
        "availability_topic": f"{base}/availability",
        "device": {
            "identifiers": [uid],
            "name": f"Table Companion {name}",
            "manufacturer": "Table Companion",
            "sw_version": __version__,
        },
    }
    found: dict[str, dict[str, Any]] = {
        f"{DISCOVERY}/sensor/{uid}/{sensor}/config": {
            **common,
            "name": title,
            "unique_id": f"{uid}_{sensor}",
            "icon": icon,
            "state_topic": f"{base}/state",
            "value_template": f"{{{{ value_json.{sensor} }}}}",
        }
        for sensor, (title, icon) in SENSORS.items()
    }
    found[f"{DISCOVERY}/light/{uid}/strip/config"] = {
        **common,
        "name": "Lights",
        "unique_id": f"{uid}_lights",
        "schema": "json",
        "command_topic": f"{base}/light/set",
        "state_topic": f"{base}/light/state",
        "brightness": True,
        "supported_color_modes": ["brightness"],
    }
    return found
