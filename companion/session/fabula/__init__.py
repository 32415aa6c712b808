"""A duel of Fábula at a table."""

from companion.session.base import SessionManifest
from companion.session.fabula.session import FabulaSession

SESSION = SessionManifest(begin=FabulaSession.begin, resume=FabulaSession.resume)
