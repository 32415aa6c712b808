"""Record the games of tests/data/fate again: run it as a script after a change of the rules."""

import json
import random
from pathlib import Path
from typing import Any

from companion.games import fate
from companion.games.fate import autoplay as autoplay
from companion.games.fate import script
from companion.games.fate.position import Options

FOLDER = Path(__file__).parents[2] / "data" / "fate"

GAMES = {
    "solo_won": (11, 1, Options()),
    "four_players_long_with_die": (3, 4, Options("long", monster_die=True)),
    "two_players_hard": (5, 2, Options(dear_upgrades=True, no_start_kit=True, legend_swaps_legend=False)),
}
"""Seed, number of players and options by name."""


def document(seed: int, players: int, options: Options) -> dict[str, Any]:
    """Return a whole game in the script format."""
    names = [f"P{i}" for i in range(1, players + 1)]
    setup = autoplay.opening(random.Random(seed), names, options)
    acts = autoplay.acts(script.read_setup(setup), random.Random(seed))
    return {"game": "fate", "setup": setup, "moves": [fate.act_object(act) for act in acts]}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    ends = {}
    for name, game in GAMES.items():
        written = document(*game)
        ends[name] = script.play(written)["position"]
        rows = ",\n  ".join(json.dumps(move) for move in written.pop("moves"))
        keys = ",\n ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in written.items())
        text = f'{{{keys},\n "moves": [\n  {rows}]}}\n'
        assert json.loads(text)
        (FOLDER / f"{name}.json").write_text(text, "utf-8")
    rows = "".join(f"{json.dumps({name: end})}\n" for name, end in ends.items())
    (FOLDER / "ends.jsonl").write_text(rows, "utf-8")
