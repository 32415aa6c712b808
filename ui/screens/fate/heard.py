"""Which sound tells what has happened; no widgets here."""

from companion.session.fate.snapshot import Snapshot
from ui.sounds import SoundName


def heard(before: Snapshot, now: Snapshot) -> SoundName | None:
    """The sound of what is new in a snapshot; None where nothing is."""
    if now.stage == "over" != before.stage:
        return "win" if now.position.result == "won" else "attention"
    if len(now.tray or ()) > len(before.tray or ()):
        return "roll"
    if now.choice and now.choice != before.choice and now.stage != "heroes":
        return "ask"
    if now.steps != before.steps and any(step.dice for step in now.steps[now.at : now.at + 1]):
        return "roll"
    if now.stage == "heroes" != before.stage:
        return "attention"
    if (now.played, now.at) != (before.played, before.at):
        return "move"
    return None
