"""What every game offers to the rest of the app; a game is a module that has these names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from companion.errors import CompanionError, RuleError

Space: TypeAlias = int | str
"""A place pieces stand on: 1..60 in Fae, "8,7" in Fate."""

Kind: TypeAlias = str
"""What a piece is, as far as the camera can tell: "red" in Fae, "goblin" in Fate."""

Table: TypeAlias = Mapping[Space, Mapping[Kind, int]]
"""How many pieces of which kind stand where; occupied spaces only, counts of at least 1."""


class Sentence(NamedTuple):
    """A sentence for people: an English pattern, which is its catalogue key, and what fills it."""

    pattern: str
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        """The sentence in English."""
        return self.pattern.format(**self.values)

    def say(self, gettext: Callable[[str], str]) -> str:
        """The sentence in the language of a catalogue; words that fill it, such as colours, too."""
        words = {key: gettext(v) if isinstance(v, str) and v else v for key, v in self.values.items()}
        return gettext(self.pattern).format(**words)


def N_(pattern: str) -> str:  # noqa: N802 - gettext's own name for "put this into the catalogue"
    """Mark a pattern for the message catalogues; the edge translates it."""
    return pattern


def rule_error(code: str, sentences: Sequence[Sentence], spaces: Sequence[Space] = ()) -> RuleError:
    """An error whose `params` hold the sentences, for the edge to translate, and the spaces concerned."""
    return RuleError(code, " ".join(map(str, sentences)), sentences=tuple(sentences), spaces=tuple(spaces))


def say(error: CompanionError, gettext: Callable[[str], str]) -> str:
    """What an error tells people, translated where it was made of sentences."""
    sentences = error.params.get("sentences")
    if not isinstance(sentences, tuple):
        return str(error)
    return " ".join(sentence.say(gettext) for sentence in sentences)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed: a code, the spaces concerned, and more for the message.

    `rule` is the id of the atomic rule, such as "E-013".
    """

    code: str
    spaces: tuple[Space, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A usual illegal act and what it changes on the table.

    `changed` holds the new contents of the spaces that differ from `table(position)`; an empty
    mapping is a space that becomes empty.
    """

    reason: Reason
    source: Space
    target: Space
    changed: Table


def in_order(spaces: Iterable[Space]) -> tuple[Space, ...]:
    """Spaces as people list them: 2 before 10."""
    return tuple(sorted(spaces, key=lambda space: (isinstance(space, str), str(space).rjust(9))))


PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")


class Game(Protocol[PositionT, MoveT]):
    """The rules of one game. Positions and moves are frozen values; chance is an argument."""

    NAME: str

    def legal(self, position: PositionT) -> list[MoveT]:
        """All moves the player to move may make, in a fixed order; empty when finished."""

    def apply(self, position: PositionT, move: MoveT, outcome: Any = None) -> PositionT:
        """The position after `move`. Raises RuleError with the reason's code when not legal."""

    def explain(self, position: PositionT, move: MoveT) -> Reason | None:
        """Why `move` is not legal; None when it is."""

    def table(self, position: PositionT) -> Table:
        """What must lie on the table in this position."""

    def changed(self, position: PositionT, move: MoveT) -> Table:
        """New contents of the spaces a legal move changes, before any pieces it removes are taken off."""

    def removals(self, position: PositionT, move: MoveT) -> list[Table]:
        """What a legal move may take off the table, one entry for each choice the mover may make."""

    def optional(self, position: PositionT) -> Table:
        """Pieces that some tables take off although the rules leave them where they are."""

    def mistakes(self, position: PositionT) -> Iterable[Mistake]:
        """The usual illegal acts, each with what it changes on the table."""

    def dump(self, position: PositionT) -> str:
        """One line of text that `load` turns back into the same position."""

    def load(self, text: str) -> PositionT:
        """The position of a line of text. Raises RuleError `bad_position` naming the place."""
