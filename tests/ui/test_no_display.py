import os
import subprocess
import sys

import pytest

from tests.patience import WAIT_S

PROBE = """
from companion.errors import HardwareError
from ui.app import configure, require_display
configure()
try:
    require_display()
except HardwareError as error:
    print(error.code, error)
"""


@pytest.mark.parametrize("display", [None, ":9999"])
def test_missing_display_is_a_clear_error(display: str | None) -> None:
    without = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    environment = without if display is None else {**without, "DISPLAY": display}
    done = subprocess.run(
        [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, timeout=WAIT_S
    )
    assert done.stdout.startswith("no_display Expected a display with OpenGL 2 or better, found ")
    assert done.stderr == ""


def test_display_without_opengl_is_a_clear_error() -> None:
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-extension", "GLX"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as pipe:
            display = f":{pipe.readline().strip()}"
        environment = {**os.environ, "DISPLAY": display}
        done = subprocess.run(
            [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, timeout=WAIT_S
        )
        server.terminate()
    assert done.stdout.startswith(f"no_display Expected a display with OpenGL 2 or better, found {display}.")
    assert done.stderr == ""
