"""Explanations of what is on the screens of Fate: heroes, values, actions, cards, dice and the board."""

from collections.abc import Mapping
from gettext import NullTranslations

from companion.games import fate
from companion.games.base import N_
from companion.games.fate.acts import Act, Hold, MonsterAttack, Use
from companion.games.fate.board import LOCATION_OF, MARKERS, PRINTED_ROAD, TERRAIN
from companion.games.fate.hero_action import find_hero
from companion.games.fate.heroes import card_name, card_text
from companion.games.fate.monsters import health, side
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Monster, Position
from companion.session.fate.words import kind
from ui.explanation import About
from ui.games.fate import messages

_ACTIONS: Mapping[str, tuple[str, str]] = {
    "move": (N_("Walk to a free hex. Mountains and lakes are closed to heroes."), "move"),
    "attack": (N_("Roll these dice against one monster in range. Each hit is one damage."), "attack"),
    "prepare": (N_("Draw one event card. At most four are held."), "actions"),
    "focus": (N_("Put one mana on a card that uses mana. Mana pays for its effect."), "actions"),
    "mend": (N_("Take 2 damage off the hero, or 5 off hero and gear in Grimheim."), "actions"),
    "practice": (N_("Get 1 gold, which is experience, too."), "actions"),
}
_VALUES: Mapping[str, tuple[str, str, str]] = {
    "attack": (N_("Dice"), N_("How many dice are rolled in an attack."), "attack"),
    "dice": (N_("Dice"), N_("How many dice are rolled in an attack."), "monsters_attack"),
    "range": (N_("Range"), N_("How many hexes an attack reaches. 1 is the hex next to you."), "attack"),
    "coins": (
        N_("Gold"),
        N_("Buys upgrades at the end of a turn. Experience means the same."),
        "upgrades",
    ),
    "steps": (N_("Steps"), N_("How many hexes a move can go at most."), "move"),
    "heart": (N_("Health"), N_("A monster is gone when its damage reaches its health."), "attack"),
    "shield": (N_("Armour"), N_("Takes one off the damage of every attack."), "attack"),
    "hearts": (
        N_("Hearts"),
        N_("Each damage takes one heart. With no heart left, a hero is knocked out."),
        "knocked_out",
    ),
}
_STACKS: Mapping[str, tuple[str, str]] = {
    "events": (N_("Event cards in hand. Each is used once, then discarded."), "cards"),
    "skills": (N_("Abilities of this hero. An effect works once in a turn."), "cards"),
    "gear": (N_("Equipment of this hero. New pieces come from quests."), "quests"),
    "quest": (N_("What to do for the top equipment card. Then it is yours."), "quests"),
    "markers": (N_("Markers on this hex or on the way here, to take."), "board"),
}
_FACES: Mapping[str, tuple[str, str]] = {
    "hit": (N_("Axes"), N_("A hit: one damage.")),
    "cover": (N_("Axes with a tree"), N_("A hit, but not against a target in a forest.")),
    "blank": (N_("Empty face"), N_("No hit.")),
    "rune": (N_("Rune"), N_("No hit, unless a card says so or one of the dead attacks.")),
}
_TERRAIN: Mapping[str, tuple[str, str]] = {
    "plains": (N_("Plains"), N_("Open to heroes and monsters.")),
    "forest": (N_("Forest"), N_("Whoever stands here has cover: axes with a tree miss.")),
    "mountain": (N_("Mountain"), N_("Closed to heroes. Monsters cross it.")),
    "lake": (N_("Lake"), N_("Nobody enters it.")),
}
_MARKERS: Mapping[str, tuple[str, str]] = {
    "damage": (N_("Healing"), N_("A hero who steps here takes these off: each heals one damage.")),
    "mana": (N_("Mana"), N_("A hero who steps here puts these on cards that use mana.")),
    "gold": (N_("Gold"), N_("A hero who steps here takes this gold.")),
}
_OPEN: Mapping[str, str] = {"TrollCaves": N_("Troll Caves"), "Nailfare": N_("Nailfare")}


def action(tr: NullTranslations, name: str) -> tuple[str, str]:
    """Return the sentence about an action, and its topic."""
    sentence, topic = _ACTIONS[name]
    return tr.gettext(sentence), topic


def stack(tr: NullTranslations, name: str) -> tuple[str, str]:
    """Return the sentence about a stack of cards, and its topic."""
    sentence, topic = _STACKS[name]
    return tr.gettext(sentence), topic


def value(tr: NullTranslations, icon: str) -> About:
    """Explain a number by its icon."""
    name, sentence, topic = _VALUES[icon]
    return About(tr.gettext(name), tr.gettext(sentence), topic)


def face(tr: NullTranslations, name: str) -> About:
    """Explain a face of the attack die."""
    title, sentence = _FACES[name]
    return About(tr.gettext(title), tr.gettext(sentence), "attack")


def hero(tr: NullTranslations, name: str) -> About:
    """Explain a hero by its portrait."""
    sentence = tr.gettext("A hero. On its turn it takes two different actions.")
    return About(kind(tr, name), sentence, "turn")


def card(tr: NullTranslations, owner: Hero, number: int) -> About:
    """Explain a card by its effect in our own words."""
    name = messages.say(tr, card_name(owner.id, number)) if number else kind(tr, owner.id)
    topic = "quests" if number and number == owner.equipment else "cards"
    return About(name, messages.say(tr, card_text(owner.id, number, owner.level)), topic)


def answer(tr: NullTranslations, text: str) -> About:
    """Explain an answer that says all itself."""
    return About(text, tr.gettext("A short touch chooses this."))


def option(tr: NullTranslations, position: Position, act: Act | None, text: str) -> About:
    """Explain an answer of a choice by the card that it uses, if there is one."""
    if isinstance(act, MonsterAttack) and act.prevent:
        return card(tr, find_hero(position, act.hero), act.prevent[-1].card)
    if isinstance(act, Use | Hold) and act.hero:
        return card(tr, find_hero(position, act.hero), act.card)
    return answer(tr, text)


def track(tr: NullTranslations, letter: str, here: bool, number: int) -> About:
    """Explain a space of the time track; `here`: the Rune Stone is on it."""
    name = {
        "y": tr.gettext("Yellow cards"),
        "r": tr.gettext("Red cards"),
        "s": tr.gettext("Skull"),
    }.get(letter, tr.gettext("Time track"))
    sentence = {
        "y": tr.gettext("When the stone comes here, each player draws a card with new monsters."),
        "r": tr.gettext("When the stone comes here, each player draws a card with strong monsters."),
        "s": tr.gettext("When the stone comes here, all monsters go one step more."),
    }.get(letter, tr.gettext("The stone moves one space each round. After the last one you win."))
    title = tr.gettext("{name}, space {n}").format(name=tr.gettext("Rune Stone") if here else name, n=number)
    return About(title, sentence, "monster_turn")


def town(tr: NullTranslations, left: int) -> About:
    """Explain the pieces of the town that are left."""
    sentence = tr.gettext("Houses left: {n}. When the last one goes, you all lose.")
    return About(tr.gettext("Grimheim"), sentence.format(n=left), "town")


def place(tr: NullTranslations, position: Position, hex_: Hex) -> About:
    """Explain a hex by what stands on it, else by its markers or its terrain."""
    if monster := next((m for m in position.monsters if m.hex == hex_), None):
        return _monster(tr, position, monster)
    if hex_ == GRIMHEIM:
        return town(tr, position.town)
    if here := next((one for one in position.heroes if one.hex == hex_), None):
        return hero(tr, here.id)
    if position.markers.get(hex_):
        name, sentence = _MARKERS[MARKERS[hex_][0]]
        return About(tr.gettext(name), tr.gettext(sentence), "board")
    if hex_ in PRINTED_ROAD:
        return About(tr.gettext("Road"), tr.gettext("Monsters walk on it to Grimheim."), "monsters_move")
    if LOCATION_OF.get(hex_) in _OPEN:
        open_ = tr.gettext("Heroes and monsters may enter this place.")
        return About(tr.gettext(_OPEN[LOCATION_OF[hex_]]), open_, "board")
    name, sentence = _TERRAIN[TERRAIN[hex_]]
    return About(tr.gettext(name), tr.gettext(sentence), "board")


def _monster(tr: NullTranslations, position: Position, monster: Monster) -> About:
    values = {
        "left": health(monster, position.monsters) - monster.damage,
        "dice": fate.monster_dice(position, monster.id),
        "steps": side(monster).steps,
    }
    facts = tr.gettext("Health: {left}, attack dice: {dice}, steps: {steps}.").format(**values)
    return About(messages.monster_title(tr, monster), facts, "factions")
