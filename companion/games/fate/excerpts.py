"""Documents of a single monster turn or reinforcement; keys as in SCRIPT.md.

Nothing is rolled: the result lists the moves, and the possible attacks with their number of dice.
"""

from collections import Counter, deque
from typing import Any

from companion.games.fate import monster_attack, monster_die
from companion.games.fate.board import has_cover
from companion.games.fate.excerpt_reader import Reinforcement, read_monster_turn, read_reinforcement
from companion.games.fate.happenings import Happening, Removed, Town
from companion.games.fate.monster_turn import roll
from companion.games.fate.monsters import CARDS, LEGENDS, TILES
from companion.games.fate.position import Monster, PendingAttacks, Position
from companion.games.fate.reinforcements import fits, placements
from companion.games.fate.walk import walk


def monster_turn(document: object) -> dict[str, Any]:
    """Play steps 1 to 3 of a monster turn, and list all attacks that may follow, each as if it were first.

    Raises RuleError `bad_document` naming every place that is wrong.
    """
    position, hexes = read_monster_turn(document)
    position, done = roll(position, position.die)
    if position.die == "ambush":
        position, done = monster_die.ambush(position, hexes)
    if not position.result:
        position, walked = walk(position)
        done += walked
    attacks = () if position.result else monster_attack.pending(position)
    return {
        "game": "fate",
        "heroes": [{"id": hero.id, "hex": hero.hex} for hero in position.heroes],
        "monsters": [monster_object(monster) for monster in position.monsters],
        **_losses(done),
        "lost": position.result == "lost",
        "attacks": [_attack(position, attack) for attack in attacks],
        "error": None,
    }


def _losses(done: tuple[Happening, ...]) -> dict[str, Any]:
    return {
        "entered_grimheim": [h.id for h in done if isinstance(h, Removed) and h.why == "entered"],
        "town_lost": -sum(h.pieces for h in done if isinstance(h, Town)),
    }


def monster_object(monster: Monster) -> dict[str, Any]:
    """Return a monster as the documents name it; `level` and `damage` only if it has any."""
    more = {"level": monster.level, "damage": monster.damage}
    named = {"id": monster.id, "type": monster.kind, "hex": monster.hex}
    return named | {key: value for key, value in more.items() if value}


def _attack(position: Position, attack: PendingAttacks) -> dict[str, Any]:
    monster = next(m for m in position.monsters if m.id == attack.monster)
    everybody = monster_attack.strikes_everybody(monster)
    targets = [
        hero
        for hero in position.heroes
        if everybody or hero.id in monster_attack.targets(position, monster.id)
    ]
    return {
        "monster": monster.id,
        "targets": [hero.id for hero in targets],
        "attacks": attack.attacks,
        "dice": monster_attack.dice(position, monster.id),
        "rune_hits": monster_attack.rune_hits(position, monster.id),
        "cover": {hero.id: has_cover(hero.hex) for hero in targets},
    } | ({"unpreventable_damage_each": 1} if everybody else {})


def reinforcement(document: object) -> dict[str, Any]:
    """Place the cards of a known deck that fit (F-340 to F-348); none if no card fits.

    Raises RuleError `bad_document` naming every place that is wrong.
    """
    read = read_reinforcement(document)
    cards = deque(read.deck_top_first)
    taken = set(read.occupied or ())
    left = _supply(read)
    placed: dict[str, list[list[str]]] = {}
    unplaced: list[int] = []
    for _ in range(read.players):
        for _ in range(len(cards)):
            card = CARDS[cards.popleft()]
            fitting = fits(card, taken, left)
            if not fitting or not card.legend:
                cards.append(card.number)
            if fitting:
                pieces = placements(card, taken)
                placed[str(card.number)] = [list(row) for row in pieces]
                taken |= {hex_ for hex_, _ in pieces}
                left.subtract(kind for _, kind in pieces)
                break
            unplaced.append(card.number)
    return {
        "game": "fate",
        "placed_cards": [int(number) for number in placed],
        "put_under_deck_unplaced": unplaced,
        "placements": placed,
        "error": None,
    }


def _supply(read: Reinforcement) -> Counter[str]:
    """Return the tiles left of every kind: the full set except listed kinds, and legends on the board."""
    on_board = {*(read.legends_on_board or ()), *(read.occupied or {}).values()}
    used_up = {legend: 0 for legend in LEGENDS if legend in on_board}
    return Counter({**TILES, **(read.supply or {}), **used_up})
