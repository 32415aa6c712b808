"""What pip needs to install packages as uv.lock pins them, with the hashes of their files: locked.py NAME…"""

import sys
import tomllib
from pathlib import Path

LOCK = Path(__file__).resolve().parents[1] / "uv.lock"


def requirements(*names: str) -> list[str]:
    """A line for every package and for all that it needs. Raises KeyError for one that is not pinned."""
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
