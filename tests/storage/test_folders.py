from collections.abc import Callable
from pathlib import Path

import pytest

from companion.settings.settings import default_path
from companion.storage.folders import cache_folder, documents_folder, state_folder


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DOCUMENTS_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


PLACES: list[tuple[Callable[[], Path], str, str]] = [
    (state_folder, "XDG_STATE_HOME", ".local/state/table-companion"),
    (cache_folder, "XDG_CACHE_HOME", ".cache/table-companion"),
    (lambda: default_path().parent, "XDG_CONFIG_HOME", ".config/table-companion"),
]


@pytest.mark.parametrize(("folder", "variable", "usual"), PLACES)
def test_folders_are_where_the_system_wants_them(
    folder: Callable[[], Path], variable: str, usual: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder() == home / usual
    monkeypatch.setenv(variable, str(home / "mine"))
    assert folder() == home / "mine" / "table-companion"
    monkeypatch.setenv(variable, "")
    assert folder() == home / usual


def test_copies_lie_among_the_documents_if_there_is_such_a_folder(home: Path) -> None:
    (home / ".config").mkdir()
    (home / ".config" / "user-dirs.dirs").write_text('XDG_DOCUMENTS_DIR="$HOME/Documentos"\n')
    assert documents_folder() == home / "table-companion"
    (home / "Documentos").mkdir()
    assert documents_folder() == home / "Documentos" / "Table Companion"


def test_a_home_without_documents_has_a_folder_of_its_own(home: Path) -> None:
    (home / ".config").mkdir()
    (home / ".config" / "user-dirs.dirs").write_text('XDG_DOCUMENTS_DIR="$HOME/"\n')
    assert documents_folder() == home / "table-companion"
