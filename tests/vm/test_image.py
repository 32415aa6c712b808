"""`image.sh` without a card: one line says what makes it."""

import subprocess
from pathlib import Path


def test_a_card_that_is_not_there_is_told_with_what_makes_it(tmp_path: Path) -> None:
    script = Path(__file__).with_name("image.sh")
    done = subprocess.run([script, tmp_path / "build" / "image"], capture_output=True, text=True)
    assert done.returncode == 1 and not done.stdout
    (line,) = done.stderr.splitlines()
    assert "companion.img: expected the card, found none" in line and "make image" in line
    assert not list(tmp_path.iterdir())
