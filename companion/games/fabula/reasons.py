"""Reason for a suggested action, in terms of the rules; the seat's own view is enough for each of them.

A reason is one sentence that the rules can check: the change that the action makes now, or an action that
becomes possible. `combat_reasons` says how strong a claim about a combat is.
"""

from collections.abc import Iterator

from companion.errors import RuleError
from companion.games.base import N_, Sentence, counted
from companion.games.fabula import combat_reasons, plans
from companion.games.fabula.actions import (
    Action,
    Activate,
    Attach,
    Attack,
    Block,
    Choose,
    Defend,
    Discard,
    Influence,
    Mulligan,
    Next,
    Order,
    Pass,
    Play,
    Restore,
)
from companion.games.fabula.card_names import named
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.combat_reasons import CHANCE
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Permanent, Player, Position
from companion.games.fabula.possible import attackers, influencers, legal
from companion.games.fabula.rules import perform
from companion.games.fabula.stack import resolve
from companion.games.fabula.values import has, influence, life, offence, resistance, restoration_cost


def reason(now: Position, seat: Player, action: Action) -> Sentence:
    """Return the strongest reason for a legal action of a seat; `now` is the seat's own view."""
    try:
        if found := next(_reasons(now, seat, action), None):
            return found
    except RuleError:
        pass  # an expected answer is not legal, so that nothing can be said about the line
    return _general(now, seat, action)


def _reasons(now: Position, seat: Player, action: Action) -> Iterator[Sentence]:
    match action:
        case Attack(plan) if plan:
            yield from combat_reasons.attack(now, seat, action)
        case Influence(plan) if plan:
            yield from combat_reasons.declare_influence(now, seat, action)
        case Block(plan):
            yield from combat_reasons.block(now, seat, action) if plan else combat_reasons.no_block(now, seat)
        case Defend(plan):
            yield from (
                combat_reasons.defend(now, seat, action) if plan else combat_reasons.no_defence(now, seat)
            )
        case Play() | Activate() | Attach() | Choose():
            yield from _changes(now, seat, action)
        case Restore(cards):
            yield from (_restored(now, id_) for id_ in cards)
        case Discard(cards):
            yield _discarded(now, seat, cards)
        case Mulligan(places):
            yield _exchanged(now, seat, places)
        case Order(orders):
            for attacker, blockers in orders.items():
                values = {"card": _name(now, attacker), "other": _name(now, blockers[0])}
                yield Sentence(N_("{card} fights {other} first."), values)
        case Next():
            yield Sentence(N_("Your bases are laid already; their order may stay."))
        case _:
            yield from _idle(now, seat)


def _general(now: Position, seat: Player, action: Action) -> Sentence:
    """Return a true reason for an action of which no better one is known."""
    have = now.sides[seat].resources
    match action:
        case Attack(plan) | Influence(plan) | Block(plan) | Defend(plan) if plan:
            return counted(
                "Uses {n} ally, who is turned for it.", "Uses {n} allies, who are turned for it.", len(plan)
            )
        case Play(id_):
            return _cost(_card(now, id_).cost, have)
        case Activate(id_, number):
            cost = _card(now, id_).abilities[number].cost
            return _cost(cost.resources if cost else 0, have)
        case Attach(id_):
            return _cost(_card(now, id_).attach_cost, have)
        case Choose():
            return Sentence(N_("An ability needs this choice before the duel goes on."))
    hand = len(now.sides[seat].hand)
    return counted("Keeps {n} card in your hand.", "Keeps {n} cards in your hand.", hand)


def _cost(cost: int, have: int) -> Sentence:
    if not cost:
        return Sentence(N_("It costs no resources."))
    return counted(
        "Costs {n} resource; {left} are left.",
        "Costs {n} resources; {left} are left.",
        cost,
        left=have - cost,
    )


def _changes(now: Position, seat: Player, action: Play | Activate | Attach | Choose) -> Iterator[Sentence]:
    """Yield the changes by an action and the stack, compared with the same stack without the action."""
    before = Duel(now) if isinstance(action, Choose) else plans.settled(Duel(now))
    after = plans.line(now, action, plans.EXPECTED)
    if after.result and after.result.winner == seat and not before.result:
        yield Sentence(N_("Wins the duel now."))
    if before.result or after.result:
        return
    yield from _stopped(now, seat, action)
    yield from _losses(now, before, after, seat)
    yield from _threat(now, after, seat, action)
    yield from _numbers(now, before, after, seat)
    yield from _states(now, before, after, seat)
    yield from _supplies(now, before, after, seat, action)
    yield from _arrivals(now, before, after, seat, action)


def _stopped(now: Position, seat: Player, action: Action) -> Iterator[Sentence]:
    """Yield the cards of the opponent that the top of the stack removes from it."""
    duel = Duel(now)
    perform(duel, action)
    if duel.due or not duel.stack or len(duel.stack) <= len(now.stack):
        return
    resolve(duel)
    left = {item.id for item in duel.stack}
    for item in reversed(now.stack):
        if item.controller != seat and item.id not in left and item.source in now.names:
            yield Sentence(N_("Stops {card} before it takes effect."), {"card": _name(now, item.source)})


def _losses(now: Position, before: Duel, after: Duel, seat: Player) -> Iterator[Sentence]:
    """Yield bases and cards of the opponent that are lost, and own ones that are saved."""
    for base in before.bases.values():
        if base.controller != seat and not base.destroyed and after.bases[base.id].destroyed:
            yield Sentence(N_("Destroys {base}."), {"base": _name(now, base.id)})
    gone = [p for p in before.battle.values() if p.controller != seat and p.id not in after.battle]
    for permanent in sorted(gone, key=lambda p: -_strength(before, p)):
        if permanent.id not in now.names:
            continue
        values = {"card": _name(now, permanent.id), "n": _strength(before, permanent)}
        if permanent.id not in after.sides[after.owner(permanent.id)].discard:
            yield Sentence(N_("Removes {card} from the battle zone."), values)
        elif values["n"]:
            yield Sentence(N_("Kills {card}, which could take {n} from your bases."), values)
        else:
            yield Sentence(N_("Puts {card} on the discard."), values)
    for permanent in before.battle.values():
        kept = after.battle.get(permanent.id)
        if permanent.controller != seat and kept and kept.controller == seat and permanent.id in now.names:
            yield Sentence(N_("You take control of {card}."), {"card": _name(now, permanent.id)})
    for old in now.battle:
        if old.controller == seat and old.id not in before.battle and old.id in after.battle:
            pattern = N_("Saves {card}, which would leave the battle zone otherwise.")
            yield Sentence(pattern, {"card": _name(now, old.id)})


def _strength(duel: Duel, permanent: Permanent) -> int:
    """Return the offence of an ally that may attack in some turn; 0 for other cards."""
    fights = duel.ally(permanent.id) and not has(duel, permanent.id, "rooted")
    return offence(duel, permanent.id) if fights else 0


def _threat(now: Position, after: Duel, seat: Player, action: Action) -> Iterator[Sentence]:
    """Yield the chance to destroy the centre in the next own turn that a new ally makes."""
    if not isinstance(action, Play) or action.play not in after.battle or not after.ally(action.play):
        return
    centre = next(base for base in after.bases.values() if base.centre and base.owner != seat)
    covered = after.options.centre_exposure and not after.sides[centre.owner].exposed
    if covered or centre.destroyed or centre.controller == seat or not after.options.centre_destroyed_wins:
        return
    force = {
        p.id: _strength(after, p) for p in after.battle.values() if p.controller == seat and not p.tapped
    }
    total, needed = sum(force.values()), resistance(after, centre.id)
    if total >= needed > total - force.get(action.play, 0):
        pattern = N_("with {card}, {n} offence can destroy the centre next turn.")
        claim = Sentence(pattern, {"card": _name(now, action.play), "n": total})
        yield Sentence(CHANCE, {"claim": claim})


def _numbers(now: Position, before: Duel, after: Duel, seat: Player) -> Iterator[Sentence]:
    """Yield resistance, offence, influence and life that cards gain or lose."""
    for base in before.bases.values():
        n = resistance(before, base.id) - resistance(after, base.id)
        if base.controller != seat and n > 0:
            yield Sentence(N_("Takes {n} from {base}."), {"n": n, "base": _name(now, base.id)})
        if base.controller == seat and n < 0:
            yield Sentence(N_("{base} gains {n} resistance."), {"n": -n, "base": _name(now, base.id)})
    both = [id_ for id_ in before.battle if id_ in after.battle and after.ally(id_) and id_ in now.names]
    own = [id_ for id_ in both if before.battle[id_].controller == after.battle[id_].controller == seat]
    other = [id_ for id_ in both if before.battle[id_].controller == after.battle[id_].controller != seat]
    gains = [offence(after, id_) - offence(before, id_) for id_ in own]
    if (n := sum(gains)) > 0 and min(gains) >= 0:
        fights = (
            now.turn == seat
            and after.phase in ("restoration", "action")
            and any(gain > 0 and id_ in attackers(after) for id_, gain in zip(own, gains, strict=True))
        )
        yield (
            Sentence(N_("Your allies gain {n} offence before the attack."), {"n": n})
            if fights
            else Sentence(N_("Your allies gain {n} offence."), {"n": n})
        )
    for id_ in other:
        values = {"card": _name(now, id_)}
        if (n := life(before, id_) - life(after, id_)) > 0:
            yield Sentence(N_("Takes {n} life from {card}."), {**values, "n": n})
        if (n := offence(before, id_) - offence(after, id_)) > 0:
            yield Sentence(N_("{card} loses {n} offence."), {**values, "n": n})
    for id_ in own:
        values = {"card": _name(now, id_)}
        if (n := influence(after, id_) - influence(before, id_)) > 0:
            yield Sentence(N_("{card} gains {n} influence."), {**values, "n": n})
        if (n := life(after, id_) - life(before, id_)) > 0:
            yield Sentence(N_("{card} gains {n} life."), {**values, "n": n})
        if (n := _prevented(after, id_) - _prevented(before, id_)) > 0:
            yield Sentence(N_("{card} does not take the next {n} damage."), {**values, "n": n})
    for id_ in other:
        if (n := influence(before, id_) - influence(after, id_)) > 0:
            yield Sentence(N_("{card} loses {n} influence."), {"card": _name(now, id_), "n": n})


def _prevented(duel: Duel, id_: Id) -> int:
    return sum(change.prevent for change in duel.battle[id_].changes)


def _states(now: Position, before: Duel, after: Duel, seat: Player) -> Iterator[Sentence]:
    """Yield allies that are tapped, restored or evasive afterwards."""
    for id_, old in before.battle.items():
        if id_ not in after.battle or not after.ally(id_) or id_ not in now.names:
            continue
        new, values = after.battle[id_], {"card": _name(now, id_)}
        if old.controller == new.controller != seat and new.tapped > old.tapped:
            yield Sentence(N_("Turns {card}, which cannot block or attack until it is restored."), values)
        if old.controller == new.controller == seat:
            if old.tapped > new.tapped:
                yield Sentence(N_("Restores {card}, without the usual cost."), values)
            if has(after, id_, "evasive") and not has(before, id_, "evasive"):
                yield Sentence(N_("{card} cannot be blocked now."), values)


def _supplies(now: Position, before: Duel, after: Duel, seat: Player, action: Action) -> Iterator[Sentence]:
    """Yield cards drawn, taken back or discarded, and resources gained."""
    mine, old = after.sides[seat], before.sides[seat]
    came = [id_ for id_ in mine.hand if id_ not in old.hand]
    if n := sum(1 for id_ in came if id_ in old.deck):
        yield counted("You draw {n} card.", "You draw {n} cards.", n)
    for id_ in came:
        if id_ not in old.deck and id_ in now.names:
            yield Sentence(N_("You take {card} back to your hand."), {"card": _name(now, id_)})
    lost = len(before.sides[1 - seat].hand) - len(after.sides[1 - seat].hand)
    lost += sum(due.n for due in after.due if due.what == "discard" and due.player != seat)
    if lost > 0:
        yield counted("The opponent discards {n} card.", "The opponent discards {n} cards.", lost)
    if (n := mine.resources - old.resources + _paid(now, action)) > 0:
        yield counted("You gain {n} resource.", "You gain {n} resources.", n)
    if (n := mine.cap_bonus - old.cap_bonus) > 0:
        yield Sentence(N_("Your limit of resources rises by {n}."), {"n": n})


def _paid(now: Position, action: Action) -> int:
    match action:
        case Play(id_):
            return _card(now, id_).cost
        case Activate(id_, number):
            cost = _card(now, id_).abilities[number].cost
            return cost.resources if cost else 0
        case Attach(id_):
            return _card(now, id_).attach_cost
    return 0


def _arrivals(now: Position, before: Duel, after: Duel, seat: Player, action: Action) -> Iterator[Sentence]:
    """Yield permanents that arrive, and modifications that have another host."""
    played = action.play if isinstance(action, Play) else ""
    for id_, new in after.battle.items():
        if new.controller != seat or id_ not in after.names:
            continue
        name = named(after.names[id_], after.cards[after.names[id_]])
        if new.host and (id_ not in before.battle or before.battle[id_].host != new.host):
            values = {"card": name, "host": _name(now, new.host)}
            yield Sentence(N_("{card} is attached to {host}."), values)
        if id_ in before.battle:
            continue
        values = {"card": name, "n": _paid(now, action) if id_ == played else 0}
        if not after.ally(id_):
            if (card := after.card(id_)).hosts is None:
                yield Sentence(N_("Plays {card} for {n}: its text holds as long as it stays there."), values)
            else:
                pattern = N_("Plays {card} for {n}: you can attach it, which costs {more}.")
                yield Sentence(pattern, {**values, "more": card.attach_cost})
        elif not new.preparing and now.turn == seat and after.phase == "action" and id_ in attackers(after):
            yield Sentence(N_("Plays {card} for {n}: it can attack in this turn already."), values)
        elif not has(after, id_, "passive") and now.turn == seat:
            yield Sentence(N_("Plays {card} for {n}: it can block in the opponent's next turn."), values)
        elif not has(after, id_, "rooted"):
            yield Sentence(N_("Plays {card} for {n}: it can attack from your next turn on."), values)


def _restored(now: Position, id_: Id) -> Sentence:
    duel = Duel(now)
    values = {"card": _name(now, id_), "n": restoration_cost(duel, id_)}
    if not duel.ally(id_):
        return Sentence(N_("Restores {card} for {n}."), values)
    duel.set(id_, tapped=False)
    if id_ in attackers(duel) and offence(duel, id_) >= max(1, influence(duel, id_)):
        return Sentence(N_("Restores {card} for {n}: it can attack in this turn."), values)
    if id_ in influencers(duel) and influence(duel, id_):
        return Sentence(N_("Restores {card} for {n}: it can influence in this turn."), values)
    if not has(duel, id_, "passive"):
        return Sentence(N_("Restores {card} for {n}: it can block in the opponent's turn."), values)
    return Sentence(N_("Restores {card} for {n}."), values)


def _discarded(now: Position, seat: Player, cards: tuple[Id, ...]) -> Sentence:
    """Return the reason for a discard: the cost of the card, or the number that is due."""
    costs = {id_: _card(now, id_).cost for id_ in now.sides[seat].hand}
    if len(cards) == 1 and costs[cards[0]] == max(costs.values()):
        pattern = N_("You must discard; no card of your hand costs more than {card}.")
        return Sentence(pattern, {"card": _name(now, cards[0])})
    return counted("You must discard {n} card now.", "You must discard {n} cards now.", len(cards))


def _exchanged(now: Position, seat: Player, places: tuple[int, ...]) -> Sentence:
    hand = now.sides[seat].hand
    if places:
        n = min(_card(now, hand[place - 1]).cost for place in places)
        pattern = N_("Each of these costs {n} or more; you draw as many new ones.")
        return Sentence(pattern, {"n": n})
    n = max((_card(now, id_).cost for id_ in hand), default=0)
    return Sentence(N_("You can pay for these early: none of them costs more than {n}."), {"n": n})


def _idle(now: Position, seat: Player) -> Iterator[Sentence]:
    """Yield reasons for a pass, or for a declaration without allies."""
    duel, side, found = Duel(now), now.sides[seat], legal(now)
    plays = [action for action in found if isinstance(action, Play)]
    if now.stack:
        card = _name(now, now.stack[-1].source)
        if now.stack[-1].controller == seat:
            yield Sentence(N_("Lets {card} take effect, unless the opponent answers."), {"card": card})
        elif not [action for action in found if not isinstance(action, Pass)]:
            yield Sentence(N_("Nothing of yours can answer {card} now."), {"card": card})
    elif now.turn == seat:
        if now.phase == "restoration" and not any(t.tapped for t in duel.in_play() if t.controller == seat):
            yield Sentence(N_("None of your cards is turned, so nothing needs to be restored."))
        if now.phase == "offence" and "attack" not in now.combat.declared and not attackers(duel):
            yield Sentence(N_("None of your allies can attack now."))
        if now.phase == "influence" and "influence" not in now.combat.declared and not influencers(duel):
            yield Sentence(N_("None of your allies can influence now."))
        if now.phase == "action" and side.hand and not plays:
            cheapest = min(_card(now, id_).cost for id_ in side.hand)
            yield (
                Sentence(N_("Nothing in your hand can be paid now."))
                if cheapest > side.resources
                else Sentence(N_("Nothing in your hand can be played now."))
            )
    answers = [id_ for id_ in side.hand if _card(now, id_).type == "manoeuvre"]
    affordable = [id_ for id_ in answers if 0 < _card(now, id_).cost <= side.resources]
    if now.phase == "restoration" and now.turn == seat and not now.stack and side.resources:
        yield counted(
            "Keeps {n} resource for cards instead.", "Keeps {n} resources for cards instead.", side.resources
        )
    ready = [
        p.id
        for p in now.battle
        if p.controller == seat and duel.ally(p.id) and not p.tapped and not has(duel, p.id, "passive")
    ]
    if now.turn == seat and now.phase in ("offence", "influence") and ready and not now.stack:
        yield combat_reasons.kept_ready(ready)
    if affordable and now.turn == seat:
        yield counted(
            "Saves {n} resource: {card} may answer in the opponent's turn.",
            "Saves {n} resources: {card} may answer in the opponent's turn.",
            side.resources,
            card=_name(now, affordable[0]),
        )
    if now.turn == seat and not now.stack and len(found) == 1:
        yield Sentence(N_("Nothing else can be done in this phase."))
    if side.resources and now.turn == seat:
        yield counted(
            "Saves {n} resource, which you may spend in the opponent's turn.",
            "Saves {n} resources, which you may spend in the opponent's turn.",
            side.resources,
        )
    if now.turn != seat and len(found) == 1:
        yield Sentence(N_("You have nothing to answer with now."))


def _card(now: Position, id_: Id) -> CardDefinition:
    return Duel(now).card(id_)


def _name(now: Position, id_: Id) -> object:
    key = now.names.get(id_)
    return named(key, now.cards[key]) if key else N_("a card")
