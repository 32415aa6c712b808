"""Explanations of what is on the screen: shown beside a finger that rests on it (see `ui.hold`)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from companion.games.base import N_


@dataclass(frozen=True, slots=True)
class About:
    """An explanation in the language in use: a name and one or two sentences of at most 90 letters.

    `topic` is a topic of the game's rules to link to. `rule` is the id of a rule: its sentence follows, and
    its topic is linked to. `picture` makes a widget with a height of its own. `act`: what can be done with
    the thing, as words and a function.
    """

    name: str
    sentence: str = ""
    topic: str = ""
    rule: str = ""
    picture: Callable[[], Any] | None = None
    act: tuple[str, Callable[[], None]] | None = None


KEYS: Mapping[str, tuple[str, str]] = {
    "all": (N_("All of it"), N_("Does at once everything that is left.")),
    "back": (N_("Back"), N_("To the page or the step before this one.")),
    "board": (N_("Board"), N_("Shows the board again. There the last move can be taken back.")),
    "book": (N_("What it is about"), N_("Shows what the game is about, and the first round.")),
    "camera": (N_("Camera"), N_("Shows the camera's picture, or takes a photo.")),
    "chart": (N_("Chart"), N_("Shows numbers as lines or bars.")),
    "check": (N_("Done"), N_("Accepts what is on the screen.")),
    "cross": (N_("Close"), N_("Closes this and changes nothing.")),
    "dice": (N_("Mix"), N_("Lets chance decide.")),
    "dots": (N_("More"), N_("Shows what else can be done here.")),
    "eye": (N_("Look"), N_("Shows a secret to one person alone.")),
    "gear": (N_("Settings"), N_("Changes how this works.")),
    "help": (N_("Help"), N_("Opens the rules that matter right now.")),
    "history": (N_("Stored games"), N_("Lists all games: go on, look back or watch them again.")),
    "home": (N_("Start page"), N_("Leaves the game. It stays stored.")),
    "lamp": (N_("Hint"), N_("Shows where to look first, then good moves with a reason.")),
    "less": (N_("One less"), N_("Makes the number smaller.")),
    "menu": (N_("Menu"), N_("Rules, settings and the way out. The game stays stored.")),
    "more": (N_("One more"), N_("Makes the number larger.")),
    "next": (N_("Next"), N_("Goes on to what comes next.")),
    "panel": (N_("Direction"), N_("Turns what is on the screen, so that this side is the top.")),
    "pause": (N_("Pause"), N_("Stops here. Touch it again to go on.")),
    "person": (N_("Figure"), N_("Stands for this person everywhere in the app.")),
    "phone": (
        N_("Phones"),
        N_("Each person can use a phone at the table. A code on the screen connects it."),
    ),
    "play": (N_("Watch"), N_("Plays the game step by step.")),
    "redo": (N_("Play again"), N_("Plays again what was taken back.")),
    "replay": (N_("Watch again"), N_("Shows what happened from its beginning.")),
    "rub_out": (N_("Delete"), N_("Takes the last letter away.")),
    "step_back": (N_("Step back"), N_("Goes one move back.")),
    "step_on": (N_("Step on"), N_("Goes one move on.")),
    "teach": (N_("Learn"), N_("Shows what the game is about, and the first round.")),
    "tile": (N_("Game"), N_("Shows this game.")),
    "trash": (N_("Delete"), N_("Removes this. The app asks first if it cannot be brought back.")),
    "undo": (N_("Undo"), N_("Takes the last move back. You can take back as many as you like.")),
    "voice": (N_("Read aloud"), N_("Reads the text of this page aloud.")),
    "warn": (N_("Try faults"), N_("Lets you try what happens if a device fails.")),
    "zoom": (N_("Closer"), N_("Shows a part of the board larger, or all of it again.")),
}
"""Name and sentence of keys that have only an icon, by the icon or its part before the first hyphen."""


def about_key(tr: NullTranslations, icon: str) -> tuple[str, str]:
    """Name and sentence of a key with this icon alone; empty if it has none."""
    name, sentence = KEYS.get(icon) or KEYS.get(icon.partition("-")[0], ("", ""))
    return (tr.gettext(name), tr.gettext(sentence)) if name else ("", "")
