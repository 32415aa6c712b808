"""Fábula on a phone: whole duels are decided at the seats, and neither learns the other's cards."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.base import Sentence
from companion.games.fabula.action_codec import action_object
from companion.games.fabula.actions import Activate, Attach, Play
from companion.games.fabula.autoplay import next_move, opening
from companion.games.fabula.possible import legal
from companion.i18n import LANGUAGES, translator
from companion.session import view_json
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.answers import answer as answer_to
from companion.session.fabula.decisions import PLAYING
from companion.session.fabula.seat import SEAT
from companion.session.fabula.session import FabulaSession
from companion.session.seat_form import common
from companion.session.view import Answer, Decision, Prompt
from tests.session.fabula.duels import GAME, PLAYERS, begun, setup

EN = translator("en")
Said = dict[str, Any]
IN_HAND = (Play, Activate, Attach)


def drawn(seed: int, hands: str = "app") -> FabulaSession:
    """A duel of two sample decks."""
    agreed = GameConfig(PLAYERS, options={"hands": hands}, setup=opening(Random(seed), PLAYERS))
    return FabulaSession.begin(agreed, SessionContext(None, Random(seed), watched=False))


def page(session: FabulaSession, seat: int) -> tuple[Said, Said]:
    """Content of the page of a seat: for everybody, and its own."""
    public = SEAT.public(session.snapshot(GAME), EN)
    own = SEAT.secret(session.snapshot(GAME, seat=seat), EN)
    found: tuple[Said, Said] = json.loads(json.dumps([dict(public), own]))
    return found


def offered(session: FabulaSession, seat: int | None) -> dict[str, Decision]:
    return {one.id: one for one in session.snapshot(GAME, seat=seat).decisions}


def answer(session: FabulaSession, seat: int | None, decision: str, *way: Any) -> None:
    """As a screen: through JSON."""
    session.tell(Answer(GAME, decision, json.loads(json.dumps(way)), seat))


def play(session: FabulaSession, chance: Random, most: int = 3000) -> Counter[str]:
    """Decide a duel at the phones to its end; return how often each kind of decision was made."""
    done: Counter[str] = Counter()
    for _ in range(most):
        now = session.snapshot(GAME)
        if now.over:
            return done
        choices = [one for one in offered(session, now.decider).values() if not one.aside]
        if chance.random() < 0.6:  # without it hardly anything is played
            choices = [one for one in choices if one.id not in ("end_turn", "pass")] or choices
        decision = chance.choice(choices)
        before = session.snapshot(GAME)
        answer(session, now.decider, decision.id, *decision.form.random(chance))
        assert session.snapshot(GAME) != before, decision
        done[decision.id.split()[0]] += 1
    raise AssertionError("endless")


@pytest.mark.slow
def test_whole_duels_are_decided_at_the_seats() -> None:
    done: Counter[str] = Counter()
    for seed, hands in enumerate(("app", "table", "app", "table")):
        session = drawn(seed, hands)
        done += play(session, Random(seed))
        assert session.snapshot(GAME).winners
    always = {"bases", "mulligan", "restore", "play", "attack", "block", "influence", "defend", "pass"}
    assert always | {"discard", "pass_turn", "end_turn", "use", "attach"} <= done.keys()


@pytest.mark.slow
def test_a_trigger_asks_for_its_target_and_blockers_are_ordered() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(12):
        kinds += play(drawn(seed), Random(seed))
        if kinds["choose"] and kinds["order"]:
            return
    raise AssertionError(kinds)


def test_a_search_in_a_deck_on_the_table_asks_what_was_found() -> None:
    session = begun(*["seek"] * 12, *["bandit"] * 8, hands="table")
    while session.snapshot(GAME).asks != "act":
        session.confirm()
    answer(session, session.decider, "play =seek", "play =seek")
    while session.asks != "search":
        answer(session, session.decider, "pass")
    found = offered(session, session.decider)
    assert {"found", "nothing"} <= found.keys() and found["found"].ways == (("=bandit",),)
    assert "pass" not in found
    answer(session, session.decider, "found", "=bandit")
    assert session.asks != "search"


def test_each_lays_its_own_bases_in_any_order_and_may_change_them() -> None:
    session = begun(*["bandit"] * 12, laid=False)
    ways = offered(session, 1)["bases"].ways
    assert all(str(base).startswith("Bo/") for (base,) in ways)
    assert {"bases Ana", "bases Bo"} == offered(session, None).keys()
    answer(session, 1, "bases", *ways[0])
    assert session.snapshot(GAME).placed == ("Bo",)
    assert not any("Bo/" in id_ for id_ in page(session, 0)[0]["cards"])
    assert {"bases Ana"} == offered(session, None).keys(), "nobody learns which one lies there"
    again = offered(session, 1)["bases"]
    assert again.aside and ways[0] not in again.ways
    answer(session, 1, "bases", *again.ways[0])
    for wrong in ("pass", "mulligan", "bases Bo"):
        with pytest.raises(RuleError):
            answer(session, 0, wrong)
    answer(session, 0, "bases", *offered(session, 0)["bases"].ways[0])
    assert session.asks == "mulligan"


def refusal(session: FabulaSession, seat: int | None, decision: str, *way: Any) -> str:
    before = session.snapshot(GAME)
    with pytest.raises(RuleError) as refused:
        answer(session, seat, decision, *way)
    assert str(refused.value) and session.snapshot(GAME) == before
    return refused.value.code


def test_only_what_is_the_seats_own_is_decided() -> None:
    session = begun(*["bandit"] * 12)
    assert session.decider == 0
    assert refusal(session, 1, "pass") == "no_decision"
    key = next(id_ for id_ in offered(session, 0) if id_.startswith("play "))
    assert refusal(session, 1, key, key) == refusal(session, None, key, key) == "no_decision"
    for decision, way, code in (
        ("play Bo/1", ("play Bo/1",), "no_decision"),
        ("use Bo/c 0", ("use Bo/c 0",), "no_decision"),
        ("adjust", ("adjust", "Bo", "resources +1"), "no_option"),
        ("adjust", ("adjust", "Bo/1", "discard"), "no_option"),
        ("adjust", ("adjust", "Ana/9", "battle"), "no_option"),
        ("adjust", ("adjust", "Ana", "damage +1"), "no_option"),
        ("block", (), "no_decision"),
        ("discard", ("Ana/1",), "no_decision"),
        ("bases", ("Ana/c",), "no_decision"),
        (key, (), "no_option"),
        (key, ("Ana/c",), "no_option"),
        (key, (key, key), "no_option"),
        ("pass", ("Ana/1",), "no_option"),
    ):
        assert refusal(session, 0, decision, *way) == code, decision


def test_own_settings_and_giving_up_need_no_turn() -> None:
    session = begun(*["bandit"] * 12)
    assert {"stop own", "concede"} <= offered(session, 1).keys()
    answer(session, 1, "stop own")
    assert "own" in session.wishes["Bo"].stops and "own" not in session.wishes["Ana"].stops
    assert {one["id"] for one in page(session, 1)[1]["decisions"]} >= {"stop own", "concede"}
    answer(session, 1, "concede")
    assert str(session.snapshot(GAME).prompt.detail) == "Ana wins: the other gave up."
    players = common(session.snapshot(GAME), EN)["players"]
    assert [(one["name"], one["won"]) for one in players] == [("Ana", True), ("Bo", False)]


def test_no_name_of_a_hidden_card_is_in_what_everybody_sees() -> None:
    names = {player: [f"{player.lower()}{n:02d}" for n in range(20)] for player in PLAYERS}
    written = setup("bandit")
    bandit = written["cards"]["bandit"]
    written["cards"] = written["cards"] | {name: bandit for all_ in names.values() for name in all_}
    written["decks"] = {player: {**written["decks"][player], "cards": names[player]} for player in PLAYERS}
    session = FabulaSession.begin(
        GameConfig(PLAYERS, options={"hands": "app"}, setup=written),
        SessionContext(None, Random(2), watched=False),
    )
    chance = Random(2)
    for _ in range(40):
        now = session.decider
        public, own = page(session, now)
        shared = view_json.decisions(session.snapshot(GAME).decisions, EN)
        other = view_json.decisions(session.snapshot(GAME, seat=1 - now).decisions, EN)
        known = set(session.position.names.values())
        hidden = {name for all_ in names.values() for name in all_} - known
        assert not [name for name in hidden if name in json.dumps([public, shared]).lower()]
        foreign = set(names[PLAYERS[1 - now]]) - known
        assert not [name for name in foreign if name in json.dumps(own).lower()]
        mine = set(names[PLAYERS[now]]) - known
        assert not [name for name in mine if name in json.dumps(other).lower()]
        if session.asks != "bases":
            assert [card["face"] for card in own["hand"]] == [name for _, name in session.secret(now)]
        choices = [one for one in offered(session, now).values() if not one.aside]
        decision = chance.choice(choices)
        answer(session, now, decision.id, *decision.form.random(chance))
        if session.over:
            break


def test_the_reason_why_not_is_said_on_the_card() -> None:
    session = begun(*["bandit", "bolt"] * 6)
    while session.snapshot(GAME).asks != "act":
        session.confirm()
    own = page(session, session.decider)[1]
    cards, decisions = {one["face"]: one for one in own["hand"]}, {one["id"]: one for one in own["decisions"]}
    play = decisions[cards["bandit"]["key"]]["text"]
    assert play.endswith(": play it for 1") and play.startswith("Bandit") and not cards["bandit"]["why"]
    assert cards["bolt"]["why"] == "There is no target for it." and cards["bolt"]["key"] not in decisions
    other = page(session, 1 - session.decider)[1]["hand"]
    assert {one["why"] for one in other} == {"It is the other player's decision."}


def test_the_page_is_told_in_the_phones_language() -> None:
    session = begun(*["bandit"] * 12)
    answer(session, 1, "concede")
    told = {code: SEAT.public(session.snapshot(GAME), translator(code)) for code in LANGUAGES}
    assert len({str(one["phases"]) for one in told.values()}) == len(LANGUAGES)


@pytest.mark.slow
def test_what_the_rules_allow_with_cards_is_offered_and_nothing_else() -> None:
    compared = Counter[str]()
    for seed in range(6):
        session, chance = drawn(seed), Random(seed)
        session.confirm()
        for seat in (0, 1):
            for id_, one in offered(session, seat).items():
                if id_.startswith("stop ") and id_ != "stop own":
                    answer(session, seat, id_, *one.ways[0])
        while not (shown := session.snapshot(GAME)).over and shown.played < 300:
            own = session.snapshot(GAME, seat=shown.decider)
            known = session.seen_by(session.position, shown.decider)
            offers = {one.id: one for one in own.decisions}
            if shown.asks in PLAYING:
                legal_ = [one for one in legal(known) if isinstance(one, IN_HAND)]
                meant = [answer_to(own, action_object(one)) for one in legal_]
                for message in meant:
                    assert message.decision in offers, (shown.asks, message)
                    offers[message.decision].form.read(message.answer)
                begun_by = {id_ for id_ in offers if id_.partition(" ")[0] in ("play", "use", "attach")}
                assert begun_by == {message.decision for message in meant}, shown.asks
                compared[shown.asks] += len(meant)
            move = answer_to(own, action_object(next_move(known, chance)), shown.decider)
            if move.decision not in offers:  # a manoeuvre before cards are discarded
                first = own.decisions[0]
                move = Answer(GAME, first.id, first.form.random(chance), shown.decider)
            session.tell(move)
    assert min(compared[asks] for asks in ("act", "answer", "fight")) > 10, compared


@pytest.mark.parametrize(
    ("language", "text", "to_you"),
    [
        ("en", "Ana, do you answer?", "Do you answer?"),
        ("pt_BR", "Ana, você responde?", "Você responde?"),
        ("es", "Ana, ¿respondes?", "¿Respondes?"),
    ],
)
def test_who_is_addressed_reads_no_name(language: str, text: str, to_you: str) -> None:
    prompt = Prompt("ask", "", Sentence("{player}, do you answer?", {"player": "Ana"}))
    shown = view_json.prompt(prompt, translator(language))
    assert (shown["text"], shown["to_you"]) == (text, to_you)
    assert "to_you" not in view_json.prompt(Prompt("wait", "", Sentence("The game is over.")), EN)
