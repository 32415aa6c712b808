"""Print pip requirements of packages as pinned in uv.lock, with hashes: locked.py NAME…"""

import sys
import tomllib
from pathlib import Path

LOCK = Path(__file__).resolve().parents[1] / "uv.lock"


def requirements(*names: str) -> list[str]:
    """Requirement lines of packages and their dependencies. Raises KeyError for an unpinned one."""
    packages = {package["name"]: package for package in tomllib.loads(LOCK.read_text("utf-8"))["package"]}
    waiting, lines = [*names], dict[str, str]()
    while waiting:
        package = packages[name := waiting.pop()]
        files = [*package["wheels"], *filter(None, [package.get("sdist")])]
        hashes = [f"--hash={file['hash']}" for file in files]
        lines[name] = " ".join([f"{name}=={package['version']}", *hashes])
        needed = [needed["name"] for needed in package.get("dependencies", []) if "marker" not in needed]
        waiting += [other for other in needed if other not in lines]
    return sorted(lines.values())


if __name__ == "__main__":
    print("\n".join(requirements(*sys.argv[1:])))
