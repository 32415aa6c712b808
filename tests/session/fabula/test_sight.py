"""What a camera sees of a duel: actions it tells by itself, those it asks about, and a table to put right."""

from collections.abc import Mapping

from companion.games.base import Table
from companion.games.fabula.position import Position
from companion.session.base import Agreed, Surroundings
from companion.session.fabula.messages import Act
from companion.session.fabula.session import FabulaSession
from companion.session.messages import Confirm, GoTo, Seen
from companion.table.observation import Observation, Trouble
from tests.session.fabula.duels import GAME, PLAYERS, lay, setup


def watched(*cards: str) -> FabulaSession:
    agreed = Agreed(PLAYERS, options={"hands": "table"}, setup=setup(*cards))
    session = FabulaSession.begin(agreed, Surroundings(None))
    lay(session)
    while session.snapshot(GAME).asks == "mulligan":
        session.confirm()
    return session


def lying(position: Position) -> dict[str, dict[str, int]]:
    """What a camera sees of a position; Ana sits near."""
    table: dict[str, dict[str, int]] = {"near deck": {"back": 1}, "far deck": {"back": 1}}
    for player, side in enumerate(("near", "far")):
        battle: dict[str, int] = {}
        for p in position.battle:
            if p.controller == player:
                kind = position.names[p.id] + "/tapped" * p.tapped
                battle[kind] = battle.get(kind, 0) + 1
        table[f"{side} battle"] = battle
        if pile := position.sides[player].discard:
            table[f"{side} discard"] = {position.names[pile[-1]]: 1}
    return table


def see(
    session: FabulaSession, table: Mapping[str, Mapping[str, int]], trouble: Trouble | None = None
) -> None:
    seen: Table = {space: dict(kinds) for space, kinds in table.items()}
    session.tell(Seen(GAME, Observation("0.jpg", 0.0, seen, trouble=trouble)))


def with_bandits() -> FabulaSession:
    """Ana's second turn, a bandit of each in play."""
    session = watched(*["bandit"] * 12)
    for card, rest in (("Ana/1", ()), ("Bo/1", ())):
        session.tell(Act(GAME, {"play": card, "shows": {card: "bandit"}}))
        session.tell(Confirm(GAME))
        assert not rest
    assert session.snapshot(GAME).asks == "act" and session.position.turn_number == 3
    return session


def test_a_card_that_is_laid_is_played() -> None:
    session = watched(*["bandit"] * 12)
    see(session, {**lying(session.position), "near battle": {"bandit": 1}})
    assert [session.position.names[p.id] for p in session.position.battle] == ["bandit"]
    assert session.position.sides[0].resources == 1
    before = session.timeline.at
    see(session, lying(session.position))
    assert session.timeline.at == before, "the same table again tells nothing"


def test_a_card_too_dear_is_to_be_taken_off() -> None:
    session = watched(*["bandit"] * 12)
    for card in ("Ana/1", "Ana/2"):
        session.tell(Act(GAME, {"play": card, "shows": {card: "bandit"}}))
    table = lying(session.position)
    see(session, {**table, "near battle": {"bandit": 3}})
    shown = session.snapshot(GAME)
    assert [str(step) for step in shown.seen.steps] == ["Ana: take Bandit off the table."]
    assert shown.message == shown.seen.steps[0]
    see(session, table)
    assert session.snapshot(GAME).seen.steps == ()


def test_tapped_allies_attack_once_the_base_is_touched() -> None:
    session = with_bandits()
    session.tell(Confirm(GAME))
    assert session.snapshot(GAME).asks == "attack"
    see(session, {**lying(session.position), "near battle": {"bandit/tapped": 1}})
    assert session.snapshot(GAME).seen.tapped == ("Ana/1",), "which base is for people to say"
    session.tell(Act(GAME, {"attack": {"Ana/1": "Bo/c"}}))
    assert session.position.combat.attacks == {"Ana/1": "Bo/c"}
    assert session.snapshot(GAME).seen.tapped == ()


def test_a_manoeuvre_on_the_pile_asks_for_its_target() -> None:
    session = watched(*["bandit", "bolt"] * 6)
    session.tell(Act(GAME, {"play": "Ana/1", "shows": {"Ana/1": "bandit"}}))
    session.tell(Confirm(GAME))
    assert session.snapshot(GAME).turn == "Bo"
    see(session, {**lying(session.position), "far discard": {"bolt": 1}})
    assert session.snapshot(GAME).seen.laid == "bolt"


def test_what_was_undone_is_put_right_by_hands() -> None:
    session = with_bandits()
    table = lying(session.position)
    session.tell(GoTo(GAME, 3))
    see(session, table)
    assert [str(step) for step in session.snapshot(GAME).seen.steps], "the screen says what to take off"


def test_a_hand_over_the_table_tells_nothing() -> None:
    session = watched(*["bandit"] * 12)
    see(session, {}, trouble="hand")
    assert str(session.snapshot(GAME).message) == "A hand is over the table."
    see(session, {**lying(session.position), "near battle": {"unknown": 1}})
    assert session.snapshot(GAME).seen.steps == (), "what is not recognised is no mistake"
