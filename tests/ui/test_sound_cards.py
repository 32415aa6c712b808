"""Sound goes to the card that people chose by its name."""

import os
from pathlib import Path
from typing import Any

import pytest

from companion.app.diagnostics import doctor_computer
from tests.ui.games.fae.fake import FakeFae
from tests.ui.press import press
from ui import sound_cards, sounds
from ui.sound_cards import SoundCard
from ui.sounds import Sounds

LISTED = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Camera         ]: USB-Audio - USB Camera
                      Maker USB Camera at usb-1
 3 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
"""


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "cards").write_text(LISTED)
    for place in ("vc4hdmi0/pcm0p", "Camera/pcm0c", "Headphones/pcm0p"):
        (tmp_path / place).mkdir(parents=True)
    monkeypatch.setattr(sound_cards, "CARDS", tmp_path)
    monkeypatch.setenv("AUDIODEV", "")
    return tmp_path


def test_cards_that_can_play_are_listed_by_name(cards: Path) -> None:
    known = [SoundCard("vc4hdmi0", "vc4-hdmi-0"), SoundCard("Headphones", "bcm2835 Headphones")]
    assert sound_cards.sound_cards() == known
    assert doctor_computer.sound().found == "vc4-hdmi-0, bcm2835 Headphones"
    (cards / "cards").write_text("--- no soundcards ---\n")
    assert sound_cards.sound_cards() == []
    assert doctor_computer.sound().state == "not_there"
    (cards / "cards").unlink()
    assert sound_cards.sound_cards() == []


def test_a_card_is_opened_at_the_start_and_another_one_plays_at_once(
    tmp_path: Path, cards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[str, str]] = []

    class Player:
        def __init__(self, path: Path, card: str = "here") -> None:
            self._card, self._name = card, path.name.partition("-")[0]

        def play(self) -> None:
            heard.append((self._name, self._card))

        def stop(self) -> None:
            pass

    monkeypatch.setattr(sounds, "OtherCard", Player)
    made = Sounds(tmp_path / "sounds", Player)
    made.make()
    made.use("Headphones")
    assert os.environ["AUDIODEV"] == "sysdefault:CARD=Headphones"
    for card in ("Headphones", "vc4hdmi0", "Headphones", ""):
        made.use("another")
        made.use(card)
        made.play("win")
        made.play("tap")
    here = [("win", "here"), ("tap", "here")]
    assert heard == [*here, ("win", "vc4hdmi0"), *here, ("win", "")]
    assert os.environ["AUDIODEV"] == "sysdefault:CARD=Headphones", "the library opened it once"


def test_each_card_plays_when_it_is_touched(open_window: Any, cards: Path, monkeypatch: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    running = open_window(controller)
    heard: list[str] = []
    monkeypatch.setattr(running.app, "sound", heard.append)
    running.app.open("set_up", part="sound")
    press(running, "Another loudspeaker")
    for name, card in (("bcm2835 Headphones", "Headphones"), ("vc4-hdmi-0", "vc4hdmi0")):
        press(running, name)
        assert controller.profiles.preferences().sound_card == card
    assert [name for name in heard if name != "tap"] == ["win", "win"]
