"""A program stands still once a pipe that nobody reads is full; `subprocess.run` reads its pipes itself."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
READ_BY_THREADS = {"vision/cameras/pi_camera.py"}
"""Files with pipes to a running program, each read by a thread of its own."""


def with_pipes(source: str) -> bool:
    """Return whether a program is started with a pipe and not waited for."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return any(
        ast.unparse(call.func).endswith("Popen")
        and any(ast.unparse(given.value).endswith("PIPE") for given in call.keywords)
        for call in calls
    )


def test_only_readers_of_pipes_start_programs_with_pipes() -> None:
    texts = {
        path: path.read_text("utf-8")
        for name in ("companion", "hardware", "ui", "vision")
        for path in (ROOT / name).rglob("*.py")
    }
    found = {
        str(path.relative_to(ROOT)) for path, text in texts.items() if "PIPE" in text and with_pipes(text)
    }
    assert found == READ_BY_THREADS
