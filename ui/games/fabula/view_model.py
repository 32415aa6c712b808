"""View model of the play screen: message, marks and keys; no widgets."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import NamedTuple

from companion.games.base import player_name
from companion.games.fabula.position import Id
from companion.i18n import say
from companion.session.answering import Answering
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.view import Decision, Pairs, Picks, Steps, Thing, Way
from ui.games.fabula.player_side import Marks
from ui.games.fabula.preview import preview
from ui.games.fabula.views import Arrow, Mark, Pointing
from ui.screens.message import BarMessage, MainKey, of_prompt


def alone(snapshot: FabulaSnapshot) -> bool:
    """Return true if no other person at the table must not see the hand."""
    return snapshot.in_app and len(snapshot.players) - len(snapshot.bots) == 1


class Draft(NamedTuple):
    """An answer that is being made: its decision, the things touched so far, and those that may follow."""

    decision: Decision
    touched: Way
    after: frozenset[Thing]

    @property
    def pairs(self) -> Mapping[Id, Id]:
        """Sources with their goals."""
        return dict(zip(map(str, self.touched[::2]), map(str, self.touched[1::2]), strict=False))

    @property
    def aims(self) -> bool:
        """Return true if targets are touched one after the other."""
        return isinstance(self.decision.form, Steps)

    @property
    def can(self) -> Collection[Id]:
        """Cards that may be touched to choose them."""
        form = self.decision.form
        picks = isinstance(form, Picks) or (isinstance(form, Pairs) and len(self.touched) % 2 == 0)
        return {*map(str, self.after)} if picks else ()

    @property
    def targets(self) -> Collection[Id]:
        """Cards where something may go."""
        return () if self.can else {*map(str, self.after)}

    @property
    def chosen(self) -> Collection[Id]:
        """Cards that were chosen, with the one that aims."""
        things = self.touched[::2] if isinstance(self.decision.form, Pairs) else self.touched
        source = self.source
        return {*map(str, things), *([source] if source else [])}

    @property
    def source(self) -> Id:
        """The card that aims; "" for none."""
        words = self.decision.id.split(" ", 1)
        return words[1].rsplit(" ", 1)[0] if self.aims and len(words) > 1 else ""

    @property
    def arrows(self) -> Sequence[Arrow]:
        """Arrows of pairs, and to targets."""
        kind = _POINTS.get(self.decision.id)
        if kind:
            return [Arrow(source, goal, kind) for source, goal in self.pairs.items()]
        return [Arrow(self.source, str(one), "target") for one in self.touched[1:] if self.source]


_POINTS: Mapping[str, Pointing] = {
    "attack": "attack", "influence": "influence", "block": "block", "defend": "block",
}  # fmt: skip
"""Kind of arrow by declaration."""


def draft(answering: Answering, asks: str) -> Draft | None:
    """Return what a touch of a card goes on with; None if a touch only shows the card."""
    touched, focus = answering.chosen, answering.focus
    wanted = (focus,) if focus else ("laid", "which", "all", asks)
    fitting = [one for one in answering.open if one.form.begins(touched) and one.form.after(())]
    found = [one for one in fitting if touched or one.id in wanted]
    for decision in sorted(found, key=lambda one: one.id not in wanted):
        return Draft(decision, touched, decision.form.after(touched))
    return None


def marks(tr: NullTranslations, snapshot: FabulaSnapshot, draft: Draft | None) -> Marks:
    """Marks of cards: touchable, chosen, and effects of the declaration."""
    if draft is None or snapshot.players[snapshot.decider] in snapshot.bots:
        return Marks.of({"wrong": snapshot.seen.wrong})
    notes: dict[Id, str] = {}
    chosen: Collection[Id] = draft.chosen
    if draft.pairs and draft.decision.id in _POINTS:
        notes = preview(snapshot.position, {draft.decision.id: draft.pairs})
    if draft.decision.id == "all":
        chosen, notes = snapshot.seen.tapped, _where_to(snapshot, draft)
    if draft.decision.id == "order":
        notes = _numbers(snapshot, draft)
    marked: dict[Mark, Collection[Id]] = {
        "can": draft.can,
        "wrong": snapshot.seen.wrong,
        "target": draft.targets,
        "chosen": chosen,
    }
    return Marks(Marks.of(marked).marks, notes)


def _numbers(snapshot: FabulaSnapshot, draft: Draft) -> dict[Id, str]:
    """Return the place of each touched blocker in the fights of its attacker, from 1."""
    touched = [str(one) for one in draft.touched]
    blocks = snapshot.position.combat.blocks.values()
    return {
        blocker: str(number)
        for blockers in blocks
        for number, blocker in enumerate([one for one in touched if one in blockers], 1)
    }


def _where_to(snapshot: FabulaSnapshot, draft: Draft) -> dict[Id, str]:
    """Preview of each target, if all allies that the camera saw were assigned to it."""
    notes = {}
    for goal in draft.targets:
        written = {str(snapshot.asks): dict.fromkeys(snapshot.seen.tapped, goal)}
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
    if draft and draft.decision.id == "order":
        return shown
    return [*shown, *(draft.arrows if draft else ())]


def message(
    tr: NullTranslations,
    snapshot: FabulaSnapshot,
    draft: Draft | None,
    people: Mapping[str, str],
    can_play: bool = False,
) -> BarMessage:
    """Next step: the sentence of the moment, or what follows the touches so far.

    `can_play`: cards of the open hand can be played.
    """
    said = of_prompt(tr, snapshot.prompt)
    if said.kind not in ("turn", "ask"):
        return said
    player = snapshot.players[snapshot.decider]
    said = replace(said, icon=people.get(player, ""))
    if snapshot.seen.turn_over or snapshot.trouble:
        return said
    if snapshot.asks == "act" and can_play:
        said = replace(said, detail=tr.gettext("Bright cards can be played now."))
    if draft is None:
        return said
    id_, form = draft.decision.id, draft.decision.form
    if draft.aims and id_ != "choose":
        title = tr.gettext("{player}, choose a target.").format(player=player_name(tr, player))
        return replace(said, kind="ask", title=title)
    if id_ == "restore" and isinstance(form, Picks):
        cost = tr.gettext("{cost} of {have} resources")
        return replace(said, detail=cost.format(cost=form.cost(draft.touched), have=form.budget))
    if id_ == "all":
        return replace(said, kind="ask", detail=say(tr, [draft.decision.text]))
    if id_ in _POINTS and draft.decision.then:
        return replace(said, detail=say(tr, [draft.decision.then]))
    return said


def main_key(
    tr: NullTranslations,
    snapshot: FabulaSnapshot,
    offered: Sequence[Decision],
    draft: Draft | None,
    can_play: bool = False,
) -> MainKey:
    """Return the large key: it sends what was chosen, else it does nothing more.

    `can_play`: some cards of an open hand can be played.
    """
    _ = tr.gettext
    if snapshot.over:
        return MainKey(text=_("Result"), about=_("Shows who has won."))
    if snapshot.players[snapshot.decider] in snapshot.bots or (draft and draft.aims):
        return MainKey()
    if draft and draft.decision.confirm and (draft.touched or draft.decision.id == "discard"):
        return _sending(tr, draft)
    usual = next((one for one in offered if one.default is not None), None)
    if usual is None:
        return MainKey()
    primary = not (can_play and snapshot.asks == "act") and snapshot.asks not in (*_POINTS, "restore")
    about = say(tr, [usual.note]) if usual.note else ""
    return MainKey("", say(tr, [usual.text]), about, primary=primary)


def _sending(tr: NullTranslations, draft: Draft) -> MainKey:
    """Return the key that sends what was chosen, or says what is missing."""
    decision, form = draft.decision, draft.decision.form
    text, about = say(tr, [decision.text]), say(tr, [decision.note]) if decision.note else ""
    if decision.id == "mulligan":
        text = tr.gettext("Exchange {n}").format(n=len(draft.touched))
    if form.is_complete(draft.touched):
        return MainKey("", text, about)
    why_not = tr.gettext("First touch where it goes.")
    if isinstance(form, Picks):
        left = form.least - len(draft.touched)
        why_not = tr.gettext("First touch the cards that go. Left: {n}.").format(n=left)
    return MainKey("", text, about, why_not, primary=False)
