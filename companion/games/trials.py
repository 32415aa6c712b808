"""Tries packages of games, each in a process of its own, and remembers the results.

A package runs in the process that tries it, so that it can write a result of its own. A result is therefore
text from outside, wherever it comes from: `read` checks all of it, and it says nothing but what becomes of
the package that was tried.
"""

import hashlib
import json
import logging
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields
from pathlib import Path
from string import Formatter
from time import monotonic
from typing import Any

from platformdirs import user_cache_path

from companion.errors import CompanionError
from companion.games import strict
from companion.games.base import MOST_PROBLEMS, N_, Sentence, Term, printable
from companion.games.package import GamePackage, check_package, strings, wrong

PROGRAM = "companion.app.game_trial"
"""Module that tries a package; a program, because it needs all layers."""
TRIAL_S = 60.0
"""Maximum time of a trial; on a Raspberry Pi 4 the libraries alone take 5 seconds."""
MOST_BYTES = 32_000
"""Maximum size of a result."""
_END_S = 2.0
"""Time to end for a process that has said all it will say."""
_MOST_SENTENCES, _MOST_VALUES, _MOST_DEPTH = MOST_PROBLEMS + 1, 8, 4
_MOST_LETTERS = 500
"""Maximum length of a text in a result, in characters."""
_MOST_TEXT = 4_000
"""Maximum length of the explanation of a failure, in characters."""
_CODE = re.compile(r"[a-z][a-z0-9_]{0,39}")
_BEGIN = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); "
    f"from {PROGRAM} import main; main(*sys.argv[1:])"
)
"""`-I` and this: the path is set after the modules that customise Python were looked for."""
_log = logging.getLogger(__name__)


def run(
    name: str, value: str, place: str, path: Sequence[str], environment: Mapping[str, str] | None = None
) -> str:
    """Try a package in a process of its own that imports from `path`; return the result, whole for `read`.

    `value` is the entry point, `place` says where it is, for errors. Takes `TRIAL_S` at most.
    """
    top = top_of(value)
    out, into = os.pipe()
    with (
        os.fdopen(out, "rb", buffering=0) as results,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile() as printed,
    ):
        try:
            child = subprocess.Popen(
                [sys.executable, "-I", "-c", _BEGIN, json.dumps([*path]), name, value, place, str(into)],
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd=folder,
                pass_fds=(into,),
                start_new_session=True,  # all that it started ends with it
            )
        finally:
            os.close(into)
        try:
            said, ended = _received(results.fileno())
            if ended:
                with suppress(subprocess.TimeoutExpired):
                    child.wait(_END_S)
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        printed.seek(0)
        output = printed.read(60).decode("utf-8", "replace")
    try:
        result = said.decode("utf-8")
        error = read(result, name, top, place)[1]
    except CompanionError as refused:
        return failure(refused)
    except ValueError as reason:
        found: object = Sentence(N_("no end within {n} s"), {"n": round(TRIAL_S)})
        if said:
            found = printable(str(reason))[:60]
        elif ended:
            found = Sentence(N_("exit code {code}"), {"code": child.returncode})
        return failure(wrong(place, N_("modules that can be imported"), found))
    if output and error is None:
        return failure(wrong(place, N_("no output while it is imported"), repr(output)))
    return result


def _received(results: int) -> tuple[bytes, bool]:
    """Return the first line that is written to a pipe, and True if it ended or the pipe did."""
    until_s, said = monotonic() + TRIAL_S, b""
    with selectors.DefaultSelector() as selector:
        selector.register(results, selectors.EVENT_READ)
        while len(said) <= MOST_BYTES and b"\n" not in said:
            if not selector.select(max(0.0, until_s - monotonic())):
                return b"", False
            chunk = os.read(results, MOST_BYTES)
            if not chunk:
                break
            said += chunk
    return b"".join(said.partition(b"\n")[:2]), True


def top_of(value: str) -> str:
    """Return the module of an entry point that is at the top."""
    return value.partition(":")[0].partition(".")[0].strip()


def success(package: GamePackage) -> str:
    """Return the result of a trial that found a game."""
    return json.dumps({"package": strings(package)}) + "\n"


def failure(error: CompanionError) -> str:
    """Return the result of a trial that failed; sentences that `read` refuses are there as plain text."""
    sentences = error.params.get("sentences") or ()
    assert isinstance(sentences, tuple)
    said = {"code": error.code, "sentences": [*map(_written, sentences)]}
    try:
        _as_error(said)
    except ValueError:
        text = printable(str(error))[:_MOST_TEXT]
        parts = [text[at : at + _MOST_LETTERS] for at in range(0, len(text), _MOST_LETTERS)] or [""]
        pattern = "".join(f"{{part{number}}}" for number in range(len(parts)))
        values = {f"part{number}": part for number, part in enumerate(parts)}
        said["sentences"] = [_written(Sentence(pattern, values))]
    return json.dumps({"failure": said}) + "\n"


def read(
    result: str, name: str, top: str, place: str
) -> tuple[GamePackage, None] | tuple[None, CompanionError]:
    """Return the package, or why it is left out, of a result for the game `name` in the module `top`.

    Raises ValueError if it is no result, CompanionError `wrong_package` if the package is not that of
    the game.
    """
    match strict.loads(result, MOST_BYTES):
        case {"failure": failed, **others} if not others:
            return None, _as_error(failed)
        case {"package": said, **others} if not others:
            return check_package(_as_package(said), name, place, top), None
    raise ValueError("neither a package nor a failure")


def _as_package(said: object) -> GamePackage:
    known = {one.name: one.default is MISSING for one in fields(GamePackage)}
    if not isinstance(said, dict) or not {key for key, needed in known.items() if needed} <= {*said} <= {
        *known
    }:
        raise ValueError("not the fields of a package")
    for value in said.values():
        if type(value) is not int and not (type(value) is str and len(value) <= _MOST_LETTERS):
            raise ValueError("a field that is neither a number nor a short text")
    return GamePackage(**said)


def _as_error(said: object) -> CompanionError:
    match said:
        case {"code": str(code), "sentences": [_, *_] as written, **others} if not others:
            if _CODE.fullmatch(code) and len(written) <= _MOST_SENTENCES:
                sentences = tuple(_as_sentence(one, 1) for one in written)
                text = " ".join(map(str, sentences))
                if len(text) <= _MOST_TEXT:
                    return CompanionError(code, text, sentences=sentences)
    raise ValueError("not a failure with sentences")


def _as_sentence(said: object, depth: int) -> Sentence:
    """Return a sentence that `_written` wrote; its pattern names its values and formats none of them."""
    match said:
        case {"pattern": str(pattern), "values": dict(values), **others} if (
            not others and depth <= _MOST_DEPTH
        ):
            named = [*Formatter().parse(pattern)]
            plain = all(
                key is None or (key in values and not form and how in (None, "r"))
                for _, key, form, how in named
            )
            if plain and len(named) <= _MOST_VALUES and len(pattern) <= _MOST_LETTERS:
                return Sentence(pattern, {key: _as_value(one, depth + 1) for key, one in values.items()})
    raise ValueError("not a sentence")


def _as_value(said: object, depth: int) -> object:
    match said:
        case dict():
            return _as_sentence(said, depth)
        case [str(term)] if len(term) <= _MOST_LETTERS:
            return Term(term)
        case int():
            return said
        case str() if len(said) <= _MOST_LETTERS:
            return said
    raise ValueError("not a value of a sentence")


def _written(value: object) -> object:
    """Return a value of a sentence as JSON: a sentence is an object, a term a list of one text."""
    if isinstance(value, Sentence):
        return {"pattern": value.pattern, "values": {key: _written(one) for key, one in value.values.items()}}
    if isinstance(value, Term):
        return [str(value)]
    return value if isinstance(value, int) else printable(str(value))[:_MOST_LETTERS]


def _file(label: str) -> Path:
    """File of the user's cache with the result of a game."""
    return _folder() / f"{hashlib.sha256(label.encode('utf-8', 'replace')).hexdigest()[:32]}.json"


def _folder() -> Path:
    return user_cache_path("table-companion") / "trials"


def remembered(label: str, mark: str) -> str | None:
    """Return the result of a trial of the same files, to be read; None if there is none."""
    with suppress(OSError, ValueError):
        file = _file(label)
        if file.is_file():  # reading a pipe would take for ever
            with file.open("rb") as opened:
                kept: Any = strict.loads(opened.read(3 * MOST_BYTES), 3 * MOST_BYTES, any_text=True)
            match kept:
                case {"mark": kept_mark, "result": str(result)} if kept_mark == mark:
                    return result
    return None


def remember(label: str, mark: str, result: str) -> None:
    """Keep the result of a trial at once; the trials after it may take long."""
    file = _file(label)
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps({"mark": mark, "result": result}), "utf-8")
        draft.replace(file)
    except OSError as error:
        _log.warning("the trial of a game is not remembered: %s", error)


def forget_all_but(labels: Sequence[str]) -> None:
    """Forget the games that are gone."""
    kept = {_file(label) for label in labels}
    with suppress(OSError):
        for file in _folder().glob("*.json"):
            if file not in kept:
                file.unlink()
