"""Sounds of events; no widgets here."""

from companion.session.fate.snapshot import FateSnapshot
from ui.sounds import SoundName


def sound_of(before: FateSnapshot, now: FateSnapshot) -> SoundName | None:
    """Sound of dice and pieces; questions and the end have sounds of their own."""
    if len(now.dice_pool or ()) > len(before.dice_pool or ()):
        return "roll"
    if now.steps != before.steps and any(step.dice for step in now.steps[now.done : now.done + 1]):
        return "roll"
    if now.over:
        return None
    if (now.played, now.done) != (before.played, before.done):
        return "move"
    return None
