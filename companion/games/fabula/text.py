"""Position as one line of text: its fields as JSON, without those that have their default."""

import json
from collections.abc import Iterator

from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import decode, encode, parsed, wrong
from companion.games.fabula.catalogue import SAMPLE, read_cards, sample
from companion.games.fabula.position import Position


def dump(position: Position) -> str:
    """Write a position as one line of text, the same line for equal positions.

    The sample set is written by its name only.
    """
    written = encode(position._replace(cards={}))
    written["cards"] = SAMPLE if position.cards == sample() else encode(position.cards)
    return json.dumps(written, separators=(",", ":"))


def load(text: str) -> Position:
    """Read a line written by `dump`. Raises RuleError `bad_position` naming every wrong place."""
    written = parsed(text)
    problems: list[Sentence] = []
    if not isinstance(written, dict):
        raise rule_error("bad_position", [wrong("position", N_("an object"), written)])
    position = decode(Position, {**written, "cards": {}}, "position", problems)
    cards = read_cards(written.get("cards"), "position.cards", problems)
    if not problems:
        position = position._replace(cards=cards)
        problems += _mistakes(position)
    if problems:
        raise rule_error("bad_position", problems)
    return position


def _mistakes(p: Position) -> Iterator[Sentence]:
    """Yield contradictions in a position: cards in two places, or without a name."""
    if len(p.sides) != 2:
        yield wrong("position.sides", N_("two players"), len(p.sides))
        return
    places = [base.id for base in p.bases] + [permanent.id for permanent in p.battle]
    places += [item.id for item in p.stack]
    for side in p.sides:
        places += [*side.deck, *side.hand, *side.discard, *side.banished]
    for id_ in sorted({id_ for id_ in places if places.count(id_) > 1}):
        yield wrong(f"position.{id_}", N_("one place for each card"), places.count(id_))
    for id_, name in p.names.items():
        if name not in p.cards:
            yield wrong(f"position.names.{id_}", N_("a card of this duel"), name)
    for id_ in [permanent.id for permanent in p.battle]:
        if id_ not in p.names:
            yield wrong(f"position.names.{id_}", N_("a card of this duel"), None)
    if p.turn not in (0, 1) or p.priority not in (0, 1):
        yield wrong("position.turn", "0, 1", [p.turn, p.priority])
