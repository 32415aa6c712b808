"""Reasons for attacks, blocks, influences and defences, each with the strength of its claim in words."""

from collections.abc import Iterator, Mapping

from companion.games.base import N_, Sentence, counted
from companion.games.fabula import plans
from companion.games.fabula.actions import Attack, Block, Defend, Influence
from companion.games.fabula.card_names import named
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.games.fabula.possible import blockable, blockers
from companion.games.fabula.values import influence, offence, resistance

SURE = N_("Sure: {claim}")
"""Strength of a claim that no block or defence disproves, while the opponent cannot answer in another way."""
LIKELY = N_("Likely: {claim}")
"""Strength of a claim that holds after the expected block or defence, without further answers."""
CHANCE = N_("A chance: {claim}")
"""Strength of a claim that holds if the opponent answers nothing."""


DISTURBING = ("attacks", "blocks", "influences", "damaged", "tapped", "leaves", "dies")
"""Triggers of abilities that may change a combat after its declaration."""


def can_answer(now: Position, player: Player) -> bool:
    """Return whether a player may have an answer beside a block or defence, as far as the other one knows.

    Such an answer is a card in hand that the resources may pay, an ability, or a modification to attach.
    """
    duel = Duel(now)
    side = duel.sides[player]
    cheapest = min((card.cost for card in now.cards.values() if card.type == "manoeuvre"), default=99)
    if side.hand and side.resources >= cheapest:
        return True
    for thing in duel.in_play():
        card = duel.card(thing.id)
        if any(ability.when in DISTURBING for ability in card.abilities):
            return True
        if thing.controller != player or card.type == "ally":
            continue
        costs = [ability.cost for ability in card.abilities if ability.cost and ability.timing == "any"]
        if any(cost.resources <= side.resources and not (cost.tap and thing.tapped) for cost in costs):
            return True
        if card.type == "modification" and card.hosts and card.attach_cost <= side.resources:
            return True
    return False


def attack(now: Position, seat: Player, action: Attack) -> Iterator[Sentence]:
    """Yield reasons for an attack, the strongest first."""
    before, free, likely = (
        Duel(now), plans.line(now, action, plans.NONE), plans.line(now, action, plans.EXPECTED)
    )  # fmt: skip
    if not _over(now, free):
        return
    for base in _bases(before, action.attack):
        wins = before.bases[base].centre and before.options.centre_destroyed_wins
        values = {"base": _named(now, base)}
        if likely.bases[base].destroyed and _over(now, likely):
            claim = (
                N_("the attack destroys the centre, and you win.")
                if wins
                else N_("the attack destroys {base}.")
            )
            prevented = sum(change.prevent for change in before.bases[base].changes)
            arrives = _unblocked(before, action.attack, base) - prevented
            sure = arrives >= resistance(before, base) and not can_answer(now, 1 - seat)
            yield Sentence(SURE if sure else LIKELY, {"claim": Sentence(claim, values)})
        elif free.bases[base].destroyed:
            claim = (
                N_("the attack destroys the centre unless it is blocked.")
                if wins
                else N_("the attack destroys {base} unless it is blocked.")
            )
            yield Sentence(CHANCE, {"claim": Sentence(claim, values)})
    for base in _bases(before, action.attack):
        if (n := resistance(before, base) - resistance(free, base)) > 0:
            lost: dict[str, object] = {"n": n, "base": _named(now, base)}
            if not blockers(before) or not set(action.attack) & set(_may_be_blocked(before, action)):
                claim = N_("{base} loses {n} resistance, as no ally can block.")
                strength = LIKELY if can_answer(now, 1 - seat) else SURE
            else:
                claim, strength = N_("{base} loses {n} resistance unless the attack is blocked."), CHANCE
            yield Sentence(strength, {"claim": Sentence(claim, lost)})


def _may_be_blocked(before: Duel, action: Attack) -> list[Id]:
    duel = Duel(before.frozen())
    duel.combat = duel.combat._replace(attacks=dict(action.attack))
    return blockable(duel)


def _unblocked(before: Duel, plan: Mapping[Id, Id], base: Id) -> int:
    """Return the least offence that reaches a base if every possible blocker blocks an attacker of it."""
    open_to = set(_may_be_blocked(before, Attack(plan)))
    on_it = [ally for ally, goal in plan.items() if goal == base]
    blocked = sorted((offence(before, ally) for ally in on_it if ally in open_to), reverse=True)
    left = blocked[len(blockers(before)) :]
    return sum(offence(before, ally) for ally in on_it if ally not in open_to) + sum(left)


def declare_influence(now: Position, seat: Player, action: Influence) -> Iterator[Sentence]:
    """Yield reasons for an influence, the strongest first."""
    before, free, likely = (
        Duel(now), plans.line(now, action, plans.NONE), plans.line(now, action, plans.EXPECTED)
    )  # fmt: skip
    if not _over(now, free):
        return
    defence = sum(influence(before, ally) for ally in blockers(before))
    for base in _bases(before, action.influence):
        n = sum(influence(before, ally) for ally, goal in action.influence.items() if goal == base)
        centre = before.bases[base].centre
        values = {"n": n, "base": _named(now, base)}
        if likely.bases[base].controller == seat and _over(now, likely):
            claim = (
                N_("{n} influence conquers the centre, and you win.")
                if centre
                else N_("{n} influence conquers {base}.")
            )
            sure = n > resistance(before, base) + defence and not can_answer(now, 1 - seat)
            yield Sentence(SURE if sure else LIKELY, {"claim": Sentence(claim, values)})
        elif free.bases[base].controller == seat:
            claim = (
                N_("{n} influence conquers the centre unless it is defended.")
                if centre
                else N_("{n} influence conquers {base} unless it is defended.")
            )
            yield Sentence(CHANCE, {"claim": Sentence(claim, values)})


def block(now: Position, seat: Player, action: Block) -> Iterator[Sentence]:
    """Yield reasons for a block, the strongest first."""
    before, free, blocked = (
        Duel(now),
        plans.line(now, Block({}), plans.NONE),
        plans.line(now, action, plans.NONE),
    )
    if not _over(now, blocked) or not _over(now, free):
        return
    alone = len(set(action.block.values())) == len(action.block)  # the attacker may order several blockers
    strength = SURE if alone and not can_answer(now, 1 - seat) else LIKELY

    def claim(pattern: str, **values: object) -> Sentence:
        return Sentence(strength, {"claim": Sentence(pattern, values)})

    for base in _bases(before, now.combat.attacks):
        if free.bases[base].destroyed and not blocked.bases[base].destroyed:
            if before.bases[base].centre:
                yield claim(N_("this saves the centre, which would fall now."))
            else:
                yield claim(N_("this saves {base}, which would fall now."), base=_named(now, base))
    losses = [ally for ally in action.block if ally not in blocked.battle]
    for attacker in sorted(set(action.block.values()), key=lambda id_: -offence(before, id_)):
        if attacker not in blocked.battle and attacker in free.battle:
            pattern = N_("{card} dies in the fight.")
            if not losses:
                pattern = N_("{card} dies in the fight, and none of your blockers does.")
            yield claim(pattern, card=_named(now, attacker))
    for base in _bases(before, now.combat.attacks):
        if (n := resistance(blocked, base) - resistance(free, base)) > 0:
            yield claim(N_("this keeps {n} damage away from {base}."), n=n, base=_named(now, base))


def no_block(now: Position, seat: Player) -> Iterator[Sentence]:
    """Yield reasons against any block, the strongest first."""
    before, free = Duel(now), plans.line(now, Block({}), plans.NONE)
    able = blockers(before)
    if not able or not blockable(before):
        yield Sentence(N_("None of your allies can block now."))
    if _over(now, free):
        for base in _bases(before, now.combat.attacks):
            if resistance(before, base) > resistance(free, base) > 0:
                values = {"base": _named(now, base), "n": resistance(free, base)}
                yield Sentence(N_("Without a block {base} still has {n} resistance."), values)
    yield kept_ready(able)


def defend(now: Position, seat: Player, action: Defend) -> Iterator[Sentence]:
    """Yield reasons for a defence, the strongest first."""
    before, free, held = (
        Duel(now),
        plans.line(now, Defend({}), plans.NONE),
        plans.line(now, action, plans.NONE),
    )
    if not _over(now, held) or not _over(now, free):
        return
    for base in _bases(before, now.combat.influences):
        if free.bases[base].controller != seat and held.bases[base].controller == seat:
            n = sum(influence(before, ally) for ally, on in now.combat.influences.items() if on == base)
            pattern = N_("this holds {base}, which {n} influence would conquer.")
            if before.bases[base].centre:
                pattern = N_("this holds the centre, which {n} influence would conquer.")
            claim = Sentence(pattern, {"n": n, "base": _named(now, base)})
            yield Sentence(LIKELY if can_answer(now, 1 - seat) else SURE, {"claim": claim})


def no_defence(now: Position, seat: Player) -> Iterator[Sentence]:
    """Yield reasons against any defence, the strongest first."""
    before, free = Duel(now), plans.line(now, Defend({}), plans.NONE)
    able = blockers(before)
    if not able:
        yield Sentence(N_("None of your allies can defend now."))
    if _over(now, free):
        lost = [b for b in _bases(before, now.combat.influences) if free.bases[b].controller != seat]
        if not lost:
            yield Sentence(N_("The influence is too little to conquer anything, even without a defence."))
        all_of_them = plans.line(now, Defend(dict.fromkeys(able, lost[0])), plans.NONE) if lost else free
        if lost and all_of_them.bases[lost[0]].controller != seat and _over(now, all_of_them):
            yield Sentence(N_("All your allies together cannot hold {base}."), {"base": _named(now, lost[0])})
    yield kept_ready(able)


def kept_ready(allies: list[Id]) -> Sentence:
    """Return the reason that no ally is tapped; the allies could be."""
    return counted(
        "Keeps {n} ally upright, who may still block or defend.",
        "Keeps {n} allies upright, who may still block or defend.",
        len(allies),
    )


def _bases(duel: Duel, plan: Mapping[Id, Id]) -> list[Id]:
    """Return the bases of a plan, the centre first."""
    return sorted(dict.fromkeys(plan.values()), key=lambda id_: not duel.bases[id_].centre)


def _over(now: Position, duel: Duel) -> bool:
    """Return whether the phase of `now` is over in a later duel."""
    return bool(duel.result) or duel.phase != now.phase


def _named(now: Position, id_: Id) -> Sentence:
    return named(now.names[id_], now.cards[now.names[id_]])
