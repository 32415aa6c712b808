"""A folder of installed packages for the tests of this folder."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games import package, registry

Install = Callable[[str, dict[str, str]], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Write an installed distribution `tc-NAME` with these files, as pip does."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.syspath_prepend(site)

    def written(name: str, files: dict[str, str]) -> None:
        info = site / f"tc_{name}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: tc-{name}\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[{package.GROUP}]\n{name} = tc_{name}:GAME\n")
        for path, text in files.items():
            file = site / f"tc_{name}" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        registry.use(None)

    yield written
    registry.use(None)
    for module in [name for name in sys.modules if name.startswith("tc_")]:
        del sys.modules[module]
