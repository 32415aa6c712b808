"""A duel of Fábula at a table."""

from companion.session.base import SessionManifest
from companion.session.fabula.caption import caption
from companion.session.fabula.session import FabulaSession
from companion.session.fabula.words import REASONS

SESSION = SessionManifest(
    begin=FabulaSession.begin, resume=FabulaSession.resume, reasons=REASONS, caption=caption
)
