"""A user who has installed the wheel of a game of this folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path


def user_with(game: str, folder: Path) -> dict[str, str]:
    """Build the wheel of a game, install it into `folder`, and return the user's environment."""
    ignored = shutil.ignore_patterns("__pycache__")
    source = shutil.copytree(Path(__file__).parent / game, folder / "source", ignore=ignored)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    homes = ("CACHE", "CONFIG", "DATA", "STATE")
    found = os.environ | {f"XDG_{home}_HOME": str(folder / home) for home in homes}
    (wheel,) = folder.glob("*.whl")
    assert f"Installed {game} 1.0." in companion(found, "install-game", str(wheel))
    return found


def companion(environment: dict[str, str], *command: str, given: str | None = None) -> str:
    """Return the output of a command, which must succeed."""
    run = [sys.executable, "-m", "companion", *command]
    done = subprocess.run(run, env=environment, input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
