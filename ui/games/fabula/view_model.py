"""View model of the play screen: message, marks and buttons, from a snapshot and a draft; no widgets."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from gettext import NullTranslations
from typing import NamedTuple

from companion.games.base import N_, player_name
from companion.games.fabula import values
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id
from companion.session.fabula import playable
from companion.session.fabula.snapshot import FabulaSnapshot
from ui.games.fabula import action_drafts, player_side
from ui.games.fabula.pending_action import Aim, CardOrder, Draft, Offers, Pairs, Picks, Written
from ui.games.fabula.player_side import Marks
from ui.games.fabula.preview import preview
from ui.games.fabula.views import Arrow
from ui.screens.message import BarMessage, of_prompt


def declared(snapshot: FabulaSnapshot, draft: Draft | None) -> Written | None:
    """Declaration of the large button; None for the usual answer, which is empty."""
    match draft:
        case Pairs(pairs=pairs) if pairs:
            return draft.written()
        case Picks() | CardOrder():
            return draft.written()
    return None


def at_once(draft: Draft | None) -> bool:
    """Return true if the last touch completed the action."""
    return isinstance(draft, Aim) or (isinstance(draft, Pairs) and draft.at_once)


def marks(tr: NullTranslations, snapshot: FabulaSnapshot, draft: Draft | None) -> Marks:
    """Marks of cards: touchable, chosen, and effects of the declaration."""
    if draft is None or snapshot.players[snapshot.decider] in snapshot.bots:
        return Marks.of({"wrong": snapshot.seen.wrong})
    written = declared(snapshot, draft)
    notes = preview(snapshot.position, written) if written and not isinstance(draft, Picks) else {}
    if isinstance(draft, Pairs) and draft.waiting:
        notes |= _where_to(snapshot, draft)
    if isinstance(draft, CardOrder):
        notes |= {blocker: str(number) for blocker, number in draft.numbers()}
    marked = Marks.of(
        {"can": draft.can, "wrong": snapshot.seen.wrong, "target": draft.targets, "chosen": draft.chosen}
    )
    return Marks(marked.marks, notes)


def _where_to(snapshot: FabulaSnapshot, draft: Pairs) -> dict[Id, str]:
    """Preview of each target, if all waiting sources were assigned to it."""
    notes = {}
    for goal in draft.targets:
        written: Written = {draft.what: {**draft.pairs, **dict.fromkeys(draft.waiting, goal)}}
        if note := preview(snapshot.position, written).get(goal):
            notes[goal] = note
    return notes


def for_players(before: FabulaSnapshot | None, now: FabulaSnapshot) -> Id:
    """Card that was just resolved and whose text people carry out themselves; "" for none."""
    if before is None or now.played < before.played:
        return ""
    there = {id_ for side in before.position.sides for id_ in side.discard}
    there |= {permanent.id for permanent in before.position.battle}
    here = [id_ for side in now.position.sides for id_ in side.discard]
    here += [permanent.id for permanent in now.position.battle]
    for id_ in here:
        card = now.position.cards.get(now.position.names.get(id_, ""))
        if id_ not in there and card and card.by_players:
            return id_
    return ""


def from_hand(before: FabulaSnapshot | None, now: FabulaSnapshot, shown: Collection[Id]) -> Id:
    """Card of the hand `shown` that was just played and lies on the table now; "" for none."""
    if before is None or now.played <= before.played or before.game != now.game:
        return ""
    hands = {id_ for side in now.position.sides for id_ in side.hand}
    here = {item.id for item in now.position.stack} | {permanent.id for permanent in now.position.battle}
    return next(iter(sorted((here & set(shown)) - hands)), "")


def arrows(snapshot: FabulaSnapshot, draft: Draft | None) -> list[Arrow]:
    """Arrows of past declarations, of the stack, and of the draft."""
    combat = snapshot.position.combat
    shown = [Arrow(ally, base, "attack") for ally, base in combat.attacks.items()]
    shown += [Arrow(b, attacker, "block") for attacker, bs in combat.blocks.items() for b in bs]
    shown += [Arrow(ally, base, "influence") for ally, base in combat.influences.items()]
    shown += [Arrow(ally, base, "block") for ally, base in combat.defends.items()]
    for item in snapshot.position.stack[-1:]:
        shown += [Arrow(item.source, target, "target") for target in item.targets]
    return [*shown, *(draft.arrows if draft and not isinstance(draft, CardOrder) else ())]


def message(
    tr: NullTranslations,
    snapshot: FabulaSnapshot,
    draft: Draft | None,
    people: Mapping[str, str],
    language: str,
    can_play: bool = False,
) -> BarMessage:
    """Next step, with its subject below; `can_play`: cards of the open hand can be played."""
    player = snapshot.players[snapshot.decider]
    called, said = player_name(tr, player), of_prompt(tr, snapshot.prompt)
    if said.kind not in ("turn", "ask"):
        return said
    if snapshot.seen.turn_over or snapshot.trouble:
        return replace(said, icon=people.get(player, ""))
    title, detail, asked = said.title, said.detail, said.kind == "ask"
    if isinstance(draft, Aim) and draft.action:
        title = tr.gettext("{player}, choose a target.").format(player=called)
        asked = True
    elif snapshot.asks == "answer" and snapshot.position.stack:
        duel, top = Duel(snapshot.position), snapshot.position.stack[-1]
        name = player_side.name_of(duel, top.id, language) or tr.gettext("a card")
        who = player_name(tr, snapshot.players[top.controller])
        detail = tr.gettext("{player}: {card}").format(player=who, card=name)
    elif isinstance(draft, Picks) and draft.what == "restore":
        duel = Duel(snapshot.position)
        cost = sum(values.restoration_cost(duel, id_) for id_ in draft.picked)
        have = snapshot.position.sides[snapshot.decider].resources
        detail = tr.gettext("{cost} of {have} resources").format(cost=cost, have=have)
    elif isinstance(draft, Offers):
        title, asked = tr.gettext("{player}, what do you do?").format(player=called), True
        detail = tr.gettext("Touch your choice.")
    elif isinstance(draft, Pairs) and draft.waiting:
        asked, detail = True, tr.gettext(_GOALS[draft.what])
    elif isinstance(draft, Pairs):
        detail = tr.gettext("Touch one of yours, then where it goes.")
    elif snapshot.asks == "act" and can_play:
        detail = tr.gettext("Bright cards can be played now.")
    elif snapshot.asks == "act" and action_drafts.after_cards(snapshot) == "end":
        detail = tr.gettext("None of your allies can attack or influence now.")
    return BarMessage("ask" if asked else "turn", people.get(player, ""), title, detail)


_GOALS = {
    "attack": N_("Touch the base that they attack."),
    "influence": N_("Touch the base that they influence."),
    "block": N_("Touch the attacker that they block."),
    "defend": N_("Touch the base that they defend."),
}
"""Questions about allies that the camera saw tapped."""


class MainKey(NamedTuple):
    """The large key, none without a text. `primary`: the sensible next step; `why_not`: it is disabled."""

    text: str = ""
    about: str = ""
    primary: bool = True
    why_not: str = ""


_AFTER_CARDS = {
    "attack": (N_("To the attack"), N_("You play no more cards; then your allies attack.")),
    "influence": (N_("To the influence"), N_("You play no more cards; then your allies influence.")),
    "end": (N_("End the turn"), N_("You play no more cards, and the other side has its turn.")),
}
_DECLARATIONS = {
    "attack": (N_("Attack"), N_("No attack"), N_("Your allies attack as chosen; without one, none attacks.")),
    "block": (N_("Block"), N_("No block"), N_("Your allies block as chosen; without one, none blocks.")),
    "influence": (
        N_("Influence"), N_("No influence"), N_("Your allies influence as chosen; without one, none does."),
    ),
    "defend": (N_("Defend"), N_("No defence"), N_("Your allies defend as chosen; without one, none does.")),
}  # fmt: skip
"""By declaration, the key with and without a choice, and what it does."""


def main_key(
    tr: NullTranslations,
    snapshot: FabulaSnapshot,
    draft: Draft | None,
    picked: Collection[int],
    can_play: bool = False,
) -> MainKey:
    """Return the large key. `picked` are cards of the hand; `can_play`: some of an open one can be played."""
    _ = tr.gettext
    if snapshot.over:
        return MainKey(_("Result"), _("Shows who has won."))
    if snapshot.players[snapshot.decider] in snapshot.bots or isinstance(draft, Aim | Offers):
        return MainKey()
    if snapshot.seen.turn_over:
        return MainKey(_("Yes, it is over"), _("The other side has its turn."))
    if snapshot.asks == "attack" and isinstance(draft, Pairs) and draft.waiting:
        return MainKey(_("They influence"), _("The turned allies do not attack, but influence a base."))
    count = len(draft.pairs) if isinstance(draft, Pairs) else len(picked)
    match snapshot.asks:
        case "attack" | "block" | "influence" | "defend" as what:
            some, none, about = _DECLARATIONS[what]
            return MainKey(_(some) if count else _(none), _(about), primary=bool(count))
        case "mulligan":
            text = _("Exchange {n}").format(n=count) if count else _("Keep all")
            return MainKey(text, _("The chosen cards go under your deck, and you draw as many."))
        case "discard" if snapshot.in_app:
            left = playable.discards(snapshot) - len(picked)
            why_not = _("First touch the cards that go. Left: {n}.").format(n=left) if left else ""
            return MainKey(_("Discard"), _("The chosen cards go to your discard pile."), not left, why_not)
        case "restore":
            chosen = isinstance(draft, Picks) and bool(draft.picked)
            text = _("Restore") if chosen else _("To the cards")
            return MainKey(text, _("Pays for the chosen cards; they can be used again."), primary=chosen)
        case "act":
            text, about = _AFTER_CARDS[action_drafts.after_cards(snapshot)]
            return MainKey(_(text), _(about), primary=not can_play)
        case "answer":
            return MainKey(_("Let it be"), _("You do not answer, and it happens."))
        case "order":
            return MainKey(_("In this order"), _("Your ally fights the blockers in this order."))
        case "fight":
            return MainKey(_("Go on"), _("You play nothing more, and it counts now."))
        case "end":
            return MainKey(_("End the turn"), _("The other side has its turn."))
    return MainKey()
