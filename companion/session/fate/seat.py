"""Fate for a phone: the board, the heroes' sheets, the questions and the story. Nothing in it is secret."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from companion.games import fate
from companion.games.base import N_, Sentence, Translations, player_name, rule_error
from companion.games.fate import hero_stats
from companion.games.fate.board import MARKERS
from companion.games.fate.hero_action import ACTION_NAMES, ACTIONS
from companion.games.fate.heroes import card_name, card_text, printed
from companion.games.fate.monsters import FACTION, health, side
from companion.games.fate.places import place, placed
from companion.games.fate.position import Action, Face, Hero, Hex, Monster
from companion.games.fate.quests import task
from companion.games.fate.track import TRACKS
from companion.session.fate import words
from companion.session.fate.dialogs.dialog import AskAmounts, AskDice, AskHex, AskPick, Question
from companion.session.fate.dialogs.offered import meaning, offered
from companion.session.fate.messages import AnswerAsked, Back, Begin, Cancel, ChooseOption, RollAsked
from companion.session.fate.pieces import BoardPiece, pieces
from companion.session.fate.snapshot import FateChoice, FateSnapshot
from companion.session.messages import AllDone, Confirm, Message
from companion.session.seat_form import NO_DECISION, SeatForm, refuse_others

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
    "back": N_("Back"),
    "cancel": N_("Cancel"),
    "done": N_("Done"),
    "enough": N_("That is all"),
    "more": N_("More"),
}
"""Words of the table's screen that the page says, too."""
_ASIDE = ("discard", "correct")
"""Offers to a hero in anybody's turn."""
_RESULTS = {"won": N_("Grimheim stands: you win."), "lost": N_("Grimheim has fallen.")}


def public(snapshot: FateSnapshot, tr: Translations) -> dict[str, Any]:
    """Return what everybody may see; hexes are "x,y", Grimheim is "G"."""
    position, filming = snapshot.position, snapshot.done < len(snapshot.steps)
    filming = filming and snapshot.stage in ("guide", "repair")
    return {
        "stage": snapshot.stage,
        "words": {key: tr.gettext(word) for key, word in _WORDS.items()},
        "pieces": [_piece(snapshot, piece, tr) for piece in pieces(snapshot)],
        "markers": [[h, MARKERS[h][0], n] for h, n in position.markers.items() if n],
        "town": position.town,
        "track": TRACKS[position.options.track],
        "step": position.step,
        "ahead": _ahead(snapshot, tr),
        "heroes": [_hero(snapshot, hero, tr) for hero in position.heroes],
        "acting": position.heroes[position.turn].id if position.phase == "heroes" else "",
        "faces": [{"face": face, "name": tr.gettext(words.FACES[face])} for face in get_args(Face)],
        "choice": _choice(snapshot.choice, tr) if snapshot.choice else None,
        "film": _film(snapshot, tr) if filming else None,
        "next": _next(snapshot, tr),
        "wrong": [{"hex": str(one.space), "text": words.difference(tr, one)} for one in snapshot.differences],
        "result": tr.gettext(_RESULTS[position.result]) if position.result and snapshot.over else "",
    }


def decide(snapshot: FateSnapshot, written: Mapping[str, Any]) -> Message:
    """Read an act of the seat's hero, an answer to its question, or a common decision of the table.

    Only the seat that has the turn acts, except for what a hero may do aside; every seat may decide for the
    table. Raises RuleError `no_decision`, `not_yours`.
    """
    game = snapshot.game
    match dict(written):
        case {"do": "begin", "key": str(key), **rest} if not rest:
            return Begin(game, _own(snapshot, key in _ASIDE), key)
        case {"do": "answer", "answer": answer, **rest} if not rest:
            return AnswerAsked(game, _own(snapshot, aside=True), answer)
        case {"do": "roll", **rest} if not rest:
            return RollAsked(game, _own(snapshot, aside=True))
        case {"do": "cancel", **rest} if not rest:
            return Cancel(game, _own(snapshot, aside=True))
        case {"do": "choose", "index": int(index), **rest} if type(index) is int and set(rest) <= {"dice"}:
            dice = rest.get("dice", [])
            faces = isinstance(dice, list) and all(face in get_args(Face) for face in dice)
            if snapshot.seat is not None and faces:
                return ChooseOption(game, index, tuple(dice))
        case {"do": "confirm" | "back" | "all_done" as what, **rest} if not rest:
            if snapshot.seat is not None and snapshot.stage not in ("heroes", "over"):
                return {"confirm": Confirm, "back": Back, "all_done": AllDone}[what](game)
    raise rule_error("no_decision", [Sentence(NO_DECISION)])


def _own(snapshot: FateSnapshot, aside: bool) -> str:
    """Return the hero of the seat. Raises RuleError `not_yours` unless it has the turn or acts `aside`."""
    if not aside or snapshot.seat is None:
        refuse_others(snapshot)
    assert snapshot.seat is not None
    return snapshot.position.heroes[snapshot.seat].id


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
        "name": _title(found, tr),
        "left": left,
        "damage": found.damage,
        "bounty": found.bounty,
        "held": found.held,
        "facts": text.say(tr),
    }


def _title(monster: Monster, tr: Translations) -> str:
    name = words.kind(tr, monster.kind)
    ranks = {1: tr.gettext("level 1"), 2: tr.gettext("level 2")}
    return f"{name} ({ranks[monster.level]})" if monster.level else name


def _ahead(snapshot: FateSnapshot, tr: Translations) -> str:
    """Return the effect of the next space of the time track; "" at its end."""
    rest = TRACKS[snapshot.position.options.track][snapshot.position.step :]
    return tr.gettext(_SPACES[rest[0]]) if rest else ""


def _hero(snapshot: FateSnapshot, hero: Hero, tr: Translations) -> dict[str, Any]:
    position = snapshot.position
    most, full = hero_stats.max_health(hero), len(hero.actions) >= ACTIONS
    acts = snapshot.stage == "heroes" and position.heroes[position.turn].id == hero.id
    wanted, ask = task(hero), snapshot.asked.get(hero.id)
    app = hero.player in snapshot.bots
    offers = () if app else offered(position, hero, acts)
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
                "full": full,
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
        "offers": [
            {
                "key": offer.key,
                "group": offer.group,
                "label": _say(offer.label, tr),
                "note": _say(offer.note, tr) if offer.note else "",
            }
            for offer in offers
        ],
        "ask": _ask(snapshot, ask, tr) if ask else None,
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


def _ask(snapshot: FateSnapshot, ask: Question, tr: Translations) -> dict[str, Any]:
    """Return the open question of a hero's act."""
    shown: dict[str, Any] = {"question": _say(ask.question, tr)}
    match ask:
        case AskHex(_, hexes, attack, enough, _, path):
            there = {monster.hex: monster for monster in snapshot.position.monsters} if attack else {}
            labels = [{"hex": one, "label": _at(one, there.get(one), tr)} for one in hexes]
            return shown | {
                "kind": "hex", "hexes": labels, "attack": attack, "enough": enough, "path": list(path),
            }  # fmt: skip
        case AskDice(_, count):
            return shown | {"kind": "dice", "count": count, "rolls": snapshot.dice_pool is not None}
        case AskPick(_, picks, dice):
            rows = [
                {
                    "label": _say(pick.label, tr),
                    "note": _say(pick.note, tr) if pick.note else "",
                    "way": list(pick.way),
                    "text": _event(snapshot, ask, pick.card, tr),
                }
                for pick in picks
            ]
            return shown | {"kind": "pick", "picks": rows, "dice": list(dice)}
        case AskAmounts(_, labels_by_card, most, total):
            amounts = [
                {"card": card, "label": _say(label, tr), "most": most[card]}
                for card, label in labels_by_card.items()
            ]
            return shown | {"kind": "amounts", "rows": amounts, "total": total}


def _event(snapshot: FateSnapshot, ask: AskPick, card: int, tr: Translations) -> str:
    """Return the text of a card to pick; "" for another pick."""
    hero = next((one for one, open_ in snapshot.asked.items() if open_ is ask), "")
    return _say(Sentence(printed(hero, card).text), tr) if card and hero else ""


def _at(hex_: Hex, monster: Monster | None, tr: Translations) -> str:
    where = _say(place(hex_), tr)
    return f"{_title(monster, tr)}: {where}" if monster else where


def _choice(choice: FateChoice, tr: Translations) -> dict[str, Any]:
    typed = next((n for n, one in enumerate(choice.options) if one.act), len(choice.options) - 1)
    return {
        "what": choice.what,
        "question": _say(choice.question, tr),
        "options": [
            {
                "label": _say(option.label, tr),
                "spaces": [str(space) for space in option.spaces] if choice.what != "table" else [],
            }
            for option in choice.options
        ],
        "default": choice.default,
        "dice": choice.dice,
        "typed": typed if choice.dice else -1,
    }


def _film(snapshot: FateSnapshot, tr: Translations) -> dict[str, Any]:
    """Return the steps of the monsters' turn up to the present one, as sentences."""
    step = snapshot.steps[snapshot.done]
    paths = [list(map(str, path)) for path in step.paths]
    paths = paths or [[str(a.space), str(a.target)] for a in step.acts if a.act == "move"]
    return {
        "steps": [_say(one.title, tr) for one in snapshot.steps[: snapshot.done + 1]],
        "all": len(snapshot.steps),
        "dice": list(step.dice),
        "paths": paths,
        "spaces": [str(act.space) for act in step.acts if act.space is not None],
    }


def _next(snapshot: FateSnapshot, tr: Translations) -> str:
    """Return the name of the large button of a common decision; "" for none."""
    match snapshot.stage:
        case "guide" | "repair" if snapshot.done < len(snapshot.steps):
            return tr.gettext("Next")
        case "monsters":
            return tr.gettext("Go on")
        case "choice" if snapshot.choice and snapshot.choice.what == "order":
            return tr.gettext("Any order")
    return ""


SEAT = SeatForm(public=public, decide=decide)
