"""Short sounds of our own, made of sine waves once and kept in the user's cache."""

import os
import sys
import wave
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from math import exp, pi, sin
from pathlib import Path
from threading import Thread
from typing import Any, Literal, TypeAlias
from zlib import crc32

from companion.storage import atomic
from companion.storage.folders import cache_folder
from ui.sound_cards import OtherCard, device

SoundName: TypeAlias = Literal["tap", "move", "wrong", "ask", "score", "win", "roll", "attention"]

RATE_HZ = 16000
VOLUME = 0.4
_C, _D, _E, _G, _A = 523.25, 587.33, 659.25, 783.99, 880.0


@dataclass(frozen=True, slots=True)
class Note:
    """A tone from `at_s` on that fades out over `fade_s`."""

    hertz: float
    at_s: float = 0.0
    fade_s: float = 0.12


TUNES: dict[SoundName, tuple[Note, ...]] = {
    "tap": (Note(1200, 0, 0.02),),
    "move": (Note(_E / 2, 0, 0.07), Note(_A / 2, 0.06, 0.1)),
    "wrong": (Note(196, 0, 0.12), Note(164.81, 0.14, 0.2)),
    "ask": (Note(_D, 0, 0.1), Note(_A, 0.12, 0.18)),
    "score": (Note(_C, 0, 0.1), Note(_E, 0.09, 0.1), Note(_G, 0.18, 0.25)),
    "win": (
        Note(_C, 0, 0.12), Note(_E, 0.12, 0.12), Note(_G, 0.24, 0.12), Note(2 * _C, 0.36, 0.5),
        Note(_E, 0.36, 0.5),
    ),
    "roll": tuple(Note(300 + 90 * (step % 3), 0.05 * step, 0.02) for step in range(9)),
    "attention": (Note(_A, 0, 0.15), Note(_A, 0.22, 0.15)),
}  # fmt: skip


def samples(notes: Sequence[Note]) -> bytes:
    """A tune as 16-bit samples, `RATE_HZ` a second."""
    end_s = max(note.at_s + 5 * note.fade_s for note in notes)
    heard = [0.0] * round(RATE_HZ * end_s)
    for note in notes:
        start = round(RATE_HZ * note.at_s)
        for i in range(round(RATE_HZ * 5 * note.fade_s)):
            if start + i < len(heard):
                t = i / RATE_HZ
                rise = min(1.0, t / 0.004)
                tone = sin(2 * pi * note.hertz * t) + 0.25 * sin(4 * pi * note.hertz * t)
                heard[start + i] += rise * exp(-t / note.fade_s) * tone
    loudest = max(1.0, max(map(abs, heard)))
    return array("h", (round(32767 * VOLUME * value / loudest) for value in heard)).tobytes()


def write(path: Path, notes: Sequence[Note]) -> None:
    """Write a tune as a WAV file. Raises OSError."""
    content = BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(samples(notes))
    atomic.write(path, content.getvalue())


def audible() -> bool:
    """Return true if an audio device exists; without one, audio libraries print errors of their own."""
    if not sys.platform.startswith("linux") or os.environ.get("SDL_AUDIODRIVER"):
        return True
    served = Path(os.environ.get("XDG_RUNTIME_DIR", "/run")) / "pulse" / "native"
    cards = Path("/proc/asound/cards")
    return served.exists() or (cards.exists() and "no soundcards" not in cards.read_text())


def _load(path: Path) -> Any:
    if not audible():
        return None
    from kivy.core.audio import SoundLoader  # looking for an audio device takes a moment

    return SoundLoader.load(str(path))


class Sounds:
    """Sound player; without audio it stays silent and raises nothing."""

    def __init__(self, folder: Path | None = None, load: Callable[[Path], Any] = _load) -> None:
        self._folder = folder or cache_folder() / "sounds"
        self._load = load
        self._loaded: dict[SoundName, Any] = {}
        self._card = self._opened = ""
        self._is_open = False
        self._maker = Thread(target=self.make, name="sounds", daemon=True)

    def start(self) -> None:
        """Make the files that are missing, without waiting for them."""
        self._maker.start()

    def make(self) -> None:
        """Make the files that are missing; a full or closed disk leaves the app silent."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for name, notes in TUNES.items():
                if not self.path(name).exists():
                    write(self.path(name), notes)
        except OSError:
            return

    def path(self, name: SoundName) -> Path:
        """The file of a sound; another tune has another file."""
        return self._folder / f"{name}-{crc32(repr(TUNES[name]).encode()):08x}.wav"

    def use(self, card: str) -> None:
        """Play on this card from now on, by its id; "": the system's own."""
        if card == self._card:
            return
        self._card = card
        if not self._is_open:
            self._opened = card
            os.environ.pop("AUDIODEV", None)
            if card:
                os.environ["AUDIODEV"] = device(card)
        self._loaded.clear()

    def play(self, name: SoundName) -> None:
        """Play a sound from its start; none while its file is being made."""
        try:
            if name not in self._loaded and self.path(name).exists():
                self._loaded[name] = None  # a sound that failed once is not tried again
                here = self._card == self._opened
                if name == "tap" and not here:
                    return  # a process for each touch would slow the app down
                self._is_open |= here
                load = self._load if here else partial(OtherCard, card=self._card)
                self._loaded[name] = load(self.path(name))
            if sound := self._loaded.get(name):
                sound.stop()
                sound.play()
        except Exception:  # audio libraries fail in ways of their own; a game goes on without sounds
            self._loaded[name] = None
