"""Plug-in of pytest for `make test-slow`: build/slow.json says what failed, and how long each file took."""

import json
import subprocess
import time
from collections import defaultdict
from pathlib import Path

import pytest

FILE = Path("build/slow.json")


class Report:
    """Counts what the workers tell; written when the run ends, however it ends."""

    def __init__(self) -> None:
        self._begun_s = time.monotonic()
        self.passed = 0
        self.failed: list[str] = []
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a part of a test."""
        self.seconds[report.nodeid.partition("::")[0]] += report.duration
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)
        elif report.passed and report.when == "call":
            self.passed += 1

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the file."""
        longest = sorted(self.seconds.items(), key=lambda one: -one[1])
        found = {
            "commit": commit(),
            "arguments": [str(one) for one in session.config.invocation_params.args],
            "minutes": round((time.monotonic() - self._begun_s) / 60, 1),
            "passed": self.passed,
            "failed": sorted(self.failed),
            "seconds": {name: round(seconds, 1) for name, seconds in longest},
        }
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print one line."""
        terminalreporter.write_line(f"{self.passed} passed, {len(self.failed)} failed; {FILE} has more.")


def commit() -> str:
    """Return the commit that is tried, with a + if files differ from it; "" outside git."""
    described = ["git", "describe", "--always", "--abbrev=40", "--dirty=+", "--exclude=*"]
    found = subprocess.run(described, capture_output=True, text=True, check=False)
    return found.stdout.strip()


def pytest_configure(config: pytest.Config) -> None:
    """Report in the process that has all results."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Report())
