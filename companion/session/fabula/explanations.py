"""Explanations of a difference between table and position by actions of players."""

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
    TableDifference,
    ZoneDifference,
    turned_all,
)
from companion.session.fabula.equivalence import alike, different, ids_of

Written: TypeAlias = Mapping[str, Any]
"""An action in the script format."""
NEXT: Written = {"next": True}


class DuelReading(NamedTuple):
    """Meaning of a picture.

    `action`: a complete action; `held`: an action that counts after `HELD_S` without a change. `tapped`:
    tapped allies with an unknown goal. `laid`: added card with unknown targets. `choices`: several possible
    actions, "next" for an attack. `turn_over`: the other player continues, so the turn may be over. `steps`:
    repairs of unexplained differences, in these `zones`; `wrong`: permanents that differ from the position.
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


NOTHING = DuelReading()
Unseen: TypeAlias = Sequence[Mapping[str, int]] | None
"""By player, cards of the deck lists that no player has seen yet; None if all names are known."""


class TableChange(NamedTuple):
    """New difference of a table, without open repairs.

    `piles`: cards added to a discard pile since the last picture, or "". `bots`: players whose actions are
    not read from the table.
    """

    position: Position
    unseen: Unseen
    difference: TableDifference
    piles: tuple[Kind, Kind]
    bots: frozenset[Player] = frozenset()

    @property
    def asks(self) -> Asks:
        """Open decision."""
        return asked(self.position)

    @property
    def player(self) -> Player:
        """Index of the deciding player."""
        return decider(self.position)

    def of(self, player: Player) -> ZoneDifference:
        """Return the difference on a player's side."""
        return self.difference.differences[player]


def explain_change(change: TableChange) -> DuelReading | None:
    """Return the explanation of the whole difference.

    None if there is none, NOTHING if all is right.
    """
    if change.asks == "over":
        return NOTHING
    if change.asks == "fight" and (fought := _fought(change)):
        return fought
    player = change.player
    seen = list(_by_card_group(change, player))
    if wrong := not change.of(1 - player).empty:
        if _waits(change, 1 - player):
            wrong = False
        elif player == change.position.turn and _goes_on(change, 1 - player):
            return DuelReading(turn_over=True)
    for each, rest in seen:
        if each and each.action and (each.action == NEXT or _explained(rest, each.action)):
            return each
    if wrong or any(each is None or each.action for each, _ in seen):
        return None
    return next((each for each, _ in seen if each), NOTHING)


def _explained(rest: TableChange, action: Written) -> bool:
    """Return whether the rest of the difference is explained after an action."""
    return explain_change(rest._replace(position=apply(rest.position, read_action(action)))) is not None


def _by_card_group(change: TableChange, player: Player) -> Iterator[tuple[DuelReading | None, TableChange]]:
    """Yield, by group of cards, the deciding player's action (None if unexplained) and the rest."""
    found = change.of(player)

    def but(*cards: Counter[Kind]) -> TableChange:
        return change._replace(difference=change.difference.but(player, found.but(*cards)))

    none = Counter[Kind]()
    if player in change.bots:
        yield NOTHING if found.empty else None, change
        return
    if restored := found.restored - found.unsure:
        yield _restored(change, player, restored), but(turned_all(restored))
    for name in found.restored & found.unsure:
        yield _restored_or_laid(change, player, name), but(turned_all(Counter([name])))
    for name in found.laid:
        yield _laid(change, player, name), but(none, Counter([name]))
    if change.piles[player]:
        piles = (change.piles[0], "") if player else ("", change.piles[1])
        yield _on_pile(change, player, change.piles[player]), change._replace(piles=piles)
    if found.tapped:
        yield _tapped(change, player, found.tapped), but(found.tapped)
    if found.gone:
        yield _sacrificed(change, player, found.gone), but(none, none, found.but_turned.missing)
    for side in (player, 1 - player):
        for kind in change.difference.under[side]:
            yield (
                _attached(change, player, side, kind),
                change._replace(difference=change.difference.but_under(side, kind)),
            )
    if found.but_turned.extra - found.laid:
        yield None, change  # nothing enters the battle zone tapped


def _restored(change: TableChange, player: Player, names: Counter[str]) -> DuelReading | None:
    if change.asks != "restore":
        return None
    ids, doubtful = ids_of(change.position, player, names, tapped=True)
    if not doubtful:
        return _legal(change.position, {"restore": list(ids)})
    ways: list[Written] = [{"restore": [*ids, id_]} for id_ in doubtful]
    legal = tuple(way for way in ways if explain(change.position, read_action(way)) is None)
    return DuelReading(choices=legal) if legal else None


def _restored_or_laid(change: TableChange, player: Player, name: str) -> DuelReading | None:
    """Return the reading of an upright card that was restored or added.

    A choice if both are legal.
    """
    restored = _restored(change, player, Counter([name]))
    came = NONE._replace(extra=Counter([name]))
    alone = CLEAR.but(player, came)
    laid = _laid(change._replace(difference=alone, piles=("", "")), player, name)
    if restored is None or laid is None:
        return restored or laid
    ways = restored.choices or ((restored.action,) if restored.action else ())
    return DuelReading(choices=(*ways, laid.action or NEXT))


def _laid(change: TableChange, player: Player, name: str) -> DuelReading | None:
    """Return the reading of a card added to the battle zone: played, now or after restoring."""
    if change.asks == "restore":
        return _after_phase(change)
    if change.asks not in ("act", "answer", "attack", "block", "fight", "influence", "defend"):
        return None
    return _played(change, player, name)


def _on_pile(change: TableChange, player: Player, name: str) -> DuelReading | None:
    """Return the reading of a card on the discard pile: a manoeuvre, or a due discard."""
    card = change.position.cards.get(name)
    if change.asks == "discard":
        card_ids = _from_hand(change, player, name)
        if card_ids is None:
            return NOTHING
        id_, shows = card_ids
        return _legal(change.position, {"discard": [id_], **shows}) or NOTHING
    if not card or card.type != "manoeuvre":
        return NOTHING
    return _laid(change, player, name) or NOTHING


def _from_hand(change: TableChange, player: Player, name: str) -> tuple[Id, Written] | None:
    """Return a card of this name in a hand, and its disclosure if it was unknown."""
    hand, names = change.position.sides[player].hand, change.position.names
    if known := next((id_ for id_ in hand if names.get(id_) == name), None):
        return known, {}
    hidden = next((id_ for id_ in hand if id_ not in names), None)
    if hidden is None or change.unseen is None or not change.unseen[player].get(name):
        return None
    return hidden, {"shows": {hidden: name}}


def _played(change: TableChange, player: Player, name: str) -> DuelReading | None:
    position = change.position
    held = _from_hand(change, player, name)
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
        return DuelReading(laid=name)
    return legal[0] if legal else None


def _tapped(change: TableChange, player: Player, names: Counter[str]) -> DuelReading | None:
    """Return the reading of tapped allies: attack, block, influence, defence or ability."""
    position, duel = change.position, Duel(change.position)
    able: Sequence[Id] = ()
    goals: Sequence[Id] = ()
    match change.asks:
        case "restore":
            return _after_phase(change)
        case "act":
            return _used_or_attacks(change, player, names)
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
            return _after_phase(change)
    ids, doubtful = ids_of(position, player, names, tapped=False, among=able)
    if not ids and not doubtful:
        return None
    held: Written = {change.asks: dict.fromkeys(ids, next(iter(goals), ""))}
    hidden = change.of(player).hidden.keys() & {position.names[id_] for id_ in able}
    sure = len(goals) == 1 and not doubtful and not hidden  # a hidden ally may be tapped, too
    return DuelReading(held=held if sure else None, tapped=ids)


def _used_or_attacks(change: TableChange, player: Player, names: Counter[str]) -> DuelReading | None:
    """Return the reading in the action phase: an ability that taps its card, or an attack."""
    position, duel = change.position, Duel(change.position)
    found: dict[tuple[Id, int], list[Activate]] = {}
    for action in possible.legal(position) if names.total() == 1 else ():
        if isinstance(action, Activate) and position.names.get(action.activate) in names:
            cost = duel.card(action.activate).abilities[action.ability].cost
            if cost and cost.tap:
                found.setdefault((action.activate, action.ability), []).append(action)
    attack = _after_phase(change)
    if not found:
        return attack
    uses = _one_each(position, found)
    if not attack and len(uses) == 1 and "targets" in uses[0]:
        return DuelReading(action=uses[0])
    return DuelReading(choices=(*uses, *([NEXT] if attack else [])))


def _one_each(position: Position, found: Mapping[tuple[Id, int], Sequence[Activate]]) -> list[Written]:
    """Return each ability once per equivalent cards, with its targets if they are unique."""
    uses: list[Written] = []
    for (id_, ability), ways in found.items():
        if any(use["ability"] == ability and alike(position, use["activate"], id_) for use in uses):
            continue
        aims: Written = {"targets": list(ways[0].targets)} if len(ways) == 1 else {}
        uses.append({"activate": id_, "ability": ability, **aims})
    return uses


def _sacrificed(change: TableChange, player: Player, names: Counter[str]) -> DuelReading | None:
    """Return the reading of a removed card: the cost of its ability."""
    duel, position = Duel(change.position), change.position
    found: dict[tuple[Id, int], list[Activate]] = {}
    for action in possible.legal(position) if names.total() == 1 else ():
        if isinstance(action, Activate) and position.names.get(action.activate) in names:
            cost = duel.card(action.activate).abilities[action.ability].cost
            if cost and cost.sacrifice:
                found.setdefault((action.activate, action.ability), []).append(action)
    uses = _one_each(position, found)
    if len(uses) == 1 and "targets" in uses[0]:
        return DuelReading(action=uses[0])
    return DuelReading(choices=tuple(uses)) if uses else None


def _attached(change: TableChange, player: Player, side: Player, kind: Kind) -> DuelReading | None:
    """Return the reading of a card under another one: a modification in play, or a new one."""
    name, _, host = kind.partition(UNDER)
    position = change.position
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
        return DuelReading(action=legal[0])
    if legal:
        return DuelReading(choices=tuple(legal))
    waits = any(position.names.get(i.id) == name for i in position.stack if i.controller == player)
    if name == UNKNOWN or loose or waits:
        return NOTHING
    return _laid(change, player, name)


def _after_phase(change: TableChange) -> DuelReading | None:
    """Return NEXT if the difference is explained in the next phase, otherwise None."""
    after = _applied(change.position)
    if after is None or after.turn != change.position.turn or decider(after) != change.player:
        return None
    return DuelReading(action=NEXT) if explain_change(change._replace(position=after)) else None


def _fought(change: TableChange) -> DuelReading | None:
    """Return NEXT if exactly the cards that die in the fights were removed, otherwise None."""
    if not any(change.of(player).gone for player in (0, 1)):
        return None
    after = _applied(change.position)
    if after is None:
        return None
    dead = [
        Counter(
            change.position.names[p.id]
            for p in change.position.battle
            if p.controller == player and p.id not in {other.id for other in after.battle}
        )
        for player in (0, 1)
    ]
    right = all(change.of(player).gone == dead[player] and not change.of(player).extra for player in (0, 1))
    return DuelReading(action=NEXT) if right else None


def _waits(change: TableChange, player: Player) -> bool:
    """Return whether a player has only prepared an action that follows the other's answer."""
    if player != change.position.turn or change.asks not in ("answer", "block", "defend", "choose", "search"):
        return False
    found = change.of(player)
    return not found.restored and not found.gone and bool(found.laid or found.tapped)


def _goes_on(change: TableChange, player: Player) -> bool:
    """Return whether the other player's changes are explained after the end of the turn."""
    if player in change.bots or change.asks not in ("act", "attack", "fight", "influence", "end"):
        return False
    position: Position | None = change.position
    for _ in range(4):
        position = _applied(position) if position else None
        if position is not None and position.turn == player:
            difference = CLEAR.but(player, change.of(player))
            explanation = explain_change(change._replace(position=position, difference=difference))
            return bool(explanation and explanation != NOTHING)
    return False


def candidates(position: Position, seen: DuelReading) -> list[Written]:
    """Return the possible actions of an ambiguous reading."""
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


def _legal(position: Position, written: Written) -> DuelReading | None:
    return DuelReading(action=written) if explain(position, read_action(written)) is None else None
