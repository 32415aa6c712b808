"""Reasons of hints of Fae are true: each English sentence is read and checked with the plain rules."""

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest

from companion.games import fae
from companion.games.base import Advice
from companion.games.fae.advice import advise
from companion.games.fae.board import COLOURS
from companion.games.fae.reasons import why
from companion.games.fae.search import MoveTrials, choices, search
from companion.i18n import LANGUAGES, translator
from tests.games.fae.plain import PlainGame, PlainRitual, gain
from tests.games.fae.test_search import always, played

LONGEST = 90
TRIALS = 300


class Hint:
    """A hint, and the positions before and after its move by the plain rules."""

    def __init__(self, past: list[fae.Position], mine: str, advice: Advice[fae.Move]) -> None:
        self.p, self.mine, self.move = past[-1], mine, advice.move
        self.players = self.p.players
        self.before = PlainGame.of(self.p)
        self.after, self.held = self.before.play(*advice.move)

    @property
    def ritual(self) -> PlainRitual:
        (ritual,) = self.held
        return ritual

    def best(self, game: PlainGame, colour: str, without_mine: bool = False) -> int:
        return max(
            (
                gain(held, colour)
                for _, _, held in game.turns()
                if not (without_mine and gain(held, self.mine))
            ),
            default=0,
        )

    def share_kept(self, points: int) -> float:
        """Return the share of the next player's turns after which the points came or can still come."""
        kept = [
            gain(held, self.mine) >= points or self.best(game, self.mine) >= points
            for _, game, held in self.after.turns()
        ]
        return sum(kept) / len(kept)


def scores(hint: Hint, points: str, colours: str) -> bool:
    """Check the value of the only ritual and its colours: mine first, with "(you)"."""
    ritual, named = hint.ritual, re.findall(r"\w+", colours.replace("(you)", "").replace(" and ", " "))
    mine = hint.mine in ritual.colours
    assert mine == (f"{hint.mine} (you)" in colours) == (named[0] == hint.mine)
    return ritual.value == int(points) and set(named) == ritual.colours and len(named) == len(ritual.colours)


def isolates(hint: Hint, n: str, points: str, colours: str) -> bool:
    plain = not hint.ritual.blessed and hint.ritual.left == int(n)
    return hint.ritual.druids == int(n) and plain and scores(hint, points, colours)


def blessed(hint: Hint, n: str, points: str, colours: str) -> bool:
    return hint.ritual.blessed and hint.ritual.druids == int(n) and scores(hint, points, colours)


def card_only(hint: Hint, n: str, points: str, colours: str) -> bool:
    return (
        hint.mine not in hint.ritual.colours
        and hint.ritual.druids == int(n)
        and scores(hint, points, colours)
    )


def disrupted(hint: Hint, n: str, points: str, colours: str) -> bool:
    fewer = hint.ritual.left < hint.ritual.druids == int(n)
    return fewer and not hint.ritual.cursed and scores(hint, points, colours)


def cursed(hint: Hint, n: str) -> bool:
    return hint.ritual.cursed and hint.ritual.druids == int(n)


def all_leave(hint: Hint) -> bool:
    return (hint.ritual.druids, hint.ritual.left, hint.ritual.cursed) == (5, 0, False)


def last_ritual(hint: Hint, points: str, colours: str) -> bool:
    return not hint.after.moves() and scores(hint, points, colours)


def ended(hint: Hint, colour: str) -> bool:
    return bool(hint.held) and colour in hint.before.live() - hint.after.live()


def several(hint: Hint, n: str, points: str) -> bool:
    return len(hint.held) == int(n) and gain(hint.held, hint.mine) == int(points) > 0


def several_cards(hint: Hint, n: str) -> bool:
    return len(hint.held) == int(n) and not gain(hint.held, hint.mine)


def no_move(hint: Hint) -> bool:
    return not hint.after.moves()


def denied(hint: Hint, colour: str, fewer: str, n: str) -> bool:
    now = hint.best(hint.before, colour, without_mine=True)
    return now == int(n) and hint.best(hint.after, colour) == int(fewer) <= int(n) - 3 and colour != hint.mine


def taken_away(hint: Hint, n: str, colour: str) -> bool:
    return denied(hint, colour, "0", n)


def opened(hint: Hint, n: str, words: str) -> bool:
    points, share = int(n), hint.share_kept(int(n))
    assert hint.best(hint.after, hint.mine) == points >= hint.best(hint.before, hint.mine) + 3
    if words.startswith("sure"):
        return share == 1 and hint.players == 2
    return words.startswith("a chance") or share ** (hint.players - 1) >= 0.75


def no_ritual(hint: Hint) -> bool:
    return not any(held for _, _, held in hint.after.turns())


def prevented(hint: Hint) -> bool:
    return no_ritual(hint) and any(held for _, _, held in hint.before.turns())


def joined(hint: Hint, n: str) -> bool:
    group = hint.after.groups[hint.move.target]
    return group[hint.mine] > 0 and group.total() == int(n)


def at_most(hint: Hint, n: str) -> bool:
    return max(hint.best(hint.after, colour, True) for colour in COLOURS if colour != hint.mine) == int(n)


COLOUR = f"({'|'.join(COLOURS)})"
CHECKS: dict[str, Callable[..., bool]] = {
    r"Isolates (\d+) druids?: \+(\d+) for (.+), the card for you\.": card_only,
    r"Isolates (\d+) druids, lone ones leave: \+(\d+) for (.+)\.": disrupted,
    r"Isolates (\d+) druids? on blessed ground: \+(\d+) for (.+)\.": blessed,
    r"Isolates (\d+) druids? on cursed ground: nobody scores, the card is yours\.": cursed,
    r"Isolates five lone druids: all leave, nobody scores, the card is yours\.": all_leave,
    r"Isolates (\d+) druids?: \+(\d+) for (.+)\.": isolates,
    r"Ends the game with a last ritual: \+(\d+) for (.+)\.": last_ritual,
    rf"A ritual card for you, and {COLOUR} can score no more\.": ended,
    r"(\d+) rituals in one move: \+(\d+) for your spirit\.": several,
    r"(\d+) rituals in one move: a card for each, but no points for you\.": several_cards,
    r"Leaves no move: the game ends now\.": no_move,
    rf"Leaves {COLOUR} at most \+(\d+) next turn, instead of \+(\d+)\.": denied,
    rf"Takes away the \+(\d+) that {COLOUR} could have next turn\.": taken_away,
    r"Opens \+(\d+) for your spirit next turn: (.+)\.": opened,
    r"The next player cannot make a ritual\.": prevented,
    r"No ritual is within reach of the next player\.": no_ritual,
    r"It joins (\d+) druids in one group\.": joined,
    r"Next turn, the others get at most \+(\d+) without you\.": lambda hint, n: (
        int(n) > 0 and at_most(hint, n)
    ),
    r"Next turn, the others get nothing without you\.": lambda hint: at_most(hint, "0"),
}
"""Each sentence, and the check that it is true."""


def check(past: list[fae.Position], mine: str, one: Advice[fae.Move]) -> str:
    """Check one hint and return the pattern of its sentence."""
    said, hint = str(one.reason), Hint(past, mine, one)
    assert len(said) <= LONGEST and len(str(one.look or "")) <= LONGEST, said
    for pattern, true in CHECKS.items():
        if found := re.fullmatch(pattern, said):
            assert true(hint, *found.groups()), (said, fae.dump(past[-1]), one.move)
            look(hint, said, str(one.look or ""))
            return pattern
    raise AssertionError(f"no check for: {said}")


def look(hint: Hint, said: str, words: str) -> None:
    """Check the sentence that is shown before the move."""
    assert ("ritual." in words and "makes" in words) == (len(hint.held) == 1)
    assert ("rituals." in words) == (len(hint.held) > 1)
    assert ("takes points" in words) == said.startswith(("Leaves ", "Takes away")) or "no move" in said
    assert ("opens a ritual" in words) == said.startswith("Opens")


def hints(count: int, first: int = 0) -> Counter[str]:
    """Check that number of hints in random positions of random games; return the patterns used."""
    used, seed = Counter[str](), first
    while used.total() < count:
        seed += 1
        past = played(seed, 3 * seed % 58, 2 + seed % 3)
        if fae.finished(past[-1]):
            continue
        mine = COLOURS[seed % len(COLOURS)]
        for one in advise(past, past[-1].turn, mine, TRIALS * (seed % 4 > 0), random.Random(seed), always):
            used[check(past, mine, one)] += 1
    return used


@pytest.mark.slow
def test_reasons_are_true() -> None:
    assert len(hints(30)) >= 6


@pytest.mark.slow
def test_many_reasons_are_true() -> None:
    used = hints(200, first=1000)
    assert len(used) >= 10, used


@pytest.mark.slow
def test_reasons_of_any_move_would_be_true() -> None:
    """Moves that are no good bring reasons that good ones seldom have."""
    used = Counter[str]()
    for seed in range(400):
        past = played(seed, 10 + seed % 48, 2 + seed % 3)
        if not fae.finished(past[-1]):
            chance, mine = random.Random(seed), seed % len(COLOURS)
            move, after = chance.choice(choices(past[-1]))
            one = Advice(move, (), (), *why(past[-1], MoveTrials(move, after, 0.0), mine))
            used[check(past, COLOURS[mine], one)] += 1
    assert len(used) >= len(CHECKS) - 5, CHECKS.keys() - used.keys()


@pytest.mark.parametrize("seed", range(4))
def test_the_first_hint_is_the_best_move_of_the_search(seed: int) -> None:
    past = played(seed, 12 * seed, 2 + seed % 3)
    found = search(past, past[-1].turn, "red", 100, random.Random(seed))
    advised = advise(past, past[-1].turn, "red", 100, random.Random(seed), always)
    assert advised[0].move == found[0].move


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_translated(language: str) -> None:
    tr = translator(language)
    for seed in range(5):
        past = played(seed, 8 * seed)
        for one in advise(past, past[-1].turn, "blue", 60, random.Random(1), always):
            for sentence in filter(None, (one.reason, one.look)):
                assert "{" not in sentence.say(tr)
                assert (sentence.say(tr) == str(sentence)) == (language == "en")
