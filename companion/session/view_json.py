"""JSON form of what a session says, for another screen; `ui/phone` reads it."""

from collections.abc import Sequence
from typing import Any

from companion.games.base import Sentence, Translations
from companion.session.view import Decision, Line, Picks, Prompt


def prompt(of: Prompt, tr: Translations) -> dict[str, str]:
    """Return the sentence of the moment in the language of a catalogue."""
    detail = sentence(of.detail, tr) if of.detail else ""
    return {
        "tone": of.tone,
        "icon": of.icon,
        "text": sentence(of.text, tr),
        "detail": detail,
        "rule": of.rule,
    }


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
    return text[:1].upper() + text[1:]


def decisions(of: Sequence[Decision], tr: Translations) -> list[dict[str, Any]]:
    """Return decisions in the language of a catalogue: the options of a path are ways, those of picks
    are things.

    `then` takes the place of `text` once a thing is chosen, if it is there.
    """
    return [
        {"id": one.id, "text": one.text.say(tr)}
        | ({"then": one.then.say(tr)} if one.then else {})
        | (
            {
                "form": "picks",
                "options": [*one.form.things],
                "least": one.form.least,
                "most": one.form.most,
            }
            if isinstance(one.form, Picks)
            else {"form": "path", "options": [[*way] for way in one.ways]}
        )
        for one in of
    ]
