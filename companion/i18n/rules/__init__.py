"""The rules of the games in our own words, by topic, for people at the table."""

from companion.i18n.rules.fae import FAE
from companion.i18n.rules.fate import FATE
from companion.i18n.rules.topic import Book as Book
from companion.i18n.rules.topic import Rule as Rule
from companion.i18n.rules.topic import Topic as Topic

BOOKS: dict[str, Book] = {"fae": FAE, "fate": FATE}
"""Each game's topics by key, in the order of a rulebook."""
