"""Actions of the app in a duel: every card from near, one by one, with one sentence."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from kivy.app import App

from companion.games.base import N_, Sentence
from companion.games.fabula.actions import Attack, Block, Defend, Influence, Play
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Position
from companion.session.fabula import words
from companion.session.fabula.describe import AIMED, COMBAT, DECLARED, EFFECTS, TURN
from companion.session.fabula.snapshot import FabulaSnapshot
from ui.boards.geometry import Point
from ui.boards.people import APP
from ui.games.fabula import player_side
from ui.games.fabula.panels import LookPanel
from ui.widgets.rows import Row

_MOST_LINES = 3
"""Number of sentences about what follows from an action; the log has all."""
_DECLARED = frozenset({*DECLARED.values(), *AIMED.values()})
_ENDS = N_("{player} ends the turn.")


class AppAct(NamedTuple):
    """A card of an action of the app, "" for none, with the sentence and what follows from it."""

    card: str
    title: Sentence
    lines: tuple[Sentence, ...] = ()

    @property
    def played(self) -> bool:
        """True if the card was played, so that people lay it on the table."""
        return self.title.pattern in (DECLARED[Play], AIMED[Play])


def between(before: FabulaSnapshot | None, now: FabulaSnapshot, watched: bool) -> list[AppAct]:
    """Return what the app did between two snapshots, in order.

    On a `watched` table hands have made it; then only the cards that it played are shown.
    """
    if before is None or before.game != now.game:
        return []
    new = [entry for entry in now.log if before.played < entry.number <= now.played]
    found: list[AppAct] = []
    turn = before.players[before.position.turn]
    stack = before.position.stack
    by_app = bool(stack) and before.players[stack[-1].controller] in now.bots
    for _, entries in groupby(new, lambda entry: entry.number):
        sentences = [entry.text for entry in entries]
        first = sentences[0]
        if first.pattern in _DECLARED:
            by_app = first.values["player"] in now.bots
            found += _acts(now.position, first, sentences[1:]) if by_app else ()
        else:
            effects = [one for one in sentences if one.pattern in (EFFECTS if by_app else COMBAT)]
            found = _with_effects(now.position, found, effects) if now.bots else found
        for begins in (one for one in sentences if one.pattern == TURN):
            if turn in now.bots and turn != begins.values["player"]:
                found.append(AppAct("", Sentence(_ENDS, {"player": turn})))
            turn = str(begins.values["player"])
    return [act for act in found if act.played] if watched else found


def _with_effects(position: Position, found: list[AppAct], effects: list[Sentence]) -> list[AppAct]:
    """Add what followed later to the last act, or as an act of its own if there is no room."""
    if not effects:
        return found
    last = found[-1] if found and found[-1].card else None
    if last and len(last.lines) + len(effects) <= _MOST_LINES:
        return [*found[:-1], last._replace(lines=(*last.lines, *effects))]
    about = (effects[0].values.get(what) for what in ("by", "base", "card", "one"))
    card = _key(position, next(filter(None, about), ""))
    return [*found, AppAct(card, effects[0], tuple(effects[1 : _MOST_LINES + 1]))]


def _acts(position: Position, said: Sentence, effects: list[Sentence]) -> Iterator[AppAct]:
    """One act for each card of an action; the last has its effects."""
    key = "card" if "card" in said.values else "cards"
    value = said.values[key]
    cards = list(value.values.values()) if key == "cards" and isinstance(value, Sentence) else [value]
    lines = tuple(one for one in effects if one.pattern in EFFECTS)[:_MOST_LINES]
    for number, card in enumerate(cards, 1):
        name = _key(position, card)
        title = said._replace(values={**said.values, key: card})
        target = _target(position, said.pattern, name)
        aims = (Sentence(N_("Target: {target}"), {"target": target}),) if target else ()
        yield AppAct(name, title, (*aims, *(lines if number == len(cards) else ())))


def _key(position: Position, card: object) -> str:
    """Key of a card that a sentence names; "" for an unknown one."""
    return next((key for key, one in position.cards.items() if words.named(key, one) == card), "")


def _target(position: Position, pattern: str, name: str) -> Sentence | None:
    """Name of the base or attacker at which a card aims, while the declaration stands."""
    combat = position.combat
    blocks = {blocker: attacker for attacker, blockers in combat.blocks.items() for blocker in blockers}
    aims: Mapping[str, Mapping[Id, Id]] = {
        DECLARED[Attack]: combat.attacks,
        DECLARED[Influence]: combat.influences,
        DECLARED[Defend]: combat.defends,
        DECLARED[Block]: blocks,
    }
    for source, target in aims.get(pattern, {}).items():
        if position.names.get(source) == name and (there := Duel(position).names.get(target)):
            return words.named(there, position.cards[there])
    return None


class AppActPanel(LookPanel):
    """An action of the app; a touch anywhere goes on."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        act: AppAct,
        start: Point | None,
        go_on: Callable[[], None],
    ) -> None:
        app = App.get_running_app()
        self._go_on = go_on
        card = snapshot.position.cards.get(act.card)
        view = player_side.face(app.tr, act.card, card, app.language) if card else None
        lines = [line.say(app.tr) for line in act.lines]
        if act.played and snapshot.real_cards:
            lines.append(app.tr.gettext("Lay it on the app's side of the table."))
        row = Row(app.tr.gettext("Go on"), go_on, "next", chosen=True)
        super().__init__(view, [row], act.title.say(app.tr), lines, APP, turn=3, start=start, steady=True)

    def on_touch_up(self, touch: Any) -> bool:
        """Go on if the touch meant no key."""
        if super().on_touch_up(touch) or touch.grab_list or not self.collide_point(*touch.opos):
            return bool(touch.grab_list)
        self._go_on()
        return True
