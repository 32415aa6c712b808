"""Writes the package of a new game, which installs and plays at once: rules, board, a test and a README."""

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from string import Template
from typing import Literal, TypeAlias, get_args

from companion.errors import CompanionError
from companion.games import starters
from companion.games.base import N_, Sentence
from companion.games.package import check_name

Board: TypeAlias = Literal["grid", "hex", "points", "none"]
"""Sort of a board: squares, hexagons, points on lines; "none" for rules alone."""
BOARDS: tuple[Board, ...] = get_args(Board)

_NOT_WRITTEN = N_("{path}: expected a place that can be written, found: {cause}.")
_EXISTS = N_("{path}: expected a name that no file has, found one; choose another name, or move it away.")
_MADE: Mapping[bool, Mapping[str, str]] = {
    True: {
        "part": 'board="tc_$name.board:BOARD"',
        "files": "\n| `tc_$name/board.py` | board and pieces, as the camera and the screen need them |",
        "play": "companion run --game-from .  # loads what changes\ncompanion demo --game ./ --fast",
    },
    False: {
        "part": 'session="tc_$name.session:SESSION"',
        "files": "\n| `tc_$name/session.py` | what the players may decide |",
        "play": "companion play ./",
    },
}
"""Texts of a game with a board, and of one without."""


def write(name: str, board: Board, into: Path) -> Path:
    """Write the package of a new game called `name` into the folder `into`; return its own folder there.

    Raises CompanionError `wrong_package` for a name that no game may have, `file_exists` if there is
    something already, `not_written` if the files cannot be written.
    """
    check_name(name, "NAME")
    folder = into / name
    if folder.exists():
        raise CompanionError.of("file_exists", Sentence(_EXISTS, {"path": str(folder)}))
    words = {"name": name, "title": name.replace("_", " ").capitalize()}
    made = _MADE[board != "none"]
    words |= {key: Template(text).substitute(words) for key, text in made.items()}
    common = resources.files(starters)
    texts = {
        "pyproject.toml": common / "pyproject.toml.txt",
        "README.md": common / "README.md.txt",
        "conftest.py": common / "conftest.py.txt",
        "test_rules.py": common / "test_rules.py.txt",
        f"tc_{name}/__init__.py": common / "init.py.txt",
        f"tc_{name}/rules.py": common / board / "rules.py.txt",
    }
    second = "session.py" if board == "none" else "board.py"
    texts[f"tc_{name}/{second}"] = common / board / f"{second}.txt"
    try:
        (folder / f"tc_{name}").mkdir(parents=True)
        for file, template in texts.items():
            (folder / file).write_text(Template(template.read_text("utf-8")).substitute(words), "utf-8")
    except OSError as error:
        values = {"path": str(folder), "cause": error.strerror or str(error)}
        raise CompanionError.of("not_written", Sentence(_NOT_WRITTEN, values)) from error
    return folder
