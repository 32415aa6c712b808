from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.fate.own_pieces import own_pieces, pieces
from vision.fate import own_set


def test_a_set_is_studied_once_until_it_is_learnt_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studied: list[bytes] = []

    def study(content: Any, _: Any) -> Any:
        studied.append(content)
        return SimpleNamespace(learnt=content)

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(own_set, "decode", lambda content: content)
    monkeypatch.setattr(own_set, "study", study)
    pieces().save("mine", b"old")
    first: Any = own_pieces()
    assert first == b"old"
    assert own_pieces("mine") is first
    pieces().save("mine", b"new")
    anew: Any = own_pieces()
    assert anew == b"new"
    assert studied == [b"old", b"new"]
