"""Sentences of the Fate screens, in the player's language; no widgets here."""

from dataclasses import replace
from gettext import NullTranslations

from companion.games.base import Sentence, player_name
from companion.games.fate.hero_action import ACTION_NAMES
from companion.games.fate.hero_stats import max_health
from companion.games.fate.places import placed
from companion.games.fate.position import Action, Hero, Monster
from companion.session.fate.snapshot import FateSnapshot, GuideEntry
from companion.session.fate.words import NAMES as KINDS
from companion.session.fate.words import difference as difference
from companion.session.fate.words import kind as kind
from companion.session.fate.words import title
from companion.session.view import Line
from ui.games.fate import art
from ui.games.fate.next_player import following
from ui.screens.message import BarMessage, of_prompt


def say(tr: NullTranslations, sentence: Sentence) -> str:
    """A sentence with the words that fill it, translated, and places for hexes; it begins with a capital."""
    text = placed(sentence).say(tr)
    return text[:1].upper() + text[1:]


def action(tr: NullTranslations, name: Action) -> str:
    """The name of an action."""
    return tr.gettext(ACTION_NAMES[name])


def monster_title(tr: NullTranslations, monster: Monster) -> str:
    """A monster's name with the level of a legend."""
    return say(tr, title(monster.kind, monster.level))


def hero_facts(tr: NullTranslations, hero: Hero) -> str:
    """Facts about a hero in one line."""
    values = {
        "damage": hero.damage,
        "health": max_health(hero),
        "gold": hero.gold,
        "player": player_name(tr, hero.player),
    }
    return tr.gettext("{player} · damage {damage} of {health} · gold {gold}").format(**values)


def current(tr: NullTranslations, snapshot: FateSnapshot) -> BarMessage:
    """Present message; a step of the monsters' turn says what happens."""
    if snapshot.asked or snapshot.trouble:
        return of_prompt(tr, snapshot.prompt)
    if snapshot.stage == "guide" and not snapshot.setting_up and not snapshot.steps[snapshot.done].changes:
        return _film(tr, snapshot)
    if hero := following(snapshot):
        pattern = tr.gettext("Both actions are taken. Touch {hero} to go on.")
        return replace(of_prompt(tr, snapshot.prompt), detail=pattern.format(hero=kind(tr, hero.id)))
    return of_prompt(tr, snapshot.prompt)


def _film(tr: NullTranslations, snapshot: FateSnapshot) -> BarMessage:
    """Title of a step of the monsters' turn: what happens, and which step it is."""
    step, said = snapshot.steps[snapshot.done], snapshot.prompt
    assert said.detail
    more = say(tr, said.detail)
    if "rune" in step.dice and step.who in _DEAD:
        counts = tr.gettext("The rune counts as a hit for the dead.")
        more = f"{more}. {counts}"
    return BarMessage("look", actor(step), say(tr, said.text), more)


def actor(step: GuideEntry) -> str:
    """Art of what a step is about: a monster, a hero, the stone or the town; a hand for several pieces."""
    if step.who:
        return art.picture(step.who, int(step.who in art.LEGENDS))
    return {"stone": "stone", "die": "stone", "town": "house"}.get(step.what, "hand")


def actor_of(line: Line) -> str:
    """Art of who acts in a line of the story; "" for nobody."""
    values = line.text.values
    named = next((str(values[key]) for key in ("who", "hero", "monster") if key in values), "")
    kind = _KINDS.get(named)
    return art.picture(kind, int(kind in art.LEGENDS)) if kind else ""


_DEAD = ("imp", "skeleton", "draugr")
"""Monsters for whom a rune is a hit."""
_KINDS = {name: kind for kind, name in KINDS.items()}
