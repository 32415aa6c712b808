"""Texts of the page of phones that do not depend on the state, by the keys of its scripts."""

from collections.abc import Mapping

from companion.games import registry
from companion.games.base import N_
from companion.i18n import LANGUAGES, translator
from companion.session.seat_form import seat_form

_PAGE: Mapping[str, str] = {
    "connecting": N_("Looking for the table…"),
    "no_connection": N_("No connection"),
    "try": N_("Try now"),
    "film_play": N_("Play"),
    "film_pause": N_("Pause"),
    "film_back": N_("One step back"),
    "film_on": N_("One step on"),
    "film_place": N_("Place in the film"),
    "no_game": N_("There is no game at the table now."),
    "no_seat": N_(
        "This phone has no seat in the game at the table. Scan the code of a seat on the table's screen."
    ),
    "scan": N_("Scan the code of a seat on the table's screen with this phone's camera."),
    "used": N_("This code was used or is too old. Ask for a new one on the table's screen."),
    "taken": N_(
        "This is the code of {player}. It was used or is too old:"
        " ask the table's screen for the code of your own figure."
    ),
    "broken": N_("This code is not complete. Scan it again."),
    "unreadable": N_("This phone cannot read what is secret here. Scan the code of the seat again."),
    "you_are": N_("You are {player}"),
    "your_place": N_("This phone is your place at the table. Only you see what is secret here."),
    "ready": N_("I am ready"),
    "you_win": N_("You win"),
    "see_board": N_("Look at the board"),
    "main_key": N_("The large key"),
    "right": N_("right"),
    "left_side": N_("left"),
    "watch": N_("Watch without a seat"),
    "watching": N_("You are watching"),
    "turn": N_("has the turn"),
    "app": N_("the app"),
    "away": N_("phone not connected"),
    "here": N_("phone connected"),
    "players": N_("Players"),
    "undo": N_("Undo"),
    "redo": N_("Redo"),
    "you": N_("You"),
    "hold": N_("hold"),
    "let_go": N_("Let go to hide"),
    "hide": N_("Hide it"),
    "only_you": N_("Only you look"),
    "closes": N_("It closes by itself."),
    "more": N_("More"),
    "last": N_("Last moves"),
    "close": N_("Close"),
    "rule": N_("Rule"),
    "hint": N_("Hint"),
    "no_hint": N_("There is no hint now."),
    "choices": N_("What may be touched"),
    "turn_map": N_("Turn the map"),
    "language": N_("Language"),
    "light": N_("Light"),
    "auto": N_("Like the phone"),
    "day": N_("Day"),
    "night": N_("Night"),
    "letters": N_("Letters"),
    "usual": N_("Usual"),
    "large": N_("Large"),
    "story": N_("Story"),
    "board": N_("Board"),
    "awake": N_("Keep the screen on"),
    "yes": N_("Yes"),
    "no": N_("No"),
    "dark": N_("Does the screen still go dark? Choose a longer time in the phone's settings."),
    "another": N_("Open on another phone"),
    "offered": N_("Touch the table's screen: it shows the code for the other phone."),
    "closer": N_("Closer"),
    "whole": N_("The whole board"),
    "list": N_("As a list"),
    "left": N_("still left"),
    "again": N_("Begin again"),
    "back": N_("Back"),
    "done": N_("Done"),
}


def page_words(language: str, game: str = "") -> dict[str, str]:
    """Return the texts of the page; with a `game`, also those of its part, which go first.

    Raises LookupError for a language or game that there is none of.
    """
    if language not in LANGUAGES or (game and game not in registry.registered()):
        raise LookupError(language, game)
    tr, form = translator(language), seat_form(game) if game else None
    return {key: tr.gettext(text) for key, text in {**_PAGE, **(form.words if form else {})}.items()}
