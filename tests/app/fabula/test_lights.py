"""Lamp patterns during a duel."""

from companion.app.fabula.lights import LIGHTS, place_mm
from companion.app.lights import STRIP, WRONG, pattern
from companion.games.base import Space
from companion.session.fabula.snapshot import FabulaSnapshot
from companion.session.messages import Confirm
from companion.session.view import MarkKind
from tests.session.fabula.duels import GAME
from tests.session.fabula.test_interpret import expected_table, see, watched, with_bandits
from tests.session.fabula_acts import PlayAction


def zones(shown: FabulaSnapshot) -> dict[Space, MarkKind]:
    return {zone: mark.kind for mark in shown.marks for zone in LIGHTS.where(shown, mark.thing)}


def test_the_bases_that_may_be_attacked_glow_until_one_is_touched() -> None:
    session = with_bandits()
    see(session, {**expected_table(session.position), "near battle": {"bandit/tapped": 1}})
    lit = zones(session.snapshot(GAME))
    assert lit == dict.fromkeys(("far centre", "far outskirts left", "far outskirts right"), "ask")
    session.tell(PlayAction(GAME, {"attack": {"Ana/1": "Bo/c"}}))
    assert zones(session.snapshot(GAME)) == {}


def test_what_hands_have_to_mend_blinks() -> None:
    session = watched(*["bandit"] * 12)
    see(session, {"near battle": {"blade": 1}})
    shown = session.snapshot(GAME)
    assert zones(shown) == {"near battle": "wrong"}
    lamps = pattern(LIGHTS, shown)
    assert lamps.count(WRONG) == sum(map(bool, STRIP.sides))


def test_what_waits_on_the_stack_is_pointed_at() -> None:
    session = watched(*["bandit", "bolt"] * 6)
    for card in ("Ana/1", "Ana/2"):
        session.tell(PlayAction(GAME, {"play": card, "shows": {card: "bandit"}}))
    session.tell(Confirm(GAME))
    while session.snapshot(GAME).asks == "discard":
        hand = session.position.sides[0].hand
        session.tell(PlayAction(GAME, {"discard": [hand[0]], "shows": {hand[0]: "bandit"}}))
    hand = session.position.sides[1].hand
    session.tell(PlayAction(GAME, {"play": hand[0], "targets": ["Ana/1"], "shows": {hand[0]: "bolt"}}))
    shown = session.snapshot(GAME)
    if shown.position.stack:
        assert zones(shown)["near battle"] == "last"


def test_a_hint_points_at_the_zone_of_its_card() -> None:
    session = with_bandits()
    shown = session.snapshot(GAME)
    assert list(LIGHTS.where(shown, "Bo/1")) == ["far battle"]
    assert list(LIGHTS.where(shown, "Ana/c")) == ["near centre"]
    assert list(LIGHTS.where(shown, shown.position.sides[0].hand[0])) == [], "a hand lies nowhere"
    near, far = place_mm("near battle"), place_mm("far battle")
    assert near[1] > 200 > far[1] and near[0] + far[0] == 500
