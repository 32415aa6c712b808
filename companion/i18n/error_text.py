"""Error texts in the user's language: complete, or short for the screen."""

from collections.abc import Callable, Mapping
from gettext import NullTranslations

from companion.errors import CompanionError
from companion.games.base import N_, Sentence, Term
from companion.i18n import say

SEEING = {
    "no_board": N_(
        "The camera does not see the board: check the light, the camera, and that the whole"
        " board is in the picture, with its corner markers unless the app learnt this board."
    ),
    "markers_swapped": N_(
        "The corner markers lie in the order {found} clockwise, expected {expected}; lay them around the "
        "board as the sheet shows."
    ),
    "bad_corners": N_(
        "Corners {corners}: expected the corners of the board clockwise from its own top left; "
        "touch them again in that order."
    ),
    "no_camera": N_(
        "Camera {camera} cannot be opened: check that it is plugged in, switched on and not used by another "
        "program."
    ),
    "camera_lost": N_("Camera {camera} gives no more pictures: check cable and power."),
    "broken_picture": N_(
        "{path}: expected a complete picture (JPEG, PNG, WebP, TIFF, BMP or HEIC), found one that cannot"
        " be read; copy the file again or remove it."
    ),
    "bad_source": N_(
        "{source}: expected a picture, a folder of pictures, a video file, a camera's number or "
        "device, pi:0, an http or rtsp address, or sim:SEED."
    ),
    "start_not_seen": N_(
        "The first picture does not show the start position ({missing}); set the table up"
        " like the start file, or give a file with the current position."
    ),
    "sheet_not_written": N_("{path}: cannot be written; name a file in a folder you may write to."),
    "lights_lost": N_(
        "The light strip at {port} does not answer ({found}): check the cable and power. The game goes on "
        "without it."
    ),
    "backlight_lost": N_(
        "{path}: setting the brightness of this screen failed ({found}). Allow the app's user"
        " to write there (group video), or leave the brightness as it is."
    ),
    "recording_not_written": N_(
        "{path}: cannot be written after picture {pictures}; record into a new folder on a disk with room."
    ),
}
"""Short texts for camera and picture errors, for players; the errors themselves are in English."""


def explain(tr: NullTranslations, error: CompanionError) -> list[str]:
    """All sentences of an error, translated; English if the catalogues lack them.

    An error of the picture `params["file"]` begins with its name, unless it names another `path`.
    """
    said = _sentences(tr, error)
    file = None if "path" in error.params else error.params.get("file")
    return [f"{file}: {said[0]}", *said[1:]] if file else said


def sentences(error: CompanionError) -> tuple[Sentence, ...]:
    """All sentences of an error, short ones for the screen where there are some."""
    given = error.params.get("sentences")
    if isinstance(given, tuple) and given:
        return given
    return (
        Sentence(SEEING[error.code], error.params)
        if error.code in SEEING
        else Sentence("{text}", {"text": str(error)}),
    )


def _sentences(tr: NullTranslations, error: CompanionError) -> list[str]:
    given = error.params.get("sentences")
    if isinstance(given, tuple) and given:
        return [say(tr, [sentence]) for sentence in given]
    seeing = SEEING.get(error.code, "")
    if seeing and (translated := tr.gettext(seeing)) != seeing:
        return [translated.format(**error.params)]
    return [str(error)]


def translated_text(tr: NullTranslations, what: Sentence | CompanionError | str) -> str:
    """Translate a sentence, an error or a term; any other text is returned unchanged."""
    if isinstance(what, CompanionError):
        return " ".join(explain(tr, what))
    if isinstance(what, Sentence):
        return say(tr, [what])
    return tr.gettext(what) if isinstance(what, Term) and what else what


def short(
    tr: NullTranslations,
    error: CompanionError,
    reasons: Mapping[str, str] = {},
    worded: Callable[[Sentence], Sentence] | None = None,
) -> str:
    """A short text of an error for the screen.

    `reasons` are a game's own short sentences; `worded` formats the other errors for players.
    """
    if error.code in reasons:
        return tr.gettext(reasons[error.code])
    if error.code in SEEING:
        return tr.gettext(SEEING[error.code]).format(**error.params)
    given = error.params.get("sentences")
    if worded and isinstance(given, tuple) and given:
        text = say(tr, [worded(sentence) for sentence in given])
        return text[:1].upper() + text[1:]
    return " ".join(explain(tr, error))
