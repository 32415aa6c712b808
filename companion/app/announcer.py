"""What everybody at a table may see, told to a broker by MQTT, in the words of Home Assistant's discovery.

https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery. Only what the common screen shows is sent:
it is made from the snapshot for no seat, which holds no secret.
"""

import json
import ssl
from collections.abc import Callable
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion import __version__
from companion.app.light_strip import LightStrip
from companion.errors import CompanionError, HardwareError
from companion.games import strict
from companion.games.base import N_, Sentence
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
"""What is told, with the names and icons that Home Assistant shows."""
_KEEP_ALIVE_S = 20
_LEVELS = 255
MOST_BYTES = 1000
"""Of a command."""


class Announcer:
    """Tells a broker how the game stands; reconnects by itself, and the app waits for nothing.

    `said` makes a sentence of people's language, `failed` is told once each time the broker cannot be had.
    """

    def __init__(
        self,
        settings: MqttSettings,
        strip: LightStrip,
        said: Callable[[Sentence], str],
        failed: Callable[[CompanionError], object],
    ) -> None:
        self._settings, self._strip, self._said, self._failed = settings, strip, said, failed
        self._told = False
        self._base = f"{ROOT}/{settings.table}"
        self._state = json.dumps(dict.fromkeys(SENSORS, ""))
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"{ROOT}-{settings.table}")
        if settings.user:
            self._client.username_pw_set(settings.user, settings.password)
        if settings.tls:
            self._client.tls_set(cert_reqs=ssl.CERT_REQUIRED)
        self._client.will_set(f"{self._base}/availability", OFFLINE, qos=1, retain=True)
        self._client.on_connect = self._connected
        self._client.on_connect_fail = lambda *_: self._lost("no answer")
        self._client.on_message = self._commanded
        self._client.connect_async(settings.host, settings.port, _KEEP_ALIVE_S)
        self._client.loop_start()

    def show(self, snapshot: Snapshot | None) -> None:
        """Tell how the game stands now; None: nobody plays."""
        self._state = json.dumps(state(snapshot, self._said), ensure_ascii=False)
        self._publish("state", self._state)

    def close(self) -> None:
        """Say goodbye."""
        if self._client.is_connected():
            self._publish("availability", OFFLINE).wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: mqtt.Client, _: Any, __: Any, code: ReasonCode, ___: Any) -> None:
        if code.is_failure:
            self._lost(str(code))
            return
        self._told = False
        for topic, config in discovery(self._settings.table).items():
            client.publish(topic, json.dumps(config), qos=1, retain=True)
        client.subscribe(f"{self._base}/light/set", qos=1)
        self._publish("availability", ONLINE)
        self._publish("state", self._state)
        self._publish_light()

    def _commanded(self, _: mqtt.Client, __: Any, message: mqtt.MQTTMessage) -> None:
        """The lamps are made brighter or darker; what is no command is passed over."""
        try:
            wanted = strict.loads(message.payload, MOST_BYTES)
            on, level = wanted.get("state", "ON") == "ON", wanted.get("brightness", _LEVELS)
            self._strip.dim(min(1.0, max(0.0, level / _LEVELS)) if on else 0.0)
        except (ValueError, TypeError, AttributeError):
            return
        self._publish_light()

    def _publish_light(self) -> None:
        level = round(self._strip.level * _LEVELS)
        shown = {"state": "ON" if level else "OFF", "brightness": level}
        self._publish("light/state", json.dumps(shown))

    def _publish(self, topic: str, payload: str) -> mqtt.MQTTMessageInfo:
        return self._client.publish(f"{self._base}/{topic}", payload, qos=1, retain=True)

    def _lost(self, found: str) -> None:
        if self._told:
            return
        self._told = True
        host = f"{self._settings.host}:{self._settings.port}"
        pattern = N_("{host}: expected an MQTT broker, found: {found}; check [mqtt] in the settings")
        sentence = Sentence(pattern, {"host": host, "found": found})
        self._failed(HardwareError("no_broker", str(sentence), sentences=(sentence,)))


def state(snapshot: Snapshot | None, said: Callable[[Sentence], str]) -> dict[str, str]:
    """What is told of a game, by sensor. Raises ValueError for a snapshot that one seat alone may see."""
    if snapshot is None:
        return {**dict.fromkeys(SENSORS, ""), "state": "idle"}
    if snapshot.seat is not None:
        raise ValueError(f"expected a snapshot for everybody, found one for seat {snapshot.seat}")
    return {
        "game": snapshot.name,
        "turn": snapshot.turn,
        "state": "over" if snapshot.over else "playing",
        "event": said(snapshot.message),
        "problem": str(snapshot.problem) if snapshot.problem else "",
    }


def discovery(name: str) -> dict[str, dict[str, Any]]:
    """What Home Assistant wants to know of every sensor and of the lamps, by topic."""
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
