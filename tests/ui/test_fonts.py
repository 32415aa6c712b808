import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import HardwareError
from tests.patience import WAIT_S
from ui import fonts

FONT = b"\x00\x01\x00\x00 and so on"


def folder(path: Path, *names: str) -> Path:
    path.mkdir(parents=True)
    for name in names:
        (path / f"{name}.ttf").write_bytes(FONT)
    return path


def stems(found: tuple[Path, ...]) -> list[str]:
    return [path.stem for path in found]


def test_kivys_own_font_is_taken_when_it_is_whole(tmp_path: Path) -> None:
    own = folder(tmp_path / "own", *(Path(name).stem for name in fonts.OWN))
    assert stems(fonts.find(own, ())) == [Path(name).stem for name in fonts.OWN]


@pytest.mark.parametrize("loss", ["missing", "empty", "text"])
def test_a_lost_font_is_replaced_by_one_of_the_system(tmp_path: Path, loss: str) -> None:
    own = folder(tmp_path / "own", *(Path(name).stem for name in fonts.OWN))
    for path in own.iterdir():
        path.write_text("<html>" if loss == "text" else "")
        if loss == "missing":
            path.unlink()
    system = folder(tmp_path / "system" / "truetype", "Alien", "NotoSans-Regular", "NotoSans-Bold").parent
    assert stems(fonts.find(own, (system,))) == ["NotoSans-Regular"] * 2 + ["NotoSans-Bold"] * 2


def test_any_font_is_better_than_none(tmp_path: Path) -> None:
    assert stems(fonts.find(tmp_path / "own", (folder(tmp_path / "system", "Odd"),))) == ["Odd"] * 4


def test_no_font_at_all_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="apt install fonts-dejavu-core") as caught:
        fonts.find(tmp_path / "own", (tmp_path / "system",))
    assert caught.value.code == "no_font"
    assert str(tmp_path / "own" / "Roboto-Regular.ttf") in str(caught.value)


PROBE = """
import sys
from pathlib import Path
from ui import app, fonts
fonts.OWN = tuple("gone-" + name for name in fonts.OWN)
app.configure()
app.require_display()
from kivy.core.text import Label
label = Label(text="ção ñ", font_size=40, bold=True)
label.refresh()
print(label.options["font_name_r"], label.texture.size[0] > 60)
"""


def test_the_window_writes_with_the_font_that_was_found(display: str) -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, timeout=WAIT_S)
    assert done.stderr == ""
    name, wide = done.stdout.split()
    assert (Path(name).suffix, wide) == (".ttf", "True")
