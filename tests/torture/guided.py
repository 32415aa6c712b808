"""Coverage-guided fuzzer of the same readers (Atheris, libFuzzer).

Atheris is no dependency: `make torture-guided` fetches it if there is a package for this machine.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

LIBRARIES = ["companion.games", "companion.settings", "companion.session", "hardware"]


def main() -> None:
    """Try `--times` inputs; the first byte chooses the reader. Ends the process at the first failure."""
    import atheris

    parser = argparse.ArgumentParser(prog="python -m tests.torture.guided", description=__doc__)
    parser.add_argument("--times", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with atheris.instrument_imports(include=LIBRARIES):
        from tests.torture import fuzz
        from tests.torture.readers import readers
    found = [reader for reader in readers().values() if not reader.slow]

    def one(content: bytes) -> None:
        if content:
            fuzz.accepts(found[content[0] % len(found)], content[1:])

    with TemporaryDirectory() as corpus:
        for number, reader in enumerate(found):
            for which, seed in enumerate(reader.seeds):
                (Path(corpus) / f"{number}-{which}").write_bytes(bytes([number]) + seed)
        atheris.Setup(
            [sys.argv[0], corpus, f"-runs={asked.times}", f"-seed={asked.seed}", "-max_len=4096"], one
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main()
