"""Sentences of the Fate screens, in the player's language; no widgets here."""

from dataclasses import replace
from gettext import NullTranslations

from companion.games.base import N_, Sentence, player_name
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
    if snapshot.stage == "guide":
        return _film(tr, snapshot)
    if hero := following(snapshot):
        pattern = tr.gettext("Both actions are taken. Touch {hero} to go on.")
        return replace(of_prompt(tr, snapshot.prompt), detail=pattern.format(hero=kind(tr, hero.id)))
    return of_prompt(tr, snapshot.prompt)


def _film(tr: NullTranslations, snapshot: FateSnapshot) -> BarMessage:
    """Title of a step of the monsters' turn: what happens, and which step it is."""
    step = snapshot.steps[snapshot.done]
    title, values = say(tr, step.title), step.title.values
    assert snapshot.prompt.detail
    more = say(tr, snapshot.prompt.detail)
    if step.dice:
        strikes = Sentence(N_("{monster} strikes {hero}"), {key: values[key] for key in ("monster", "hero")})
        title = say(tr, strikes)
        if "rune" in step.dice and struck_by_dead(step):
            counts = tr.gettext("The rune counts as a hit for the dead.")
            more = f"{more}. {counts}"
    first, stop, rest = title.partition(". ")
    if rest:  # the film itself says what to do by hand
        title = f"{first}{stop.strip()}"
    return BarMessage("look", actor(step) or "hand", title, more)


def actor(step: GuideEntry) -> str:
    """Art of the monster or hero that a step is about; "" if it is about no piece or several."""
    return _pictured(step.title, "monster", "kind")


def actor_of(line: Line) -> str:
    """Art of who acts in a line of the story; "" for nobody."""
    return _pictured(line.text, "who", "hero", "monster")


def _pictured(text: Sentence, *keys: str) -> str:
    """Return the art of the piece that the first of these words names; "" for none."""
    named = next((str(text.values[key]) for key in keys if key in text.values), "")
    kind = _KINDS.get(named)
    return art.picture(kind, int(kind in art.LEGENDS)) if kind else ""


def struck_by_dead(step: GuideEntry) -> bool:
    """Return true if one of the dead strikes, for whom a rune is a hit."""
    return _KINDS.get(str(step.title.values.get("monster", ""))) in ("imp", "skeleton", "draugr")


_KINDS = {name: kind for kind, name in KINDS.items()}
