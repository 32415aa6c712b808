"""Known players with their last colour and seat, what they know of each game, and its last plan.

Seats are sides and corners of the board as it is printed. Turns go clockwise around the table.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from companion.errors import SettingsError
from companion.games import strict
from companion.games.base import N_
from companion.settings import checked

Side: TypeAlias = Literal[
    "top", "top_right", "right", "bottom_right", "bottom", "bottom_left", "left", "top_left"
]
"""A seat: a side or corner of the board as it is printed, clockwise."""
SIDES: tuple[Side, ...] = get_args(Side)
SIDE_WORDS: Mapping[str, str] = {
    "top": N_("top"), "top_right": N_("top right"), "right": N_("right"), "bottom_right": N_("bottom right"),
    "bottom": N_("bottom"), "bottom_left": N_("bottom left"), "left": N_("left"), "top_left": N_("top left"),
}  # fmt: skip
Bot: TypeAlias = Literal["", "easy", "middle", "strong"]
COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "brown", "teal")
"""Keys of the figures of players; on screens each is an animal."""
FILE = "people.json"
MOST_NAMES = 24
MOST_LETTERS = 14
_USUAL: tuple[Side, ...] = ("bottom", "top", "right", "left", *SIDES)


_LENIENT = ConfigDict(strict=True, extra="ignore")
"""Unknown keys are ignored: after a rollback the file may be from the newer version."""


def _known_colour(colour: str) -> str:
    if colour not in COLOURS:
        raise checked.unfit(N_("a player colour"))
    return colour


@dataclass(frozen=True, slots=True)
class Person:
    """A player. `role` is used in games with roles.

    A `guest` has no name in a plan and is known by number until the next game begins. So is a `bot`,
    played by the app: its value is the strength, "" for humans.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _LENIENT
    name: Annotated[str, Field(max_length=MOST_LETTERS)]
    colour: Annotated[str, AfterValidator(_known_colour)] = COLOURS[0]
    seat: Side = "bottom"
    role: str = ""
    guest: bool = False
    bot: Bot = ""


@dataclass(frozen=True, slots=True)
class Experience:
    """Experience of a person in one game: how many they have begun, and ids of rules explained to them."""

    __pydantic_config__: ClassVar[ConfigDict] = _LENIENT
    games: Annotated[int, Field(ge=0)] = 0
    rules: tuple[str, ...] = ()


Experiences: TypeAlias = Mapping[str, Mapping[str, Experience]]
"""Experience by person and game; all people without a name share that of ""."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Players and options of a game; kept for the next time.

    `first` is the index of the starting player, None if undecided; `table` a `TableKind`, "" if
    undecided; `options` are the game's own, as JSON values.
    """

    players: tuple[Person, ...] = ()
    first: int | None = None
    table: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def joined(self, name: str, known: Person | None = None, seat: Side | None = None) -> "Plan":
        """Add a player, with last time's colour and seat, or this seat, if they are free.

        A person keeps the colour: a guest who has it takes another one.
        """
        liked = known or Person(name)
        plan = self._yielding(liked.colour) if known and name else self
        colours, seats = {p.colour for p in plan.players}, {p.seat for p in plan.players}
        colour = next((c for c in (liked.colour, *COLOURS) if c not in colours), liked.colour)
        wanted = (seat,) if seat else (liked.seat,) if known else ()
        free = next((side for side in (*wanted, *_USUAL) if side not in seats), liked.seat)
        person = Person(name, colour, free, liked.role, bot=liked.bot)
        return replace(plan, players=(*plan.players, person), first=None)

    def _yielding(self, colour: str) -> "Plan":
        """Let guests and the app take another colour than this one."""
        plan = self
        for index, person in enumerate(self.players):
            if person.colour == colour and not person.name:
                taken = {other.colour for other in plan.players}
                free = next((other for other in COLOURS if other not in taken), person.colour)
                plan = plan._with(index, replace(person, colour=free))
        return plan

    def replaced(self, index: int, name: str, known: Person | None = None) -> "Plan":
        """Replace a player, with last time's colour and seat if they are free; guests give the colour up."""
        plan = self._yielding(known.colour) if known else self
        old = plan.players[index]
        others = (*plan.players[:index], *plan.players[index + 1 :])
        liked = known or replace(old, name=name)
        colour = old.colour if liked.colour in {p.colour for p in others} else liked.colour
        seat = old.seat if liked.seat in {p.seat for p in others} else liked.seat
        return replace(plan._with(index, Person(name, colour, seat, liked.role)), first=None)

    def guest(self) -> int | None:
        """Index of the first human player without a name."""
        return next(
            (index for index, person in enumerate(self.players) if not person.name and not person.bot), None
        )

    def left(self, index: int) -> "Plan":
        """Remove a player."""
        players = (*self.players[:index], *self.players[index + 1 :])
        return replace(self, players=players, first=None)

    def named(self, index: int, name: str) -> "Plan":
        """Rename a player."""
        return self._with(index, replace(self.players[index], name=name))

    def played_by(self, index: int, bot: Bot) -> "Plan":
        """Let the app play a seat, or with "" a human without a name yet."""
        old = self.players[index]
        name = "" if bot or old.bot else old.name
        return self._with(index, replace(old, name=name, bot=bot))

    @property
    def people(self) -> int:
        """Number of human players."""
        return sum(not person.bot for person in self.players)

    def without(self, name: str) -> "Plan":
        """Replace a named player by a guest."""
        names = [person.name for person in self.players]
        return self.named(names.index(name), "") if name in names else self

    def coloured(self, index: int, colour: str) -> "Plan":
        """Give a player a colour; its owner gets the player's old one."""
        return self._swapped(index, "colour", colour)

    def seated(self, index: int, seat: Side) -> "Plan":
        """Give a player a seat; its owner gets the player's old one."""
        return self._swapped(index, "seat", seat)

    def cast(self, index: int, role: str) -> "Plan":
        """Give a player a role; its owner gets the player's old one."""
        return self._swapped(index, "role", role)

    def all_cast(self, roles: Sequence[str]) -> "Plan":
        """Give everybody a different role; current roles are kept if possible."""
        plan = self
        for index, person in enumerate(self.players):
            taken = {other.role for other in plan.players[:index]}
            if person.role not in roles or person.role in taken:
                wished = {other.role for other in plan.players}
                free = [role for role in roles if role not in taken]
                role = next((role for role in free if role not in wished), free[0])
                plan = plan._with(index, replace(person, role=role))
        return plan

    def in_order(self) -> tuple[Person, ...]:
        """The players in turn order: clockwise from the starting player (E-006)."""
        if not self.players:
            return ()
        begins = SIDES.index(self.players[self.first or 0].seat)
        return tuple(sorted(self.players, key=lambda p: (SIDES.index(p.seat) - begins) % len(SIDES)))

    def next_round(self) -> "Plan":
        """The plan of the next game, begun by the next player clockwise."""
        if len(self.players) < 2:
            return self
        return replace(self, first=self.players.index(self.in_order()[1]))

    def _swapped(self, index: int, what: Literal["colour", "seat", "role"], wanted: Any) -> "Plan":
        given_up: Any = getattr(self.players[index], what)
        plan = self
        for other, person in enumerate(self.players):
            if getattr(person, what) == wanted:
                plan = plan._with(other, replace(person, **{what: given_up}))
        return plan._with(index, replace(self.players[index], **{what: wanted}))

    def _with(self, index: int, person: Person) -> "Plan":
        players = (*self.players[:index], person, *self.players[index + 1 :])
        return replace(self, players=players)


def facing_deg(seat: Side) -> Literal[0, 90, 180, 270]:
    """Counter-clockwise rotation of texts for a seat, in degrees.

    The screen is oriented as the board.
    """
    if seat.startswith("top"):
        return 180
    return {"right": 90, "left": 270}.get(seat, 0)  # type: ignore[return-value]  # a dict widens to int


def load(written: str | bytes) -> tuple[list[Person], dict[str, Plan], Experiences]:
    """Parse the known players, last active first, the last plan of every game, and what people know.

    Raises ValueError if the text is not in the format of `dump`.
    """
    try:
        file = checked.parse(_PeopleFile, written, FILE, strict.MOST_CHARACTERS)
    except SettingsError as error:
        raise ValueError(str(error)) from error
    plans = {
        game: Plan(tuple(plan.players), plan.first, plan.table, plan.options)
        for game, plan in file.plans.items()
    }
    return file.people[:MOST_NAMES], plans, file.experience


class _Plan(BaseModel):
    model_config = _LENIENT
    players: list[Person]
    first: int | None
    table: str
    options: dict[str, Any]

    @field_validator("first")
    @classmethod
    def _is_a_player(cls, first: int | None, so_far: ValidationInfo) -> int | None:
        if first is not None and not 0 <= first < len(so_far.data.get("players", [])):
            raise checked.unfit(N_("the number of a player, from 0, or null"))
        return first


class _PeopleFile(BaseModel):
    model_config = _LENIENT
    people: list[Person]
    plans: dict[str, _Plan]
    experience: dict[str, dict[str, Experience]] = Field(default_factory=dict)


def dump(
    people: Sequence[Person], plans: Mapping[str, Plan], experience: Experiences = MappingProxyType({})
) -> str:
    """Format the text of the file; guests of the last game are included."""
    content = {
        "people": [asdict(person) for person in people][:MOST_NAMES],
        "plans": {game: asdict(plan) for game, plan in plans.items()},
        "experience": {
            name: {game: asdict(known) for game, known in games.items()} for name, games in experience.items()
        },
    }
    return json.dumps(content, indent=1, ensure_ascii=False)


def figures(known: Iterable[Person], players: Sequence[str]) -> dict[str, Person]:
    """Return the players of a game by name, guests included; no two share a colour or a seat."""
    by_name, plan = {person.name: person for person in known}, Plan()
    for name in sorted(players, key=lambda name: name not in by_name):
        plan = plan.joined(name, by_name.get(name))
    return {person.name: person for person in plan.players}
