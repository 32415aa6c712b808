"""Validation of values and files by pydantic.

All problems are reported at once, in plain words.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from companion.errors import SettingsError
from companion.games.base import MOST_PROBLEMS, N_, Sentence, Term
from companion.games.strict import begin, loads

T = TypeVar("T")

MOST_LETTERS = 200
"""Maximum length of a wrong value in an error, in characters."""
STRICT = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
"""No value is converted to another type, and unknown keys are errors."""


@dataclass(frozen=True, slots=True)
class SettingProblem:
    """One wrong value: file, key (such as "camera.hold_s"), expected and found value."""

    file: str
    key: str
    expected: Sentence
    found: str

    @property
    def sentence(self) -> Sentence:
        """The sentence, to be translated for display."""
        values = {"file": self.file, "key": self.key, "expected": self.expected, "found": self.found}
        return Sentence(N_("{file}: {key}: expected {expected}, found {found}."), values)


def read(kind: type[T], values: Mapping[str, Any], file: str) -> T:
    """Validate `values` as a pydantic dataclass or model; `file` is their source, for errors.

    Raises SettingsError `bad_settings` with all problems in `params["problems"]`.
    """
    adapter = TypeAdapter(kind)
    try:
        return adapter.validate_json(json.dumps(values, default=str))  # JSON mode: strict, with tables
    except ValidationError as error:
        schema = adapter.json_schema()
        problems = tuple(
            SettingProblem(
                file,
                ".".join(map(str, row["loc"])) or "(document)",
                Sentence(Term(row["msg"])) if row["type"] == _EXPECTED else _expected(schema, row["loc"]),
                "nothing" if row["type"] == "missing" else _found(row["input"]),
            )
            for row in error.errors()[:MOST_PROBLEMS]
        )
        raise refusal(problems) from error


def parse(kind: type[T], written: str | bytes, file: str, most: int) -> T:
    """Parse a JSON document of at most `most` characters as a pydantic dataclass or model.

    Raises SettingsError `settings_unreadable` if it is too long, no JSON or no object, else as `read`.
    """
    try:
        values = loads(written, most)
        if not isinstance(values, dict):
            raise ValueError(begin(values, MOST_LETTERS))
    except ValueError as error:
        sentence = Sentence(_UNREADABLE, {"file": file, "found": error})
        raise SettingsError.of("settings_unreadable", sentence) from error
    return read(kind, values, file)


def unfit(expected: str) -> PydanticCustomError:
    """Make an error for a validator to raise; `expected` is a catalogue term without { and }."""
    return PydanticCustomError(_EXPECTED, expected)


_EXPECTED = "expected"
_UNREADABLE = N_("{file}: expected a JSON object, found: {found}.")


def _found(value: object) -> str:
    return begin(value, MOST_LETTERS)


def refusal(problems: Sequence[SettingProblem]) -> SettingsError:
    """Make one error of all these problems."""
    sentences = tuple(problem.sentence for problem in problems)
    text = "\n".join(map(str, sentences))
    return SettingsError("bad_settings", text, problems=tuple(problems), sentences=sentences)


def one_of(choices: Iterable[object]) -> Sentence:
    """List the allowed values as written in a file."""
    return Sentence(N_("one of {choices}"), {"choices": ", ".join(map(json.dumps, choices))})


def _expected(schema: Mapping[str, Any], place: Sequence[int | str]) -> Sentence:
    """Expected value at a place of a JSON schema."""
    defined, above = schema.get("$defs", {}), ""
    here = _resolved(schema, defined)
    for key in place:
        inside = here.get("properties", {})
        if isinstance(key, int) and "items" in here:
            here = _resolved(here["items"], defined)
        elif key in inside:
            here, above = _resolved(inside[key], defined), f"{above}{key}."
        elif isinstance(here.get("additionalProperties"), dict):
            here, above = _resolved(here["additionalProperties"], defined), f"{above}{key}."
        elif inside:
            keys = ", ".join(above + name for name in inside)
            return Sentence(N_("one of {choices}"), {"choices": keys})
    return _in_words(here, above.removesuffix("."))


def _resolved(wanted: Mapping[str, Any], defined: Mapping[str, Any]) -> Mapping[str, Any]:
    return defined[wanted["$ref"].rpartition("/")[2]] if "$ref" in wanted else wanted


def _in_words(wanted: Mapping[str, Any], name: str) -> Sentence:
    if choices := wanted.get("enum", [wanted["const"]] if "const" in wanted else []):
        return one_of(choices)
    limits = {"least": wanted.get("minimum"), "most": wanted.get("maximum")}
    match wanted.get("type"):
        case "integer":
            return Sentence(N_("a whole number from {least} to {most}"), limits)
        case "number":
            return Sentence(N_("a number from {least} to {most}"), limits)
        case "boolean":
            return Sentence(N_("true or false"))
        case "array":
            return Sentence(
                N_("a list of at most {most} of: {what}"),
                {"most": wanted.get("maxItems"), "what": _in_words(wanted.get("items", {}), name)},
            )
        case "object":
            return Sentence(N_("a table [{name}]"), {"name": name})
        case _ if "pattern" in wanted:
            return Sentence(N_("letters, digits, - and _"))
        case _:
            return Sentence(N_("a text that is not empty") if wanted.get("minLength") else N_("a text"))
