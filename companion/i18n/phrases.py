"""What the app says at a Fae table, in the terms of the rulebook.

The board prints no numbers, so sentences say "the marked space" and the screen and lights mark it.
"""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations

from companion.errors import CompanionError
from companion.games.base import N_
from companion.i18n import say
from companion.table.guide import GuideStep

COLOURS = {
    "red": N_("Red"),
    "blue": N_("Blue"),
    "yellow": N_("Yellow"),
    "purple": N_("Purple"),
    "black": N_("Black"),
}

TERRAINS = {
    "forest": N_("forest"),
    "hills": N_("hills"),
    "mountains": N_("mountains"),
    "mushrooms": N_("mushrooms"),
}

REASONS = {
    "empty_source": N_("There are no druids to move on this space."),
    "empty_target": N_("Druids only move to a space where other druids stand."),
    "same_space": N_("Choose another space to move to."),
    "not_adjacent": N_("These spaces do not touch."),
    "across_lake": N_("Druids cross rivers, but no lake."),
    "too_many_druids": N_("Seven druids or more stay where they are."),
    "split_group": N_("All druids of a space move together."),
    "several_moves": N_("Only one group moves in a turn."),
    "ritual_order": N_("Tap each marked space once."),
    "game_over": N_("The game is over."),
    "unknown_space": N_("This is no space of the board."),
    "bad_setup": N_("In every region stands one druid of each colour, each on a space of its own."),
    "several_changes": N_("The table is not as expected."),
    "unexplained": N_("The table is not as expected."),
}
"""One sentence for each reason why a move or a table is not legal."""

SEEING = {
    "no_board": N_(
        "The board is not in sight: check the light, the camera, and that the whole board is in the picture, "
        "with its corner markers unless its looks were learnt."
    ),
    "bad_corners": N_(
        "Corners {corners}: expected the corners of the board clockwise from its own top left; "
        "tap them again in that order."
    ),
    "no_camera": N_(
        "Camera {camera} cannot be opened: check that it is plugged in, switched on and not used by another "
        "program."
    ),
    "camera_lost": N_("Camera {camera} gives no more pictures: check cable and power."),
    "broken_picture": N_(
        "{path}: expected a whole JPEG or PNG picture, found a broken one; copy the file again or take it "
        "out."
    ),
    "bad_source": N_(
        "{source}: expected a folder of pictures such as 0000.jpg, a video file, a camera's number or "
        "device, pi:0, an http or rtsp address, or sim:SEED."
    ),
    "start_not_seen": N_(
        "The first picture does not show the start position ({missing}); set the table up like the start "
        "file, or give the file of the present position."
    ),
    "sheet_not_written": N_("{path}: cannot be written; name a file in a folder you may write to."),
    "backlight_lost": N_(
        "{path}: the brightness of this screen cannot be set ({found}). Allow the app's user to write there "
        "(group video), or leave the brightness as it is."
    ),
    "recording_not_written": N_(
        "{path}: cannot be written after {pictures} pictures; record into a new folder on a disk with room."
    ),
}
"""What went wrong with camera and pictures, as players need it; the errors say more, in English."""


def colour(tr: NullTranslations, code: str) -> str:
    """The name of a colour."""
    return tr.gettext(COLOURS[code])


def terrain(tr: NullTranslations, code: str) -> str:
    """The name of a terrain."""
    return tr.gettext(TERRAINS[code])


def reason(tr: NullTranslations, code: str) -> str:
    """Why something is not allowed."""
    return tr.gettext(REASONS.get(code, REASONS["several_changes"]))


def explain(tr: NullTranslations, error: CompanionError) -> list[str]:
    """What an error says, sentence by sentence; in English where the catalogues have none."""
    sentences = error.params.get("sentences")
    if isinstance(sentences, tuple) and sentences:
        return [say(tr, [sentence]) for sentence in sentences]
    seeing = SEEING.get(error.code, "")
    if seeing and (translated := tr.gettext(seeing)) != seeing:
        return [translated.format(**error.params)]
    return [str(error)]


def short(tr: NullTranslations, error: CompanionError) -> str:
    """What an error says, as briefly as a screen wants it: a rule's reason without numbers of spaces."""
    if error.code in REASONS:
        return reason(tr, error.code)
    if error.code in SEEING:
        return tr.gettext(SEEING[error.code]).format(**error.params)
    return " ".join(explain(tr, error))


def listed(tr: NullTranslations, parts: Sequence[str]) -> str:
    """Parts joined as people say them: a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return tr.gettext("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def pieces(tr: NullTranslations, counts: Mapping[str, int]) -> str:
    """Druids by colour: "1 red druid and 2 blue druids"."""
    patterns = {
        "red": tr.ngettext("{n} red druid", "{n} red druids", counts.get("red", 0)),
        "blue": tr.ngettext("{n} blue druid", "{n} blue druids", counts.get("blue", 0)),
        "yellow": tr.ngettext("{n} yellow druid", "{n} yellow druids", counts.get("yellow", 0)),
        "purple": tr.ngettext("{n} purple druid", "{n} purple druids", counts.get("purple", 0)),
        "black": tr.ngettext("{n} black druid", "{n} black druids", counts.get("black", 0)),
    }
    return listed(tr, [patterns[code].format(n=counts[code]) for code in COLOURS if counts.get(code)])


def guide(tr: NullTranslations, step: GuideStep) -> str:
    """What people must do with their hands."""
    pattern = {
        "place": tr.gettext("Put {pieces} on the marked space."),
        "remove": tr.gettext("Take {pieces} off the marked space."),
        "move": tr.gettext("Move {pieces} along the arrow."),
        "look": tr.gettext("{player}: look at your spirit."),
        "confirm": tr.gettext("Press the check mark when the table is ready."),
        "roll": tr.gettext("{player}: roll the die."),
    }[step.act]
    return pattern.format(pieces=pieces(tr, dict(step.pieces)), player=step.player)


def ritual(tr: NullTranslations, player: str, cursed: bool, value: int, scored: Sequence[str]) -> str:
    """What a ritual brought."""
    if cursed:
        return tr.gettext("Cursed ground: the ritual is broken, nobody scores.")
    if not value:
        return tr.gettext("Every druid was alone: the ritual is broken, nobody scores.")
    names = listed(tr, [colour(tr, code) for code in scored])
    return tr.gettext("Ritual of {player}: {value} points for {colours}.").format(
        player=player, value=value, colours=names
    )
