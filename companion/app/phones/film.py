"""A stored game as one file that plays it in any browser, without a network: board, steps and course."""

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from companion.app.phones.page_words import page_words
from companion.app.phones.server import PAGE, page_file
from companion.games.base import Translations, player_name
from companion.i18n import translator
from companion.session import view_json
from companion.session.base import SessionContext, manifest
from companion.session.board.seat import SEAT as BOARD
from companion.session.board.snapshot import BoardSnapshot
from companion.session.seat_form import common, seat_form
from companion.session.session import TimelineSession
from companion.session.snapshot import Snapshot
from companion.storage.journal import Journal
from ui.services import History, ReplayStep, Review

_LEFT_OUT = ("can_undo", "can_redo", "problem", "number", "played")
"""Fields of the public view that a film does not need."""
_IMPORT = re.compile(r'from "\./([a-z0-9_/]+\.js)"')
_BESIDE = re.compile(r"new URL\(([^()]+), import\.meta\.url\)")
"""An import of a module, and the address of a file beside a module."""
_FONT = re.compile(r"url\((fonts/[a-z-]+\.woff2)\)")
_ASSET = 'const asset = (name) => window.FILES[name] || "data:application/json,null";\n'
"""Beginning of a module that has files beside it."""


@dataclass(frozen=True, slots=True)
class FilmLook:
    """How a film looks: its language, and the keys of the players' figures by name.

    `board` describes a board without a page of its own. With `initials` no name of a player is in the film.
    """

    language: str
    figures: Mapping[str, str]
    board: Mapping[str, Any] | None = None
    initials: bool = False


def film(
    journal: Journal, known: History, steps: Sequence[ReplayStep], review: Review, look: FilmLook
) -> bytes:
    """Return a finished game as a page; `steps` are those of its replay. Takes up to a few seconds.

    Raises StorageError.
    """
    tr = translator(look.language)
    frames = _frames(journal, known, steps, tr, look.figures)
    told = {
        "game": known.game,
        "language": look.language,
        "words": {**page_words(look.language, ""), **page_words(look.language, known.game)},
        "frames": list(_changes(frames)),
        "losses": list(review.losses),
        "course": [[round(value, 3) for value in values] for values in review.course.values()],
        "turns": [
            {"step": turn.step, "text": " ".join(sentence.say(tr) for sentence in turn.sentences)}
            for turn in review.turns
        ],
    }
    written = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    if look.initials:
        written = shortened(written, known.players)
    return _page(known.game, written, look.board).encode()


def shortened(text: str, names: Sequence[str]) -> str:
    """Return a text in which every name is its first letter; further ones with the same have a number."""
    short: dict[str, str] = {}
    for name in names:
        first = name[:1].upper()
        n = sum(made.startswith(first) for made in short.values())
        short[name] = f"{first}{n + 1}." if n else f"{first}."
    for name in sorted(names, key=len, reverse=True):
        escaped = re.escape(json.dumps(name, ensure_ascii=False)[1:-1])
        text = re.sub(rf"(?<!\w){escaped}(?!\w)", lambda _, name=name: short[name], text)  # type: ignore[misc]  # a default, not a parameter
    return text


def _frames(
    journal: Journal,
    known: History,
    steps: Sequence[ReplayStep],
    tr: Translations,
    figures: Mapping[str, str],
) -> Iterator[dict[str, Any]]:
    """Yield what everybody saw after each step of the replay, and who did what."""
    context = SessionContext(journal, watched=False, at_table=False, interactive=False)
    session = manifest(known.game).resume(known.id, context)
    assert isinstance(session, TimelineSession)
    end = session.timeline.at
    for number, step in enumerate(steps):
        moves = number if step.moves < 0 else step.moves
        session.look_back(moves)
        seen = _public(session.snapshot(0), tr)
        if moves < end:  # the session knows how it ended
            seen["result"] = None
        yield {
            **seen,
            "over": moves == end,
            "prompt": seen["prompt"] if moves == end else _told(known, step, tr),
            "decisions": [],
            "players": [
                {
                    **player,
                    "figure": figures.get(player["name"]),
                    "turn": player["name"] == step.who,
                    "won": moves == end and player["name"] in known.winners,
                }
                for player in seen["players"]
            ],
        }


def _told(known: History, step: ReplayStep, tr: Translations) -> dict[str, str]:
    """Return what happened in a step in the form of a prompt; at the start who plays."""
    players = ", ".join(player_name(tr, name) for name in known.players)
    text = view_json.sentence(step.sentences[0], tr) if step.sentences else players
    return {"tone": "film", "icon": "" if step.who else "film", "text": text, "detail": "", "rule": ""}


def _public(shown: Snapshot, tr: Translations) -> dict[str, Any]:
    form = seat_form(shown.name) or (BOARD if isinstance(shown, BoardSnapshot) else None)
    seen = common(shown, tr) | dict(form.public(shown, tr) if form else {})
    return {key: value for key, value in seen.items() if key not in _LEFT_OUT}


def _changes(frames: Iterable[Any]) -> Iterator[Any]:
    """Yield each frame as a change of the one before.

    A change is [value], a new value; [], nothing any more; or the changes inside an object or array by key.
    """
    before: Any = None
    for frame in frames:
        yield _change(before, frame)
        before = frame


def _change(old: Any, new: Any) -> Any:
    match old, new:
        case dict(), dict():
            gone: dict[Any, Any] = {key: [] for key in old if key not in new}
            return gone | {
                key: _change(old.get(key, _NONE), new[key]) for key in new if old.get(key, _NONE) != new[key]
            }
        case list(), list() if len(old) == len(new):
            return {
                at: _change(one, other)
                for at, (one, other) in enumerate(zip(old, new, strict=True))
                if one != other
            }
    return [new]


_NONE = object()


def _page(game: str, told: str, board: Mapping[str, Any] | None) -> str:
    """Return the page with everything that it needs in itself."""
    style = _FONT.sub(lambda font: f"url({_uri(_own(font[1]), 'font/woff2')})", _own("style.css").decode())
    files = {}
    if found := page_file(f"{game}_cover.jpg"):
        files[f"{game}_cover.jpg"] = _uri(found.read_bytes(), "image/jpeg")
    drawn = page_file(f"{game}_board.json")
    if drawn or board:
        content = drawn.read_bytes() if drawn else json.dumps(board).encode()
        files[f"{game}_board.json"] = _uri(content, "application/json")
    page = _own("film.html").decode().replace("/*style*/", style)
    page = page.replace("{}/*files*/", json.dumps(files))
    page = page.replace("/*film.js*/", _module("film.js", game))
    return page.replace("{}/*told*/", told.replace("<", "\\u003c"))


def _module(name: str, game: str) -> str:
    """Return a module of the page with all that it imports in itself; files beside it are those of the film.

    `game.js` is the module of the game, else that of boards by description.
    """
    own = page_file(f"{game}.js") if name == "game.js" else None
    text = own.read_text("utf-8") if own else _own("board.js" if name == "game.js" else name).decode()

    def packed(found: re.Match[str]) -> str:
        return f'from "{_uri(_module(found[1], game).encode(), "text/javascript")}"'

    text, beside = _BESIDE.subn(r"asset(\1)", _IMPORT.sub(packed, text))
    return _ASSET + text if beside else text


def _own(name: str) -> bytes:
    return resources.files(PAGE).joinpath(*name.split("/")).read_bytes()


def _uri(content: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
