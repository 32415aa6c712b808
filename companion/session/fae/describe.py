"""Sentences of a move of Fae."""

from collections.abc import Sequence

from companion.games import fae
from companion.games.base import N_, Sentence, counted
from companion.i18n import listed
from companion.session.fae import words


def describe(
    move: fae.Move, before: fae.Position, rituals: Sequence[fae.Ritual], player: str
) -> tuple[Sentence, ...]:
    """Return the sentences of a player's move: those of its rituals, else one for the moved druids."""
    if rituals:
        return tuple(ritual(player, one) for one in rituals)
    pieces = words.pieces(fae.contents(before, move.source))
    return (Sentence(N_("{player} moves {pieces}."), {"player": player, "pieces": pieces}),)


def ritual(player: str, held: fae.Ritual) -> Sentence:
    """Return the result of a ritual in words."""
    if held.cursed:
        return Sentence(N_("Cursed ground: the ritual is broken, nobody scores."))
    if not held.value:
        return Sentence(N_("Every druid was alone: the ritual is broken, nobody scores."))
    colours = listed([words.COLOURS[code] for code in held.scored])
    return counted(
        "Ritual of {player}: {value} point for {colours}.",
        "Ritual of {player}: {value} points for {colours}.",
        held.value,
        player=player,
        value=held.value,
        colours=colours,
    )
