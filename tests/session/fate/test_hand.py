"""Event cards in a game on the screen: the app deals them, and offers those in hand only."""

from collections.abc import Iterator
from random import Random

from companion.games.fate.acts import Attack, Discard, MonsterAttack, Use
from companion.games.fate.heroes import pile, printed
from companion.session.fate.dialogs.card_dialogs import event, usable
from companion.session.fate.dialogs.dialog import HELD, AskPick, Dialog
from companion.session.fate.session import FateSession
from companion.session.view import Answer
from tests.session.fate.games import begun
from tests.ui.fake import GAME

CORRECTIONS = ("correct", "cancel", "back", "undo")


def events(session: FateSession, number: int) -> Iterator[tuple[int, int]]:
    """Yield the seats and numbers of the event cards that an act of people used."""
    before, act = session.timeline.steps[number].position, session.timeline.moves[number]
    seat = before.turn
    uses: tuple[Use, ...] = ()
    match act:
        case Attack():
            uses = act.uses
        case Use():
            uses = (act, *act.uses)
        case MonsterAttack():
            uses, seat = act.prevent, next(n for n, h in enumerate(before.heroes) if h.id == act.hero)
        case Discard(cards, hero=hero):
            owner = next((n for n, one in enumerate(before.heroes) if one.id == hero), seat)
            yield from ((owner, card) for card in cards)
    for use in uses:
        owner = next((n for n, hero in enumerate(before.heroes) if hero.id == use.hero), seat)
        numbers = (use.card, *use.discard)
        yield from (
            (owner, card) for card in numbers if printed(before.heroes[owner].id, card).pile == "event"
        )


def test_only_cards_in_hand_are_offered_and_used() -> None:
    used = 0
    for seed in range(6):
        session, chance = begun(seed=seed, at_table=False), Random(seed)
        for _ in range(400):
            shown = session.snapshot(GAME)
            if shown.over:
                break
            if isinstance(shown.asked, AskPick):
                assert shown.asked.more != HELD, "nobody holds a real card"
            decision = chance.choice([one for one in shown.decisions if one.id not in CORRECTIONS])
            hands = {hero.id: session.hand(hero.id) or () for hero in session.position.heroes}
            before = len(session.timeline.moves)
            session.tell(Answer(GAME, decision.id, [*decision.form.random(chance)]))
            for number in range(before, len(session.timeline.moves)):
                for seat, card in events(session, number):
                    used += 1
                    assert card in hands[session.position.heroes[seat].id]
    assert used > 5


def test_a_card_that_cannot_be_played_now_is_asked_for() -> None:
    """A hand without a playable card leads to the question whether to discard one, not which one."""
    session = begun(at_table=False)
    while session.stage != "heroes":
        session.confirm()
    position = session.position
    hero = position.heroes[position.turn]
    idle = [face.number for face in pile(hero.id, "event") if not usable(position, hero, face.number)]
    asked = Dialog(event(position, hero), lambda _: idle[:1]).ask
    assert idle and asked and str(asked.question) == "Which event card do you play?"


def test_a_card_with_several_effects_offers_them_all() -> None:
    session, asked = begun(4, at_table=False), 0
    while session.stage != "heroes":
        session.confirm()
    for hero in session.position.heroes:
        for card in [face.number for face in pile(hero.id, "event")]:
            if len(options := usable(session.position, hero, card)) > 1:
                dialog = Dialog(event(session.position, hero), {hero.id: (card,)}.get)
                dialog.answer(card)
                assert isinstance(dialog.ask, AskPick) and len(dialog.ask.picks) == len(options)
                asked += 1
    assert asked
