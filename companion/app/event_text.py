"""Events as short lines for people at a terminal."""

from gettext import NullTranslations

from companion.games.base import Sentence, Space
from companion.games.fae.board import TERRAIN_OF
from companion.i18n import phrases
from companion.i18n import say as sentence
from companion.session import events
from companion.session.events import Event
from companion.session.fae.snapshot import TROUBLE
from companion.session.fate import events as fate_events
from companion.session.fate.words import name
from companion.table.compare import Difference


def line(tr: NullTranslations, event: Event) -> str:
    """One line, beginning with the picture's name if there is one."""
    text = _text(tr, event)
    return f"{event.frame}  {text}" if event.frame else text


def _text(tr: NullTranslations, event: Event) -> str:
    _ = tr.gettext
    match event:
        case events.Position(table=table):
            count = sum(sum(pieces.values()) for pieces in table.values())
            return _("The board is read: {n} druids on {spaces} spaces.").format(n=count, spaces=len(table))
        case events.Settled():
            return _("As expected.")
        case events.Played(player=player, move=move):
            return _("{player} moves from {source} to {target}.").format(
                player=player, source=move.source, target=move.target
            )
        case events.Ritual():
            what = phrases.ritual(tr, event.player, event.cursed, event.value, event.scored)
            where = f"{event.space}, {phrases.terrain(tr, TERRAIN_OF[event.space])}"
            return f"{where}: {what}"
        case events.Guide(step=step):
            where = f"{step.space} → {step.target}" if step.target is not None else f"{step.space}"
            return f"{where}: {phrases.guide(tr, step)}"
        case events.Wait(why=why, spaces=spaces):
            return _with_spaces(sentence(tr, [Sentence(TROUBLE[why])]), spaces)
        case events.Illegal(reason=reason):
            return _with_spaces(phrases.reason(tr, reason.code), reason.spaces)
        case events.Ask(moves=moves):
            options = " / ".join(f"{move.source} → {move.target}" for move in moves)
            return _("In doubt between {moves}.").format(moves=options)
        case events.Choose(spaces=spaces):
            return _with_spaces(_("The order of the rituals is to be chosen."), spaces)
        case events.Corrected():
            return _("The table is right again.")
        case events.End(scores=scores, result=result, status=status):
            ended = _("The game is over.") if status == "finished" else _("The game goes on.")
            points = ", ".join(f"{phrases.colour(tr, colour)} {n}" for colour, n in scores.items())
            winners = _(" Winner: {names}.").format(names=", ".join(result["winners"])) if result else ""
            return f"{ended} {points}.{winners}"
        case fate_events.Table(pieces=pieces, unsure=unsure):
            lying = ", ".join(f"{space} {tr.gettext(name(kind))}" for space, kind in pieces.items())
            return _unsure(tr, lying or _("Nothing stands there."), unsure)
        case fate_events.Settled(unsure=unsure):
            return _unsure(tr, _("As expected."), unsure)
        case fate_events.Differences(items=items, unsure=unsure):
            return _unsure(tr, "; ".join(difference(tr, item) for item in items), unsure)
    return type(event).__name__


def difference(tr: NullTranslations, item: Difference) -> str:
    """What lies on a space beside what should."""
    nothing = tr.gettext("nothing")
    expected, seen = (tr.gettext(name(kind)) if kind else nothing for kind in (item.expected, item.seen))
    return tr.gettext("{space}: expected {expected}, found {found}").format(
        space=item.space, expected=expected, found=seen
    )


def _unsure(tr: NullTranslations, text: str, unsure: tuple[Space, ...]) -> str:
    not_sure = tr.gettext("Not sure:")
    return _with_spaces(f"{text} {not_sure}", unsure).strip() if unsure else text


def _with_spaces(text: str, spaces: tuple[object, ...]) -> str:
    return f"{text} ({', '.join(map(str, spaces))})" if spaces else text
