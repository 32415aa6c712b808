"""Reasons for suggested moves of Fae, in the terms of the rules: facts about the move and the next turn."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.base import N_, Sentence, Term, counted
from companion.games.fae.board import COLOURS, SPACES
from companion.games.fae.position import Move, Position, contents, size
from companion.games.fae.rules import Ritual, apply, explain, finished, resolve
from companion.games.fae.search import MoveTrials, choices

_WORTH_TELLING = 3
"""Minimum change in points that is given as a reason."""
_LIKELY = 0.75
"""Minimum share of the others' replies, 0..1, after which points that are still open are called likely."""
_NAMES: dict[str, Term] = {
    "red": N_("red"),
    "blue": N_("blue"),
    "yellow": N_("yellow"),
    "purple": N_("purple"),
    "black": N_("black"),
}


class Why(NamedTuple):
    """Reason for a move, and what to look for on the board before the move is shown."""

    reason: Sentence
    look: Sentence | None = None


class _Choice(NamedTuple):
    """A possible move, the position after it, and the points it brings each colour."""

    move: Move
    after: Position
    gains: tuple[int, ...]


def why(p: Position, tried: MoveTrials, mine: int) -> Why:
    """Return the reason for a move; `mine` is the index of the mover's spirit in COLOURS."""
    after, held = resolve(p, tried.move)
    if held:
        look = Sentence(N_("One move here makes a ritual."))
        if len(held) > 1:
            look = Sentence(N_("One move here makes {n} rituals."), {"n": len(held)})
        return Why(_about_rituals(p, after, held, mine), look)
    if finished(after):
        return Why(
            Sentence(N_("Leaves no move: the game ends now.")), Sentence(N_("One move ends the game."))
        )
    before, then = _choices(p), _choices(after)
    return _denies(before, then, mine) or _opens(before, then, mine) or _quiet(p, tried, before, then, mine)


def _choices(p: Position) -> list[_Choice]:
    return [
        _Choice(move, after, tuple(new - old for old, new in zip(p.scores, after.scores, strict=True)))
        for move, after in choices(p)
    ]


def _about_rituals(p: Position, after: Position, held: Sequence[Ritual], mine: int) -> Sentence:
    points = after.scores[mine] - p.scores[mine]
    if not points and (ended := sorted(_live(p) - _live(after) - {COLOURS[mine]})):
        pattern = N_("A ritual card for you, and {colour} can score no more.")
        return Sentence(pattern, {"colour": _NAMES[ended[0]]})
    if len(held) > 1:
        pattern = N_("{n} rituals in one move: +{points} for your spirit.")
        if not points:
            pattern = N_("{n} rituals in one move: a card for each, but no points for you.")
        return Sentence(pattern, {"n": len(held), "points": points})
    (ritual,) = held
    n = size(after, ritual.space) + sum(ritual.removed.values())
    if ritual.cursed:
        return counted(
            "Isolates {n} druid on cursed ground: nobody scores, the card is yours.",
            "Isolates {n} druids on cursed ground: nobody scores, the card is yours.",
            n,
        )
    if not ritual.scored:
        return Sentence(N_("Isolates five lone druids: all leave, nobody scores, the card is yours."))
    values = {"points": ritual.value, "colours": listed(ritual.scored, mine)}
    if finished(after):
        return Sentence(N_("Ends the game with a last ritual: +{points} for {colours}."), values)
    if not points:
        return counted(
            "Isolates {n} druid: +{points} for {colours}, the card for you.",
            "Isolates {n} druids: +{points} for {colours}, the card for you.",
            n,
            **values,
        )
    if ritual.removed:
        pattern = N_("Isolates {n} druids, lone ones leave: +{points} for {colours}.")
        return Sentence(pattern, {"n": n, **values})
    if ritual.blessed:
        return counted(
            "Isolates {n} druid on blessed ground: +{points} for {colours}.",
            "Isolates {n} druids on blessed ground: +{points} for {colours}.",
            n,
            **values,
        )
    return counted(
        "Isolates {n} druid: +{points} for {colours}.",
        "Isolates {n} druids: +{points} for {colours}.",
        n,
        **values,
    )


def _live(p: Position) -> set[str]:
    """Return the colours with a druid on a space that had no ritual yet."""
    spaces = (space for space in SPACES if space not in p.done)
    return {colour for space in spaces for colour in contents(p, space)}


def listed(colours: Sequence[str], mine: int | None = None) -> Sentence:
    """Join colours as an enumeration, the own one first."""
    own = COLOURS[mine] if mine is not None else ""
    ordered = sorted(colours, key=lambda colour: colour != own)
    named: list[object] = [_NAMES[colour] for colour in ordered]
    if ordered[0] == own:
        named[0] = Sentence(N_("{colour} (you)"), {"colour": named[0]})
    joined = Sentence("{colour}", {"colour": named[0]})
    for name in named[1:-1]:
        joined = Sentence("{first}, {last}", {"first": joined, "last": name})
    if len(named) > 1:
        joined = Sentence(N_("{first} and {last}"), {"first": joined, "last": named[-1]})
    return joined


def _denies(before: Sequence[_Choice], then: Sequence[_Choice], mine: int) -> Why | None:
    """Name the colour that loses most of what it could get next turn without the own one."""
    lost, most, colour = 0, 0, mine
    for other in range(len(COLOURS)):
        n = max((choice.gains[other] for choice in before if not choice.gains[mine]), default=0)
        fewer = max(choice.gains[other] for choice in then)
        if other != mine and (n - fewer, n) > (lost, most):
            lost, most, colour = n - fewer, n, other
    fewer = most - lost
    if lost < _WORTH_TELLING:
        return None
    pattern = N_("Leaves {colour} at most +{fewer} next turn, instead of +{n}.")
    if not fewer:
        pattern = N_("Takes away the +{n} that {colour} could have next turn.")
    values = {"n": most, "fewer": fewer, "colour": _NAMES[COLOURS[colour]]}
    return Why(Sentence(pattern, values), Sentence(N_("One move here takes points from another colour.")))


def _opens(before: Sequence[_Choice], then: Sequence[_Choice], mine: int) -> Why | None:
    """Name the points for the own colour that the move makes possible, and how safe they are."""
    best = max(then, key=lambda choice: choice.gains[mine])
    points = best.gains[mine]
    if points < _WORTH_TELLING + max(choice.gains[mine] for choice in before):
        return None
    kept = sum(
        reply.gains[mine] >= points or _repeated(reply.after, best.move, mine) >= points for reply in then
    )
    players = best.after.players
    odds = (kept / len(then)) ** (players - 1)
    pattern = N_("Opens +{n} for your spirit next turn: a chance, if nobody prevents it.")
    if odds == 1 and players == 2:
        pattern = N_("Opens +{n} for your spirit next turn: sure, nobody can prevent it.")
    elif odds >= _LIKELY:
        pattern = N_("Opens +{n} for your spirit next turn: likely, few moves prevent it.")
    return Why(
        Sentence(pattern, {"n": points}), Sentence(N_("One move here opens a ritual for your spirit."))
    )


def _repeated(p: Position, move: Move, mine: int) -> int:
    """Return the points that a move of the position before brings a colour now; 0 if it is illegal."""
    plain = Move(move.source, move.target)
    return 0 if explain(p, plain) else apply(p, plain).scores[mine] - p.scores[mine]


def _quiet(
    p: Position, tried: MoveTrials, before: Sequence[_Choice], then: Sequence[_Choice], mine: int
) -> Why:
    after, colour, (source, target, _) = tried.after, COLOURS[mine], tried.move
    closed = not any(choice.after.cards_used > after.cards_used for choice in then)
    if closed and any(choice.after.cards_used > p.cards_used for choice in before):
        return Why(Sentence(N_("The next player cannot make a ritual.")))
    gathered = contents(after, target).get(colour, 0)
    if gathered:
        fact = Sentence(N_("It joins {n} druids in one group."), {"n": size(after, target)})
        if colour in contents(p, source) and colour in contents(p, target):
            return Why(fact, Sentence(N_("One move here gathers druids of your spirit.")))
        return Why(fact, Sentence(N_("One move here makes a larger group with your spirit.")))
    if closed:
        return Why(Sentence(N_("No ritual is within reach of the next player.")))
    most = max((max(choice.gains) for choice in then if not choice.gains[mine]), default=0)
    if not most:
        return Why(Sentence(N_("Next turn, the others get nothing without you.")))
    return Why(Sentence(N_("Next turn, the others get at most +{n} without you."), {"n": most}))
