"""View models of the duel table's sides, from a position."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations

from companion.games.fabula import values
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Base, Id, Permanent, Player, Position
from companion.session.fabula import words
from companion.session.fabula.snapshot import FabulaSnapshot
from ui.games.fabula.views import BasePrint, BaseView, CardPrint, CardView, FaceView, Mark, Number, SideView


@dataclass(frozen=True)
class Marks:
    """Marks on the table, and preview notes over cards."""

    marks: Mapping[Id, Mark] = field(default_factory=dict)
    notes: Mapping[Id, str] = field(default_factory=dict)

    @classmethod
    def of(cls, marked: Mapping[Mark, Collection[Id]]) -> "Marks":
        """Mark by id; if there are several, the last one counts."""
        return cls({id_: mark for mark, ids in marked.items() for id_ in ids})


def side(
    position: Position,
    player: Player,
    language: str,
    marks: Marks,
    people: Mapping[str, str],
    acting: Player | None,
) -> SideView:
    """One side of the table; `people` are the figures of the players by name."""
    duel, own = Duel(position), position.sides[player]
    battle = [p for p in position.battle if p.controller == player and not p.host]
    return SideView(
        own.name,
        people.get(own.name, ""),
        acting == player,
        len(own.hand),
        len(own.deck),
        len(own.discard),
        len(own.banished),
        own.resources,
        max(own.resources, position.format.resources(max(1, own.turns)) + own.cap_bonus),
        tuple(_base(duel, base, language, marks) for base in _laid(position, player)),
        tuple(_permanent(duel, permanent, language, marks) for permanent in battle),
    )


def _laid(position: Position, player: Player) -> list[Base]:
    """Bases from the left, with the centre in the middle."""
    own = [base for base in position.bases if base.owner == player]
    outskirts = [base for base in own if not base.centre]
    half = len(outskirts) // 2
    return [*outskirts[:half], *(base for base in own if base.centre), *outskirts[half:]]


def _base(duel: Duel, base: Base, language: str, marks: Marks) -> BaseView:
    name = duel.names.get(base.id)
    card = duel.cards[name] if name else None
    full = duel.format.centre_resistance if base.centre else duel.format.outskirt_resistance
    resistance = values.resistance(duel, base.id)
    shown = BasePrint(
        name or "",
        card.colors if card else (),
        resistance,
        card is not None and resistance < full,
        base.centre,
    )
    return BaseView(
        base.id,
        shown,
        base.controller != base.owner,
        base.destroyed,
        marks.marks.get(base.id, ""),
        marks.notes.get(base.id, ""),
    )


def _permanent(duel: Duel, permanent: Permanent, language: str, marks: Marks) -> CardView:
    attached = [other for other in duel.battle.values() if other.host == permanent.id]
    return CardView(
        permanent.id,
        lying(duel, permanent.id, language),
        permanent.tapped,
        permanent.preparing,
        tuple(_permanent(duel, other, language, marks) for other in attached),
        marks.marks.get(permanent.id, ""),
        marks.notes.get(permanent.id, ""),
    )


def lying(duel: Duel, id_: Id, language: str) -> CardPrint:
    """A card in play, with its present numbers; without a name if nobody knows it."""
    item = duel.item(id_)
    key = (item.name if item else "") or duel.names.get(item.source if item else id_, "")
    if not key:
        return CardPrint()
    card = duel.cards[key]
    return printed_card(key, card, language)._replace(numbers=numbers(duel, id_, card))


def printed_card(key: str, card: CardDefinition, language: str) -> CardPrint:
    """A card with its printed numbers."""
    return CardPrint(
        key,
        words.card_name(key, card, language),
        card.type,
        card.kind,
        card.colors,
        None if card.type == "base" or card.token else card.cost,
        printed(card),
    )


def on_stack(position: Position, language: str, marks: Marks) -> tuple[CardView, ...]:
    """Cards and abilities that wait to happen, the next one last."""
    duel = Duel(position)
    return tuple(
        CardView(
            item.id,
            lying(duel, item.id, language),
            mark=marks.marks.get(item.id, ""),
            note=marks.notes.get(item.id, ""),
        )
        for item in position.stack
    )


def name_of(duel: Duel, id_: Id, language: str) -> str:
    """Name of a card, "" if unknown."""
    item = duel.item(id_)
    key = (item.name if item else "") or duel.names.get(item.source if item else id_, "")
    return words.card_name(key, duel.cards.get(key), language) if key else ""


def numbers(duel: Duel, id_: Id, card: CardDefinition) -> tuple[Number, ...]:
    """Present numbers of a card, compared with the printed ones."""
    if id_ in duel.bases:
        base = duel.bases[id_]
        full = duel.format.centre_resistance if base.centre else duel.format.outskirt_resistance
        return (_number("fb-resistance", values.resistance(duel, id_), full),)
    if card.type != "ally":
        return ()
    if id_ not in duel.battle:
        return printed(card)
    return (
        _number("fb-offence", values.offence(duel, id_), card.offence),
        _number("fb-life", values.life(duel, id_), card.life),
        _number("fb-influence", values.influence(duel, id_), card.influence),
    )


def printed(card: CardDefinition) -> tuple[Number, ...]:
    """The numbers on a card."""
    if card.type != "ally":
        return ()
    shown = (("fb-offence", card.offence), ("fb-life", card.life), ("fb-influence", card.influence))
    return tuple(Number(icon, value) for icon, value in shown)


def _number(icon: str, value: int, usual: int) -> Number:
    return Number(icon, value, (value > usual) - (value < usual))


def face(tr: NullTranslations, key: str, card: CardDefinition, language: str) -> FaceView:
    """A card as it is printed."""
    return FaceView(
        printed_card(key, card, language)._replace(
            type_line=words.type_line(tr, card),
            text=words.in_language(card.text, language),
            rarity=card.rarity,
        )
    )


def face_in_hand(tr: NullTranslations, snapshot: FabulaSnapshot, key: str, language: str) -> FaceView:
    """A card of the deciding player's hand, as it is printed."""
    return face(tr, key, snapshot.position.cards[key], language)


def face_now(tr: NullTranslations, position: Position, id_: Id, language: str) -> FaceView | None:
    """Present face of a card of the duel; None if the card is unknown."""
    duel = Duel(position)
    item = duel.item(id_)
    source = item.source if item else id_
    key = (item.name if item else "") or duel.names.get(source, "")
    if not key:
        return None
    made = face(tr, key, duel.cards[key], language)
    attached = [name_of(duel, other.id, language) for other in duel.battle.values() if other.host == id_]
    small = [tr.gettext("On it: {cards}").format(cards=", ".join(attached))] if attached else []
    thing = duel.thing(id_)
    if isinstance(thing, Permanent) and thing.preparing:
        small.append(tr.gettext("Prepares: it cannot attack, influence or act this turn."))
    if thing and thing.tapped:
        small.append(tr.gettext("Turned: {n} to restore it.").format(n=values.restoration_cost(duel, id_)))
    shown = made.shown._replace(numbers=numbers(duel, id_, duel.cards[key]))
    return FaceView(shown, tuple(small))
