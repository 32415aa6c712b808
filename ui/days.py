"""Days in words: today, yesterday, a weekday, or the date with the name of its month."""

from datetime import date, timedelta
from gettext import NullTranslations

from companion.games.base import N_
from companion.storage import clock

_WEEKDAYS = (
    N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday")
)  # fmt: skip
_DATES = (
    N_("{n} January"), N_("{n} February"), N_("{n} March"), N_("{n} April"), N_("{n} May"), N_("{n} June"),
    N_("{n} July"), N_("{n} August"), N_("{n} September"), N_("{n} October"), N_("{n} November"),
    N_("{n} December"),
)  # fmt: skip


def day(tr: NullTranslations, when: str) -> str:
    """Return the day of a local date "2026-11-30", perhaps with a time, which is left out.

    Without a year if it is the present one; how long ago is said only while the clock knows the date.
    """
    try:
        then = date.fromisoformat(when.partition(" ")[0])
    except ValueError:
        return tr.gettext("Date unknown")
    ago = (date.today() - then) // timedelta(days=1) if clock.is_set() else -1
    if ago in (0, 1):
        return tr.gettext("Yesterday") if ago else tr.gettext("Today")
    if 1 < ago < 7:
        return tr.gettext(_WEEKDAYS[then.weekday()])
    words = tr.gettext(_DATES[then.month - 1]).format(n=then.day)
    return words if then.year == date.today().year else f"{words} {then.year}"


def moment(tr: NullTranslations, when: str) -> str:
    """Return a day and its time, if there is one."""
    said, time = day(tr, when), when.partition(" ")[2].lstrip("0")
    return f"{said} {f'0{time}' if time.startswith(':') else time}" if time else said
