"""Pictures of a duel: recognised actions, questions, and a table to repair."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from companion.errors import RuleError
from companion.games.base import Table
from companion.games.fabula import RULES
from companion.games.fabula.action_codec import action_object
from companion.games.fabula.position import Position
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.session import FabulaSession
from companion.session.messages import BotMove, Confirm, GoTo, Seen, Undo
from companion.table.observation import Observation, Trouble
from tests.session.fabula.duels import GAME, PLAYERS, lay, setup
from tests.session.fabula_acts import PlayAction


def watched(*cards: str) -> FabulaSession:
    agreed = GameConfig(PLAYERS, options={"hands": "table"}, setup=setup(*cards))
    session = FabulaSession.begin(agreed, SessionContext(None))
    lay(session)
    while session.snapshot(GAME).asks == "mulligan":
        session.confirm()
    return session


def expected_table(position: Position) -> dict[str, dict[str, int]]:
    """Return the table of a position as a camera reports it; Ana is on the near side."""
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
    session: FabulaSession,
    table: Mapping[str, Mapping[str, int]],
    trouble: Trouble | None = None,
    time_s: float = 0.0,
) -> None:
    seen: Table = {space: dict(kinds) for space, kinds in table.items()}
    session.tell(Seen(GAME, Observation("0.jpg", time_s, seen, trouble=trouble)))


def with_bandits() -> FabulaSession:
    """Ana's second turn, a bandit of each in play."""
    session = watched(*["bandit"] * 12)
    for card, rest in (("Ana/1", ()), ("Bo/1", ())):
        session.tell(PlayAction(GAME, {"play": card, "shows": {card: "bandit"}}))
        session.tell(Confirm(GAME))
        assert not rest
    assert session.snapshot(GAME).asks == "act" and session.position.turn_number == 3
    return session


def test_a_card_that_is_laid_is_played() -> None:
    session = watched(*["bandit"] * 12)
    see(session, {**expected_table(session.position), "near battle": {"bandit": 1}})
    assert [session.position.names[p.id] for p in session.position.battle] == ["bandit"]
    assert session.position.sides[0].resources == 1
    before = session.timeline.at
    see(session, expected_table(session.position))
    assert session.timeline.at == before, "the same table again tells nothing"


def test_a_card_too_dear_is_to_be_taken_off() -> None:
    session = watched(*["bandit"] * 12)
    for card in ("Ana/1", "Ana/2"):
        session.tell(PlayAction(GAME, {"play": card, "shows": {card: "bandit"}}))
    table = expected_table(session.position)
    see(session, {**table, "near battle": {"bandit": 3}})
    shown = session.snapshot(GAME)
    assert [str(step) for step in shown.seen.steps] == ["Ana: take Bandit off the table."]
    assert shown.prompt.text == shown.seen.steps[0]
    see(session, table)
    assert session.snapshot(GAME).seen.steps == ()


def test_tapped_allies_attack_once_the_base_is_touched() -> None:
    session = with_bandits()
    session.tell(Confirm(GAME))
    assert session.snapshot(GAME).asks == "attack"
    see(session, {**expected_table(session.position), "near battle": {"bandit/tapped": 1}})
    assert session.snapshot(GAME).seen.tapped == ("Ana/1",), "which base is for people to say"
    session.tell(PlayAction(GAME, {"attack": {"Ana/1": "Bo/c"}}))
    assert session.position.combat.attacks == {"Ana/1": "Bo/c"}
    assert session.snapshot(GAME).seen.tapped == ()


def test_a_manoeuvre_on_the_pile_asks_for_its_target() -> None:
    session = watched(*["bandit", "bolt"] * 6)
    for card in ("Ana/1", "Ana/2"):
        session.tell(PlayAction(GAME, {"play": card, "shows": {card: "bandit"}}))
    session.tell(Confirm(GAME))
    assert session.snapshot(GAME).turn == "Bo"
    see(session, {**expected_table(session.position), "far discard": {"bolt": 1}})
    assert session.snapshot(GAME).seen.laid == "bolt"


def test_what_was_undone_is_put_right_by_hands() -> None:
    session = with_bandits()
    table = expected_table(session.position)
    session.tell(GoTo(GAME, 3))
    see(session, table)
    assert [str(step) for step in session.snapshot(GAME).seen.steps], "the screen says what to take off"


def test_a_hand_over_the_table_tells_nothing() -> None:
    session = watched(*["bandit"] * 12)
    see(session, {}, trouble="hand")
    assert str(session.snapshot(GAME).prompt.detail) == "A hand is over the table."
    see(session, {**expected_table(session.position), "near battle": {"unknown": 1}})
    assert session.snapshot(GAME).seen.steps == (), "what is not recognised is no mistake"


def kinds(**zones: dict[str, int]) -> dict[str, dict[str, int]]:
    return {name.replace("_", " "): found for name, found in zones.items()}


def plays(session: FabulaSession, player: str, *names: str) -> None:
    """Cards are played by touch."""
    for name in names:
        hand = session.position.sides[PLAYERS.index(player)].hand
        card = next(id_ for id_ in hand if id_ not in session.position.names)
        session.tell(PlayAction(GAME, {"play": card, "shows": {card: name}}))


def moves(session: FabulaSession) -> list[str]:
    """Return the actions without passes."""
    written = [action_object(move) for move in session.timeline.moves[: session.timeline.at]]
    return [next(iter(move)) for move in written if not {"next", "pass", "mulligan", "place"} & move.keys()]


def test_bases_that_lie_face_up_are_placed() -> None:
    agreed = GameConfig(PLAYERS, options={"hands": "table"}, setup=setup(*["bandit"] * 12))
    session = FabulaSession.begin(agreed, SessionContext(None))
    near = kinds(near_centre={"hill": 1}, near_outskirts={"camp": 3, "hill": 1})
    see(session, {**near, "far centre": {"back": 1}, "far outskirts": {"back": 4}})
    assert session.snapshot(GAME).asks == "bases", "nobody's bases count before the other's are seen"
    see(session, {**near, "far centre": {"camp": 1}, "far outskirts": {"camp": 2, "hill": 2}})
    names = session.position.names
    assert (names["Ana/c"], names["Bo/c"], session.snapshot(GAME).asks) == ("hill", "camp", "mulligan")


def test_who_taps_in_the_action_phase_attacks() -> None:
    session = with_bandits()
    see(session, {**expected_table(session.position), "near battle": {"bandit/tapped": 1}})
    shown = session.snapshot(GAME)
    assert (shown.asks, shown.seen.tapped, shown.seen.steps) == ("attack", ("Ana/1",), ())
    session.tell(PlayAction(GAME, {"attack": {"Ana/1": "Bo/c"}}))
    see(session, expected_table(session.position))
    see(session, {**expected_table(session.position), "far battle": {"bandit/tapped": 1}})
    shown = session.snapshot(GAME)
    assert shown.asks == "block" and shown.seen.held == {"block": {"Bo/1": "Ana/1"}}
    table = {**expected_table(session.position), "far battle": {"bandit/tapped": 1}}
    see(session, table, time_s=1.0)
    assert session.snapshot(GAME).asks == "block", "another blocker may be tapped yet"
    see(session, table, time_s=3.0)
    assert moves(session)[-1] == "block" and not session.position.battle, "they fought, and nobody was asked"
    steps = [str(step) for step in session.snapshot(GAME).seen.steps]
    assert sorted(steps) == [f"{name}: put Bandit on the discard pile." for name in PLAYERS]
    see(session, {"near discard": {"bandit": 1}, "far discard": {"bandit": 1}})
    assert session.snapshot(GAME).seen.steps == ()


def test_a_card_that_stands_upright_again_was_restored() -> None:
    session = with_bandits()
    session.tell(Confirm(GAME))
    session.tell(PlayAction(GAME, {"attack": {"Ana/1": "Bo/c"}}))
    session.tell(PlayAction(GAME, {"block": {}}))
    see(session, expected_table(session.position))
    see(session, {**expected_table(session.position), "near battle": {"bandit": 1}})
    wrong = session.snapshot(GAME).seen.steps
    assert [str(step) for step in wrong] == ["Ana: turn Bandit sideways."], (
        "in Bo's turn nothing of hers is restored"
    )
    while session.snapshot(GAME).asks != "restore":
        session.confirm() if session.snapshot(GAME).asks != "discard" else plays_off(session)
    see(session, expected_table(session.position))
    see(session, {**expected_table(session.position), "near battle": {"bandit": 1}})
    assert moves(session)[-1] == "restore" and not session.position.battle[0].tapped


def plays_off(session: FabulaSession) -> None:
    """Discard surplus cards onto the pile."""
    side = "near" if session.snapshot(GAME).decider == 0 else "far"
    before = moves(session).count("discard")
    see(session, {**expected_table(session.position), f"{side} discard": {"bandit": 1}})
    if moves(session).count("discard") == before:  # one of that name lies there already
        hand = session.position.sides[session.snapshot(GAME).decider].hand
        session.tell(PlayAction(GAME, {"discard": [hand[0]], "shows": {hand[0]: "bandit"}}))


def test_a_card_under_another_is_attached_and_played_first() -> None:
    session = watched(*["bandit"] * 6, *["blade"] * 6)
    for player, names in (("Ana", ("bandit",)), ("Bo", ("bandit",))):
        plays(session, player, *names)
        session.tell(Confirm(GAME))
        if session.snapshot(GAME).asks == "discard":
            plays_off(session)
    assert session.snapshot(GAME).turn == "Ana"
    see(session, expected_table(session.position))
    see(session, {**expected_table(session.position), "near battle": {"bandit": 1, "blade@bandit": 1}})
    blade = next(p for p in session.position.battle if session.position.names[p.id] == "blade")
    assert session.position.names[blade.host] == "bandit"
    assert blade.host == "Ana/1", "the one on that side of the table"


def test_the_other_going_on_asks_whether_the_turn_is_over() -> None:
    session = watched(*["bandit"] * 12)
    plays(session, "Ana", "bandit")
    see(session, expected_table(session.position))
    see(session, {**expected_table(session.position), "far battle": {"bandit": 1}})
    shown = session.snapshot(GAME)
    assert shown.seen.turn_over and str(shown.prompt.text) == "Ana, is your turn over?"
    assert shown.turn == "Ana" and shown.seen.steps == ()
    table = {**expected_table(session.position), "far battle": {"bandit": 1}}
    session.end_turn()
    see(session, table)
    assert session.snapshot(GAME).turn == "Bo" and moves(session) == ["play", "play"]


def test_what_was_undone_does_not_come_back_by_itself() -> None:
    session = watched(*["bandit"] * 12)
    see(session, expected_table(session.position))
    see(session, {"near battle": {"bandit": 1}})
    assert moves(session) == ["play"]
    session.tell(Undo(GAME))
    see(session, {"near battle": {"bandit": 1}})
    assert moves(session) == []
    assert [str(step) for step in session.snapshot(GAME).seen.steps] == ["Ana: take Bandit off the table."]
    see(session, {})
    see(session, {"near battle": {"bandit": 1}})
    assert moves(session) == ["play"], "taken off and laid anew it is played"


def test_a_card_that_no_deck_holds_is_none_of_the_duel() -> None:
    session = watched(*["bandit"] * 12)
    see(session, {"near battle": {"blade": 1}})
    assert moves(session) == []
    assert [str(step) for step in session.snapshot(GAME).seen.steps] == ["Ana: take Blade off the table."]


def test_a_card_told_once_is_not_played_again_when_it_has_happened() -> None:
    session = watched(*["bandit"] * 4, *["bolt"] * 8)
    plays(session, "Ana", "bandit")
    session.tell(Confirm(GAME))
    if session.snapshot(GAME).asks == "discard":
        plays_off(session)
    assert session.snapshot(GAME).turn == "Bo" and session.position.sides[1].resources == 2
    see(session, expected_table(session.position))
    table = {**expected_table(session.position), "far battle": {"bolt": 1}}
    for _ in range(3):
        see(session, table)
        if session.snapshot(GAME).asks == "answer":
            session.tell(Confirm(GAME))
    assert moves(session).count("play") == 2 and not session.position.battle, (
        "one bolt, though there are more"
    )
    steps = [str(step) for step in session.snapshot(GAME).seen.steps]
    assert "Bo: put Bolt on the discard pile." in steps


def test_the_app_plays_against_cards_that_lie_on_the_table() -> None:
    agreed = GameConfig(PLAYERS, ("ember", "river"), {"hands": "table"}, bots={"Bo": "easy"})
    session = FabulaSession.begin(agreed, SessionContext(None, Random(3)))
    names = dict(session.bases)
    near = {
        "near centre": {names["Ana/c"]: 1},
        "near outskirts": dict(Counter(names[f"Ana/o{n}"] for n in range(1, 5))),
    }
    far = {"far centre": {names["Bo/c"]: 1}}
    see(session, near)
    shown = session.snapshot(GAME)
    assert shown.asks == "mulligan" and not shown.in_app and shown.own_hands == ("Ana",)
    with pytest.raises(RuleError):
        session.secret(0)
    assert len(session.past(1)[-1].names.keys() & set(session.position.sides[1].hand)) == 6, "its own hand"
    session.confirm()
    chance = Random(1)
    laid = [""]
    while not (its := [p for p in session.position.battle if p.controller == 1]):
        assert session.position.turn_number < 9
        shown = session.snapshot(GAME)
        if shown.turn == "Bo":
            assert RULES.advisor
            advice = RULES.advisor.advise(session.past(1), 1, 0, 0, chance, lambda: True)
            session.tell(BotMove(GAME, session.timeline.at, advice[0].move))
        elif shown.asks == "discard":
            hand = session.position.sides[0].hand
            session.tell(
                PlayAction(GAME, {"discard": [hand[0]], "shows": {hand[0]: next(iter(shown.unseen[0]))}})
            )
        else:
            session.confirm()
        see(session, {**near, **far})
        laid += [str(step) for step in session.snapshot(GAME).seen.steps]
    assert its and any(step.startswith("Bo: lay ") for step in laid), "hands lay its cards"
    see(session, near)
    assert session.snapshot(GAME).seen.steps == (), "who has no cards for it looks at the screen"
    see(session, {**near, **far, "near battle": {"spark_runner": 1}})
    assert moves(session)[-1] == "play" or session.snapshot(GAME).turn == "Bo"
