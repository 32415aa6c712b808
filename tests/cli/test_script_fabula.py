"""Duels and decks of Fábula through the command."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.games import registry
from tests.games.fabula.written import NEXT, document
from tests.offered import offer

DECK = {"game": "fabula", "deck": {"cards": "sample", "centre": "ember_camp", "main": {"ash_bandit": 4}}}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is there, whether or not its other layers are."""
    offer(monkeypatch, *dict.fromkeys((*registry.registered(), "fabula")))


def script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *documents: Any, lang: str = "en"
) -> tuple[int, list[dict[str, Any]], str]:
    path = tmp_path / "duels.jsonl"
    path.write_text("\n".join(map(json.dumps, documents)), "utf-8")
    code = cli.run(["script", str(path), "--lang", lang])
    shown = capsys.readouterr()
    return code, [json.loads(line) for line in shown.out.splitlines()], shown.err


def test_duels_and_decks_one_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (duel, deck), errors = script(tmp_path, capsys, document([], [], [NEXT]), DECK)
    assert (code, errors) == (0, "")
    assert (duel["phase"], duel["error"]) == ("action", None)
    assert [problem["code"] for problem in deck["problems"]] == [
        "too_few_cards",
        "base_count",
        "too_many_copies",
    ]
    assert (deck["legal"], deck["error"]) == (False, None)


def test_a_refused_action_is_told_with_its_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = document([], [], [NEXT, {"play": "Ana/99"}])
    code, (duel,), errors = script(tmp_path, capsys, wrong)
    assert (code, duel["phase"]) == (2, "action")
    assert (duel["error"]["action"], duel["error"]["code"]) == (2, "unknown_card")
    assert "unknown_card" in errors
    texts = [script(tmp_path, capsys, wrong, lang=lang)[1][0]["error"]["message"] for lang in ("pt_BR", "es")]
    assert texts[0].startswith("Não há carta Ana/99") and texts[1].startswith("No hay ninguna carta Ana/99")


def test_a_document_that_cannot_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (duel,), _ = script(tmp_path, capsys, {**document([], [], []), "optoins": {}})
    assert (code, duel["status"], duel["error"]["action"]) == (2, None, None)
    assert (duel["error"]["code"], "optoins" in duel["error"]["message"]) == ("bad_setup", True)
