"""Documents that hold one monster turn or one reinforcement only; keys as in SCRIPT.md.

Nothing is rolled: the result says who moved where and who may attack whom with how many dice.
"""

from collections import deque
from typing import Any

from companion.games.fate import assault, die
from companion.games.fate.board import has_cover
from companion.games.fate.documents import Reader
from companion.games.fate.happenings import Happening, Removed, Town
from companion.games.fate.heroes import HEROES
from companion.games.fate.monsters import CARDS
from companion.games.fate.position import Monster, Pending, Position
from companion.games.fate.reinforcements import fits, placements
from companion.games.fate.turn import roll
from companion.games.fate.walk import walk


def monster_turn(document: object) -> dict[str, Any]:
    """Steps 1 to 3 of a monster turn, and all attacks that may follow, each as if it were the first.

    Raises RuleError `bad_document` naming every place that is wrong.
    """
    reader = Reader()
    position = reader.position(document)
    hexes = reader.ambush(document, position)
    reader.finish()
    position, done = roll(position, position.die)
    if position.die == "ambush":
        position, done = die.ambush(position, hexes)
    if not position.result:
        position, walked = walk(position)
        done += walked
    attacks = () if position.result else assault.pending(position)
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
    """A monster as the documents name it; `level` and `damage` only where there is any."""
    more = {"level": monster.level, "damage": monster.damage}
    named = {"id": monster.id, "type": monster.kind, "hex": monster.hex}
    return named | {key: value for key, value in more.items() if value}


def _attack(position: Position, attack: Pending) -> dict[str, Any]:
    monster = next(m for m in position.monsters if m.id == attack.monster)
    everybody = assault.strikes_everybody(monster)
    targets = [
        hero for hero in position.heroes if everybody or hero.id in assault.targets(position, monster.id)
    ]
    return {
        "monster": monster.id,
        "targets": [hero.id for hero in targets],
        "attacks": attack.attacks,
        "dice": assault.dice(position, monster.id),
        "rune_hits": assault.rune_hits(position, monster.id),
        "cover": {hero.id: has_cover(hero.hex) for hero in targets},
    } | ({"unpreventable_damage_each": 1} if everybody else {})


def reinforcement(document: object) -> dict[str, Any]:
    """Which cards of a known deck are placed where (F-340 to F-348); without a fitting one, none.

    Raises RuleError `bad_document` naming every place that is wrong.
    """
    reader = Reader()
    reader.document("reinforcement", document)
    cards = deque(reader.deck(document))
    players = reader.whole("players", reader.get(document, "players"), 1, len(HEROES))
    taken = set(reader.occupied(document))
    left = reader.supply(document)
    reader.finish()
    placed: dict[str, list[list[str]]] = {}
    unplaced: list[int] = []
    for _ in range(players):
        for _ in range(len(cards)):
            card = CARDS[cards.popleft()]
            fitting = fits(card, taken, left)
            if not fitting or not card.legend:
                cards.append(card.number)
            if fitting:
                wanted = placements(card, taken)
                placed[str(card.number)] = [list(row) for row in wanted]
                taken |= {hex_ for hex_, _ in wanted}
                left.subtract(kind for _, kind in wanted)
                break
            unplaced.append(card.number)
    return {
        "game": "fate",
        "placed_cards": [int(number) for number in placed],
        "put_under_deck_unplaced": unplaced,
        "placements": placed,
        "error": None,
    }
