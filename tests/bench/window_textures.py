"""Textures that the play screen of each game holds at 800 x 480, `python -m tests.bench.window_textures`.

A game is played by touch in a process of its own; textures are counted after its last move, with all that
is kept for later, and again on the start page after the game was left.
"""

import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import click

from tests.bench.evening_memory import KINDS, ORDER, TIDY_FRAMES, opened, play, running_game
from tests.bench.tables import table

MIPMAPS = 4 / 3
"""Size of a texture with its smaller copies."""
LARGEST = 6
"""Number of sizes that `--sizes` lists."""


def textures() -> Iterator[tuple[tuple[int, int], float]]:
    """Size in pixels and MB of every texture; parts of another one do not count, three channels take four."""
    from kivy.graphics.texture import Texture

    gc.collect()
    gc.unfreeze()  # what was there at the start is not listed else
    seen = set()
    for each in gc.get_objects():
        if type(each) is Texture and each.id not in seen:
            seen.add(each.id)
            width, height = each.size
            yield each.size, 4 * width * height * (MIPMAPS if each.mipmap else 1) / 1e6


def by_size() -> Counter[tuple[int, int]]:
    """MB of all textures by their size in pixels."""
    found: Counter[tuple[int, int]] = Counter()
    for size, mb in textures():
        found[size] += mb  # type: ignore[assignment]  # Counter knows whole numbers only
    return found


def played(game: str, folder: Path) -> Iterator[tuple[str, Any]]:
    """Play a game; yield the textures at its end and after it was left."""
    from companion.games.registry import rules
    from companion.session.base import GameConfig
    from tests.session.test_contract import played as of_contract

    with opened(folder) as (app, running, finger):
        chance, known = Random(1), of_contract(game)
        setup = rules(game).opening(chance, known.players)
        app.begin(game, GameConfig(known.players, setup=setup), KINDS["touch"])
        finger.until(partial(running_game, running, app), game)
        play(app, game, finger, chance)
        yield "at its end", by_size()
        running.app.leave_game()
        finger.frames(TIDY_FRAMES, draw=True)
        yield "left", by_size()


def measured(game: str) -> list[str]:
    """Lines that a process of its own prints about a game."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.window_textures", "--play", game],
        check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return [line for line in done.stdout.splitlines() if line.startswith("MB ")]


@click.command()
@click.option("--play", "child", type=click.Choice(ORDER), help="Play this game in this process.")
@click.option("--sizes", is_flag=True, help="List the sizes of textures that take most.")
def main(child: str | None, sizes: bool) -> None:
    """Print how many MB the textures take."""
    if child:
        with TemporaryDirectory() as folder:
            os.environ["HOME"] = folder
            for when, found in played(child, Path(folder)):
                most = ", ".join(f"{w}x{h}: {mb:.1f}" for (w, h), mb in found.most_common(LARGEST))
                print(f"MB {sum(found.values()):.1f} {when}: {most}", flush=True)
        return
    rows = []
    for game in ORDER:
        lines = measured(game)
        rows.append((game, *(line.split()[1] for line in lines)))
        if sizes:
            click.echo("\n".join(f"{game} {line}" for line in lines))
    click.echo(table(["game", "at its end, MB", "left, MB"], rows))


if __name__ == "__main__":
    main()
