"""The sound cards of the computer by name, and a sound on one of them.

SDL opens one card for a whole process, the one in AUDIODEV. A card that is chosen later plays in a process of
its own until the next start: `python -m ui.sound_cards FILE`.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

CARDS = Path("/proc/asound")
"""`cards` lists the cards; a folder per card has `pcm…p` for each output."""
_CARD = re.compile(r"^ *\d+ \[(\S+) *\]: .* - (.+)$", re.MULTILINE)
_MOST_S = 5.0


class SoundCard(NamedTuple):
    """A card with an output: its id, which stays, unlike its number, and its name."""

    id: str
    name: str


def sound_cards() -> list[SoundCard]:
    """Cards that can play, in the order of the kernel."""
    try:
        listed = (CARDS / "cards").read_text("utf-8", errors="replace")
    except OSError:
        return []
    found = [SoundCard(*card) for card in _CARD.findall(listed)]
    return [card for card in found if any((CARDS / card.id).glob("pcm*p"))]


def device(card: str) -> str:
    """ALSA's device of a card. HDMI needs the conversions of `sysdefault`; `hw` would refuse."""
    return f"sysdefault:CARD={card}"


class OtherCard:
    """Plays a file on a card that the running process did not open, as a Kivy sound does."""

    def __init__(self, path: Path, card: str) -> None:
        self._command = (sys.executable, "-m", __spec__.name, str(path))
        self._env = os.environ | {"AUDIODEV": device(card)}
        self._playing: subprocess.Popen[bytes] | None = None

    def play(self) -> None:
        """Start to play; returns at once. Raises OSError."""
        silent = subprocess.DEVNULL
        self._playing = subprocess.Popen(self._command, env=self._env, stdout=silent, stderr=silent)

    def stop(self) -> None:
        """End it."""
        if self._playing:
            self._playing.kill()
            self._playing.wait()


def _play(path: str) -> None:
    os.environ |= {"KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONFIG": "1"}
    from kivy.core.audio import SoundLoader

    sound: Any = SoundLoader.load(path)
    if sound:
        sound.play()
        time.sleep(min(_MOST_S, sound.length + 0.3))


if __name__ == "__main__":
    _play(sys.argv[1])
