"""Explanations of what is on the screens of Fae: spaces, points, the next ritual."""

from functools import partial
from gettext import NullTranslations

from companion.games import fae
from companion.games.base import N_
from companion.games.fae import board
from companion.i18n import listed
from companion.session.fae import words
from ui import theme
from ui.explanation import About
from ui.games.fae.ritual_story import RitualStory


def space(tr: NullTranslations, position: fae.Position, number: int) -> About:
    """Explain a space: its terrain, and with a picture the ritual that would happen there now."""
    ritual = fae.ritual_at(position, number)
    name = words.terrain(tr, board.TERRAIN_OF[number])
    name = name[:1].upper() + name[1:]
    if ritual is None:
        if fae.size(position, number):
            return About(name, tr.gettext("No ritual is left."), "end")
        return About(name, tr.gettext("No druid is here, and none may come here any more."), rule="E-013")
    counts = dict(fae.contents(position, number))
    story = partial(RitualStory, ritual=ritual, counts=counts, size_hint_y=None, height=theme.text_mm(32))
    return About(name, _ritual(tr, ritual), "counting", picture=story)


def points(tr: NullTranslations, colour: str, score: int) -> About:
    """Explain the points of a colour."""
    pattern = tr.ngettext("{n} point so far.", "{n} points so far.", score)
    secret = tr.gettext("Whose colour it is stays secret until the end.")
    return About(words.colour(tr, colour), f"{pattern.format(n=score)} {secret}", "spirits")


def card(tr: NullTranslations, card: board.RitualCard, left: int) -> About:
    """Explain a ritual card; `left` is the number of cards that are left, -1 if unknown."""
    grounds = [
        tr.gettext(text).format(terrains=listed([words.TERRAINS[one] for one in sorted(terrains)]).say(tr))
        for text, terrains in (
            (N_("Blessed: {terrains}."), card.blessed),
            (N_("Cursed: {terrains}."), card.cursed),
        )
        if terrains
    ]
    name = tr.gettext("Next ritual: value {n}") if left >= 0 else tr.gettext("Ritual: value {n}")
    return About(name.format(n=card.value), " ".join(grounds), rule="E-022" if left >= 0 else "E-026")


def _ritual(tr: NullTranslations, ritual: fae.Ritual) -> str:
    if ritual.cursed:
        return tr.gettext("The next card curses this terrain: a ritual here now would take all druids away.")
    if not ritual.scored:
        return tr.gettext("A ritual here now would bring no points.")
    colours = listed([words.COLOURS[colour] for colour in ritual.scored]).say(tr)
    pattern = tr.ngettext(
        "A ritual here now would bring {n} point for {colours}.",
        "A ritual here now would bring {n} points for {colours}.",
        ritual.value,
    )
    said = pattern.format(n=ritual.value, colours=colours)
    return " ".join([tr.gettext("The next card blesses this terrain."), said]) if ritual.blessed else said
