"""Page of one card: text, markers on it, and buttons for its effects."""

from functools import partial

from kivy.app import App

from companion.games.fate import equip, hero_stats
from companion.games.fate.acts import Use
from companion.games.fate.heroes import card_name, card_text, effect_label, printed
from companion.games.fate.position import Hero, Position
from companion.games.fate.quests import task
from companion.session.fate.dialogs import card_dialogs
from ui.games.fate import explanations, messages
from ui.games.fate.corrections import Numbers
from ui.games.fate.dialog_host import DialogHost
from ui.games.fate.preview import why_not
from ui.widgets.sheet import ModalSheet, Row, Stepper


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
    rows: list[Row | Stepper] = []
    if active and (number == 0 or hero_stats.card(hero, number)):
        free = set(card_dialogs.usable(position, hero, number))
        for option, effect in enumerate(face.uses):
            if effect.when in card_dialogs.ALONE or effect.grant == "attack":
                label = messages.say(tr, effect_label(hero.id, number, option, hero.level))
                text = tr.gettext("Use: {effect}").format(effect=label)
                begin = partial(_use, position, hero, number, option, host)
                error = why_not(position, Use(number, option))
                about = explanations.card(tr, hero, number)
                if option in free:
                    rows.append(Row(text, begin, "next", about=about))
                else:
                    refuse = partial(host.refuse, error) if error else None
                    rows.append(Row(text, refuse, "help", dim=True, about=about))
    text = messages.say(tr, card_text(hero.id, number, hero.level))
    if number and number == hero.equipment:
        rows += _quest(position, hero, number, host, active)
        wanted = task(hero)
        text = tr.gettext(wanted.text) + "\n" + text if wanted else text
    elif number and hero_stats.card(hero, number):
        rows += _markers(hero, number, host)
    return ModalSheet(messages.say(tr, card_name(hero.id, number)) if number else face.name, rows, text)


def _use(position: Position, hero: Hero, number: int, option: int, host: DialogHost) -> None:
    host.begin(card_dialogs.use(position, hero, number, option))


def _complete(position: Position, hero: Hero, host: DialogHost) -> None:
    host.begin(card_dialogs.quest(position, hero))


def _quest(
    position: Position, hero: Hero, number: int, host: DialogHost, active: bool
) -> list[Row | Stepper]:
    tr = App.get_running_app().tr
    if not active:
        return []
    rows: list[Row | Stepper] = []
    numbers = Numbers(host)
    rows += [numbers.line(tr.gettext("Progress"), "quest", hero.id, hero.quest), numbers.done()]
    if equip.is_possible(position, hero.id):
        text = tr.gettext("The quest is done: {card}").format(
            card=messages.say(tr, card_name(hero.id, hero.equipment or 0))
        )
        about = explanations.card(tr, hero, number)
        begin = partial(_complete, position, hero, host)
        rows.append(Row(text, begin, "quest", chosen=True, about=about))
    return rows


def _markers(hero: Hero, number: int, host: DialogHost) -> list[Row | Stepper]:
    """Corrections of the markers on a card."""
    tr, card, face = App.get_running_app().tr, hero_stats.card(hero, number), printed(hero.id, number)
    assert card
    kinds = (
        ("mana", card.mana, face.uses_mana or card.mana, tr.gettext("Mana")),
        ("damage", card.damage, face.durability or card.damage, tr.gettext("Damage")),
        ("tokens", card.tokens, face.tokens or card.tokens, tr.gettext("Markers")),
    )
    numbers = Numbers(host)
    lines = [
        numbers.line(text, what, hero.id, value, number, most=99)
        for what, value, there, text in kinds
        if there
    ]
    return [*lines, numbers.done()] if lines else []
