"""Hands, the order of decks and bases that lie face down are nowhere in the clear before they are shown."""

import json
from pathlib import Path
from random import Random

import pytest

from companion.games.base import ENGLISH
from companion.games.fabula import RULES
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.session import FabulaSession
from companion.storage import export
from companion.storage.journal import Journal
from tests.session.fabula.duels import CARDS, GAME, PLAYERS, lay, next_message, setup
from tests.session.fabula_acts import PlaceBases

OWN = {player: [f"{player.lower()}{number:02d}" for number in range(40)] for player in PLAYERS}
"""Each card once and in one deck only, so that a name tells where it lies."""


def _duel(journal: Journal) -> FabulaSession:
    written = setup("bandit")
    bases = written["decks"]["Ana"]
    written["cards"] = {**CARDS, **{name: CARDS["bandit"] for names in OWN.values() for name in names}}
    written["decks"] = {player: {**bases, "cards": names} for player, names in OWN.items()}
    agreed = GameConfig(PLAYERS, options={"hands": "app"}, setup=written)
    return FabulaSession.begin(agreed, SessionContext(journal, Random(5), watched=False))


def test_nothing_hidden_is_in_the_clear(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal, caplog.at_level("DEBUG"):
        session = _duel(journal)
        laid = ("Ana/o1", "Ana/c", "Ana/o2", "Ana/o3", "Ana/o4")
        session.tell(PlaceBases(GAME, "Ana", laid))
        stored = session.timeline.stored_as
        assert stored is not None
        for seat in (1, None):
            shown = session.snapshot(GAME, seat=seat)
            assert not any(id_.startswith("Ana/") for id_ in shown.position.names), "bases lie face down"
        assert "place" not in json.dumps(export.export(journal, stored)["moves"])
        lay(session)
        chance = Random(2)
        for _ in range(40):
            session.tell(next_message(session, chance))
        assert not session.finished
        hidden = {name for names in OWN.values() for name in names} - set(session.position.names.values())
        assert all({name for _, name in session.secret(seat)} & hidden for seat in (0, 1))
        document = export.export(journal, stored)
        outputs = {
            "the moves": json.dumps(document["moves"]),
            "the script's result": json.dumps(RULES.play(document, ENGLISH)),
            "the log on the screen": " ".join(str(entry.text) for entry in session.snapshot(GAME).log),
            "the log file": caplog.text,
        }
        for where, text in outputs.items():
            assert not [name for name in hidden if name in text.lower()], where
        for seat in (0, 1):
            names = session.snapshot(GAME, seat=1 - seat).position.names
            assert not names.keys() & set(session.position.sides[seat].hand), "the other's hand"
            for side in session.position.sides:
                assert not names.keys() & set(side.deck), "no deck's order"
        for seat, player in enumerate(PLAYERS):
            assert list(document["setup"]["lists"][player]) == sorted(OWN[player])
            assert tuple(session.ordered(seat)) != tuple(sorted(OWN[player])), "sealed, it was shuffled"
            shuffled = json.dumps(list(session.ordered(seat))[:4]).strip("[]")
            on_disk = b"".join(file.read_bytes() for file in tmp_path.glob("journal*"))
            for form in (shuffled, shuffled.replace(", ", ",")):
                assert form.encode() not in on_disk
