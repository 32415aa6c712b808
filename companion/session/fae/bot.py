"""Bot's moves of Fae that the players make at a watched table."""

from typing import TypeAlias

from companion.games import fae
from companion.games.base import N_, Reason, Table
from companion.session.fae.step import FaeStep
from companion.session.session import TimelineSession
from companion.session.timeline import refusal
from companion.table.guide import GuideStep
from companion.table.verdict import Ask, Played, Verdict, Wrong

BaseSession: TypeAlias = TimelineSession[FaeStep, fae.Move]


def suggested_steps(session: BaseSession) -> tuple[GuideStep, ...]:
    """Return the step of the suggested move, or ()."""
    if session.suggested_move is None:
        return ()
    position = session.timeline.current.position
    source, target, _ = session.suggested_move
    pieces = fae.contents(position, source)
    return (GuideStep("move", source, target, pieces, session.players[position.turn]),)


def as_suggested(
    session: BaseSession, move: fae.Move, leftovers: Table | None
) -> tuple[fae.Move, Table | None]:
    """Return the suggested move with its order of rituals, and the leftovers seen after it.

    Raises RuleError `other_move` for any other move.
    """
    if not _is_suggested(session, move):
        raise refusal("other_move", N_("Expected the move of the app, found another."))
    assert session.suggested_move
    # The picture was read without knowing the order of the rituals: expect all removed pieces as leftovers.
    return session.suggested_move, None if session.suggested_move.rituals else leftovers


def restricted_to_suggestion(session: BaseSession, verdict: Verdict[fae.Move]) -> Verdict[fae.Move]:
    """Return a verdict that allows only the suggested move in a bot's turn.

    Any other move must be put back.
    """
    if not session.bot_to_move() or not isinstance(verdict, Played | Ask):
        return verdict
    seen = verdict.moves if isinstance(verdict, Ask) else (verdict.move,)
    made = next((move for move in seen if _is_suggested(session, move)), None)
    if made is None:
        source, target, _ = seen[0]
        return Wrong(Reason("other_move", (source, target)), source, target, 1.0)
    return (
        verdict
        if isinstance(verdict, Played)
        else Played(made, 1.0, fae.removed(session.timeline.current.position, made))
    )


def _is_suggested(session: BaseSession, move: fae.Move) -> bool:
    return session.suggested_move is not None and move[:2] == session.suggested_move[:2]
