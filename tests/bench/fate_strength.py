"""Strength of automatic heroes of Fate: whole games of two random heroes in the printed standard game.

`autoplay` uses random event cards, as in trials and demonstrations. `knows` plays the first legal idea of the
automatic heroes with a real hand of event cards, `advice:N` the best act of N trials. None of them
ticks off a quest by hand. Every game has its own seed, so policies meet the same openings.
The interval is Wilson's of 95 %.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from companion.games.fate import advice, autoplay
from companion.games.fate.acts import Act, MonsterAttack
from companion.games.fate.forecast import next_walk
from companion.games.fate.heroes import pile
from companion.games.fate.position import Hero, Position
from companion.games.fate.possible import holds
from companion.games.fate.rules import apply, finished, is_legal
from companion.session.fate.offers import preventions
from tests.bench.fae_strength import interval
from tests.bench.tables import table
from tests.games.fate.whole_games import opening

Policy: TypeAlias = Callable[[Position, Sequence[int], random.Random], Act]
"""Chooses the act of the hero whose turn it is, with the hero's event cards."""


class Game(NamedTuple):
    """The result of a game: `seconds` is CPU time of all decisions of heroes, `knocked_out` a count."""

    end: Position
    decisions: int
    seconds: float
    knocked_out: int


class Hand:
    """Event cards of a hero: drawn at random when their number grows, gone when they are discarded."""

    def __init__(self) -> None:
        """Begin without cards."""
        self.cards: list[int] = []
        self._discards: Counter[int] = Counter()

    def follow(self, hero: Hero, chance: random.Random) -> None:
        """Bring the hand up to date with the hero after an act."""
        now = Counter(hero.discards)
        for number in (now - self._discards).elements():
            if number in self.cards:
                self.cards.remove(number)
        self._discards = now
        del self.cards[hero.hand :]
        if missing := hero.hand - len(self.cards):
            copies = Counter({face.number: face.copies for face in pile(hero.id, "event")})
            deck = sorted((copies - now - Counter(self.cards)).elements())
            self.cards += chance.sample(deck, min(missing, len(deck)))


def knows(position: Position, hand: Sequence[int], chance: random.Random) -> Act:
    """The first legal idea."""
    return next(act for act in autoplay.ideas(position, chance, hand) if is_legal(position, act))


def advised(trials: int) -> Policy:
    """Play the best act of this number of trials."""

    def best(position: Position, hand: Sequence[int], chance: random.Random) -> Act:
        return advice.advise([position], position.turn, hand, trials, chance, lambda: True)[0].move

    return best


def policy(name: str) -> Policy | None:
    """Return a policy by its name; None for `autoplay`, which plays without hands."""
    if name == "autoplay":
        return None
    return knows if name == "knows" else advised(int(name.removeprefix("advice:")))


def play(seed: int, players: int, act_of: Policy | None) -> Game:
    """Play the game of this seed to its end."""
    chance = random.Random(seed)
    position = opening(seed, players)
    hands = [Hand() for _ in position.heroes]
    decisions, seconds, fallen = 0, 0.0, 0
    while not finished(position):
        began = time.process_time()
        if act_of is None:
            act = autoplay.next_move(position, chance)
        else:
            act = _act(position, act_of, hands, chance)
        if position.phase == "heroes":
            decisions += 1
            seconds += time.process_time() - began
        position, happenings = apply(position, act)
        fallen += sum(type(one).__name__ == "KnockedOut" for one in happenings)
        for hand, hero in zip(hands, position.heroes, strict=True):
            hand.follow(hero, chance)
    return Game(position, decisions, seconds, fallen)


def _act(position: Position, act_of: Policy, hands: Sequence[Hand], chance: random.Random) -> Act:
    if position.phase == "heroes":
        return act_of(position, tuple(hands[position.turn].cards), chance)
    if position.phase == "walk":
        for hero in position.heroes:
            entering = next_walk(position, hero.id).entering
            if hold := next((one for one in holds(position, hero.id) if one.monster in entering), None):
                return hold
    act = autoplay.next_move(position, chance)
    if isinstance(act, MonsterAttack) and act.hero:
        return _defended(position, act._replace(prevent=()), hands)
    return act


def _defended(position: Position, attack: MonsterAttack, hands: Sequence[Hand]) -> MonsterAttack:
    """Return an attack with the cards that the app would use against its damage."""
    seat = next(i for i, hero in enumerate(position.heroes) if hero.id == attack.hero)
    while offers := preventions(position, attack):
        index = advice.prevention(position, attack, offers, hands[seat].cards)
        if index < 0:
            break
        attack = attack._replace(prevent=(*attack.prevent, offers[index]))
    return attack


def report(games: int, policies: Sequence[str], players: int, first: int) -> str:
    """A row for every policy."""
    rows = []
    for name in policies:
        played = [play(first + game, players, policy(name)) for game in range(games)]
        rows.append(_row(name, played))
        print("  ".join(rows[-1]), flush=True)
    header = ("policy", "games", "won", "95 %", "town", "round", "upgrades", "knocked out", "ms a decision")
    return table(header, rows)


def _row(name: str, played: Sequence[Game]) -> tuple[str, ...]:
    games = len(played)
    won = sum(game.end.result == "won" for game in played)
    low, high = interval(won / games, games)
    upgrades = sum(hero.upgrades for game in played for hero in game.end.heroes)
    decisions = sum(game.decisions for game in played)
    return (
        name,
        f"{games}",
        f"{won}",
        f"{low:.0%} … {high:.0%}",
        f"{sum(game.end.town for game in played) / games:.2f}",
        f"{sum(game.end.step for game in played) / games:.1f}",
        f"{upgrades / games:.1f}",
        f"{sum(game.knocked_out for game in played) / games:.2f}",
        f"{1000 * sum(game.seconds for game in played) / decisions:.1f}",
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--policies", nargs="+", default=["autoplay", "knows", "advice:40"])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    asked = parser.parse_args()
    print(report(asked.games, asked.policies, asked.players, asked.first))
