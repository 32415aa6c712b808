"""The report of the slow tests names what failed, with workers and without."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = """
import pytest
def test_good(): pass
@pytest.mark.parametrize("n", [1, 2])
def test_bad(n): assert n == 1
@pytest.fixture
def broken(): raise OSError
def test_without_fixture(broken): pass
def test_skipped(): pytest.skip("no browser")
"""


@pytest.mark.parametrize("workers", [[], pytest.param(["-n", "2"], marks=pytest.mark.slow)])
def test_what_failed_is_written_with_its_commit(tmp_path: Path, workers: list[str]) -> None:
    (tmp_path / "test_some.py").write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.slow_report", "-p", "no:cacheprovider", *workers],
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 1 and "2 passed, 2 failed; build/slow.json has more." in ran.stdout
    found = json.loads((tmp_path / "build/slow.json").read_text())
    assert (found["passed"], found["commit"]) == (2, "")
    assert found["failed"] == ["test_some.py::test_bad[2]", "test_some.py::test_without_fixture"]
    assert set(found["seconds"]) == {"test_some.py"}
