"""A duel at a simulated table that no app follows: cards are laid, tapped and removed."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.games.base import Kind, Space
from companion.games.fabula.catalogue import sample_data
from companion.table.guide import GuideStep
from vision.fabula import samples
from vision.fabula.faces import Faces
from vision.fabula.rows import BACK
from vision.fabula.simulated import SimulatedFabulaTable
from vision.fabula.simulated.faces import drawn
from vision.fabula.simulated.table import TAPPED
from vision.simulated import SimulatedCamera

SPACES = tuple(f"battle {number}" for number in range(1, 6))
TURNS = 8


def drawn_cards() -> Faces:
    """Return the sample set as drawn on the simulated table."""
    names = [*sample_data()["cards"], BACK]
    return samples.faces({name: drawn(name) for name in names})


def simulated(seed: int) -> SimulatedCamera:
    """Return a simulated table where two players lay and tap allies of the sample set."""
    chance = Random(seed)
    decks = list(sample_data()["decks"].values())
    chosen = dict(zip(("near", "far"), chance.sample(decks, 2), strict=True))
    table: dict[Space, dict[Kind, int]] = {}
    for side, deck in chosen.items():
        table[f"{side} centre"] = {deck["centre"]: 1}
        table[f"{side} deck"] = {BACK: 1}
        for number, base in enumerate(deck["outskirts"], 1):
            table[f"{side} outskirts {number}"] = {base: 1}
    twin = SimulatedFabulaTable(table, seed)
    return SimulatedCamera(twin, _acts(chosen, chance), fps=4)


def _acts(decks: dict[str, dict[str, object]], chance: Random) -> Iterator[Sequence[GuideStep]]:
    cards = sample_data()["cards"]
    lying: dict[str, str] = {}
    for turn in range(TURNS):
        side = ("near", "far")[turn % 2]
        main = decks[side]["main"]
        assert isinstance(main, dict)
        allies = [name for name in main if cards[name]["type"] == "ally"]
        ready = [space for space in lying if space.startswith(side)]
        free = [f"{side} {space}" for space in SPACES if f"{side} {space}" not in lying]
        if free:
            lying[space := chance.choice(free)] = chance.choice(allies)
            yield [GuideStep("place", space, pieces={lying[space]: 1}, player=side)]
        for space in ready[:1]:
            name = lying[space]
            other = name.removesuffix(TAPPED) if name.endswith(TAPPED) else name + TAPPED
            lying[space] = other
            yield [GuideStep("turn_over", space, pieces={name: 1}, player=side, becomes={other: 1})]
