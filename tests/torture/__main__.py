"""The torture harnesses: python -m tests.torture kill --times 1000 [--seed 1]."""

import argparse
import importlib
import logging
import sys
import time

HARNESSES = (
    "kill",
    "cut",
    "flip",
    "chaos",
    "fuzz",
    "evenings",
    "tables",
    "restore",
    "update",
    "phones",
    "page",
    "flood",
    "moment",
)


def main() -> int:
    """Return the exit code: 0 if all survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("harness", choices=HARNESSES)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    logging.getLogger("companion").setLevel(logging.CRITICAL)  # refusals are logged, too
    began_s = time.monotonic()
    tally = importlib.import_module(f"tests.torture.{asked.harness}").torture(asked.times, asked.seed)
    print("| harness | tried | survived | failed | noted |\n| --- | ---: | ---: | ---: | --- |")
    print(tally.row)
    print(f"\n{time.monotonic() - began_s:.0f} s")
    for found in tally.failed[:20]:
        print(found, file=sys.stderr)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
