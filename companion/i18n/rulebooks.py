"""The rules of the games in our own words, by topic, for people at the table."""

from companion.games.fae.rulebook import FAE
from companion.games.fate.rulebook import FATE
from companion.games.rulebook import Book as Book
from companion.games.rulebook import Rule as Rule
from companion.games.rulebook import Topic as Topic

BOOKS: dict[str, Book] = {"fae": FAE, "fate": FATE}
"""Each game's topics by key, in the order of a rulebook."""
