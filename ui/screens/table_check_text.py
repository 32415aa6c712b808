"""Advice of the table check: one thing at a time, the most important first."""

from typing import Any, NamedTuple

from ui import theme
from ui.services import TableLook

ABOUT_ICONS = {
    "light": "lamp", "reflection": "glare", "focus": "sharpness", "place": "camera", "still": "hand",
    "board": "corners",
}  # fmt: skip
_CAN_WAIT = ("reflection", "still")
"""Hints that are shown only if nothing else is to be done."""


def numbered(look: TableLook) -> dict[str, int]:
    """Number the distinct problems, from 1."""
    different = dict.fromkeys(str(problem.sentence) for problem in look.problems)
    return {sentence: number for number, sentence in enumerate(different, 1)}


class CheckAdvice(NamedTuple):
    """Advice: icon, colour, sentence, and number of further problems."""

    icon: str
    colour: theme.Rgba
    text: str
    others: int = 0


def check_advice(look: TableLook | None, tr: Any) -> CheckAdvice:
    """Most important advice on a look at the table."""
    _ = tr.gettext
    if look is None:
        return CheckAdvice("wait", theme.SOFT, _("Starting the camera …"))
    now = [hint for hint in look.hints if hint.about not in _CAN_WAIT]
    if now:
        return CheckAdvice(ABOUT_ICONS[now[0].about], theme.INK, now[0].sentence.say(tr))
    if look.busy == "moving" and not look.ready:
        return CheckAdvice("hand", theme.ASK, _("Take your hands away, then I read the table."))
    if look.problems:
        sentences = list(dict.fromkeys(problem.sentence.say(tr) for problem in look.problems))
        first = f"1. {sentences[0]}" if len(sentences) > 1 else sentences[0]
        return CheckAdvice("cross", theme.BAD, first, len(sentences) - 1)
    if look.hints:
        return CheckAdvice(ABOUT_ICONS[look.hints[0].about], theme.INK, look.hints[0].sentence.say(tr))
    if look.ready:
        return CheckAdvice("check", theme.GOOD, _("All is well."))
    return CheckAdvice("wait", theme.ASK, _("Reading the table …"))
