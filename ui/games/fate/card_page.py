"""Page of one card: text, markers on it, and buttons for its effects."""

from functools import partial

from kivy.app import App

from companion.games.fate import equip, hero_stats
from companion.games.fate.acts import Use
from companion.games.fate.heroes import card_name, card_text, effect_label, printed
from companion.games.fate.position import Hero, Position
from companion.games.fate.quests import task
from companion.session.fate.dialogs import card_dialogs
from ui.explanation import About
from ui.games.fate import explanations, messages
from ui.games.fate.dialog_host import DialogHost
from ui.games.fate.preview import why_not
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet


def card_facts(hero: Hero, number: int) -> str:
    """Short text of a card's markers: damage of durability, mana, others."""
    card = hero_stats.card(hero, number) if number else None
    if card is None:
        return ""
    tr, face, parts = App.get_running_app().tr, printed(hero.id, number), []
    if face.durability or card.damage:
        parts.append(tr.gettext("damage {n}/{all}").format(n=card.damage, all=face.durability))
    if face.uses_mana or card.mana:
        parts.append(tr.gettext("mana {n}").format(n=card.mana))
    if card.tokens:
        parts.append(tr.gettext("markers {n}").format(n=card.tokens))
    return "".join(f" · {part}" for part in parts)


def open_card(position: Position, hero: Hero, number: int, host: DialogHost, active: bool) -> ModalSheet:
    """Open the page of a card of the hero."""
    tr = App.get_running_app().tr
    face = printed(hero.id, number, hero.level)
    rows: list[Row] = []
    if active and (number == 0 or hero_stats.card(hero, number)):
        free = set(card_dialogs.usable(position, hero, number))
        for option, effect in enumerate(face.uses):
            if effect.when in card_dialogs.ALONE or effect.grant == "attack":
                label = messages.say(tr, effect_label(hero.id, number, option, hero.level))
                text = tr.gettext("Use: {effect}").format(effect=label)
                begin = partial(host.press, f"use {number} {option}")
                error = why_not(position, Use(number, option))
                about = explanations.card(tr, hero, number)
                if option in free:
                    rows.append(Row(text, begin, "next", about=about))
                else:
                    refuse = partial(host.refuse_for, error) if error else None
                    rows.append(Row(text, refuse, "help", dim=True, about=about))
    text = messages.say(tr, card_text(hero.id, number, hero.level))
    if number and number == hero.equipment:
        rows += [*(_quest(position, hero, number, host) if active else []), _correct(hero, host)]
        wanted = task(hero)
        text = tr.gettext(wanted.text) + "\n" + text if wanted else text
    elif number and hero_stats.card(hero, number):
        rows.append(_correct(hero, host))
    title = messages.say(tr, card_name(hero.id, number)) if number else face.name
    return ModalSheet(title, [] if host.strip_px else rows, text, free_px=host.strip_px)


def _quest(position: Position, hero: Hero, number: int, host: DialogHost) -> list[Row]:
    tr = App.get_running_app().tr
    if not equip.is_possible(position, hero.id):
        return []
    name = messages.say(tr, card_name(hero.id, hero.equipment or 0))
    text = tr.gettext("The quest is done: {card}").format(card=name)
    about = explanations.card(tr, hero, number)
    return [Row(text, partial(host.press, "quest"), "quest", chosen=True, about=about)]


def _correct(hero: Hero, host: DialogHost) -> Row:
    tr = App.get_running_app().tr
    text = tr.gettext("Correct something")
    about = About(text, tr.gettext("Makes the app agree with the table. It costs no action."))
    return Row(text, partial(host.correct, hero.id), "help", about=about)
