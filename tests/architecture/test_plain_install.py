"""Rules and `companion script` need neither Kivy nor OpenCV nor numpy."""

import ast
import json
import os
import subprocess
import sys
from functools import partial
from importlib.metadata import distribution, requires
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from companion.games import registry
from companion.games.fae.board import COLOURS, REGIONS
from tests.architecture.tree import ROOT

FOLDERS = ("companion", "hardware", "ui", "vision")
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
    """Names of all dependencies without extras, direct or indirect."""
    found: set[str] = set()
    waiting = ["table-companion"]
    while waiting:
        for requirement in map(Requirement, requires(waiting.pop()) or []):
            wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if wanted and requirement.name not in found:
                found.add(requirement.name)
                waiting.append(requirement.name)
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([BIN / "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (found,) = folder.iterdir()
    return found


def test_a_wheel_holds_what_runs_and_what_is_read_and_no_tools(wheel: Path) -> None:
    files = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert not [name for name in files if name.startswith("tests/") or name.endswith(".po")]
    sources = {str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}
    assert {name for name in files if name.endswith(".py")} == sources
    needed = {"companion/settings/defaults.toml", "companion/i18n/locales/es/LC_MESSAGES/companion.mo"}
    for folder in (
        "ui/fonts",
        "companion/printing/fonts",
        "companion/app/fabula/prints",
        "ui/art/patches",
        *(f"ui/games/{name}/prints" for name in registry.registered()),
    ):
        found = {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*.*") if path.is_file()}
        assert found, folder
        needed |= {name for name in found if not name.endswith(".pyc")}
    assert needed | {"ui/art/grain.png"} <= files


def test_nothing_that_runs_imports_tools_or_what_only_they_need() -> None:
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            assert not imported(path) & {"tests", "babel", "scipy", "skia", "torch"}, path


def imported(path: Path) -> set[str]:
    """Modules that a file imports, each with the packages it is in."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names | {name.partition(".")[0] for name in names}


def test_wheel_installs_and_plays_with_plain_dependencies_only(tmp_path: Path, wheel: Path) -> None:
    """Nothing is downloaded: this environment lends the plain dependencies to a new one."""
    env = tmp_path / "env"
    run = partial(subprocess.run, cwd=ROOT, check=True, stdout=subprocess.PIPE)
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
