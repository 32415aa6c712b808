"""Fate for a phone: the board, the heroes' sheets and the story. Nothing in it is secret."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from companion.games import fate
from companion.games.base import N_, Sentence, Translations, player_name
from companion.games.fate import hero_stats
from companion.games.fate.board import MARKERS
from companion.games.fate.hero_action import ACTION_NAMES
from companion.games.fate.heroes import card_name, card_text
from companion.games.fate.monsters import FACTION, health, side
from companion.games.fate.places import placed
from companion.games.fate.position import Action, Face, Hero
from companion.games.fate.quests import task
from companion.games.fate.track import TRACKS
from companion.session.fate import words
from companion.session.fate.dialogs.offered import meaning
from companion.session.fate.pieces import BoardPiece, pieces
from companion.session.fate.snapshot import FateSnapshot, GuideEntry
from companion.session.seat_form import SeatForm

_SPACES: Mapping[str, str] = {
    "y": N_("When the stone comes here, each player draws a card with new monsters."),
    "r": N_("When the stone comes here, each player draws a card with strong monsters."),
    "s": N_("When the stone comes here, all monsters go one step more."),
    ".": N_("The stone moves one space each round. After the last one you win."),
}
_ACTIONS: Mapping[Action, str] = {
    "move": N_("Walk to a free hex. Mountains and lakes are closed to heroes."),
    "attack": N_("Roll these dice against one monster in range. Each hit is one damage."),
    "prepare": N_("Draw one event card. At most four are held."),
    "focus": N_("Put one mana on a card that uses mana. Mana pays for its effect."),
    "mend": N_("Take 2 damage off the hero, or 5 off hero and gear in Grimheim."),
    "practice": N_("Get 1 gold, which is experience, too."),
}
_WORDS: Mapping[str, str] = {
    "town": N_("Town pieces"),
    "time": N_("Time track"),
    "quest": N_("Quest"),
    "health": N_("Health"),
    "cards": N_("Cards"),
    "hand": N_("Event cards in hand"),
    "more": N_("More"),
    "step": N_("Monsters' turn"),
    "no_damage": N_("No damage"),
    "others": N_("The other heroes"),
}


def public(snapshot: FateSnapshot, tr: Translations) -> dict[str, Any]:
    """Return what everybody may see; hexes are "x,y", Grimheim is "G"."""
    position, filming = snapshot.position, snapshot.done < len(snapshot.steps)
    filming = filming and snapshot.stage in ("guide", "repair")
    return {
        "stage": snapshot.stage,
        "pieces": [_piece(snapshot, piece, tr) for piece in pieces(snapshot)],
        "markers": [[h, MARKERS[h][0], n] for h, n in position.markers.items() if n],
        "town": position.town,
        "track": TRACKS[position.options.track],
        "step": position.step,
        "ahead": _ahead(snapshot, tr),
        "heroes": [_hero(hero, tr) for hero in position.heroes],
        "acting": position.heroes[position.turn].id if position.phase == "heroes" else "",
        "faces": [{"face": face, "name": tr.gettext(words.FACES[face])} for face in get_args(Face)],
        "film": _film(snapshot, tr) if filming else None,
        "wrong": [{"hex": str(one.space), "text": words.difference(tr, one)} for one in snapshot.differences],
    }


def _say(sentence: Sentence, tr: Translations) -> str:
    """Return a sentence with places for hexes; it begins with a capital."""
    text = placed(sentence).say(tr)
    return text[:1].upper() + text[1:]


def _piece(snapshot: FateSnapshot, piece: BoardPiece, tr: Translations) -> dict[str, Any]:
    position, name = snapshot.position, words.kind(tr, piece.kind)
    found = next((m for m in position.monsters if m.id == piece.id), None)
    shown = {"hex": piece.hex, "kind": piece.kind, "id": piece.id, "name": name, "short": name[:2]}
    if piece.kind in FACTION:
        shown["faction"] = FACTION[piece.kind]
    if found is None:
        return shown
    left = health(found, position.monsters) - found.damage
    facts = {"left": left, "dice": fate.monster_dice(position, found.id), "steps": side(found).steps}
    text = Sentence(N_("Health {left}, attacks with {dice} dice, steps: {steps}."), facts)
    return shown | {
        "name": _say(words.title(found.kind, found.level), tr),
        "left": left,
        "damage": found.damage,
        "bounty": found.bounty,
        "held": found.held,
        "facts": text.say(tr),
    }


def _ahead(snapshot: FateSnapshot, tr: Translations) -> str:
    """Return the effect of the next space of the time track; "" at its end."""
    rest = TRACKS[snapshot.position.options.track][snapshot.position.step :]
    return tr.gettext(_SPACES[rest[0]]) if rest else ""


def _hero(hero: Hero, tr: Translations) -> dict[str, Any]:
    most = hero_stats.max_health(hero)
    wanted = task(hero)
    return {
        "id": hero.id,
        "name": words.kind(tr, hero.id),
        "player": hero.player,
        "label": player_name(tr, hero.player),
        "hearts": max(0, most - hero.damage),
        "most": most,
        "values": [
            [tr.gettext("dice"), hero_stats.strength(hero)],
            [tr.gettext("range"), hero_stats.attack_range(hero)],
            [tr.gettext("gold"), hero.gold],
            [tr.gettext("steps"), hero_stats.move_allowance(hero)],
        ],
        "hand": hero.hand,
        "actions": [
            {
                "key": name,
                "name": tr.gettext(ACTION_NAMES[name]),
                "meaning": tr.gettext("done") if name in hero.actions else _say(meaning(hero, name), tr),
                "about": tr.gettext(_ACTIONS[name]),
                "done": name in hero.actions,
            }
            for name in get_args(Action)
        ],
        "cards": list(_cards(hero, tr)),
        "quest": {
            "name": _say(card_name(hero.id, hero.equipment or 0), tr),
            "text": tr.gettext(wanted.text),
            "count": f"{min(hero.quest, wanted.need)}/{wanted.need}" if wanted.counts else "",
        }
        if wanted
        else None,
    }


def _cards(hero: Hero, tr: Translations) -> Iterator[dict[str, Any]]:
    yield {"name": tr.gettext("Hero card"), "text": _say(card_text(hero.id, 0, hero.level), tr), "facts": ""}
    for card, face in hero_stats.in_play(hero):
        facts = []
        if face.durability or card.damage:
            damage = {"n": card.damage, "all": face.durability}
            facts.append(tr.gettext("damage {n}/{all}").format(**damage))
        if face.uses_mana or card.mana:
            facts.append(tr.gettext("mana {n}").format(n=card.mana))
        if card.tokens:
            facts.append(tr.gettext("markers {n}").format(n=card.tokens))
        text = _say(card_text(hero.id, card.number), tr)
        name = _say(card_name(hero.id, card.number), tr)
        yield {"name": name, "text": text, "facts": " · ".join(facts)}


def _hurt(snapshot: FateSnapshot, step: GuideEntry) -> dict[str, Any] | None:
    """Return whose damage changes in a step, by how much, and how many hearts are left."""
    hero = next((hero for hero in snapshot.position.heroes if hero.id == step.hero), None)
    if hero is None or step.damage is None:
        return None
    left = max(0, hero_stats.max_health(hero) - step.damage)
    return {"hero": hero.id, "n": step.n, "heals": step.what == "heal", "left": left}


def _film(snapshot: FateSnapshot, tr: Translations) -> dict[str, Any]:
    """Return the present step of the monsters' turn: its number, dice, whom it hurts, and where."""
    step = snapshot.steps[snapshot.done]
    paths = [list(map(str, path)) for path in step.paths]
    paths = paths or [[str(a.space), str(a.target)] for a in step.acts if a.act == "move"]
    return {
        "step": min(snapshot.done + 1, snapshot.pages),
        "all": snapshot.pages,
        "dice": list(step.dice),
        "hurt": _hurt(snapshot, step),
        "hands": _say(step.hands, tr) if step.hands and snapshot.at_table else "",
        "paths": paths,
        "spaces": [str(act.space) for act in step.acts if act.space is not None],
    }


SEAT = SeatForm(public=public, words=_WORDS)
