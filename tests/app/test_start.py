"""The start loads no library that its page does without: each costs a Raspberry Pi up to half a second."""

import subprocess
import sys

LATER = {"cryptography", "cv2", "fpdf", "numpy"}
START = """
import sys
from companion.app import app, game_loader
from companion.games import registry
for name in registry.names():
    game_loader.past(name)
print(*{name.partition(".")[0] for name in sys.modules})
"""


def test_the_start_page_needs_no_opencv_pdf_or_cipher() -> None:
    done = subprocess.run([sys.executable, "-c", START], stdout=subprocess.PIPE, text=True, check=True)
    assert not LATER & set(done.stdout.split())
