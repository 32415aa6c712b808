"""Fábula on a phone: whole duels are decided at the seats, and neither learns the other's cards."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.fabula.autoplay import opening
from companion.i18n import LANGUAGES, translator
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.messages import FoundCard, PassForTurn, PlaceBases, StopAt
from companion.session.fabula.seat import SEAT
from companion.session.fabula.session import FabulaSession
from tests.session.fabula.duels import GAME, PLAYERS, begun, setup

EN = translator("en")
Said = dict[str, Any]


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


def tell(session: FabulaSession, seat: int, said: Said) -> None:
    assert SEAT.decide
    session.tell(SEAT.decide(session.snapshot(GAME, seat=seat), json.loads(json.dumps(said))))


def made(way: Said, chance: Random) -> Said | None:
    """A key as it is sent, or a way with targets by chance; None if there are too few."""
    if "message" in way:
        message: Said = way["message"]
        return message
    targets: list[str] = []
    for step in way["steps"]:
        fit = [id_ for id_ in step if id_ not in targets]
        if not fit:
            return None
        targets.append(chance.choice(fit))
    to = {way["key"]: targets[0] if way["key"] == "to" else targets} if targets else {}
    return {"do": "act", "action": {**way["action"], **to}}


def keys(public: Said, own: Said, chance: Random) -> Iterator[Said]:
    """Keys that a person may press now, from what the page got alone."""
    it, pick = public["open"], own["pick"]
    if own["bases"]:
        ids = [base["id"] for base in own["bases"]]
        yield {"do": "bases", "bases": chance.sample(ids, len(ids))}
        return
    if own["nothing"]:
        yield {"do": "found", "card": chance.choice([*(one["face"] for one in own["found"]), ""])}
        return
    if pick and pick["what"] == "discard":
        held = [one for one in own["hand"] for _ in range(one["n"])]
        chosen, backs = chance.sample(held, pick["most"]), list(own["hidden"])
        ids = [one["id"] or backs.pop(0) for one in chosen]
        shows = {id_: one["face"] for id_, one in zip(ids, chosen, strict=True) if not one["id"]}
        yield {"do": "act", "action": {"discard": ids, "shows": shows}}
    elif pick:
        count = chance.randint(0, 3)
        positions = chance.sample(range(1, len(own["hand"]) + 1), count)
        yield {"do": "act", "action": {"mulligan": positions}}
    if it["kind"] == "aim":
        yield made(it["way"], chance) or {}
        return
    if it["kind"] == "pairs":
        sent = {one: chance.choice(it["goals"]) for one in it["sources"] if it["goals"]}
        yield {"do": "act", "action": {it["what"]: sent}}
    elif "blocks" in it:
        yield {"do": "act", "action": {"order": {one: all_[::-1] for one, all_ in it["blocks"].items()}}}
    elif it["kind"] == "pick" and it["cards"]:
        yield {"do": "act", "action": {it["what"]: [chance.choice(it["cards"])]}}
    ways = [*it["more"], *([it["none"]] if it["none"] else [])]
    ways += [way for card in public["cards"].values() for way in card["ways"]]
    ways += [way for card in own["hand"] for way in card["ways"]] * 2
    yield from (said for way in ways if (said := made(way, chance)))


def play(session: FabulaSession, chance: Random, most: int = 3000) -> Counter[str]:
    """Decide a duel at the phones to its end; return how often each kind of decision was made."""
    done: Counter[str] = Counter()
    for _ in range(most):
        now = session.snapshot(GAME)
        if now.over:
            return done
        public, own = page(session, now.decider)
        choices = list(keys(public, own, chance))
        if chance.random() < 0.6:  # without it hardly anything is played
            choices = [one for one in choices if one["do"] not in ("end_turn", "confirm")] or choices
        said = chance.choice(choices)
        before = session.snapshot(GAME)
        tell(session, now.decider, said)
        assert session.snapshot(GAME) != before, said
        done[next(iter(said.get("action", {})), said["do"])] += 1
    raise AssertionError("endless")


@pytest.mark.slow
def test_whole_duels_are_decided_at_the_seats() -> None:
    done: Counter[str] = Counter()
    for seed, hands in enumerate(("app", "table", "app", "table")):
        session = drawn(seed, hands)
        done += play(session, Random(seed))
        shown = SEAT.public(session.snapshot(GAME), EN)
        assert shown["result"] and not shown["open"]["none"]
    always = {"bases", "mulligan", "restore", "play", "attack", "block", "influence", "defend", "confirm"}
    assert always | {"discard", "pass_turn", "end_turn", "activate", "attach"} <= done.keys()


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
    seat = session.decider
    seek = next(one for one in page(session, seat)[1]["hand"] if one["face"] == "seek")
    said = made(seek["ways"][0], Random(1))
    assert said
    tell(session, seat, said)
    while session.asks != "search":
        tell(session, session.decider, {"do": "confirm"})
    own = page(session, session.decider)[1]
    assert [one["face"] for one in own["found"]] == ["bandit"] and own["nothing"]
    assert SEAT.decide
    snapshot = session.snapshot(GAME, seat=session.decider)
    assert SEAT.decide(snapshot, {"do": "found", "card": "bandit"}) == FoundCard(GAME, "bandit")
    with pytest.raises(RuleError):
        SEAT.decide(snapshot, {"do": "confirm"})
    tell(session, session.decider, {"do": "found", "card": "bandit"})
    assert session.asks != "search"


def test_each_lays_its_own_bases_in_any_order() -> None:
    session = begun(*["bandit"] * 12, laid=False)
    other, own = (page(session, seat)[1] for seat in (0, 1))
    bases = [one["id"] for one in own["bases"]]
    assert all(one["id"].startswith("Ana/") for one in other["bases"])
    snapshot = session.snapshot(GAME, seat=1)
    assert SEAT.decide
    said = {"do": "bases", "bases": bases}
    assert SEAT.decide(snapshot, said) == PlaceBases(GAME, "Bo", tuple(bases))
    tell(session, 1, said)
    assert session.snapshot(GAME).placed == ("Bo",)
    assert not any("Bo/" in id_ for id_ in page(session, 0)[0]["cards"])
    for wrong in ({"do": "confirm"}, {"do": "act", "action": {"place": {"Bo": bases}}}):
        with pytest.raises(RuleError):
            tell(session, 0, wrong)
    tell(session, 0, {"do": "bases", "bases": [one["id"] for one in other["bases"]]})
    assert session.asks == "mulligan"


def refusal(session: FabulaSession, seat: int | None, said: Any) -> str:
    assert SEAT.decide
    with pytest.raises(RuleError) as refused:
        SEAT.decide(session.snapshot(GAME, seat=seat), said)
    assert str(refused.value)
    return refused.value.code


def test_only_what_is_the_seats_own_is_decided() -> None:
    session = begun(*["bandit"] * 12)
    assert session.decider == 0
    confirm = {"do": "confirm"}
    assert refusal(session, 1, confirm) == refusal(session, None, confirm) == "not_yours"
    assert refusal(session, None, {"do": "give_up"}) == "not_yours"
    for action, code in (
        ({"play": "Bo/1"}, "not_yours"),
        ({"activate": "Bo/c", "ability": 0}, "not_yours"),
        ({"adjust": [{"player": "Bo", "resources": 0}]}, "not_yours"),
        ({"adjust": [{"card": "Bo/1", "zone": "discard"}]}, "unknown_card"),
        ({"adjust": [{"card": "Ana/9", "zone": "battle"}]}, "unknown_card"),
        ({"adjust": [], "shows": {"Bo/1": "bandit"}}, "no_decision"),
        ({"play": "Ana/1", "shows": {"Bo/1": "bandit"}}, "not_yours"),
        ({"block": {}}, "wrong_phase"),
        ({"discard": ["Ana/1"]}, "wrong_phase"),
        ({"next": True}, "no_decision"),
        ({"pass": True}, "no_decision"),
        ({"concede": "Bo"}, "no_decision"),
        ({"place": {}}, "no_decision"),
    ):
        assert refusal(session, 0, {"do": "act", "action": action}) == code, action


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({}, "no_decision"),
        ({"do": "fly"}, "no_decision"),
        ({"do": ["act"]}, "no_decision"),
        ({"do": "act"}, "no_decision"),
        ({"do": "act", "action": 3}, "no_decision"),
        ({"do": "act", "action": {"play": "Ana/1"}, "more": 1}, "no_decision"),
        ({"do": "stop", "stop": ["own"], "wanted": True}, "no_decision"),
        ({"do": "stop", "stop": "always", "wanted": True}, "no_decision"),
        ({"do": "stop", "stop": "own", "wanted": 1}, "no_decision"),
        ({"do": "found", "card": None}, "no_decision"),
        ({"do": "bases", "bases": ["Ana/c"]}, "wrong_phase"),
        ({"do": "act", "action": {}}, "bad_setup"),
        ({"do": "act", "action": {"play": 3}}, "bad_setup"),
        ({"do": "act", "action": {"attack": ["Ana/1"]}}, "bad_setup"),
    ],
)
def test_nonsense_is_refused(said: Any, code: str) -> None:
    assert refusal(begun(*["bandit"] * 12), 0, said) == code


def test_own_settings_and_giving_up_need_no_turn() -> None:
    session = begun(*["bandit"] * 12)
    assert SEAT.decide
    snapshot = session.snapshot(GAME, seat=1)
    said = {"do": "stop", "stop": "own", "wanted": True}
    assert SEAT.decide(snapshot, said) == StopAt(GAME, "Bo", "own", True)
    tell(session, 1, said)
    stops = {one["stop"]: one["on"] for one in page(session, 1)[0]["stops"]}
    assert stops["own"] == ["Bo"]
    assert SEAT.decide(session.snapshot(GAME, seat=0), {"do": "pass_turn"}) == PassForTurn(GAME, "Ana")
    tell(session, 1, {"do": "give_up"})
    assert page(session, 0)[0]["result"] == "Ana wins: the other gave up."


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
        known = set(session.position.names.values())
        hidden = {name for all_ in names.values() for name in all_} - known
        assert not [name for name in hidden if name in json.dumps(public).lower()]
        foreign = set(names[PLAYERS[1 - now]]) - known
        assert not [name for name in foreign if name in json.dumps(own).lower()]
        if session.asks != "bases":
            assert [card["face"] for card in own["hand"]] == [name for _, name in session.secret(now)]
        tell(session, now, chance.choice(list(keys(public, own, chance))))
        if session.over:
            break


def test_the_reason_why_not_is_said_on_the_card() -> None:
    session = begun(*["bandit", "bolt"] * 6)
    while session.snapshot(GAME).asks != "act":
        session.confirm()
    own = {one["face"]: one for one in page(session, session.decider)[1]["hand"]}
    assert own["bandit"]["ways"][0]["text"] == "Play it for 1" and not own["bandit"]["why"]
    assert own["bolt"]["why"] == "There is no target for it." and not own["bolt"]["ways"]
    other = page(session, 1 - session.decider)[1]["hand"]
    assert {one["why"] for one in other} == {"It is the other player's decision."}


def test_the_page_is_told_in_the_phones_language() -> None:
    session = begun(*["bandit"] * 12)
    tell(session, 1, {"do": "give_up"})
    told = {code: SEAT.public(session.snapshot(GAME), translator(code)) for code in LANGUAGES}
    assert len({str(one["words"]) for one in told.values()}) == len(LANGUAGES)
