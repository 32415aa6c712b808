"""A game of Fairy Tile at a table."""

from companion.session.base import SessionManifest
from companion.session.fairytile.session import FairySession
from companion.session.fairytile.words import REASONS

SESSION = SessionManifest(begin=FairySession.begin, resume=FairySession.resume, reasons=REASONS)
