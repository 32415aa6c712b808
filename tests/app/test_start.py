"""The start loads no library that its page does without: each costs a Raspberry Pi up to half a second."""

import subprocess
import sys

from companion.games import registry

LATER = {"cryptography", "cv2", "fpdf", "numpy", "tomlkit"}
START = """
import sys
from companion.app import game_loader
from companion.app.controller import app
from companion.games import registry
for name in registry.names():
    game_loader.past(name)
print(*sys.modules)
"""


def loaded() -> set[str]:
    """Names of the modules that the start page loads with a stored game of every kind."""
    done = subprocess.run([sys.executable, "-c", START], stdout=subprocess.PIPE, text=True, check=True)
    return set(done.stdout.split())


def test_the_start_page_needs_no_opencv_pdf_or_cipher() -> None:
    assert not LATER & {name.partition(".")[0] for name in loaded()}


def test_stored_games_are_listed_without_their_sessions() -> None:
    later = {
        f"companion.session.{name}.{part}"
        for name in registry.registered()
        for part in ("manifest", "session")
    }
    assert not later & loaded()
