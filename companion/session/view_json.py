"""JSON form of what a session says, for another screen; `ui/phone` reads it."""

from collections.abc import Sequence
from typing import Any

from companion.games.base import Sentence, Translations
from companion.session.view import (
    Amounts,
    Decision,
    Dice,
    Form,
    Label,
    Line,
    Mark,
    Pairs,
    Path,
    Picks,
    Prompt,
    Steps,
)


def prompt(of: Prompt, tr: Translations) -> dict[str, str]:
    """Return the sentence of the moment in the language of a catalogue."""
    detail = sentence(of.detail, tr) if of.detail else ""
    seats = {"yours": of.yours, "theirs": of.theirs, "to_you": _unnamed(of.text, tr)}
    return {
        "tone": of.tone,
        "icon": of.icon,
        "text": sentence(of.text, tr),
        "detail": detail,
        "rule": of.rule,
        **{name: sentence(text, tr) for name, text in seats.items() if text},
    }


def marks(of: Sequence[Mark]) -> list[list[Any]]:
    """Return the marked things: thing, kind and, if it has one, its label."""
    return [[*mark] if mark.label else [*mark[:2]] for mark in of]


MOST_TOLD = 12
"""Maximum number of moves in the story, the newest last."""


def story(of: Sequence[Line], tr: Translations) -> list[dict[str, Any]]:
    """Return the last moves in the language of a catalogue, each with all its sentences."""
    moves: dict[int, list[Line]] = {}
    for line in of:
        moves.setdefault(line.number, []).append(line)
    return [
        {
            "number": number,
            "text": " ".join(sentence(line.text, tr) for line in lines),
            "arrow": [*lines[0].arrow] or None,
        }
        for number, lines in list(moves.items())[-MOST_TOLD:]
    ]


def sentence(of: Sentence, tr: Translations) -> str:
    """Return a sentence in the language of a catalogue; it begins with a capital."""
    text = of.say(tr)
    begin = 1 + (text[:1] in "¿¡")
    return text[:begin].upper() + text[begin:]


def _unnamed(of: Sentence, tr: Translations) -> Sentence | None:
    """Return a sentence without the name of the player whom it addresses; None if it addresses nobody.

    Its pattern is translated already.
    """
    pattern = tr.gettext(of.pattern)
    return of._replace(pattern=pattern.removeprefix(_NAMED)) if pattern.startswith(_NAMED) else None


_NAMED = "{player}, "


def decisions(of: Sequence[Decision], tr: Translations) -> list[dict[str, Any]]:
    """Return decisions in the language of a catalogue.

    `then` takes the place of `text` once a thing is chosen. The `options` of a path are ways, those of other
    forms are things; `labels` are their words. What is empty, false or None is left out.
    """
    return [_decision(one, tr) for one in of]


def _decision(of: Decision, tr: Translations) -> dict[str, Any]:
    made = {"id": of.id, "text": sentence(of.text, tr), **_form(of.form, tr)}
    made |= {
        key: sentence(text, tr)
        for key, text in (("then", of.then), ("note", of.note), ("key", of.key))
        if text
    }
    made |= {} if of.default is None else {"default": [*of.default]}
    return made | {key: True for key, is_so in (("aside", of.aside), ("confirm", of.confirm)) if is_so}


def _form(of: Form, tr: Translations) -> dict[str, Any]:
    match of:
        case Picks(things, least, most, costs, budget):
            made = {"form": "picks", "options": [*things], "least": least, "most": most}
            return made | ({"costs": [*costs], "budget": budget} if costs else {})
        case Steps(lists):
            return {"form": "steps", "options": [[*things] for things in lists]}
        case Pairs(sources, goals, usual):
            return {"form": "pairs", "options": [*sources], "goals": [*goals], "usual": [*usual]}
        case Amounts(things, most_each, total, usual):
            numbers = {"most": [*most_each], "least": of.least, "total": total, "usual": [*usual]}
            return {"form": "amounts", "options": [*things], **numbers, **_labels(of.labels, tr)}
        case Dice(faces, count):
            return {"form": "dice", "options": [*faces], "count": count, **_labels(of.labels, tr)}
        case Path(options):
            return {"form": "path", "options": [[*way] for way in options], **_labels(of.labels, tr)}


def _labels(of: Sequence[Label], tr: Translations) -> dict[str, Any]:
    return {"labels": [_label(one, tr) for one in of]} if of else {}


def _label(of: Label, tr: Translations) -> dict[str, Any]:
    note = {"note": sentence(of.note, tr)} if of.note else {}
    return {"text": sentence(of.text, tr), **note, **({"arrow": [*of.arrow]} if of.arrow else {})}
