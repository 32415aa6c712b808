"""The guided first round of Fábula: a centre, an ally, the combat, and answers to the other side."""

from collections.abc import Iterable, Sequence

from companion.games.base import N_, Sentence, Space
from companion.games.fabula import keys, possible
from companion.games.fabula.actions import Action, Play
from companion.games.fabula.decisions import decider
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Position
from companion.games.fabula.values import influence, offence, resistance, restoration_cost
from companion.games.lesson import Lesson, Saying, Step

HAND, MAIN = "hand", "main"
"""Places that a lesson points at besides cards: the hand, and the large key."""
_TURNS_EACH = 4
"""Turns of every player after which the lesson ends: two, and two more for what was missed."""


def _free(p: Position) -> bool:
    """Return whether the player whose turn it is decides, and nothing waits to happen."""
    return decider(p) == p.turn and not (p.stack or p.due or p.result or p.phase in ("bases", "mulligan"))


def _declarable(p: Position) -> str:
    """The declaration that is open now, "" for none."""
    return "" if p.result else possible.declarable(Duel(p)) or ""


def _pairs(sources: Iterable[Id], targets: Iterable[Id]) -> tuple[tuple[Space, ...], ...]:
    goals = tuple(targets)
    return tuple((source, target, MAIN) for source in sources for target in goals)


def _key(name: str) -> Sentence:
    return Sentence(N_("Now touch “{key}”."), {"key": Sentence(name)})


def _centre(p: Position) -> Saying | None:
    if p.phase != "bases":
        return None
    say = Sentence(N_("Choose your centre: touch a base."))
    numbers = {"centre": p.format.centre_resistance, "others": p.format.outskirt_resistance}
    why = Sentence(N_("It has resistance {centre}, each other base {others}."), numbers)
    return Saying(say, why, tuple((base.id, MAIN) for base in p.bases), then=(_key(keys.CENTRE),))


def _opening_hand(p: Position) -> Saying | None:
    if p.phase != "mulligan":
        return None
    say = Sentence(N_("Keep your cards, or exchange some once."))
    why = Sentence(N_("Cards with a small number, top left, are good at first."))
    return Saying(say, why, ((MAIN,),))


def _play(p: Position) -> Saying | None:
    side = p.sides[p.turn]
    if not (_free(p) and p.phase == "action" and side.hand and side.resources):
        return None
    say = Sentence(N_("Play an ally: touch a card."))
    later = p.format.resources(side.turns + 1, side.cap_bonus)
    pattern = N_("Its number is the cost: you have {n} resources.")
    if later > side.resources:
        pattern = N_("Its number is the cost: you have {n} resources, later more.")
    why = Sentence(pattern, {"n": side.resources})
    return Saying(say, why, ((HAND,),))


def _played(_: Position, move: Action, after: Position) -> bool:
    return isinstance(move, Play) and Duel(after).card(move.play).type == "ally"


def _goal(p: Position) -> Saying | None:
    if not _free(p) or p.phase != "action":
        return None
    centre = next(base for base in p.bases if base.centre and base.owner != p.turn)
    if centre.destroyed:
        return None
    say = Sentence(N_("Touch their centre: conquer it to win."))
    if p.options.centre_destroyed_wins:
        say = Sentence(N_("Touch their centre: destroy it to win."))
    why = Sentence(N_("Attacks lower its number. Influence above it conquers it."))
    if p.options.centre_exposure and not p.sides[centre.owner].exposed:
        why = Sentence(N_("First bases beside it must fall: {n}."), {"n": p.format.exposed_after})
    return Saying(say, why, ((centre.id,),))


def _crown(p: Position) -> Saying | None:
    if not _free(p) or p.phase != "action":
        return None
    duel = Duel(p)
    able = [one for one in p.battle if duel.ally(one.id) and influence(duel, one.id) > 0]
    own = [one for one in able if one.controller == p.turn]
    ways = tuple((one.id,) for one in own or able)
    say = Sentence(N_("Crowns conquer: touch this ally."))
    why = Sentence(N_("More crowns than a base's number take it: that is influence."))
    return Saying(say, why, ways) if ways else None


def _go_on(p: Position) -> Saying | None:
    if not _free(p) or p.phase != "action":
        return None
    key = Sentence(keys.AFTER_CARDS[keys.after_cards(p)])
    say = Sentence(N_("No more cards? Touch “{key}”."), {"key": key})
    fresh = [one for one in p.battle if one.controller == p.turn and one.preparing and Duel(p).ally(one.id)]
    why = Sentence(N_("Resources that you keep pay for answers."))
    if fresh:
        why = Sentence(N_("Your ally with the hourglass may fight in your next turn."))
    return Saying(say, why, ((MAIN,),))


def _went_on(before: Position, _: Action, after: Position) -> bool:
    return before.phase == "action" and after.phase != "action"


def _restore(p: Position) -> Saying | None:
    duel = Duel(p)
    tapped = possible.restorable(duel) if _free(p) and p.phase == "restoration" else []
    if not tapped:
        return None
    say = Sentence(N_("Touch a turned card to restore it."))
    cost = min(restoration_cost(duel, id_) for id_ in tapped)
    cheap = [id_ for id_ in tapped if restoration_cost(duel, id_) == cost]
    why = Sentence(N_("Cost: {n}. Until you pay it can do nothing."), {"n": cost})
    return Saying(say, why, tuple((id_, MAIN) for id_ in cheap), then=(_key(keys.CHOSEN["restore"]),))


def _block(p: Position) -> Saying | None:
    duel = Duel(p)
    if _declarable(p) != "block" or not (able := possible.blockers(duel)):
        return None
    goals = possible.blockable(duel)
    player = p.sides[decider(p)].name
    say = Sentence(N_("{player}, block: touch an ally."), {"player": player})
    then = Sentence(N_("Now touch the attacker that it blocks.")), _key(keys.CHOSEN["block"])
    why = Sentence(N_("Both hit each other. You need not block."))
    return Saying(say, why, _pairs(able, goals), then=then) if goals else None


def _defend(p: Position) -> Saying | None:
    duel = Duel(p)
    if _declarable(p) != "defend" or not (able := possible.blockers(duel)):
        return None
    player = p.sides[decider(p)].name
    say = Sentence(N_("{player}, defend: touch an ally."), {"player": player})
    then = Sentence(N_("Now touch the base that it defends.")), _key(keys.CHOSEN["defend"])
    why = Sentence(N_("Its crown counts for the base. You need not defend."))
    return Saying(say, why, _pairs(able, dict.fromkeys(p.combat.influences.values())), then=then)


def _answer(p: Position) -> Saying | None:
    side = p.sides[decider(p)]
    if not p.stack or p.due or p.result or p.stack[-1].controller == decider(p):
        return None
    if not (side.hand and side.resources):
        return None
    say = Sentence(N_("{player}, answer, or let it happen."), {"player": side.name})
    why = Sentence(N_("Cards with the lightning, manoeuvres, may be played now."))
    return Saying(say, why, ((MAIN,), (p.stack[-1].id,)))


def _attack(p: Position) -> Saying | None:
    duel = Duel(p)
    if not _free(p) or _declarable(p) != "attack":
        return None
    say = Sentence(N_("Attack: touch an ally."))
    then = Sentence(N_("Now touch the base that it attacks.")), _key(keys.CHOSEN["attack"])
    why = Sentence(N_("Its red number comes off the base if nobody blocks."))
    goals = sorted(possible.attackable(duel), key=lambda id_: duel.bases[id_].centre)
    able = sorted(possible.attackers(duel), key=lambda id_: -offence(duel, id_))
    return Saying(say, why, _pairs(able[:1], goals), then=then) if goals else None


def _influencers(p: Position) -> list[Id]:
    """Allies with a number on their crown that may influence now."""
    if not _free(p) or _declarable(p) != "influence":
        return []
    duel = Duel(p)
    return [id_ for id_ in possible.influencers(duel) if influence(duel, id_) > 0]


def _influence(p: Position) -> Saying | None:
    duel, able = Duel(p), _influencers(p)
    strong = sum(influence(duel, id_) for id_ in able)
    goals = [id_ for id_ in possible.attackable(duel) if resistance(duel, id_) < strong]
    if not goals:
        return None
    goal = min(goals, key=lambda id_: (not duel.bases[id_].centre, resistance(duel, id_)))
    say = Sentence(N_("Influence: touch an ally."))
    key = Sentence(keys.CHOSEN["influence"])
    more = Sentence(N_("Now touch “{key}”, or one more ally."), {"key": key})
    then = Sentence(N_("Now touch this base.")), more
    words = {"crowns": strong, "n": resistance(duel, goal)}
    why = Sentence(N_("Your crowns: {crowns}. The base: {n}, and crowns that defend it."), words)
    return Saying(say, why, _pairs(able, [goal]), then=then)


def _over(past: Sequence[Position]) -> bool:
    """Return whether all had their turns, and could restore what was turned in them."""
    now, last = past[-1], _TURNS_EACH * len(past[-1].sides)
    restored = now.turn_number > last + 1 or now.phase != "restoration"
    return now.result is not None or (now.turn_number > last and restored)


LESSON: Lesson[Position, Action] = Lesson(
    steps=(
        Step("centre", _centre),
        Step("hand", _opening_hand),
        Step("play", _play, _played),
        Step("goal", _goal, reads=True),
        Step("crown", _crown, reads=True),
        Step("on", _go_on, _went_on),
        Step("attack", _attack),
        Step("influence", _influence),
        Step("answer", _answer),
        Step("block", _block),
        Step("defend", _defend),
        Step("restore", _restore),
    ),
    over=_over,
    farewell=Saying(
        Sentence(N_("Well done! The cards say the rest.")),
        Sentence(N_("Hold anything you wonder about: it says what it is.")),
    ),
)
