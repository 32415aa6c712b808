"""Marks on the board; no widgets here."""

from companion.session.answering import Answering
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.view import CALM_MARKS
from ui.games.fae import board_map
from ui.games.fae.board import SpaceMark


def shown(
    snapshot: FaeSnapshot, answering: Answering, forbidden: tuple[SpaceMark, ...]
) -> tuple[SpaceMark, ...]:
    """Marked spaces: those in question, those to act on, or the targets of the selected group."""
    if snapshot.choose:
        order = {space: str(i) for i, space in enumerate(answering.chosen, 1)}
        return tuple(SpaceMark(space, "order", order.get(space, "?")) for space in snapshot.choose)
    if answering.chosen:
        targets = tuple(SpaceMark(int(space), "target") for space in answering.next_things)
        return (*targets, SpaceMark(int(answering.chosen[0]), "selected"), *forbidden)
    found = (mark for mark in snapshot.marks if mark.kind not in CALM_MARKS)
    return tuple(SpaceMark(int(mark.thing), mark.kind, mark.label) for mark in found) or forbidden


def arrow(snapshot: FaeSnapshot) -> tuple[int, int] | None:
    """Arrow of the druids to move, or of the only move in doubt."""
    step = snapshot.step
    if step and step.act == "move":
        return int(str(step.space)), int(str(step.target))
    if len(snapshot.doubt) == 1:
        return snapshot.doubt[0].source, snapshot.doubt[0].target
    return None


def lakes(snapshot: FaeSnapshot) -> tuple[int, ...]:
    """The lake that druids were carried over."""
    reason = snapshot.illegal
    if reason is None or reason.code != "across_lake" or len(reason.spaces) != 2:
        return ()
    source, target = (int(space) for space in reason.spaces)
    return (board_map.lake_between(source, target),)
