"""The app's part of Kivy's style: the rules of all widgets in use, as Kivy has them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import kivy

from ui.app import STYLE

IN_USE = """
import json, pkgutil
from importlib import import_module
from tests.windows import configure, x_server
with x_server():
    configure()
    import ui
    for module in pkgutil.walk_packages(ui.__path__, "ui."):
        import_module(module.name)
    from kivy.uix.widget import Widget
    kinds = {Widget}
    while more := {below for kind in kinds for below in kind.__subclasses__()} - kinds:
        kinds |= more
    print(json.dumps([kind.__name__ for kind in kinds]))
"""


def rules(file: Path) -> dict[str, str]:
    """The rules of a style by the names of their widgets, without empty lines and comments."""
    lines = [line for line in file.read_text("utf-8").splitlines() if line.strip() and line[0] != "#"]
    found = re.split(r"(?m)^(?=<)", "\n".join(lines))[1:]
    return {name: rule.strip() for rule in found for name in re.findall(r"\w+", re.split("[>@]", rule)[0])}


def test_the_rules_are_those_of_the_installed_kivy() -> None:
    whole = rules(Path(kivy.kivy_data_dir) / "style.kv")
    for name, rule in rules(STYLE).items():
        assert rule == whole[name], name


def test_no_widget_in_use_lacks_its_rule() -> None:
    done = subprocess.run([sys.executable, "-c", IN_USE], stdout=subprocess.PIPE, text=True, check=True)
    in_use = {*json.loads(done.stdout.splitlines()[-1])}
    assert {"Label", "ScrollView"} <= in_use
    for file in Path("ui").rglob("*.kv"):
        in_use |= {*re.findall(r"(?m)^\s*([A-Z]\w+):", file.read_text("utf-8"))}
    needed = in_use & rules(Path(kivy.kivy_data_dir) / "style.kv").keys()
    assert needed <= rules(STYLE).keys()
