"""Runs system programs, such as systemctl and nmcli, and explains their failures."""

import os
import subprocess
from collections.abc import Callable, Sequence
from typing import TypeAlias

from companion.errors import HardwareError
from companion.games.base import N_, Sentence, counted, device_text

Run: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]
ENGLISH = {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}
"""The app understands some answers; a plain "C" would lose the letters of names."""


class ToolError(Exception):
    """A program failed; `found` says how, as part of a longer sentence, `said` is its own text."""

    def __init__(self, found: Sentence, said: str = "") -> None:
        super().__init__(str(found))
        self.found, self.said = found, said


def output(run: Run, command: Sequence[str], timeout_s: float, typed: str = "") -> str:
    """Run a program with `typed` as its standard input and return its output, in English.

    Raises ToolError.
    """
    program, env = command[0], {**os.environ, **ENGLISH}
    try:
        ended = run(
            command, input=typed, capture_output=True, text=True, encoding="utf-8", errors="replace",
            timeout=timeout_s, check=False, env=env,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise ToolError(_too_slow(program, round(timeout_s))) from error
    except OSError as error:
        said = device_text(error.strerror or error)
        raise ToolError(Sentence(_NOT_STARTED, {"program": program, "said": said})) from error
    if ended.returncode:
        if said := device_text(ended.stderr).rstrip("."):
            raise ToolError(Sentence(_SAID, {"program": program, "said": said}), said)
        raise ToolError(Sentence(_CODE, {"program": program, "n": ended.returncode}))
    return ended.stdout


def refused(command: Sequence[str], found: Sentence) -> HardwareError:
    """Return the error of a command that the system did not permit or could not do."""
    sentence = Sentence(_REFUSED, {"command": " ".join(command), "found": found})
    return HardwareError("machine_refused", str(sentence), sentences=(sentence,))


def _too_slow(program: str, seconds: int) -> Sentence:
    return counted(
        "{program} did not answer within {n} second",
        "{program} did not answer within {n} seconds",
        seconds,
        program=program,
    )


_REFUSED = N_("The command {command} failed: {found}; run sudo systemd/install.sh once more")
_NOT_STARTED = N_("{program} cannot be started: {said}")
_SAID = N_("{program} said: {said}")
_CODE = N_("{program} failed with exit code {n}")
