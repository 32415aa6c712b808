"""Players, preferences and tags, kept in three small files."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from companion.errors import CompanionError, SettingsError
from companion.games.base import N_
from companion.settings import people as people_file
from companion.settings import preferences as preferences_file
from companion.settings import tags as tags_file
from companion.settings.people import Experience, Experiences, Person, Plan
from companion.settings.preferences import Preferences
from companion.storage import atomic
from companion.storage.failure import failure

_SET_ASIDE = N_("{path} could not be read ({cause}). The app renamed it to {aside} and starts a new one.")
_UNREADABLE = N_("{path} could not be read ({cause}); the app will rename it and start a new one.")
_NOT_WRITTEN = N_("{path}: cannot be written ({cause}); make room or check who owns the folder.")
_Read = TypeVar("_Read")

LEARNING_GAMES = 2
"""Number of games of a kind in which rules are explained to a person when they first matter."""


class FileProfiles:
    """Implements `ui.services.Profiles` on files in a folder."""

    def __init__(self, folder: Path, *, keep: bool = False) -> None:
        """Read the files; an unreadable one is moved aside, or with `keep` only reported."""
        self._keep_broken = keep
        self._preferences_path = folder / preferences_file.FILE
        self._people_path = folder / people_file.FILE
        self._tags_path = folder / tags_file.FILE
        self._problems: list[CompanionError] = []
        self._fresh = not (self._preferences_path.exists() or self._people_path.exists())
        self._preferences = self._read(self._preferences_path, _preferences, Preferences)
        self._people, self._plans, known = self._read(self._people_path, _people, lambda: ([], {}, {}))
        self._experience: Experiences = known
        self._tags = self._read(self._tags_path, _tags, lambda: {})
        self._listeners: list[Callable[[Preferences], None]] = []

    def problems(self) -> Sequence[CompanionError]:
        """Errors since the last call."""
        problems, self._problems = tuple(self._problems), []
        return problems

    def note(self, error: CompanionError) -> None:
        """Add an error to report once the window is open."""
        self._problems.append(error)

    def first_start(self) -> bool:
        """Return True until something has been chosen at this table."""
        return self._fresh

    def preferences(self) -> Preferences:
        """The current preferences."""
        return self._preferences

    def prefer(self, **changes: Any) -> None:
        """Change preferences by field name. Raises StorageError `not_written`."""
        changed = replace(self._preferences, **changes)
        _write(self._preferences_path, preferences_file.dump(changed))
        self._preferences, self._fresh = changed, False
        for listener in tuple(self._listeners):
            listener(changed)

    def people(self) -> Sequence[Person]:
        """All known players, last active first; guests of the last game among them."""
        return tuple(self._people)

    def figures(self, players: Sequence[str]) -> Mapping[str, str]:
        """Keys of the figures of players by name."""
        found = people_file.figures(self._people, players)
        return {name: person.colour for name, person in found.items()}

    def remember(self, people: Sequence[Person]) -> None:
        """Store the current players; guests of other games are removed.

        Raises StorageError `not_written`.
        """
        names = {person.name for person in people}
        others = (person for person in self._people if person.name not in names and not person.guest)
        self._keep([*people, *others], self._plans)

    def forget_person(self, name: str) -> None:
        """Remove a player from the list and from the plans. Raises StorageError `not_written`."""
        plans = {game: plan.without(name) for game, plan in self._plans.items()}
        others = {other: games for other, games in self._experience.items() if other != name}
        self._keep([person for person in self._people if person.name != name], plans, others)
        somebody = tags_file.thing(tags_file.PERSON, name)
        self._keep_tags({tag: what for tag, what in self._tags.items() if what != somebody})

    def plan(self, game: str) -> Plan:
        """Players and options last used for a game."""
        return self._plans.get(game, Plan())

    def agree(self, game: str, plan: Plan) -> None:
        """Store a plan. Raises StorageError `not_written`."""
        self._keep(self._people, {**self._plans, game: plan})

    def is_new(self, game: str) -> bool:
        """Return True until somebody has begun this game here, or said that they know it."""
        return game not in self._plans and not any(game in games for games in self._experience.values())

    def begun(self, game: str, players: Sequence[str]) -> None:
        """Count a game for its players; without players everybody is taken to know what it is about.

        Raises StorageError `not_written`.
        """
        names = self._named(players) or {""}
        self._learn(game, names, lambda known: replace(known, games=known.games + bool(players)))

    def unexplained(self, game: str, players: Sequence[str], rules: Sequence[str]) -> Sequence[str]:
        """Return those of the rules that one of the players, in their first games, was not told yet."""
        known = [self._known(name, game) for name in self._named(players)]
        learning = [one for one in known if one.games <= LEARNING_GAMES]
        return [rule for rule in rules if any(rule not in one.rules for one in learning)]

    def explained(self, game: str, players: Sequence[str], rules: Sequence[str]) -> None:
        """Record that the players were told these rules. Raises StorageError `not_written`."""
        self._learn(
            game,
            self._named(players),
            lambda known: replace(known, rules=tuple(dict.fromkeys((*known.rules, *rules)))),
        )

    def explain_again(self, name: str) -> None:
        """Explain all rules to a person once more, "" to those without a name.

        Raises StorageError `not_written`.
        """
        games = dict.fromkeys(self._experience.get(name, {}), Experience())
        self._keep(self._people, self._plans, {**self._experience, name: games})

    def tags(self) -> Mapping[str, str]:
        """Meanings of the tags, by their numbers."""
        return self._tags

    def teach_tag(self, tag: str, what: str) -> None:
        """Set the meaning of a tag; "" removes it. Raises StorageError `not_written`."""
        others = {other: kept for other, kept in self._tags.items() if other != tag}
        self._keep_tags({**others, tag: what} if what else others)

    def on_change(self, listener: Callable[[Preferences], None]) -> Callable[[], None]:
        """Call `listener` after every change of preferences; return an unsubscribe function."""
        self._listeners.append(listener)
        return partial(self._listeners.remove, listener)

    def _named(self, players: Sequence[str]) -> set[str]:
        """Return the names under which the players' experience is kept."""
        named = {person.name for person in self._people if not person.guest}
        return {name if name in named else "" for name in players}

    def _known(self, name: str, game: str) -> Experience:
        return self._experience.get(name, {}).get(game, Experience())

    def _learn(self, game: str, names: set[str], more: Callable[[Experience], Experience]) -> None:
        """Change and store what people know of a game."""
        changed = {
            name: {**self._experience.get(name, {}), game: more(self._known(name, game))} for name in names
        }
        self._keep(self._people, self._plans, {**self._experience, **changed})

    def _keep(
        self, people: Sequence[Person], plans: dict[str, Plan], experience: Experiences | None = None
    ) -> None:
        people = list(people[: people_file.MOST_NAMES])
        experience = self._experience if experience is None else experience
        _write(self._people_path, people_file.dump(people, plans, experience))
        self._people, self._plans, self._experience = people, plans, experience

    def _keep_tags(self, tags: dict[str, str]) -> None:
        if tags != self._tags:
            _write(self._tags_path, tags_file.dump(tags))
            self._tags = tags

    def _read(self, path: Path, load: Callable[[Path], _Read], otherwise: Callable[[], _Read]) -> _Read:
        try:
            return load(path)
        except FileNotFoundError:
            return otherwise()
        except (OSError, ValueError, SettingsError) as error:
            aside = path.with_suffix(".broken")
            values = {"path": str(path), "cause": _cause(error), "aside": aside.name}
            if self._keep_broken:
                self._problems.append(failure("unreadable", _UNREADABLE, **values))
                return otherwise()
            self._problems.append(failure("set_aside", _SET_ASIDE, **values))
            with suppress(OSError):  # the next change overwrites a file that cannot be moved
                path.replace(aside)
            return otherwise()


def _preferences(path: Path) -> Preferences:
    return preferences_file.load(path.read_bytes(), str(path))


def _people(path: Path) -> tuple[list[Person], dict[str, Plan], Experiences]:
    return people_file.load(path.read_bytes())


def _tags(path: Path) -> dict[str, str]:
    return tags_file.load(path.read_bytes())


def _write(path: Path, text: str) -> None:
    try:
        atomic.write(path, text)
    except OSError as error:
        cause = error.strerror or str(error)
        raise failure("not_written", _NOT_WRITTEN, path=str(path), cause=cause) from error


def _cause(error: Exception) -> str:
    """Short reason why a file could not be read."""
    problems = error.params.get("problems") if isinstance(error, SettingsError) else None
    if isinstance(problems, tuple):
        return ", ".join(problem.key for problem in problems)
    return str(error.__cause__ if isinstance(error, SettingsError) else error)
