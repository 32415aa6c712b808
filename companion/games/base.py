"""Interface between a game and the rest of the app; a game is a module that has these names."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, get_args

from companion.errors import CompanionError, RuleError
from companion.games.rulebook import Book

Space: TypeAlias = int | str
"""A place on the board, as the game names it: a number such as 12, a text such as "8,7"."""

Kind: TypeAlias = str
"""Kind of a piece as far as the camera can tell, such as "red" or "goblin"."""

Table: TypeAlias = Mapping[Space, Mapping[Kind, int]]
"""Contents of the table: number of pieces by kind and space; occupied spaces only, counts of at least 1."""


UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that are not allowed in a name: control characters, which a terminal obeys, characters that
change the direction of writing, and lone surrogates.
"""


MOST_DEVICE_CHARACTERS = 120
"""Maximum length of a device's text in characters; a longer text pushes everything else off the screen."""


def printable(text: str) -> str:
    """Escape the characters of `UNFIT`, so that the text can be written to a terminal or a log."""
    return UNFIT.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode("ascii"), text)


def device_text(said: object, most: int = MOST_DEVICE_CHARACTERS) -> str:
    """Clean a text of a device, a camera, a broker or a system tool, so that it can be shown and stored.

    The result is one line of at most `most` characters, without control characters and without characters
    that are invisible or change the direction of writing.
    """
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    # Cut first: a device may send millions of characters.
    words = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * most]).split()
    line = " ".join(words)
    return line if len(line) <= most and len(text) <= 4 * most else line[: most - 1] + "…"


class Term(str):
    """A word or sentence in English that has translations; other texts, such as names, are data."""

    __slots__ = ()


class Translations(Protocol):
    """A message catalogue, such as `gettext.NullTranslations`."""

    def gettext(self, message: str, /) -> str:
        """The message in the language of the catalogue."""

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """The form of a message for a number; in English `msgid1` for one, else `msgid2`."""


class _English:
    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return msgid1 if n == 1 else msgid2


ENGLISH: Translations = _English()
"""The catalogue of a program without translations."""


class Sentence(NamedTuple):
    """A message for people: an English pattern, which is its catalogue key, and the values that fill it.

    A value may be another sentence. With a `plural`, the number `n` among the values chooses between both
    patterns; `counted` makes such a sentence.
    """

    pattern: str
    values: Mapping[str, object] = {}
    plural: str = ""

    def __str__(self) -> str:
        """The sentence in English."""
        return self.say(ENGLISH)

    def say(self, tr: Translations) -> str:
        """Return the sentence in the language of a catalogue, with its values translated too."""

        def word(value: object) -> object:
            if isinstance(value, Sentence):
                return value.say(tr)
            if isinstance(value, Term):
                return tr.gettext(value) if value else value
            return printable(player_name(tr, value)) if isinstance(value, str) else value

        pattern = tr.gettext(self.pattern)
        if self.plural:
            n = self.values["n"]
            assert isinstance(n, int)
            pattern = tr.ngettext(self.pattern, self.plural, n)
        return pattern.format(**{key: word(value) for key, value in self.values.items()})


def counted(singular: str, plural: str, n: int, **values: object) -> Sentence:
    """Build a sentence about `n` things, such as "{n} piece" and "{n} pieces"; both are collected here."""
    return Sentence(singular, {"n": n, **values}, plural)


def N_(text: str) -> Term:  # noqa: N802 - gettext's own name for "put this into the catalogue"
    """Mark a term for the message catalogues; the user interface translates it."""
    return Term(text)


_GUEST, _BOT = N_("Player {n}"), N_("The app")
_UNNAMED = re.compile(
    "(?:Player|Jogador|Jugador) (?P<guest>[1-9][0-9]{0,3})"
    "|(?:The app|O app|La app)(?: (?P<bot>[1-9][0-9]{0,3}))?"
)
"""Names of players without a name of their own. Games stored before these names were in English have them
in the language of their day; the words here are fixed, whatever the catalogues say today.
"""


def guest_name(number: int) -> str:
    """Name in games and files of a person without a name, in every language; numbers begin with 1."""
    return f"Player {number}"


def bot_name(number: int) -> str:
    """Name in games and files of a seat that the app plays; numbers begin with 1."""
    return f"The app {number}" if number > 1 else "The app"


def is_guest_name(name: str) -> bool:
    """Return whether a name is a placeholder for a person without a name, in any stored language."""
    found = _UNNAMED.fullmatch(name)
    return bool(found and found["guest"])


def player_name(tr: Translations, name: str) -> str:
    """A player's name for the screen; placeholder names in the language of a catalogue."""
    found = _UNNAMED.fullmatch(name)
    if not found:
        return name
    if number := found["guest"]:
        return tr.gettext(_GUEST).format(n=number)
    return f"{tr.gettext(_BOT)} {found['bot']}" if found["bot"] else tr.gettext(_BOT)


def rule_error(code: str, sentences: Sequence[Sentence], spaces: Sequence[Space] = ()) -> RuleError:
    """Build an error whose `params` hold the sentences, for translation later, and the spaces concerned.

    Of more than `MOST_PROBLEMS` sentences only the first ones are kept, with a note that there are more.
    """
    if len(sentences) > MOST_PROBLEMS:
        sentences = [*sentences[:MOST_PROBLEMS], Sentence(N_("There are more problems."))]
    return RuleError(code, " ".join(map(str, sentences)), sentences=tuple(sentences), spaces=tuple(spaces))


def say(error: CompanionError, tr: Translations) -> str:
    """Return the message of an error, translated if it was made of sentences."""
    sentences = error.params.get("sentences")
    if not isinstance(sentences, tuple):
        return str(error)
    return " ".join(sentence.say(tr) for sentence in sentences)


@dataclass(frozen=True, slots=True)
class Reason:
    """Reason why something is not allowed: a code, and the spaces concerned.

    `rule` is the id of the atomic rule, such as "E-013". `text` says it; rules alone leave it out.
    """

    code: str
    spaces: tuple[Space, ...] = ()
    rule: str = ""
    text: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A common illegal act and its changes on the table.

    `changed` holds the new contents of the spaces that differ from `table(position)`; an empty
    mapping is a space that becomes empty.
    """

    reason: Reason
    source: Space
    target: Space
    changed: Table


def in_order(spaces: Iterable[Space]) -> tuple[Space, ...]:
    """Sort spaces the way people list them: 2 before 10."""
    return tuple(sorted(spaces, key=lambda space: (isinstance(space, str), str(space).rjust(9))))


MOST_PROBLEMS = 20
"""Maximum number of problems reported at once."""
PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")
_T = TypeVar("_T")


class Chance(Protocol):
    """Source of randomness with the methods of `random.Random`. Rules take it as an argument."""

    def random(self) -> float:
        """Return a number from 0 to 1, without 1."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 to `stop`, without `stop`."""

    def choice(self, seq: Sequence[_T], /) -> _T:
        """Return one element of a sequence."""

    def choices(
        self, population: Sequence[_T], /, weights: Sequence[float] | None = None, *, k: int = 1
    ) -> list[_T]:
        """Return `k` elements of a sequence, each drawn from all of them in proportion to its weight."""

    def sample(self, population: Sequence[_T], k: int, /) -> list[_T]:
        """Return `k` different elements of a sequence, in any order."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A value that every seat hides from the others, such as a colour, a page or a hand.

    `key` is its name in a written set-up, where it is `{player: value}` once it was revealed; values are
    JSON. `deal(chance, seats)` gives one value per seat; `check(values)` raises RuleError for values that
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


Strength: TypeAlias = Literal["easy", "middle", "strong"]
"""Playing strength of a seat that the app plays."""
STRENGTHS: tuple[Strength, ...] = get_args(Strength)


@dataclass(frozen=True, slots=True)
class Advice(Generic[MoveT]):
    """A suggested move: its way (from and to, or one space), the spaces to highlight, and one line why.

    `look` says what to look for on the highlighted spaces before the move is shown, if there is anything.
    """

    move: MoveT
    way: tuple[Space, ...]
    highlighted: tuple[Space, ...]
    reason: Sentence
    look: Sentence | None = None


def one_a_reason(advised: Iterable[Advice[MoveT]]) -> tuple[Advice[MoveT], ...]:
    """Return the first suggestion for each reason."""
    found: dict[str, Advice[MoveT]] = {}
    for advice in advised:
        found.setdefault(str(advice.reason), advice)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Advisor(Generic[PositionT, MoveT]):
    """Move suggestions of a game: `advise` finds good moves.

    `advise(past, seat, secret, trials, chance, go_on)` returns at least one move, the best first. `past` are
    the positions so far as the seat may see them; the last one is now, and it is the seat's turn. `secret` is
    the value it hides from the others. `trials` is the thinking effort; `go_on` is called now and then, and
    once it returns False the moves found so far are returned. The same chance and enough time give the same
    answer. It runs in a separate process: a module function, not a lambda.

    `trials` by strength is the effort when the app plays; hints use that of "strong". "middle" may be
    missing: the app then plays easy and strong only.
    """

    advise: Callable[
        [Sequence[PositionT], int, Any, int, Chance, Callable[[], bool]], Sequence[Advice[MoveT]]
    ]
    trials: Mapping[Strength, int]

    def effort(self, strength: Strength) -> int:
        """Return the effort at a strength; at one that the game does not have, that of "strong"."""
        return self.trials.get(strength, self.trials["strong"])


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[PositionT, MoveT]):
    """Manifest of a game for this layer. Positions and moves are frozen values; chance is an argument.

    `title` is shown unchanged; `players` are the minimum and the maximum. `play(document, tr)` returns
    the result object of a written game. `read_setup` makes the position of a written set-up, `seats` the
    players' names in it; `read_move` and `write_move` convert a move from and to its JSON object. `apply`
    returns the position after a move, outcomes of chance in it; all of these raise RuleError. `table` is
    the required contents of the table. `turn` is the index of the player to act, or None if it is
    nobody's turn; it is meaningless in a finished position. `dump` writes a position as one line of text,
    `load` reads it. `view` is the position as a seat may see it; seat None is the shared screen.
    `opening(chance, names)` is a random written set-up, `next_move(position, chance)` a random legal move
    with its outcomes. `book()` returns the rules in our own words. `moments(before, move, after)` returns
    the ids of the rules that a legal move brought into play, the most surprising first; nothing hidden from
    a seat follows from them. With an `advisor` the app gives hints and can take a seat. In a `cooperative`
    game all players win or lose together.
    """

    name: str
    title: str
    players: tuple[int, int]
    play: Callable[[Mapping[str, Any], Translations], dict[str, Any]]
    seats: Callable[[Mapping[str, Any]], tuple[str, ...]]
    read_setup: Callable[[Mapping[str, Any]], PositionT]
    read_move: Callable[[Any], MoveT]
    write_move: Callable[[MoveT], dict[str, Any]]
    apply: Callable[[PositionT, MoveT], PositionT]
    finished: Callable[[PositionT], bool]
    table: Callable[[PositionT], Table]
    turn: Callable[[PositionT], int | None]
    dump: Callable[[PositionT], str]
    load: Callable[[str], PositionT]
    opening: Callable[[Chance, Sequence[str]], dict[str, Any]]
    next_move: Callable[[PositionT, Chance], MoveT]
    book: Callable[[], Book]
    moments: Callable[[PositionT, MoveT, PositionT], Sequence[str]] = lambda *_: ()
    view: Callable[[PositionT, int | None], PositionT] = lambda position, _: position
    secret: Secret | None = None
    settings: tuple[Setting, ...] = ()
    advisor: Advisor[PositionT, MoveT] | None = None
    cooperative: bool = False


class Game(Protocol[PositionT, MoveT]):
    """Rules as the interpretation of pictures needs them, for a game that a camera follows."""

    NAME: str

    def legal(self, position: PositionT) -> list[MoveT]:
        """Return all legal moves of the player to move, in a fixed order; empty when the game is finished."""

    def apply(self, position: PositionT, move: MoveT, outcome: Any = None) -> PositionT:
        """Return the position after `move`. Raises RuleError with the reason's code if it is illegal."""

    def explain(self, position: PositionT, move: MoveT) -> Reason | None:
        """Return the reason why `move` is illegal, or None if it is legal."""

    def table(self, position: PositionT) -> Table:
        """Return the required contents of the table in this position."""

    def changed(self, position: PositionT, move: MoveT) -> Table:
        """Return the new contents of the spaces a legal move changes, before any pieces are removed."""

    def removals(self, position: PositionT, move: MoveT) -> list[Table]:
        """Return the pieces a legal move may take off the table, one entry per choice of the mover."""

    def optional(self, position: PositionT) -> Table:
        """Return the pieces that some players take off although the rules leave them on the table."""

    def mistakes(self, position: PositionT) -> Iterable[Mistake]:
        """Return the common illegal acts, each with its changes on the table."""

    def dump(self, position: PositionT) -> str:
        """Return the position as one line of text for `load`."""

    def load(self, text: str) -> PositionT:
        """Return the position of a line of text. Raises RuleError `bad_position` naming the place."""
