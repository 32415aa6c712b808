"""Side panels of Fate: manual steps, choices, questions of an action, the log."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.fate.acts import Correct, Draw
from companion.games.fate.position import GRIMHEIM, Hex, Position
from companion.session.answering import Answered
from companion.session.fate.dialogs.dialog import AskAmounts, AskDice, AskHex, AskPick, Pick, Question, spread
from companion.session.fate.snapshot import FateChoice, FateSnapshot
from ui import theme
from ui.explanation import About
from ui.games.fate import art, explanations, messages
from ui.games.fate.card_list import CardEntry, CardList
from ui.games.fate.dice import DicePad, FaceRow
from ui.games.fate.marks import target_letter
from ui.widgets.page_parts import WrapLabel
from ui.widgets.rows import Row, RowButton, RowList, Stepper


class SidePanel(BoxLayout):
    """A list of rows, with optional widgets above it."""

    def __init__(self) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1.2))
        self.tr = App.get_running_app().tr
        self.rows = RowList()

    def note(self, text: str) -> None:
        """Words of help, as high as they need."""
        self.add_widget(WrapLabel(text=text, em="note", color=theme.SOFT, halign="center"))


class DicePanel(SidePanel):
    """Input of the dice of a monster, which the main key rolls."""

    def __init__(self, count: int, answer: Callable[[Answered], None]) -> None:
        super().__init__()
        self.add_widget(self.rows)
        self.rows.show([])
        self.rows.add(DicePad(count, lambda faces: answer(Answered("dice", faces))))


class ChoicePanel(SidePanel):
    """Answers of a choice as texts; the default one is highlighted."""

    def __init__(self, position: Position, choice: FateChoice, choose: Callable[[int], None]) -> None:
        super().__init__()
        rows, cards = [], []
        for index, option in enumerate(choice.options):
            if isinstance(option.act, Draw):
                text = messages.say(self.tr, option.label)
                about = explanations.answer(self.tr, text)
                cards.append(CardEntry(option.act.card, "", partial(choose, index), about))
                continue
            text = messages.say(self.tr, option.label)
            about = explanations.option(self.tr, position, option.act, text)
            rows.append(Row(text, partial(choose, index), chosen=index == choice.default, about=about))
        if cards:
            self.add_widget(CardList(cards, rows, 4))
        else:
            self.add_widget(self.rows)
            self.rows.show(rows)


class AskPanel(SidePanel):
    """Open question of a hero's action; `answer` gets the answer, `touch` a hex that was chosen.

    `picture` makes an answer that shows a hex, `way` one that shows a way. `rolls`: the app may roll dice.
    """

    def __init__(
        self,
        snapshot: FateSnapshot,
        ask: Question,
        rolls: bool,
        answer: Callable[[Answered], None],
        touch: Callable[[Hex], None],
        picture: Callable[[Hex, str, str, Callable[[], None]], Widget],
        way: Callable[[Sequence[Hex], str, Callable[[], None]], Widget],
    ) -> None:
        super().__init__()
        self._answer, self._touch = answer, touch
        if isinstance(ask, AskPick) and ask.dice:
            self.add_widget(FaceRow(faces=list(ask.dice), size_hint_y=None, height=theme.mm(10)))
        self.add_widget(self.rows)
        self.rows.show([])
        match ask:
            case AskHex():
                columns = (3 if theme.portrait() else 2) if ask.attack else 1
                self.rows.show(self._pieces(snapshot, ask, picture), columns)
                hint = self.tr.gettext("The magnifying glass makes the board larger; drag to move it.")
                self.note(hint)
            case AskDice(_, count):
                roll = partial(answer, Answered("roll", ())) if rolls else None
                self.rows.add(DicePad(count, lambda faces: answer(Answered("ask", faces)), roll))
            case AskPick(_, picks) if any(pick.way for pick in picks):
                shown = [
                    way(pick.way, messages.say(self.tr, pick.label), self._taking(n))
                    for n, pick in enumerate(picks)
                ]
                self.rows.show(shown, columns=3 if theme.portrait() else 2)
            case AskPick(_, picks) if any(pick.card for pick in picks):
                self.remove_widget(self.rows)
                self.add_widget(self._card_list(picks))
            case AskPick(_, picks):
                self.rows.show([self._pick(n, pick) for n, pick in enumerate(picks)])
            case AskAmounts():
                self._show_amounts(ask)

    def _taking(self, number: int) -> Callable[[], None]:
        """Return what takes the answer with a number."""
        return partial(self._answer, Answered("ask", (str(number),)))

    def _pick(self, number: int, pick: Pick) -> Row:
        text = messages.say(self.tr, pick.label)
        if pick.note:
            text = f"{text}: {messages.say(self.tr, pick.note)}"
        icon, put = pick.icon, pick.answer
        if isinstance(put, Correct) and put.what == "place":
            icon = art.picture(put.who, put.card)
        return Row(text, self._taking(number), icon, put is None, about=self._about(pick))

    def _about(self, pick: Pick) -> About:
        if pick.explains:
            return explanations.card(self.tr, *pick.explains)
        return explanations.answer(self.tr, messages.say(self.tr, pick.label))

    def _card_list(self, picks: Sequence[Pick]) -> CardList:
        entries = [
            CardEntry(pick.card, messages.say(self.tr, pick.label), self._taking(number), self._about(pick))
            for number, pick in enumerate(picks)
            if pick.card
        ]
        others = [self._pick(number, pick) for number, pick in enumerate(picks) if not pick.card]
        return CardList(entries, others, _card_columns())

    def _pieces(
        self,
        snapshot: FateSnapshot,
        ask: AskHex,
        picture: Callable[[Hex, str, str, Callable[[], None]], Widget],
    ) -> list[Row | Widget]:
        """Hexes with monsters as pictures, easier to touch than on the board."""
        monsters = {monster.hex: monster for monster in snapshot.position.monsters}
        rows: list[Row | Widget] = []
        for place in ask.hexes:
            if place in monsters:
                text = messages.monster_title(self.tr, monsters[place])
                letter = target_letter(ask, place)
                rows.append(picture(place, letter, text, partial(self._touch, place)))
        if GRIMHEIM in ask.hexes:
            text = self.tr.gettext("Grimheim")
            about = explanations.town(self.tr, snapshot.position.town)
            rows.append(Row(text, partial(self._touch, GRIMHEIM), "house", about=about))
        if ask.enough:
            text = self.tr.gettext("That is all")
            enough = partial(self._answer, Answered("enough", ()))
            rows.append(Row(text, enough, "check", about=explanations.answer(self.tr, text)))
        return rows

    def _show_amounts(self, ask: AskAmounts) -> None:
        total = sum(ask.most.values()) if ask.total is None else ask.total
        amounts = dict.fromkeys(ask.most, 0) | dict(spread(ask.most, total) if ask.now is None else ask.now)
        steppers: list[Stepper] = []

        def change(card: int, amount: int) -> None:
            amounts[card] = amount
            for stepper in steppers:
                stepper.shade()
            end.disabled = sum(amounts.values()) < ask.least

        def most(card: int) -> int:
            return min(ask.most[card], amounts[card] + total - sum(amounts.values()))

        for card, label in ask.labels.items():
            text = messages.say(self.tr, label)
            steppers.append(Stepper(text, amounts[card], partial(change, card), partial(most, card)))
            self.rows.add(steppers[-1])

        def done() -> None:
            self._answer(Answered("ask", tuple(amounts.values())))

        text = self.tr.gettext("Done")
        about = explanations.answer(self.tr, text)
        end = RowButton(Row(text, done, "check", chosen=True, about=about))
        self.rows.add(end)


def _card_columns() -> int:
    """Names of cards in large letters need more width."""
    return (3 if theme.portrait() else 2) - theme.large_text()
