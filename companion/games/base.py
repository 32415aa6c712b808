"""What every game offers to the rest of the app; a game is a module that has these names."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from companion.errors import CompanionError, RuleError
from companion.games.rulebook import Book

Space: TypeAlias = int | str
"""A place pieces stand on, as the game calls it: a number such as 12, a text such as "8,7"."""

Kind: TypeAlias = str
"""What a piece is, as far as the camera can tell, such as "red" or "goblin"."""

Table: TypeAlias = Mapping[Space, Mapping[Kind, int]]
"""How many pieces of which kind stand where; occupied spaces only, counts of at least 1."""


UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that no name has: control characters, which a terminal obeys, those that turn the direction of
writing, and halves of characters."""


MOST_DEVICE_CHARACTERS = 120
"""Length of what a device says about itself; a longer text pushes everything else off the screen."""


def printable(text: str) -> str:
    """A text as it may be written to a terminal or a log: characters that no name has are escaped."""
    return UNFIT.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode("ascii"), text)


def device_text(said: object, most: int = MOST_DEVICE_CHARACTERS) -> str:
    """A text of a device, a camera, a broker or a system tool, as it may be shown and kept: in one line of at
    most so many characters, without control characters and without those that are invisible or turn the
    direction of writing.
    """
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    # Cut first: a device may say millions of characters.
    words = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * most]).split()
    line = " ".join(words)
    return line if len(line) <= most and len(text) <= 4 * most else line[: most - 1] + "…"


class Term(str):
    """A word or a sentence in English that has translations; any other text, such as a name, is data."""

    __slots__ = ()


class Sentence(NamedTuple):
    """A sentence for people: an English pattern, which is its catalogue key, and what fills it, other
    sentences among it.
    """

    pattern: str
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        """The sentence in English."""
        return self.say(str)

    def say(self, gettext: Callable[[str], str]) -> str:
        """The sentence in the language of a catalogue; terms that fill it, such as colours, too."""

        def word(value: object) -> object:
            if isinstance(value, Sentence):
                return value.say(gettext)
            if isinstance(value, Term):
                return gettext(value) if value else value
            return printable(player_name(gettext, value)) if isinstance(value, str) else value

        return gettext(self.pattern).format(**{key: word(value) for key, value in self.values.items()})


def N_(text: str) -> Term:  # noqa: N802 - gettext's own name for "put this into the catalogue"
    """Mark a term for the message catalogues; the edge translates it."""
    return Term(text)


_GUEST, _BOT = N_("Player {n}"), N_("The app")
_UNNAMED = re.compile(
    "(?:Player|Jogador|Jugador) (?P<guest>[1-9][0-9]{0,3})"
    "|(?:The app|O app|La app)(?: (?P<bot>[1-9][0-9]{0,3}))?"
)
"""Names of players who chose none. Games stored before these were in English have them in the language of
their day; the words here stay as they were then, whatever the catalogues say today."""


def guest_name(number: int) -> str:
    """The name in games and files of a person who chose none, in every language; numbers begin with 1."""
    return f"Player {number}"


def bot_name(number: int) -> str:
    """The name in games and files of a seat that the app plays; numbers begin with 1."""
    return f"The app {number}" if number > 1 else "The app"


def is_guest_name(name: str) -> bool:
    """Whether a name stands for a person who chose none, also in a game stored in another language."""
    found = _UNNAMED.fullmatch(name)
    return bool(found and found["guest"])


def player_name(gettext: Callable[[str], str], name: str) -> str:
    """A player's name as it is shown: that of somebody who chose none in the language of a catalogue."""
    found = _UNNAMED.fullmatch(name)
    if not found:
        return name
    if number := found["guest"]:
        return gettext(_GUEST).format(n=number)
    return f"{gettext(_BOT)} {found['bot']}" if found["bot"] else str(gettext(_BOT))


def rule_error(code: str, sentences: Sequence[Sentence], spaces: Sequence[Space] = ()) -> RuleError:
    """An error whose `params` hold the sentences, for the edge to translate, and the spaces concerned.

    Of more than `MOST_PROBLEMS` sentences the first are told, and that there are more.
    """
    if len(sentences) > MOST_PROBLEMS:
        sentences = [*sentences[:MOST_PROBLEMS], Sentence(N_("There are more problems than these."))]
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


MOST_PROBLEMS = 20
"""So many are told at once."""
PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")
_T = TypeVar("_T")


class Chance(Protocol):
    """Where luck comes from: what `random.Random` offers. Rules take it as an argument."""

    def random(self) -> float:
        """A number from 0 to 1, without 1."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to `stop`, without `stop`."""

    def choice(self, seq: Sequence[_T], /) -> _T:
        """One of a sequence."""

    def choices(
        self, population: Sequence[_T], /, weights: Sequence[float] | None = None, *, k: int = 1
    ) -> list[_T]:
        """`k` of a sequence, each drawn from all, those with more weight more often."""

    def sample(self, population: Sequence[_T], k: int, /) -> list[_T]:
        """`k` different ones of a sequence, in any order."""


@dataclass(frozen=True, slots=True)
class Secret:
    """Something every seat keeps from the others, such as a colour, a page or a hand.

    `key` is its name in a written set-up, where it is `{player: value}` once it was revealed; values are
    JSON. `deal(chance, seats)` gives one value a seat; `check(values)` raises RuleError for values that
    cannot be dealt together.
    """

    key: str
    deal: Callable[[Chance, int], Sequence[Any]]
    check: Callable[[Sequence[Any]], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of one game in the settings file, under `[game]`: the first choice is the default."""

    name: str
    choices: tuple[str, ...]
    meaning: str


Strength: TypeAlias = Literal["easy", "strong"]
"""How well the app plays a seat."""


@dataclass(frozen=True, slots=True)
class Advice(Generic[MoveT]):
    """A good move: its way over the board (from and to, or one space), where to look, and why in one line."""

    move: MoveT
    way: tuple[Space, ...]
    highlighted: tuple[Space, ...]
    reason: Sentence


@dataclass(frozen=True, slots=True)
class Advisor(Generic[PositionT, MoveT]):
    """A game that the app can think about: whose turn it is, by index, and good moves for a seat.

    `advise(past, seat, secret, trials, chance, go_on)` gives the best first, at least one. `past` are the
    positions so far as the seat may see them, the last one is now and it is the seat's turn; `secret` is what
    it keeps from the others. `trials` is how much to think; `go_on` is asked now and then, and once it says
    no the answer is what was found so far. The same luck and enough time give the same answer. It runs in a
    process of its own: a function of a module, not a lambda.

    `trials` by strength is how much the app thinks when it plays; hints are as the strong one's.
    """

    turn: Callable[[PositionT], int]
    advise: Callable[
        [Sequence[PositionT], int, Any, int, Chance, Callable[[], bool]], Sequence[Advice[MoveT]]
    ]
    trials: Mapping[Strength, int]


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[PositionT, MoveT]):
    """What a game brings to this layer. Positions and moves are frozen values; chance is an argument.

    `title` is shown as it is; `players` are the fewest and the most. `play(document, gettext)` gives the
    result object of a written game. `read_setup` makes the position of a written set-up, `seats` the
    players' names in it; `read_move` and `write_move` turn a move from and into its JSON object. `apply`
    gives the position after a move, outcomes of chance in it; all of these raise RuleError. `table` is
    what must lie there. `dump` writes a position as one line of text that `load` turns back. `view` is the
    position as a seat may see it, None is everybody's screen. `opening(chance, names)` is a written set-up
    by chance, `next_move(position, chance)` a legal move with its outcomes. `book()` gives the rules in our
    own words. With an `advisor` the app gives hints and can take a seat. In a `cooperative` game all win or
    all lose.
    """

    name: str
    title: str
    players: tuple[int, int]
    play: Callable[[Mapping[str, Any], Callable[[str], str]], dict[str, Any]]
    seats: Callable[[Mapping[str, Any]], tuple[str, ...]]
    read_setup: Callable[[Mapping[str, Any]], PositionT]
    read_move: Callable[[Any], MoveT]
    write_move: Callable[[MoveT], dict[str, Any]]
    apply: Callable[[PositionT, MoveT], PositionT]
    finished: Callable[[PositionT], bool]
    table: Callable[[PositionT], Table]
    dump: Callable[[PositionT], str]
    load: Callable[[str], PositionT]
    opening: Callable[[Chance, Sequence[str]], dict[str, Any]]
    next_move: Callable[[PositionT, Chance], MoveT]
    book: Callable[[], Book]
    view: Callable[[PositionT, int | None], PositionT] = lambda position, _: position
    secret: Secret | None = None
    settings: tuple[Setting, ...] = ()
    advisor: Advisor[PositionT, MoveT] | None = None
    cooperative: bool = False


class Game(Protocol[PositionT, MoveT]):
    """The rules as the interpretation of pictures needs them, for a game that a camera follows."""

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
