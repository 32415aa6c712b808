"""JSON form of decisions for another screen; `ui/phone/answering.js` reads it."""

from collections.abc import Sequence
from typing import Any

from companion.games.base import Translations
from companion.session.view import Decision, Picks


def decisions(of: Sequence[Decision], tr: Translations) -> list[dict[str, Any]]:
    """Return decisions in the language of a catalogue: a path has `ways`, picks have `things`."""
    return [
        {"id": one.id, "text": one.text.say(tr)}
        | (
            {"things": [*one.form.things], "least": one.form.least, "most": one.form.most}
            if isinstance(one.form, Picks)
            else {"ways": [[*way] for way in one.ways]}
        )
        for one in of
    ]
