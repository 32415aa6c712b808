"""The first picture of the app."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from PIL import Image

from tests.patience import WAIT_S
from tests.ui.games.fae.fake import FakeFae

EARLY = """
import sys
from ui.app import open_window
open_window()
from PIL import ImageGrab
import os
from kivy.core.window import Window
shown = ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).getcolors(1 << 20)
late = ("ui.window", "companion.app.controller.app", "cv2")
print(len(shown) > 2, *(name in sys.modules for name in late))
"""


def test_the_window_shows_a_picture_before_the_app_is_made(display: str) -> None:
    done = subprocess.run([sys.executable, "-c", EARLY], capture_output=True, text=True, timeout=WAIT_S)
    assert done.stdout.split() == ["True", "False", "False", "False"], done.stderr


def test_the_start_page_takes_the_place_of_the_picture(open_window: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    running = open_window(controller)
    from ui import splash

    drawn = len(running.window.canvas.children)
    before = colours(running.screenshot("start_before_splash.png"))
    splash.show()
    assert len(running.window.canvas.children) == drawn
    after = colours(running.screenshot("start_after_splash.png"))
    assert min(before, after) > 1000, "the page is there, not the picture of two colours"


def colours(picture: Path) -> int:
    with Image.open(picture) as shot:
        return len(shot.getcolors(1 << 20) or ())
