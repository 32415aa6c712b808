"""What players did, told from how the table differs from the position: one step at a time."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from companion.errors import RuleError
from companion.games.base import Kind, Sentence, Space
from companion.games.fabula import possible, targets
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.actions import Activate, Next
from companion.games.fabula.decisions import decider
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.games.fabula.rules import apply, explain
from companion.session.fabula.decisions import Asks, asked
from companion.session.fabula.difference import (
    CLEAR,
    NONE,
    UNDER,
    UNKNOWN,
    Difference,
    TableDifference,
    turned_all,
)
from companion.session.fabula.equivalence import alike, different, ids_of

Written: TypeAlias = Mapping[str, Any]
"""An action in the words of the script format."""
NEXT: Written = {"next": True}


class Seen(NamedTuple):
    """What a picture tells: an action that is complete, or one that counts once nothing has changed for a
    while (`held`); allies that were tapped, whose goal is not known; a card that was laid, whose targets are
    not known; several actions that explain it (`choices`), "next" for an attack; whether the other player
    goes on, so that the turn would be over; and what hands have to do where nothing explains it, with the
    `zones` where, and the permanents that do not lie as they should (`wrong`).
    """

    action: Written | None = None
    held: Written | None = None
    tapped: tuple[Id, ...] = ()
    laid: str = ""
    choices: tuple[Written, ...] = ()
    turn_over: bool = False
    steps: tuple[Sentence, ...] = ()
    zones: tuple[Space, ...] = ()
    wrong: tuple[Id, ...] = ()


NOTHING = Seen()
Unseen: TypeAlias = Sequence[Mapping[str, int]] | None
"""By player, cards of the deck lists that nobody has seen yet; None where all names are known."""


class Look(NamedTuple):
    """One look at a table: what differs and was not so already when hands had last to mend it; `piles` are
    cards that came onto a discard pile since the last look, or "". Nobody acts for `bots`.
    """

    position: Position
    unseen: Unseen
    lying: TableDifference
    piles: tuple[Kind, Kind]
    bots: frozenset[Player] = frozenset()

    @property
    def asks(self) -> Asks:
        """What is to be decided."""
        return asked(self.position)

    @property
    def player(self) -> Player:
        """Who decides."""
        return decider(self.position)

    def of(self, player: Player) -> Difference:
        """What differs on a player's side."""
        return self.lying.differences[player]


def tell(look: Look) -> Seen | None:
    """What explains all that differs; None where something is wrong, NOTHING where all is right."""
    if look.asks == "over":
        return NOTHING
    if look.asks == "fight" and (fought := _fought(look)):
        return fought
    player = look.player
    seen = list(_told(look, player))
    if wrong := not look.of(1 - player).empty:
        if _waits(look, 1 - player):
            wrong = False
        elif player == look.position.turn and _goes_on(look, 1 - player):
            return Seen(turn_over=True)
    for each, rest in seen:
        if each and each.action and (each.action == NEXT or _explained(rest, each.action)):
            return each
    if wrong or any(each is None or each.action for each, _ in seen):
        return None
    return next((each for each, _ in seen if each), NOTHING)


def _explained(rest: Look, action: Written) -> bool:
    """Whether what else differs is explained once an action was done."""
    return tell(rest._replace(position=apply(rest.position, read_action(action)))) is not None


def _told(look: Look, player: Player) -> Iterator[tuple[Seen | None, Look]]:
    """By group of cards what the player who decides did, None for what nothing explains; and the rest."""
    found = look.of(player)

    def but(*cards: Counter[Kind]) -> Look:
        return look._replace(lying=look.lying.but(player, found.but(*cards)))

    none = Counter[Kind]()
    if player in look.bots:
        yield NOTHING if found.empty else None, look
        return
    if restored := found.restored - found.unsure:
        yield _restored(look, player, restored), but(turned_all(restored))
    for name in found.restored & found.unsure:
        yield _restored_or_laid(look, player, name), but(turned_all(Counter([name])))
    for name in found.laid:
        yield _laid(look, player, name), but(none, Counter([name]))
    if look.piles[player]:
        piles = (look.piles[0], "") if player else ("", look.piles[1])
        yield _on_pile(look, player, look.piles[player]), look._replace(piles=piles)
    if found.tapped:
        yield _tapped(look, player, found.tapped), but(found.tapped)
    if found.gone:
        yield _sacrificed(look, player, found.gone), but(none, none, found.but_turned.missing)
    for side in (player, 1 - player):
        for kind in look.lying.under[side]:
            yield _attached(look, player, side, kind), look._replace(lying=look.lying.but_under(side, kind))
    if found.but_turned.extra - found.laid:
        yield None, look  # nothing enters the battle zone tapped


def _restored(look: Look, player: Player, names: Counter[str]) -> Seen | None:
    if look.asks != "restore":
        return None
    ids, doubtful = ids_of(look.position, player, names, tapped=True)
    if not doubtful:
        return _legal(look.position, {"restore": list(ids)})
    ways: list[Written] = [{"restore": [*ids, id_]} for id_ in doubtful]
    legal = tuple(way for way in ways if explain(look.position, read_action(way)) is None)
    return Seen(choices=legal) if legal else None


def _restored_or_laid(look: Look, player: Player, name: str) -> Seen | None:
    """A card stands upright, but the one that lay across may still do so, unseen; asked if both are legal."""
    restored = _restored(look, player, Counter([name]))
    came = NONE._replace(extra=Counter([name]))
    alone = CLEAR.but(player, came)
    laid = _laid(look._replace(lying=alone, piles=("", "")), player, name)
    if restored is None or laid is None:
        return restored or laid
    ways = restored.choices or ((restored.action,) if restored.action else ())
    return Seen(choices=(*ways, laid.action or NEXT))


def _laid(look: Look, player: Player, name: str) -> Seen | None:
    """A card came into the battle zone: played, now or after restoring."""
    if look.asks == "restore":
        return _after_phase(look)
    if look.asks not in ("act", "answer", "attack", "block", "fight", "influence", "defend"):
        return None
    return _played(look, player, name)


def _on_pile(look: Look, player: Player, name: str) -> Seen | None:
    """A manoeuvre that was laid onto the discard pile, or a card that had to be discarded."""
    card = look.position.cards.get(name)
    if look.asks == "discard":
        card_ids = _from_hand(look, player, name)
        if card_ids is None:
            return NOTHING
        id_, shows = card_ids
        return _legal(look.position, {"discard": [id_], **shows}) or NOTHING
    if not card or card.type != "manoeuvre":
        return NOTHING
    return _laid(look, player, name) or NOTHING


def _from_hand(look: Look, player: Player, name: str) -> tuple[Id, Written] | None:
    """A card of a name in a hand, and what is said about it where nobody knew it."""
    hand, names = look.position.sides[player].hand, look.position.names
    if known := next((id_ for id_ in hand if names.get(id_) == name), None):
        return known, {}
    hidden = next((id_ for id_ in hand if id_ not in names), None)
    if hidden is None or look.unseen is None or not look.unseen[player].get(name):
        return None
    return hidden, {"shows": {hidden: name}}


def _played(look: Look, player: Player, name: str) -> Seen | None:
    position = look.position
    held = _from_hand(look, player, name)
    card = position.cards.get(name)
    if held is None or card is None:
        return None
    id_, shows = held
    duel = Duel(position._replace(names={**position.names, id_: name}))
    ways = targets.choices(duel, card.targets, player, id_)
    legal = [
        found
        for way in ways
        if (found := _legal(position, {"play": id_, **({"targets": list(way)} if way else {}), **shows}))
    ]
    if len(legal) > 1:
        return Seen(laid=name)
    return legal[0] if legal else None


def _tapped(look: Look, player: Player, names: Counter[str]) -> Seen | None:
    """Allies were tapped: to attack, block, influence or defend, or for an ability."""
    position, duel = look.position, Duel(look.position)
    able: Sequence[Id] = ()
    goals: Sequence[Id] = ()
    match look.asks:
        case "restore":
            return _after_phase(look)
        case "act":
            return _used_or_attacks(look, player, names)
        case "attack":
            able, goals = possible.attackers(duel), possible.attackable(duel)
            if not ids_of(position, player, names, tapped=False, among=able)[0]:
                able, goals = possible.influencers(duel), ()
        case "influence":
            able, goals = possible.influencers(duel), possible.attackable(duel)
        case "block":
            able, goals = possible.blockers(duel), possible.blockable(duel)
        case "defend":
            able, goals = possible.blockers(duel), tuple(dict.fromkeys(position.combat.influences.values()))
        case "answer" if position.phase in ("offence", "influence"):
            return NOTHING  # too early: the answer comes first
        case "fight" if player == position.turn:
            return _after_phase(look)
    ids, doubtful = ids_of(position, player, names, tapped=False, among=able)
    if not ids and not doubtful:
        return None
    held: Written = {look.asks: dict.fromkeys(ids, next(iter(goals), ""))}
    hidden = look.of(player).hidden.keys() & {position.names[id_] for id_ in able}
    sure = len(goals) == 1 and not doubtful and not hidden  # who is hidden may be tapped, too
    return Seen(held=held if sure else None, tapped=ids)


def _used_or_attacks(look: Look, player: Player, names: Counter[str]) -> Seen | None:
    """In the action phase: an ability that taps its card, or else the attack has begun."""
    position, duel = look.position, Duel(look.position)
    found: dict[tuple[Id, int], list[Activate]] = {}
    for action in possible.legal(position) if names.total() == 1 else ():
        if isinstance(action, Activate) and position.names.get(action.activate) in names:
            cost = duel.card(action.activate).abilities[action.ability].cost
            if cost and cost.tap:
                found.setdefault((action.activate, action.ability), []).append(action)
    attack = _after_phase(look)
    if not found:
        return attack
    uses = _one_each(position, found)
    if not attack and len(uses) == 1 and "targets" in uses[0]:
        return Seen(action=uses[0])
    return Seen(choices=(*uses, *([NEXT] if attack else [])))


def _one_each(position: Position, found: Mapping[tuple[Id, int], Sequence[Activate]]) -> list[Written]:
    """Each ability once, of cards that are alike the first; with its targets where there is but one way."""
    uses: list[Written] = []
    for (id_, ability), ways in found.items():
        if any(use["ability"] == ability and alike(position, use["activate"], id_) for use in uses):
            continue
        aims: Written = {"targets": list(ways[0].targets)} if len(ways) == 1 else {}
        uses.append({"activate": id_, "ability": ability, **aims})
    return uses


def _sacrificed(look: Look, player: Player, names: Counter[str]) -> Seen | None:
    """A card was taken off: as the cost of its ability."""
    duel, position = Duel(look.position), look.position
    found: dict[tuple[Id, int], list[Activate]] = {}
    for action in possible.legal(position) if names.total() == 1 else ():
        if isinstance(action, Activate) and position.names.get(action.activate) in names:
            cost = duel.card(action.activate).abilities[action.ability].cost
            if cost and cost.sacrifice:
                found.setdefault((action.activate, action.ability), []).append(action)
    uses = _one_each(position, found)
    if len(uses) == 1 and "targets" in uses[0]:
        return Seen(action=uses[0])
    return Seen(choices=tuple(uses)) if uses else None


def _attached(look: Look, player: Player, side: Player, kind: Kind) -> Seen | None:
    """A card was laid under one of a side: a modification in play, else it is played first."""
    name, _, host = kind.partition(UNDER)
    position = look.position
    loose = [
        p.id
        for p in position.battle
        if p.controller == player and position.cards[position.names[p.id]].type == "modification"
        and (name == UNKNOWN or position.names[p.id] == name)
        and (not p.host or position.names[p.host] != host)
    ]  # fmt: skip
    loose = different(position, loose)
    hosts = different(
        position, [p.id for p in position.battle if p.controller == side and position.names[p.id] == host]
    )
    ways: list[Written] = [{"attach": id_, "to": to} for id_ in loose for to in hosts]
    legal = [way for way in ways if explain(position, read_action(way)) is None]
    if len(legal) == 1:
        return Seen(action=legal[0])
    if legal:
        return Seen(choices=tuple(legal))
    waits = any(position.names.get(i.id) == name for i in position.stack if i.controller == player)
    if name == UNKNOWN or loose or waits:
        return NOTHING
    return _laid(look, player, name)


def _after_phase(look: Look) -> Seen | None:
    """The phase is over if what differs is explained in the next one."""
    after = _applied(look.position)
    if after is None or after.turn != look.position.turn or decider(after) != look.player:
        return None
    return Seen(action=NEXT) if tell(look._replace(position=after)) else None


def _fought(look: Look) -> Seen | None:
    """Who dies in the fights was taken off already: they count."""
    if not any(look.of(player).gone for player in (0, 1)):
        return None
    after = _applied(look.position)
    if after is None:
        return None
    dead = [
        Counter(
            look.position.names[p.id]
            for p in look.position.battle
            if p.controller == player and p.id not in {other.id for other in after.battle}
        )
        for player in (0, 1)
    ]
    right = all(look.of(player).gone == dead[player] and not look.of(player).extra for player in (0, 1))
    return Seen(action=NEXT) if right else None


def _waits(look: Look, player: Player) -> bool:
    """Whether somebody who does not decide now has only begun what may come once the other has answered."""
    if player != look.position.turn or look.asks not in ("answer", "block", "defend", "choose", "search"):
        return False
    found = look.of(player)
    return not found.restored and not found.gone and bool(found.laid or found.tapped)


def _goes_on(look: Look, player: Player) -> bool:
    """Whether the other player does what would be right if the turn were over."""
    if player in look.bots or look.asks not in ("act", "attack", "fight", "influence", "end"):
        return False
    position: Position | None = look.position
    for _ in range(4):
        position = _applied(position) if position else None
        if position is not None and position.turn == player:
            lying = CLEAR.but(player, look.of(player))
            told = tell(look._replace(position=position, lying=lying))
            return bool(told and told != NOTHING)
    return False


def candidates(position: Position, seen: Seen) -> list[Written]:
    """The actions between which what was seen leaves a choice."""
    player, duel = decider(position), Duel(position)
    found: list[Written] = list(seen.choices)
    if seen.tapped:
        what = asked(position)
        goals = possible.attackable(duel)
        if what in ("block", "defend"):
            influenced = tuple(dict.fromkeys(position.combat.influences.values()))
            goals = possible.blockable(duel) if what == "block" else list(influenced)
        found += [{what: dict.fromkeys(seen.tapped, goal)} for goal in goals]
    if seen.laid:
        hand = position.sides[player].hand
        id_ = next((id_ for id_ in hand if position.names.get(id_) == seen.laid), "")
        ways = targets.choices(duel, position.cards[seen.laid].targets, player, id_)
        found += [{"play": id_, "targets": list(way)} for way in ways]
    return [way for way in found if explain(position, read_action(way)) is None]


def _applied(position: Position) -> Position | None:
    try:
        return apply(position, Next())
    except RuleError:
        return None


def _legal(position: Position, written: Written) -> Seen | None:
    return Seen(action=written) if explain(position, read_action(written)) is None else None
