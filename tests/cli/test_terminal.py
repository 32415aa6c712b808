"""The terminal gets our own sentences only, and no output of libraries."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

from tests.patience import WAIT_S

QUIET = """
import companion.cli
import cv2, sys
print(*(cv2.VideoCapture(source).isOpened() for source in (97, "/nowhere.avi", "/dev/video97", sys.argv[1])))
"""
READ = """
import companion.cli, cv2, sys
def main(*_, **__):
    cv2.imread(sys.argv[1])
    print("ours", file=sys.stderr)
companion.cli.companion.main = main
companion.cli.main()
"""


def test_what_opencv_warns_of_does_not_reach_the_terminal(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(range(256)) * 9)
    command = [sys.executable, "-c", QUIET, str(broken)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
    assert (done.stdout.split(), done.stderr) == (["False"] * 4, "")


def test_a_terminal_gets_our_sentences_only_and_a_file_gets_all(tmp_path: Path) -> None:
    """A picture with a hole, as webcams send them: OpenCV's JPEG reader writes to stderr itself."""
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    written = bytearray(cv2.imencode(".jpg", noise)[1])
    written[2000:2008] = b"\xff\xd9\0\xff\xff\0ab"
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(written)
    command = [sys.executable, "-c", READ, str(picture)]
    leader, follower = pty.openpty()
    try:
        subprocess.run(command, stderr=follower, timeout=WAIT_S, check=True)
        terminal = os.read(leader, 4096).decode()
    finally:
        os.close(follower)
        os.close(leader)
    filed = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, check=True)
    assert terminal.split() == ["ours"]
    assert filed.stderr.startswith("Corrupt JPEG data")
