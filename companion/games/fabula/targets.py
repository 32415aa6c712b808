"""Legal targets of the text of a card or ability."""

from collections.abc import Iterator, Sequence
from itertools import islice

from companion.games.base import N_
from companion.games.fabula.cards import Ability, CardDefinition, CardEffect, Selector
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player
from companion.games.fabula.refusal import refused
from companion.games.fabula.values import fits, fitting

MAX_CHOICES = 40
"""Maximum number of choices of targets that are listed."""


def choices(duel: Duel, selectors: Sequence[Selector], player: Player, source: Id) -> list[tuple[Id, ...]]:
    """Return the ways to choose one card for each selector, no card twice; at most MAX_CHOICES."""
    return list(islice(_choices(duel, selectors, player, source), MAX_CHOICES))


def _choices(
    duel: Duel, selectors: Sequence[Selector], player: Player, source: Id
) -> Iterator[tuple[Id, ...]]:
    if not selectors:
        yield ()
        return
    for chosen in _choices(duel, selectors[:-1], player, source):
        for id_ in fitting(duel, selectors[-1], player, source):
            if id_ not in chosen and id_ != source:
                yield (*chosen, id_)


def check(
    duel: Duel, text: Ability | CardDefinition, targets: Sequence[Id], player: Player, source: Id
) -> None:
    """Raise RuleError `bad_target` unless each selector of a text has one fitting target."""
    for id_ in targets:
        duel.known(id_)
    if len(targets) != len(text.targets) or len(set(targets)) < len(targets):
        pattern = N_("Expected {expected} different targets, found {found}.")
        raise refused("bad_target", pattern, *targets, expected=len(text.targets), found=len(targets))
    for selector, id_ in zip(text.targets, targets, strict=True):
        if not fits(duel, selector, id_, player, source) or id_ == source:
            pattern = N_("{id} is no target of {source}.")
            names = {"id": duel.called(id_), "source": duel.called(source)}
            raise refused("bad_target", pattern, id_, **names)
    if not allows_tokens(duel, text, player):
        pattern = N_("{source} makes a unique token, and there is one already.")
        raise refused("bad_target", pattern, source, source=duel.called(source))


def allows_tokens(duel: Duel, text: Ability | CardDefinition, player: Player) -> bool:
    """Return whether a text makes no second copy of a unique token."""
    return not any(effect.do == "token" and second_copy(duel, effect, player) for effect in text.effects)


def second_copy(duel: Duel, effect: CardEffect, player: Player) -> bool:
    """Return whether a token would be the second copy of a unique card of a player."""
    card = duel.cards[effect.token]
    return card.unique and any(
        permanent.controller == player and duel.names.get(permanent.id) == effect.token
        for permanent in duel.battle.values()
    )
