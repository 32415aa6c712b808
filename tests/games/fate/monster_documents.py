"""Test documents of monster turns and reinforcements: valid ones, modified ones, and random ones."""

import random
from typing import Any

from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, PATH_DISTANCE
from companion.games.fate.excerpt_reader import read_monster_turn
from companion.games.fate.losses import place
from companion.games.fate.monster_die import ambush_hexes
from companion.games.fate.monsters import LEGENDS, REGULAR, TILES

Json = dict[str, Any]

HEROES = ["bjorn", "alva", "embla", "boldur"]
FACES = [None, "maneuver_cw", "maneuver_ccw", "attack", "push", "charge", "ambush"]


def document(**changes: Any) -> Json:
    """Return a valid turn with changes; a key set to `...` is left out."""
    turn: Json = {
        "heroes": [{"id": "bjorn", "hex": "8,7"}, {"id": "alva", "hex": "G"}],
        "monsters": [
            {"id": "m1", "type": "goblin", "hex": "12,2"},
            {"id": "m2", "type": "surt", "level": 2, "hex": "9,5", "damage": 3, "suppressed": False},
        ],
        "step": "plain",
        "die": None,
        "town": 4,
    } | changes
    return {key: value for key, value in turn.items() if value is not ...}


def drawn(**changes: Any) -> Json:
    return {
        "deck_top_first": [32, 7],
        "players": 1,
        "occupied": {"9,1": "goblin"},
        "supply": {"goblin": 3},
        "legends_on_board": [],
    } | changes


def random_document(seed: int, monsters: int = 60) -> Json:
    """Return a random turn with up to `monsters` monsters, and hexes for an ambush."""
    r = random.Random(seed)
    heroes = [{"id": name, "hex": "G"} for name in r.sample(HEROES, r.randint(1, 4))]
    free = sorted(HERO_HEXES - {"G"})
    for hero, hex_ in zip(heroes, r.sample(free, len(heroes)), strict=True):
        near = [h for h in free if PATH_DISTANCE[h] <= 3]
        hero["hex"] = r.choice(["G", hex_, hex_, r.choice(near)])
    taken = {hero["hex"] for hero in heroes}
    if len(taken - {"G"}) + sum(hero["hex"] == "G" for hero in heroes) < len(heroes):
        return random_document(seed + 1, monsters)
    kinds = [kind for kind in (*REGULAR, *LEGENDS) for _ in range(TILES[kind])]
    count = r.randint(1, monsters)
    places = r.sample(sorted(MONSTER_HEXES - taken - {"G"}), count)
    pieces = [
        {"id": f"m{i}", "type": kind, "hex": hex_, "suppressed": r.random() < 0.05}
        | ({"level": r.randint(1, 2)} if kind in LEGENDS else {})
        for i, (kind, hex_) in enumerate(zip(r.sample(kinds, count), places, strict=True))
    ]
    step = r.choice(["plain", "skull", "reinforcement"])
    turn = document(heroes=heroes, monsters=pieces, step=step, die=r.choice(FACES), town=r.choice([1, 3, 10]))
    if turn["die"] == "ambush":
        p = read_monster_turn(turn)[0]
        chosen = turn["ambush"] = {}
        for hero in heroes:
            if allowed := ambush_hexes(p, hero["id"]):
                chosen[hero["id"]] = r.choice(allowed)
                p = place(p, "goblin", chosen[hero["id"]]).position
    return turn
