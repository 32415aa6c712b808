"""Write the playthroughs anew: python -m tests.playthroughs [GAME …]."""

import argparse

from tests.playthroughs.playthroughs import GAMES, path


def main() -> None:
    """Write the games that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs", description=__doc__)
    parser.add_argument("game", nargs="*", help=f"one of {', '.join(GAMES)}; else all")
    asked: list[str] = parser.parse_args().game
    if unknown := sorted({*asked} - {*GAMES}):
        parser.error(f"expected one of {', '.join(GAMES)}, found {', '.join(unknown)}")
    for game in asked or GAMES:
        for number, play in enumerate(GAMES[game], 1):
            path(game, number).write_text(play(), "utf-8")


if __name__ == "__main__":
    main()
