import wave
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.patience import WAIT_S
from tests.ui.games.fae.fake import FakeFae
from ui.sounds import RATE_HZ, TUNES, Note, Sounds, samples
from ui.voice import Voice

pytestmark = pytest.mark.slow  # many windows


class Played:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.calls: list[str] = []

    def play(self) -> None:
        self.calls.append("play")

    def stop(self) -> None:
        self.calls.append("stop")


def test_sounds_are_made_once_short_and_small(tmp_path: Path) -> None:
    sounds = Sounds(tmp_path)
    sounds.make()
    files = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert {path.name.partition("-")[0] for path in files} == set(TUNES)
    assert sum(path.stat().st_size for path in files) < 300_000
    for path in files:
        with wave.open(str(path)) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE_HZ)
            assert file.getnframes() / RATE_HZ < 3
    Sounds(tmp_path).make()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == files


def test_a_note_is_heard_where_it_should_be_and_fades() -> None:
    heard = memoryview(samples([Note(400, 0.1, 0.05)])).cast("h")
    before, loud, late = heard[:1500], heard[1700:2500], heard[-400:]
    assert max(before) == 0
    assert max(loud) > 6000
    assert max(late) < 200


def test_a_sound_starts_anew_when_it_is_played_again(tmp_path: Path) -> None:
    made: list[Played] = []

    def load(path: Path) -> Played:
        made.append(Played(path))
        return made[-1]

    sounds = Sounds(tmp_path, load)
    sounds.play("move")
    assert not made, "the file is not there yet"
    sounds.make()
    sounds.play("move")
    sounds.play("move")
    assert [(sound.path, sound.calls) for sound in made] == [(sounds.path("move"), ["stop", "play"] * 2)]


@pytest.mark.parametrize("failure", [OSError("no device"), RuntimeError("busy"), None])
def test_without_audio_nothing_is_heard_and_nothing_fails(tmp_path: Path, failure: Exception | None) -> None:
    tries = []

    def load(path: Path) -> Any:
        tries.append(path)
        if failure:
            raise failure

    sounds = Sounds(tmp_path, load)
    sounds.make()
    sounds.play("win")
    sounds.play("win")
    assert len(tries) == 1


def test_a_folder_that_cannot_be_written_leaves_the_app_silent(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sounds = Sounds(tmp_path / "file" / "sounds")
    sounds.make()
    sounds.play("tap")


@pytest.fixture
def speaker(tmp_path: Path) -> Path:
    """A program that speaks for a long time."""
    program = tmp_path / "espeak-ng"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    return program


def test_only_the_newest_sentence_is_spoken(speaker: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import subprocess

    begun: list[Any] = []
    started = Event()
    popen = subprocess.Popen

    def note(command: list[str], **kwargs: Any) -> Any:
        begun.append((command[2], command[-1], popen(command, **kwargs)))
        started.set()
        return begun[-1][2]

    monkeypatch.setattr("ui.voice.subprocess.Popen", note)
    voice = Voice(str(speaker))
    assert voice.there
    for text, language in (("Ana, it is your turn.", "en"), ("Bo, é a sua vez.", "pt_BR")):
        started.clear()
        voice.say(text, language)
        assert started.wait(WAIT_S)
    assert [(voice_of, text) for voice_of, text, _ in begun] == [
        ("en", "Ana, it is your turn."), ("pt-br", "Bo, é a sua vez.")
    ]  # fmt: skip
    assert begun[0][2].poll() is not None, "the first one goes on speaking"
    voice.stop()
    assert begun[1][2].poll() is not None, "the second one goes on speaking"


def test_without_the_program_nothing_is_said_and_nothing_fails() -> None:
    voice = Voice("no-such-program")
    assert not voice.there
    voice.say("Ana, it is your turn.", "en")
    voice.stop()


def test_messages_of_a_game_are_heard_when_they_change(
    open_window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = open_window(FakeFae())
    heard: list[str] = []
    monkeypatch.setattr(running.app, "say_aloud", heard.append)
    monkeypatch.setattr(running.app, "sound", heard.append)
    running.screen.refresh_text()
    assert heard == []
    running.screen.flash("Druids cross rivers, but no lake.")
    assert heard == ["wrong", "Druids cross rivers, but no lake."]
    heard.clear()
    running.app.open("settings")
    running.lay_out()
    running.app.speak("es")
    assert heard == [], "a screen below speaks"


def test_unwanted_sounds_are_not_played(open_window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = FakeFae()
    running = open_window(controller)
    heard: list[Any] = []
    monkeypatch.setattr(running.app._sounds, "play", heard.append)
    monkeypatch.setattr(running.app.voice, "say", lambda text, language: heard.append((text, language)))
    for wanted in (False, True):
        controller.profiles.prefer(sounds=wanted, voice=wanted)
        running.app.sound("move")
        running.app.say_aloud("Ana")
    assert heard == ["move", ("Ana", "en")]
