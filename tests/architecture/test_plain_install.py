"""Rules and `companion script` need neither Kivy nor OpenCV nor numpy."""

import json
import os
import subprocess
import sys
from functools import partial
from importlib.metadata import distribution, requires
from pathlib import Path

from packaging.requirements import Requirement

from companion.games.fae.board import COLOURS, REGIONS
from tests.architecture.tree import ROOT

BIN = Path(sys.executable).parent
DRUIDS = {
    str(space): colour for spaces in REGIONS.values() for space, colour in zip(spaces, COLOURS, strict=True)
}
GAME = json.dumps({"game": "fae", "setup": {"players": ["Ana", "Bo"], "druids": DRUIDS}, "moves": []})

WITHOUT_EXTRAS = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"cv2", "fpdf", "gpiozero", "kivy", "lgpio", "numpy", "serial"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from companion.cli import main
main()
"""


def play(*command: str | Path, **environment: str) -> dict[str, object]:
    result = subprocess.run(
        [*command, "script", "-"],
        cwd="/",
        env=os.environ | environment,
        input=GAME,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    answer: dict[str, object] = json.loads(result.stdout)
    return answer


def test_script_runs_without_extras() -> None:
    answer = play(sys.executable, "-c", WITHOUT_EXTRAS)
    assert answer["status"] == "playing"


def plain_dependencies() -> set[str]:
    """What the project needs without extras, directly or not."""
    found: set[str] = set()
    waiting = ["table-companion"]
    while waiting:
        for requirement in map(Requirement, requires(waiting.pop()) or []):
            wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if wanted and requirement.name not in found:
                found.add(requirement.name)
                waiting.append(requirement.name)
    return found


def test_wheel_installs_and_plays_with_plain_dependencies_only(tmp_path: Path) -> None:
    """Nothing is downloaded: this environment lends the plain dependencies to a new one."""
    env = tmp_path / "env"
    run = partial(subprocess.run, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    run([BIN / "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist"])
    (wheel,) = (tmp_path / "dist").iterdir()
    run([BIN / "uv", "venv", "--quiet", "--python", sys.executable, env])
    run([BIN / "uv", "pip", "install", "--quiet", "--offline", "--no-deps", "--python", env, wheel])
    lent = tmp_path / "lent"
    lent.mkdir()
    for name in plain_dependencies():
        package = distribution(name)
        for top in {file.parts[0] for file in package.files or []} - {"..", "__pycache__"}:
            (lent / top).symlink_to(str(package.locate_file(top)))
    answer = play(env / "bin" / "companion", PYTHONPATH=str(lent))
    assert answer["status"] == "playing"
    assert not (lent / "numpy").exists()
