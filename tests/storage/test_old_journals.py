"""Games stored by the first version open, export and go on as they were.

`truth.json` is what that version said of its own journal.
"""

import json
import random
import re
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.game_loader import past
from companion.games.registry import rules
from companion.session.base import GameSession, SessionContext, manifest
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import AllDone, Confirm, Message, Undo
from companion.session.snapshot import Snapshot
from companion.storage.export import export, players
from companion.storage.journal import Journal
from tests.session.fae_answers import moved
from tests.session.fate_acts import PlayAct

OLD = Path(__file__).parents[1] / "data" / "old_journals"
TRUTH: dict[str, Any] = json.loads((OLD / "truth.json").read_text(encoding="utf-8"))
EXPORTS = TRUTH.pop("exports")
STORED = pytest.mark.parametrize("truth", TRUTH.values(), ids=TRUTH)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    shutil.copytree(OLD, tmp_path / "state")
    with Journal(tmp_path / "state" / "journal.sqlite3") as journal:
        yield journal


def resumed(journal: Journal, game: int, watched: bool = False) -> Any:
    around = SessionContext(journal=journal, chance=random.Random(1), watched=watched)
    return manifest(journal.game(game).name).resume(game, around)


def settle(session: GameSession) -> None:
    """Do with the hands all that is asked for."""
    for n in count():
        assert n < 200
        shown = session.snapshot(1)
        if isinstance(shown, FateSnapshot):
            if shown.stage != "guide":
                return
            session.tell(AllDone(1))
        elif getattr(shown, "step", None) is None:
            return
        else:
            session.tell(Confirm(1))


def next_move(session: Any, shown: Snapshot) -> Message:
    """One more move, by touch."""
    position = session.timeline.current.position
    if isinstance(shown, FateSnapshot):
        if shown.choice:
            return Confirm(1)
        return PlayAct(1, rules("fate").next_move(position, random.Random(2)))
    return moved(1, rules("fae").next_move(position, random.Random(2)))


def test_every_game_is_listed(journal: Journal) -> None:
    assert [players(game) for game in journal.games()] == [
        ("Ana", "Bo", "Red"), ("Cy", "Di"), ("Ana", "Board"), ("Eva",), ("F", "G", "H"),
    ]  # fmt: skip
    archive = JournalArchive(journal, past)
    over = {TRUTH[name]["game"] for name in ("fae_over", "fate_over")}
    assert {known.id: known.finished for known in archive.games()} == {
        truth["game"]: truth["game"] in over for truth in TRUTH.values()
    }
    assert {saved.id for saved in archive.saved_games()} == {t["game"] for t in TRUTH.values()} - over
    assert not [known.problem for known in archive.games() if known.problem]
    result = TRUTH["fae_over"]["result"]
    known = archive.history(2)
    assert (known.points, list(known.winners)) == (result["totals"], result["winners"])


@pytest.mark.parametrize("game", EXPORTS)
def test_every_game_is_exported_as_it_was(journal: Journal, game: str) -> None:
    assert export(journal, int(game)) == EXPORTS[game]


def test_every_game_gets_an_id_of_its_own_that_stays(journal: Journal) -> None:
    uids = [game.uid for game in journal.games()]
    assert len(set(uids)) == len(uids) > 3 and all(re.fullmatch("[0-9a-f]{32}", uid) for uid in uids)
    session = resumed(journal, 1)
    assert (session.uid, session.snapshot(1).uid) == (uids[0],) * 2
    journal.close()
    with Journal(journal.path) as again:
        assert [game.uid for game in again.games()] == uids
        assert not again.problems()


@STORED
@pytest.mark.parametrize("watched", [False, True])
def test_every_game_is_where_it_was(journal: Journal, truth: dict[str, Any], watched: bool) -> None:
    session = resumed(journal, truth["game"], watched)
    name = journal.game(truth["game"]).name
    timeline, shown = session.timeline, session.snapshot(1)
    assert rules(name).dump(timeline.current.position) == truth["position"]
    assert (timeline.at, shown.played) == (truth.get("moves", truth.get("acts")),) * 2
    assert timeline.undone == truth.get("undone", 0)
    assert shown.stored_as == truth["game"]
    assert rules(name).finished(timeline.current.position) == ("result" in truth)
    if "spirits" in truth:
        assert [session.secret(seat) for seat in range(len(shown.players))] == truth["spirits"]
        revealed = dict(zip(shown.players, truth["spirits"], strict=True)) if shown.over else {}
        assert shown.revealed == revealed
    if name == "fate":
        waits = watched or not truth.get("undone")
        assert shown.put_back == (0 if waits else len(shown.steps) - shown.done)
        assert shown.stage == (truth.get("stage", "guide") if waits else "heroes")
        assert list(shown.dice_pool) == truth.get("tray", [])
        assert shown.pages == truth.get("steps", shown.pages)
        assert shown.done == truth.get("hands_at", shown.done)


@STORED
def test_every_game_goes_on(journal: Journal, truth: dict[str, Any]) -> None:
    game = truth["game"]
    session = resumed(journal, game)
    if "result" in truth:
        session.tell(Undo(1))
    settle(session)
    before = session.timeline.at
    dump = rules(journal.game(game).name).dump
    was = dump(session.timeline.current.position)
    for n in count():  # a choice may take several answers
        assert n < 9
        session.tell(next_move(session, session.snapshot(1)))
        if session.timeline.at > before:
            break
    moved = dump(session.timeline.current.position)
    assert dump(resumed(journal, game).timeline.current.position) == moved != was
    session.tell(Undo(1, session.timeline.at - before))
    again = resumed(journal, game).timeline
    assert dump(again.current.position) == dump(session.timeline.current.position) == was
    assert (again.at, again.undone) == (before, session.timeline.undone)
