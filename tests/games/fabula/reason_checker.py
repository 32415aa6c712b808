"""Check of the reasons of hints by the rules alone: one predicate for each sentence.

Nothing here looks at how a reason is found. Actions are carried out with `apply` on the real position, where
hidden cards are known, and the sentence is compared with what has become of it.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any, NamedTuple

from companion.errors import RuleError
from companion.games.base import Sentence
from companion.games.fabula import plans
from companion.games.fabula.actions import (
    Activate,
    Attach,
    Attack,
    Block,
    Defend,
    Influence,
    Next,
    Pass,
    Play,
)
from companion.games.fabula.decisions import decider
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Base, Permanent, Phase, Position
from companion.games.fabula.possible import blockable, legal
from companion.games.fabula.rules import apply
from companion.games.fabula.values import has, influence, life, offence, resistance

MOST_ANSWERS = 400
"""Maximum number of blocks or defences that are tried against a claim that is called sure."""


class Case(NamedTuple):
    """A hint: the real position before it, its seat and action, the values of its sentence."""

    p: Position
    seat: int
    action: Any
    values: Mapping[str, Any]

    @property
    def n(self) -> int:
        """The number in the sentence."""
        return int(self.values["n"])

    def called(self, key: str, ids: Any) -> list[str]:
        """Return those of the ids whose card has the name in the sentence."""
        names = {**self.after().names, **self.p.names}
        found = []
        for id_ in ids:
            card = self.p.cards[names[id_]] if id_ in names else None
            name = "a card"
            if card:
                name = card.name if isinstance(card.name, str) else card.name["en"]
            if name == str(self.values[key]):
                found.append(id_)
        return found

    def ours(self, p: Position) -> dict[str, Permanent]:
        """Return the own permanents in a position."""
        return {x.id: x for x in p.battle if x.controller == self.seat}

    def theirs(self, p: Position) -> dict[str, Permanent]:
        """Return the permanents of the opponent in a position."""
        return {x.id: x for x in p.battle if x.controller != self.seat}

    def after(self) -> Position:
        """Return the position after the action and the whole stack."""
        return empty_stack(apply(self.p, self.action))

    def without(self) -> Position:
        """Return the position after the whole stack, without the action."""
        return self.p if self.p.due else empty_stack(self.p)


def empty_stack(p: Position) -> Position:
    """Let both players pass until the stack is empty or somebody must decide."""
    while p.stack and not p.due and not p.result:
        p = apply(p, Pass())
    return p


def in_play(p: Position) -> list[Permanent | Base]:
    return [*p.battle, *p.bases]


def base_of(p: Position, id_: str) -> Base:
    return next(base for base in p.bases if base.id == id_)


def number(of: Callable[[Duel, str], int], p: Position, id_: str) -> int:
    return of(Duel(p), id_)


def fallen(case: Case, p: Position, base: str) -> bool:
    """Return whether the opponent has lost a base, destroyed or conquered."""
    return base_of(p, base).destroyed or base_of(p, base).controller == case.seat


def end_of_phase(p: Position, answer: Any) -> Position | None:
    """Return the position after an answer and the phase; None if a decision comes first."""
    if p.due or p.result:
        return p if p.result else None
    return end_of_phase_now(apply(p, answer))


def end_of_phase_now(p: Position) -> Position | None:
    """Return the position after the phase; None if a decision comes first."""
    phase = p.phase
    p = p if p.due or p.result else apply(p, Next())
    return p if p.result or p.phase != phase else None


def answers(case: Case) -> Iterator[Any]:
    """Yield the blocks or defences that the opponent may declare after the action, at most MOST_ANSWERS."""
    p = apply(case.p, case.action)
    kind = Block if isinstance(case.action, Attack) else Defend
    goals = list(case.action[0]) if kind is Block else list(dict.fromkeys(case.action[0].values()))
    able = [x.id for x in case.theirs(p).values() if Duel(p).ally(x.id) and not x.tapped]
    for chosen in islice(product(["", *goals], repeat=len(able)), MOST_ANSWERS):
        plan = {ally: goal for ally, goal in zip(able, chosen, strict=True) if goal}
        answer: Any = kind(plan)
        try:
            apply(p, answer)
        except RuleError:
            continue
        yield answer


def nothing(case: Case) -> Any:
    return Block({}) if isinstance(case.action, Attack) else Defend({})


def expected(case: Case) -> Any:
    duel = Duel(apply(case.p, case.action))
    return plans.likely_block(duel) if isinstance(case.action, Attack) else plans.likely_defence(duel)


def outcomes(case: Case, strength: str) -> list[Position]:
    """Return the ends of the phase in which a claim of this strength must hold."""
    p = apply(case.p, case.action)
    if isinstance(case.action, Block | Defend):
        found = [end_of_phase_now(p)]
    elif strength.startswith("Sure"):
        found = [end_of_phase(p, answer) for answer in answers(case)]
    else:
        found = [end_of_phase(p, expected(case) if strength.startswith("Likely") else nothing(case))]
    assert all(found), f"{strength} although a decision comes first"
    return [one for one in found if one]


def unanswered(case: Case, kind: type) -> Position:
    found = end_of_phase(case.p, kind({}))
    assert found
    return found


def attacked(case: Case) -> list[str]:
    return list(dict.fromkeys(case.action[0].values()))


def preventable(case: Case) -> bool:
    """Return whether the opponent has an ally to block or defend with, and something to stop."""
    return any(answer[0] for answer in answers(case))


Predicate = Callable[[Case, list[Position]], bool]


def _won(case: Case, ends: list[Position], reason: str) -> bool:
    return all(end.result and end.result == (case.seat, reason) for end in ends)


def _centre_destroyed(case: Case, ends: list[Position]) -> bool:
    return _won(case, ends, "centre_destroyed")


def _centre_conquered(case: Case, ends: list[Position]) -> bool:
    return _won(case, ends, "centre_conquered")


def _falls(case: Case, ends: list[Position]) -> bool:
    named = case.called("base", attacked(case))
    strong = all(
        sum(number(influence, case.p, ally) for ally, goal in case.action[0].items() if goal == base)
        == case.n
        for base in named[:1]
        if "n" in case.values
    )
    return strong and any(all(fallen(case, end, base) for end in ends) for base in named)


def _loses(case: Case, ends: list[Position]) -> bool:
    return any(
        all(number(resistance, case.p, b) - number(resistance, end, b) == case.n for end in ends)
        for b in case.called("base", attacked(case))
    )


def _own_centre(case: Case) -> str:
    return next(base.id for base in case.p.bases if base.centre and base.owner == case.seat)


def _saved(case: Case, ends: list[Position], bases: list[str]) -> bool:
    lost = unanswered(case, type(case.action))
    return any(
        (base_of(lost, b).destroyed or base_of(lost, b).controller != case.seat)
        and all(not base_of(end, b).destroyed and base_of(end, b).controller == case.seat for end in ends)
        for b in bases
    )


def _attackers_influence(case: Case, base: str) -> int:
    return sum(number(influence, case.p, a) for a, b in case.p.combat.influences.items() if b == base)


def _held(case: Case, ends: list[Position]) -> bool:
    bases = case.called("base", set(case.p.combat.influences.values()))
    return _saved(case, ends, [b for b in bases if _attackers_influence(case, b) == case.n])


def _dies(case: Case, ends: list[Position]) -> bool:
    return any(
        all(id_ not in {x.id for x in end.battle} for end in ends)
        for id_ in case.called("card", case.action.block.values())
    )


def _protected(case: Case, ends: list[Position]) -> bool:
    lost = unanswered(case, Block)
    return any(
        all(number(resistance, end, b) - number(resistance, lost, b) == case.n for end in ends)
        for b in case.called("base", set(case.p.combat.attacks.values()))
    )


CLAIMS: dict[str, Predicate] = {
    "the attack destroys the centre, and you win.": _centre_destroyed,
    "the attack destroys the centre unless it is blocked.": lambda c, ends: (
        preventable(c) and _centre_destroyed(c, ends)
    ),
    "the attack destroys {base}.": _falls,
    "the attack destroys {base} unless it is blocked.": lambda c, ends: preventable(c) and _falls(c, ends),
    "{base} loses {n} resistance, as no ally can block.": lambda c, ends: (
        not preventable(c) and _loses(c, ends)
    ),
    "{base} loses {n} resistance unless the attack is blocked.": lambda c, ends: (
        preventable(c) and _loses(c, ends)
    ),
    "{n} influence conquers the centre, and you win.": _centre_conquered,
    "{n} influence conquers {base}.": _falls,
    "{n} influence conquers the centre unless it is defended.": lambda c, ends: (
        preventable(c) and _centre_conquered(c, ends)
    ),
    "{n} influence conquers {base} unless it is defended.": lambda c, ends: (
        preventable(c) and _falls(c, ends)
    ),
    "this saves the centre, which would fall now.": lambda c, ends: _saved(c, ends, [_own_centre(c)]),
    "this saves {base}, which would fall now.": lambda c, ends: _saved(
        c, ends, c.called("base", set(c.p.combat.attacks.values()))
    ),
    "{card} dies in the fight.": _dies,
    "{card} dies in the fight, and none of your blockers does.": lambda c, ends: (
        _dies(c, ends) and all(set(c.action.block) <= {x.id for x in end.battle} for end in ends)
    ),
    "this keeps {n} damage away from {base}.": _protected,
    "this holds the centre, which {n} influence would conquer.": _held,
    "this holds {base}, which {n} influence would conquer.": _held,
}
"""Predicate of each claim that has a strength, for the ends of the phase in which it must hold."""


def _threatens(case: Case, _: list[Position]) -> bool:
    after = case.after()
    duel = Duel(after)
    allies = [x.id for x in case.ours(after).values() if duel.ally(x.id) and not x.tapped]
    force = {id_: offence(duel, id_) for id_ in allies if not has(duel, id_, "rooted")}
    centre = next(base.id for base in after.bases if base.centre and base.owner != case.seat)
    new = case.called("card", [case.action.play])
    return (
        sum(force.values()) == case.n >= resistance(duel, centre)
        and bool(new)
        and case.n - force[new[0]] < resistance(duel, centre)
    )


CLAIMS["with {card}, {n} offence can destroy the centre next turn."] = _threatens


def _change(case: Case, of: Callable[[Duel, str], int], ids: Any, sign: int) -> bool:
    """Return whether one of the cards has this much more (`sign` 1) or less (-1) than without the action."""
    after, before = case.after(), case.without()
    there = {x.id for x in in_play(after)} & {x.id for x in in_play(before)}
    return any(number(of, after, i) - number(of, before, i) == sign * case.n for i in ids if i in there)


def _cards(case: Case, *, own: bool) -> list[str]:
    if own:
        return case.called("card", {**case.ours(case.p), **case.ours(case.after())})
    return case.called("card", case.theirs(case.p))


def _bases(case: Case, *, own: bool) -> list[str]:
    return case.called("base", [b.id for b in case.p.bases if (b.controller == case.seat) == own])


def _gone(case: Case) -> list[str]:
    """Return the cards of the opponent with the name in the sentence that the action removes."""
    left = {x.id for x in case.after().battle}
    there = case.theirs(case.without())
    return [id_ for id_ in case.called("card", there) if id_ not in left]


def _on_a_discard(p: Position, id_: str) -> bool:
    return any(id_ in side.discard for side in p.sides)


def _offence_gained(case: Case) -> bool:
    after, before = case.after(), case.without()
    both = [x for x in case.ours(before) if x in case.ours(after) and Duel(after).ally(x)]
    return sum(number(offence, after, x) - number(offence, before, x) for x in both) == case.n


def reached(p: Position, phase: Phase) -> Position:
    """Return the beginning of a phase; decisions before it are made in the first possible way."""
    while (p.phase != phase or p.stack or p.due) and not p.result:
        p = apply(p, legal(p)[0] if p.due else Pass() if p.stack else Next())
    return p


def _can_attack(case: Case, p: Position, id_: str, kind: Any = Attack) -> bool:
    """Return whether an ally may attack, or influence, in the present turn."""
    p = reached(p, "offence" if kind is Attack else "influence")
    target = next((b.id for b in p.bases if b.controller != case.seat and not b.destroyed), "")
    try:
        apply(p, kind({id_: target}))
    except RuleError:
        return False
    return p.turn == case.seat


def _may_block(p: Position, id_: str) -> bool:
    card = next(x for x in p.battle if x.id == id_)
    return bool(Duel(p).ally(id_)) and not card.tapped and not has(Duel(p), id_, "passive")


def _arrived(case: Case) -> list[str]:
    before = {x.id for x in case.without().battle}
    found = case.called("card", [id_ for id_ in case.ours(case.after()) if id_ not in before])
    paid = case.p.cards[case.p.names[case.action.play]].cost if isinstance(case.action, Play) else 0
    return [
        x for x in found if case.n == (paid if isinstance(case.action, Play) and x == case.action.play else 0)
    ]


def _restored(case: Case) -> list[str]:
    after = apply(case.p, case.action)
    spent = case.p.sides[case.seat].resources - after.sides[case.seat].resources
    found = case.called("card", case.action.restore)
    tapped = {x.id: x.tapped for x in in_play(after)}
    return [x for x in found if not tapped[x] and (spent == case.n or len(case.action.restore) > 1)]


def _tapped(p: Position, id_: str) -> bool:
    return any(x.id == id_ and x.tapped for x in p.battle)


def _costs(case: Case) -> int:
    return case.p.sides[case.seat].resources - apply(case.p, case.action).sides[case.seat].resources


def _printed_cost(case: Case) -> int:
    card = case.p.cards[case.p.names[case.action[0]]]
    if isinstance(case.action, Activate):
        cost = card.abilities[case.action.ability].cost
        assert cost
        return cost.resources
    return (
        card.attach_cost
        if isinstance(case.action, Attach)
        else card.cost
        if isinstance(case.action, Play)
        else 0
    )


def _drawn(case: Case) -> int:
    old = case.without().sides[case.seat]
    return sum(1 for id_ in case.after().sides[case.seat].hand if id_ in old.deck)


def _discards(case: Case) -> int:
    after, before = case.after(), case.without()
    due = sum(one.n for one in after.due if one.player != case.seat and one.what == "discard")
    return len(before.sides[1 - case.seat].hand) - len(after.sides[1 - case.seat].hand) + due


def _only_pass(case: Case) -> bool:
    return all(isinstance(action, Pass | Next) for action in legal(case.p))


def _costs_in_hand(case: Case) -> list[int]:
    return [case.p.cards[case.p.names[id_]].cost for id_ in case.p.sides[case.seat].hand]


def _top(case: Case) -> str:
    return case.p.stack[-1].source


def _playable(case: Case) -> list[Any]:
    return [action for action in legal(case.p) if isinstance(action, Play)]


def _able(case: Case, kind: type) -> list[Any]:
    return [action for action in legal(case.p) if isinstance(action, kind) and action != kind({})]


def _ready(case: Case) -> list[str]:
    return [x for x in case.ours(case.p) if Duel(case.p).ally(x) and _may_block(case.p, x)]


def _all_together_fail(case: Case) -> bool:
    for base in case.called("base", set(case.p.combat.influences.values())):
        end = end_of_phase(case.p, Defend(dict.fromkeys(_ready(case), base)))
        if end and base_of(end, base).controller != case.seat:
            return True
    return False


def _left_without_block(case: Case) -> bool:
    end = unanswered(case, Block)
    return any(
        number(resistance, end, b) == case.n for b in case.called("base", set(case.p.combat.attacks.values()))
    )


def _stopped(case: Case) -> list[str]:
    """Return the opponent's cards that leave the stack when only the top of it has been resolved."""
    p = apply(apply(apply(case.p, case.action), Pass()), Pass())
    left = {item.id for item in p.stack}
    return [item.source for item in case.p.stack if item.controller != case.seat and item.id not in left]


FACTS: dict[str, Callable[[Case], bool]] = {
    "Wins the duel now.": lambda c: (r := c.after().result) is not None and r.winner == c.seat,
    "Stops {card} before it takes effect.": lambda c: bool(c.called("card", _stopped(c))),
    "Destroys {base}.": lambda c: any(base_of(c.after(), b).destroyed for b in _bases(c, own=False)),
    "Removes {card} from the battle zone.": lambda c: bool(_gone(c)),
    "Kills {card}, which could take {n} from your bases.": lambda c: any(
        number(offence, c.without(), x) == c.n and _on_a_discard(c.after(), x) for x in _gone(c)
    ),
    "Puts {card} on the discard.": lambda c: any(_on_a_discard(c.after(), x) for x in _gone(c)),
    "You take control of {card}.": lambda c: any(x in c.ours(c.after()) for x in _cards(c, own=False)),
    "Saves {card}, which would leave the battle zone otherwise.": lambda c: any(
        x in c.ours(c.after()) and x not in {y.id for y in c.without().battle} for x in _cards(c, own=True)
    ),
    "Takes {n} from {base}.": lambda c: _change(c, resistance, _bases(c, own=False), -1),
    "{base} gains {n} resistance.": lambda c: _change(c, resistance, _bases(c, own=True), 1),
    "Your allies gain {n} offence.": _offence_gained,
    "Your allies gain {n} offence before the attack.": lambda c: (
        _offence_gained(c) and any(_can_attack(c, c.after(), x) for x in c.ours(c.after()))
    ),
    "Takes {n} life from {card}.": lambda c: _change(c, life, _cards(c, own=False), -1),
    "{card} loses {n} offence.": lambda c: _change(c, offence, _cards(c, own=False), -1),
    "{card} loses {n} influence.": lambda c: _change(c, influence, _cards(c, own=False), -1),
    "{card} gains {n} influence.": lambda c: _change(c, influence, _cards(c, own=True), 1),
    "{card} gains {n} life.": lambda c: _change(c, life, _cards(c, own=True), 1),
    "{card} does not take the next {n} damage.": lambda c: any(
        sum(change.prevent for change in c.ours(c.after())[x].changes) >= c.n for x in _cards(c, own=True)
    ),
    "Turns {card}, which cannot block or attack until it is restored.": lambda c: any(
        _tapped(c.after(), x) and not _tapped(c.without(), x) for x in _cards(c, own=False)
    ),
    "Restores {card}, without the usual cost.": lambda c: any(
        not _tapped(c.after(), x) and _tapped(c.without(), x) for x in _cards(c, own=True)
    ),
    "{card} cannot be blocked now.": lambda c: any(
        has(Duel(c.after()), x, "evasive") for x in _cards(c, own=True)
    ),
    "You draw {n} card.": lambda c: _drawn(c) == c.n,
    "You take {card} back to your hand.": lambda c: bool(
        c.called("card", set(c.after().sides[c.seat].hand) - set(c.without().sides[c.seat].hand))
    ),
    "The opponent discards {n} card.": lambda c: _discards(c) == c.n,
    "You gain {n} resource.": lambda c: (
        c.after().sides[c.seat].resources - c.p.sides[c.seat].resources + _printed_cost(c) == c.n
    ),
    "Your limit of resources rises by {n}.": lambda c: (
        c.after().sides[c.seat].cap_bonus - c.p.sides[c.seat].cap_bonus == c.n
    ),
    "{card} is attached to {host}.": lambda c: any(
        x.host in c.called("host", [x.host])
        for x in c.after().battle
        if x.id in c.called("card", [x.id]) and x.host
    ),
    "Plays {card} for {n}: its text holds as long as it stays there.": lambda c: bool(_arrived(c)),
    "Plays {card} for {n}: you can attach it, which costs {more}.": lambda c: any(
        c.p.cards[c.after().names[x]].attach_cost == c.values["more"] for x in _arrived(c)
    ),
    "Plays {card} for {n}: it can attack in this turn already.": lambda c: any(
        _can_attack(c, c.after(), x) for x in _arrived(c)
    ),
    "Plays {card} for {n}: it can block in the opponent's next turn.": lambda c: any(
        _may_block(c.after(), x) for x in _arrived(c)
    ),
    "Plays {card} for {n}: it can attack from your next turn on.": lambda c: any(
        not has(Duel(c.after()), x, "rooted") for x in _arrived(c)
    ),
    "Restores {card} for {n}.": lambda c: bool(_restored(c)),
    "Restores {card} for {n}: it can attack in this turn.": lambda c: any(
        _can_attack(c, apply(c.p, c.action), x) for x in _restored(c)
    ),
    "Restores {card} for {n}: it can influence in this turn.": lambda c: any(
        _can_attack(c, apply(c.p, c.action), x, Influence) for x in _restored(c)
    ),
    "Restores {card} for {n}: it can block in the opponent's turn.": lambda c: any(
        _may_block(apply(c.p, c.action), x) for x in _restored(c)
    ),
    "You must discard; no card of your hand costs more than {card}.": lambda c: any(
        c.p.cards[c.p.names[x]].cost == max(_costs_in_hand(c)) for x in c.called("card", c.action.discard)
    ),
    "You must discard {n} card now.": lambda c: (
        len(c.action.discard) == c.n <= (c.p.due[0].n if c.p.due else len(c.p.sides[c.seat].hand) - 5)
    ),
    "Each of these costs {n} or more; you draw as many new ones.": lambda c: all(
        _costs_in_hand(c)[place - 1] >= c.n for place in c.action.mulligan
    ),
    "You can pay for these early: none of them costs more than {n}.": lambda c: max(_costs_in_hand(c)) == c.n,
    "{card} fights {other} first.": lambda c: any(
        c.called("card", [attacker]) and c.called("other", blockers[:1])
        for attacker, blockers in apply(c.p, c.action).combat.blocks.items()
    ),
    "Your bases are laid already; their order may stay.": lambda c: (
        {b.id for b in apply(c.p, c.action).bases} == {b.id for b in c.p.bases}
    ),
    "Lets {card} take effect, unless the opponent answers.": lambda c: (
        c.p.stack[-1].controller == c.seat and bool(c.called("card", [_top(c)]))
    ),
    "Nothing of yours can answer {card} now.": lambda c: _only_pass(c) and bool(c.called("card", [_top(c)])),
    "None of your cards is turned, so nothing needs to be restored.": lambda c: (
        not any(x.tapped for x in in_play(c.p) if x.controller == c.seat)
    ),
    "None of your allies can attack now.": lambda c: not _able(c, Attack),
    "None of your allies can influence now.": lambda c: not _able(c, Influence),
    "None of your allies can block now.": lambda c: not _able(c, Block) or not blockable(Duel(c.p)),
    "None of your allies can defend now.": lambda c: not _able(c, Defend),
    "Nothing in your hand can be paid now.": lambda c: (
        min(_costs_in_hand(c)) > c.p.sides[c.seat].resources and not _playable(c)
    ),
    "Nothing in your hand can be played now.": lambda c: not _playable(c),
    "Without a block {base} still has {n} resistance.": _left_without_block,
    "The influence is too little to conquer anything, even without a defence.": lambda c: all(
        base_of(unanswered(c, Defend), b).controller == c.seat for b in c.p.combat.influences.values()
    ),
    "All your allies together cannot hold {base}.": _all_together_fail,
    "Keeps {n} ally upright, who may still block or defend.": lambda c: len(_ready(c)) == c.n > 0,
    "Keeps {n} resource for cards instead.": lambda c: c.p.sides[c.seat].resources == c.n > 0,
    "Saves {n} resource: {card} may answer in the opponent's turn.": lambda c: (
        c.p.sides[c.seat].resources == c.n
        and any(
            c.p.cards[c.p.names[x]].type == "manoeuvre" and c.p.cards[c.p.names[x]].cost <= c.n
            for x in c.called("card", c.p.sides[c.seat].hand)
        )
    ),
    "Saves {n} resource, which you may spend in the opponent's turn.": lambda c: (
        c.p.sides[c.seat].resources == c.n > 0 and c.p.turn == c.seat
    ),
    "Nothing else can be done in this phase.": _only_pass,
    "You have nothing to answer with now.": _only_pass,
    "Keeps {n} card in your hand.": lambda c: len(c.p.sides[c.seat].hand) == c.n,
    "Uses {n} ally, who is turned for it.": lambda c: (
        len(c.action[0]) == c.n and all(_tapped(apply(c.p, c.action), x) for x in c.action[0])
    ),
    "It costs no resources.": lambda c: _costs(c) == 0,
    "Costs {n} resource; {left} are left.": lambda c: (
        _costs(c) == c.n and apply(c.p, c.action).sides[c.seat].resources == c.values["left"]
    ),
    "An ability needs this choice before the duel goes on.": lambda c: c.p.due[0].what == "choose",
}
"""Predicate of each other sentence, by its English pattern for one."""


def is_true(p: Position, action: Any, reason: Sentence) -> bool:
    """Return whether the reason of a hint is true in the real position."""
    seat = decider(p)
    if claim := reason.values.get("claim"):
        assert isinstance(claim, Sentence)
        case = Case(p, seat, action, claim.values)
        ends = [] if isinstance(action, Play) else outcomes(case, reason.pattern)
        return CLAIMS[claim.pattern](case, ends)
    return FACTS[reason.pattern](Case(p, seat, action, reason.values))
