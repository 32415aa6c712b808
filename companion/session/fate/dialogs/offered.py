"""All that a hero may begin now, for a screen that shows it as a list."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from companion.errors import RuleError
from companion.games.base import N_, Sentence
from companion.games.fate import equip, hero_stats
from companion.games.fate.hero_action import ACTION_NAMES, HeroAct
from companion.games.fate.heroes import card_name, card_text, effect_label
from companion.games.fate.position import Action, Hero, Hex, Position
from companion.session.fate.dialogs import action_dialogs, attack_dialog, card_dialogs, move_dialog
from companion.session.fate.dialogs.dialog import ActDialog, AskHex, Dialog

Group: TypeAlias = Literal["action", "card", "more", "end", "aside"]
"""Part of the list: the actions of the player board, effects of cards, others, the end of the turn, and
what a hero may do in anybody's turn.
"""


class Offer(NamedTuple):
    """Something to begin: `key` names it, `note` tells what it does."""

    key: str
    group: Group
    label: Sentence
    begin: Callable[[], ActDialog]
    note: Sentence | None = None


def offered(position: Position, hero: Hero, active: bool) -> tuple[Offer, ...]:
    """Return what a hero may begin; `active`: the hero has the turn and may act."""
    own = (*_actions(position, hero), *_cards(position, hero), *_more(position, hero)) if active else ()
    return (*own, *_aside(position, hero, active))


def meaning(hero: Hero, action: Action) -> Sentence:
    """Return what an action does for a hero, in two words."""
    texts: dict[Action, tuple[str, int]] = {
        "move": (N_("{n} steps"), hero_stats.move_allowance(hero)),
        "attack": (N_("{n} dice"), hero_stats.strength(hero)),
        "prepare": (N_("1 card"), 1),
        "focus": (N_("1 mana"), 1),
        "mend": (N_("heal 2"), 2),
        "practice": (N_("1 gold"), 1),
    }
    pattern, n = texts[action]
    return Sentence(pattern, {"n": n})


def _actions(position: Position, hero: Hero) -> Iterator[Offer]:
    begin: dict[Action, Callable[[], ActDialog]] = {
        "move": partial(move_dialog.move, position, hero),
        "attack": partial(attack_dialog.attack, position, hero),
        "prepare": partial(action_dialogs.plain, "prepare"),
        "focus": partial(action_dialogs.focus, position, hero),
        "mend": partial(action_dialogs.mend, position, hero),
        "practice": partial(action_dialogs.plain, "practice"),
    }
    for name, made in begin.items():
        try:
            HeroAct(position, hero.id).take_action(name)
            action_dialogs.check_use(hero, name)
        except RuleError:
            continue
        if _is_possible(hero, name, made()):
            yield Offer(name, "action", Sentence(ACTION_NAMES[name]), made, meaning(hero, name))


def _is_possible(hero: Hero, name: Action, begun: ActDialog) -> bool:
    """Return whether there is a target, or a card to draw."""
    first = Dialog(begun).ask
    if name == "prepare":
        return hero.hand < hero_stats.hand_limit(hero) and hero_stats.drawable(hero) > 0
    return not (isinstance(first, AskHex) and not first.hexes)


def _cards(position: Position, hero: Hero) -> Iterator[Offer]:
    for number in (0, *(card.number for card, _ in hero_stats.in_play(hero))):
        for option in card_dialogs.usable(position, hero, number):
            label = effect_label(hero.id, number, option, hero.level)
            begin = partial(card_dialogs.use, position, hero, number, option)
            yield Offer(
                f"use {number} {option}", "card", label, begin, card_text(hero.id, number, hero.level)
            )
    if hero.hand:
        label = Sentence(N_("Play an event card"))
        yield Offer("event", "card", label, partial(card_dialogs.event, position, hero))


def _more(position: Position, hero: Hero) -> Iterator[Offer]:
    if equip.is_possible(position, hero.id):
        label = Sentence(N_("The quest is done: {card}"), {"card": card_name(hero.id, hero.equipment or 0)})
        yield Offer("quest", "more", label, partial(card_dialogs.quest, position, hero))
    if places := markers_here(position, hero):
        begin = partial(action_dialogs.markers, position, hero, places[0])
        yield Offer("markers", "more", Sentence(N_("Take the markers")), begin)
    if action_dialogs.partners(position, hero):
        label = Sentence(N_("Share gold"))
        yield Offer("share", "more", label, partial(action_dialogs.share, position, hero))
    piles: dict[action_dialogs.PileName, tuple[int | None, bool, str]] = {
        "equipment": (
            hero.equipment,
            bool(hero_stats.unknown_equipment(hero)),
            N_("Quest on top of the pile"),
        ),
        "ability": (hero.ability, bool(hero_stats.unknown_abilities(hero)), N_("Ability on top of the pile")),
    }
    for pile, (top, unknown, text) in piles.items():
        if top:
            label = Sentence(N_("End the turn, put {card} under its pile"), {"card": card_name(hero.id, top)})
            yield Offer(f"end {pile}", "more", label, partial(action_dialogs.end_turn, position, hero, pile))
        elif unknown:
            yield Offer(f"top {pile}", "more", Sentence(text), partial(action_dialogs.top_card, hero, pile))
    yield Offer("end", "end", Sentence(N_("End turn")), partial(action_dialogs.end_turn, position, hero))


def markers_here(position: Position, hero: Hero) -> list[Hex]:
    """Return the hexes with markers that the hero on turn may take."""
    places = dict.fromkeys((hero.hex, *hero.passed))
    return [place for place in places if position.markers.get(place) and action_dialogs.takes(hero, place)]


def _aside(position: Position, hero: Hero, active: bool) -> Iterator[Offer]:
    if position.phase == "over":
        return
    if hero.hand and not active:
        label = Sentence(N_("Discard an event card"))
        yield Offer("discard", "aside", label, partial(card_dialogs.discard, hero))
