"""Spoken hints by the program espeak-ng, where it is installed."""

import subprocess
from shutil import which
from threading import Condition, Thread

PROGRAM = "espeak-ng"
_VOICES = {"en": "en", "pt_BR": "pt-br", "es": "es"}
_WORDS_A_MINUTE = 150


class Voice:
    """Says one sentence at a time: the newest interrupts what is being said.

    Without the program, or without sound, nothing is heard and nothing fails.
    """

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = which(program)
        self._news = Condition()
        self._waiting: tuple[str, str] | None = None
        self._stopped = False
        self._thread: Thread | None = None

    @property
    def there(self) -> bool:
        """Return true if the program is installed."""
        return self._program is not None

    def say(self, text: str, language: str) -> None:
        """Speak a text in a language of the app; "" only interrupts. Returns at once."""
        if not self._program:
            return
        with self._news:
            self._waiting = (text, language)
            self._news.notify()
            if self._thread is None:
                self._thread = Thread(target=self._speak, name="voice", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Fall silent for good."""
        with self._news:
            self._stopped = True
            self._news.notify()
        if self._thread:
            self._thread.join(timeout=2)

    def _speak(self) -> None:
        speaking: subprocess.Popen[bytes] | None = None
        while True:
            with self._news:
                self._news.wait_for(lambda: self._stopped or self._waiting is not None)
                text, language = self._waiting or ("", "")
                self._waiting = None
            if speaking:
                speaking.kill()
                speaking.wait()
                speaking = None
            if self._stopped:
                return
            if text:
                speaking = self._begin(text, language)

    def _begin(self, text: str, language: str) -> "subprocess.Popen[bytes] | None":
        command = [
            str(self._program),
            "-v",
            _VOICES.get(language, "en"),
            "-s",
            str(_WORDS_A_MINUTE),
            "--",
            text,
        ]
        quiet = subprocess.DEVNULL
        try:
            return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        except OSError:
            return None
