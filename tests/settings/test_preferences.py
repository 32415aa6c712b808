import json
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.people.profiles import FileProfiles
from companion.errors import SettingsError
from companion.games.base import MOST_PROBLEMS
from companion.settings import preferences as kept
from companion.settings.preferences import Preferences

LIKED = Preferences(
    language="es", text_size=1.2, hand="left", sounds=False, sound_card="vc4hdmi0", voice=True, quiet=True,
    explain_rules=False,
    night=True, little_motion=True, flat=True, rotation=90, touch="mirrored",
    brightness=0.5, sleep_min=5, camera="0", country="BR", phones=True,
    lock_exposure=True, lock_white_balance=True,
    lock_focus=True,
)  # fmt: skip
BAD: dict[str, Any] = {
    "language": "de", "text_size": 9, "hand": "both", "sounds": 1, "sound_card": 3, "voice": "yes",
    "quiet": 2, "explain_rules": 2, "night": None, "little_motion": 2, "flat": 2,
    "rotation": 45, "touch": "upside", "brightness": 7.0, "sleep_min": -1, "camera": 0, "country": "br",
    "phones": 2,
    "lock_exposure": "no", "lock_white_balance": [], "lock_focus": 1,
}  # fmt: skip


def test_what_was_written_is_read() -> None:
    assert kept.load(kept.dump(LIKED)) == LIKED
    assert all(asdict(LIKED)[field.name] != field.default for field in fields(Preferences))


def test_missing_names_have_their_defaults_and_unknown_ones_are_passed_over() -> None:
    assert kept.load('{"night": true, "text_size": 1, "of_a_newer_app": 3}') == Preferences(night=True)


def test_all_wrong_values_are_told_at_once() -> None:
    assert BAD.keys() == asdict(Preferences()).keys()
    with pytest.raises(SettingsError) as caught:
        kept.load(json.dumps(BAD), "/here/preferences.json")
    assert caught.value.code == "bad_settings"
    found = [problem.key for problem in caught.value.params["problems"]]  # type: ignore[attr-defined]  # params are objects
    assert found == list(BAD)[:MOST_PROBLEMS]
    assert "/here/preferences.json: rotation: expected one of 0, 90, 180, 270, found 45." in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b'"night"'])
def test_broken_file_is_put_aside_and_told_once(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / kept.FILE
    path.write_bytes(content)
    with pytest.raises(SettingsError, match="expected preferences"):
        kept.load(content)
    profiles = FileProfiles(tmp_path)
    assert profiles.preferences() == Preferences()
    assert [problem.code for problem in profiles.problems()] == ["set_aside"]
    assert profiles.problems() == ()
    assert path.with_suffix(".broken").read_bytes() == content
    assert not path.exists()


def test_preferences_outlive_the_app(tmp_path: Path) -> None:
    FileProfiles(tmp_path).prefer(hand="left", sleep_min=30)
    profiles = FileProfiles(tmp_path)
    assert profiles.preferences() == replace(Preferences(), hand="left", sleep_min=30)
    assert not profiles.problems()
