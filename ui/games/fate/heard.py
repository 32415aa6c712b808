"""Which sound tells what has happened; no widgets here."""

from companion.session.fate.snapshot import Snapshot
from ui.sounds import SoundName


def heard(before: Snapshot, now: Snapshot) -> SoundName | None:
    """The sound of dice and pieces; what is asked and the end have sounds of their own."""
    if len(now.tray or ()) > len(before.tray or ()):
        return "roll"
    if now.steps != before.steps and any(step.dice for step in now.steps[now.at : now.at + 1]):
        return "roll"
    if now.stage == "over":
        return None
    if (now.played, now.at) != (before.played, before.at):
        return "move"
    return None
