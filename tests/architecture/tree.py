"""Files of the repository."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT_SUFFIXES = {"", ".cfg", ".css", ".html", ".json", ".jsonl", ".kv", ".md", ".po", ".pot", ".py", ".rules"}
TEXT_SUFFIXES |= {".service", ".sh", ".toml", ".txt", ".yaml", ".yml"}


def files() -> list[Path]:
    """All files that are or may be committed, relative to the root."""
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    paths = (Path(name) for name in listing.stdout.split("\0") if name)
    return sorted(path for path in paths if (ROOT / path).is_file())


def texts() -> list[Path]:
    """The text files people write; the lock file is made by a tool."""
    return [path for path in files() if path.suffix in TEXT_SUFFIXES and path.name != "uv.lock"]
