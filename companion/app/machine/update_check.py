"""Update check by systemd, on a background thread."""

import re
import subprocess
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.app.machine.system_tool import Run, ToolError, output
from companion.errors import HardwareError
from companion.games.base import N_, Sentence, device_text
from ui.machine_service import NewsLook

RESULT = Path("/opt/companion/news")
COMMAND = ("systemctl", "start", "companion-news.service")
PATIENCE_S = 90.0
MOST_BYTES = 50_000
MOST_CHARACTERS = 500
"""Maximum length of one change, in characters."""
_NOT_READ = N_("{path} cannot be read: {said}")
_MARKS = re.compile(r"[`*]+|\[([^\]]*)\]\([^)]*\)")


class UpdateCheck:
    """Runs the update check; `look` is the last result."""

    def __init__(self, run: Run = subprocess.run, result: Path = RESULT) -> None:
        self._run, self._result = run, result
        self.look = NewsLook()
        self._worker: threading.Thread | None = None

    def begin(self) -> None:
        """Start a check; returns at once."""
        if self._worker and self._worker.is_alive():
            return
        self.look = NewsLook()
        self._worker = threading.Thread(target=self._look, name="news", daemon=True)
        self._worker.start()

    def wait(self) -> None:
        """Block until the check has finished."""
        if self._worker:
            self._worker.join()

    def _look(self) -> None:
        try:
            output(self._run, COMMAND, PATIENCE_S)
            with self._result.open("rb") as file:
                status, *lines = file.read(MOST_BYTES).decode("utf-8", errors="replace").splitlines()
        except ToolError as error:
            self.look = NewsLook(problem=_failed(error.found))
            return
        except OSError as error:
            said = device_text(error.strerror or error)
            self.look = NewsLook(problem=_failed(Sentence(_NOT_READ, {"path": self._result, "said": said})))
            return
        except ValueError:  # no line at all
            self.look = NewsLook(problem=_failed(N_("the answer is empty")))
            return
        state, _, rest = status.partition(" ")
        if state == "offline":
            self.look = NewsLook(problem=_failed(N_("no connection")))
        elif state == "unsigned":
            self.look = NewsLook(problem=_unsigned(rest))
        else:
            self.look = NewsLook(tuple(_paragraphs(lines)), state == "new", verified=rest == "verified")


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """Yield each bullet point of a changelog as one line, without markup."""
    point = ""
    for line in (*lines, "-"):
        if line.startswith(" "):
            point += " " + line.strip()
            continue
        if point:
            yield device_text(_MARKS.sub(r"\1", point), MOST_CHARACTERS)
        point = "" if line.startswith("#") else line.removeprefix("-").strip()


def _unsigned(version: str) -> HardwareError:
    pattern = N_(
        "The new version ({version}) is not installed: expected a signature that this machine"
        " trusts, found none. Ask the publisher."
    )
    sentence = Sentence(pattern, {"version": version or "?"})
    return HardwareError("no_news", str(sentence), sentences=(sentence,))


def _failed(found: object) -> HardwareError:
    pattern = N_("The update check failed ({found}). Check the network, then try again.")
    sentence = Sentence(pattern, {"found": found})
    return HardwareError("no_news", str(sentence), sentences=(sentence,))
