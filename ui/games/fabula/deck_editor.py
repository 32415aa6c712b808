"""Editor of the user's own decks, validated against the rules, and of own cards."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.games.base import N_, Sentence
from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.catalogue import sample, sample_data
from companion.games.fabula.decks import Problem
from companion.i18n import say
from companion.session.fabula import own_decks, words
from ui import theme
from ui.games.fabula.card_editor import CardEditor, empty
from ui.games.fabula.icons import COLOURS, sign_of
from ui.games.fabula.panels import Line
from ui.screens.page import Page
from ui.widgets.keyboard import NameSheet
from ui.widgets.lines import Lines
from ui.widgets.page_parts import PageHead
from ui.widgets.rows import ROW_MM, Row, RowButton, RowList, Stepper
from ui.widgets.sheet import ModalSheet

_PROBLEMS = 4
_PARTS: Mapping[str, tuple[str, str]] = {
    "deck": ("fb-deck", N_("In the deck")),
    "base": ("fb-base", N_("Bases")),
    "own": ("star", N_("My cards")),
}


class FabulaDeckEditor(Page):
    """List of stored decks; then one deck: some of all cards, with the deck's problems beside them."""

    of_game = "fabula"

    def __init__(self, **kwargs: Any) -> None:
        self.name = ""
        self.deck: dict[str, Any] = {}
        self.chosen = ""
        self.part = "deck"
        self.card = ""
        self._status = ""
        super().__init__(**kwargs)

    def open(self, deck: str = "", part: str = "deck", card: str = "", **about: Any) -> None:
        """Show the decks, or one of them."""
        self.part, self.card = part, card
        if deck:
            self.attempt(lambda: self._read(deck))
        else:
            self.chosen = ""
        super().open(**about)

    def state(self) -> dict[str, Any]:
        """Arguments that restore the page."""
        return {"deck": self.chosen, "part": self.part, "card": self.card}

    def refresh_text(self) -> None:
        """Show everything anew."""
        tr = App.get_running_app().tr
        page = BoxLayout(orientation="vertical", padding=theme.mm(2.5), spacing=theme.mm(2))
        title = self.chosen or tr.gettext("My decks")
        page.add_widget(PageHead(title=title, icon="fb-deck"))
        if self.problem:
            page.add_widget(Line(text=self.problem, color=theme.BAD))
        page.add_widget(self._body())
        self.clear_widgets()
        self.add_widget(page)

    def edit(self, deck: str) -> None:
        """Open a deck."""
        self._status = ""
        if self.attempt(lambda: self._read(deck)):
            self.part, self.card = "deck", ""
        self.refresh_text()

    def count(self, name: str, n: int) -> None:
        """Set the number of copies of a card in the deck."""
        if self._cards()[name].type == "base":
            self._count_base(name, n)
        elif n:
            self.deck["main"][name] = n
        else:
            self.deck["main"].pop(name, None)
        self._status = ""
        if self.attempt(lambda: own_decks.FILES.save(self.chosen, self.deck)):
            self._count_anew()
        else:
            self.refresh_text()

    def show_part(self, part: str) -> None:
        """Show another part of the cards."""
        self.part, self.card = part, ""
        self.refresh_text()

    def open_card(self, card: str) -> None:
        """Open the editor of an own card."""
        self.card = card
        self.refresh_text()

    def _read(self, deck: str) -> None:
        self.deck = own_decks.FILES.load(deck)
        self.chosen = deck

    def _body(self) -> Widget:
        if not self.chosen:
            return self._decks()
        if self.card:
            return CardEditor(
                self.card, dict(self.deck["cards"][self.card]), self._card_changed, self._card_done
            )
        body = BoxLayout(spacing=theme.mm(2), orientation="vertical" if theme.portrait() else "horizontal")
        self._slot = BoxLayout(size_hint_x=1 if theme.portrait() else 0.68)
        body.add_widget(self._list())
        body.add_widget(self._slot)
        self._count_anew()
        return body

    def _count_anew(self) -> None:
        """Update the counts; the list stays, because it may be scrolled."""
        self._slot.clear_widgets()
        self._slot.add_widget(self._side_panel())

    def _decks(self) -> Widget:
        tr = App.get_running_app().tr
        rows: list[Row | Widget] = [
            Row(
                tr.gettext("{name}: damaged").format(name=name),
                partial(self._ask_to_delete, name, found),
                "warn",
            )
            if isinstance(found, CompanionError)
            else Row(name, partial(self.edit, name), "fb-deck")
            for name, found in own_decks.FILES.kept().items()
        ]
        for name in sample_data()["decks"]:
            text = tr.gettext("New deck, as {deck}").format(deck=name.capitalize())
            rows.append(Row(text, partial(self._new, name), "plus"))
        rows.append(Row(tr.gettext("New empty deck"), partial(self._new, ""), "plus"))
        rows += [
            Row(tr.gettext("Import {file}").format(file=path.name), partial(self._import, path), "save")
            for path in own_decks.FILES.importable()
        ]
        made = RowList()
        made.show(rows, 1 if theme.portrait() else 2)
        return made

    def _list(self) -> Widget:
        """Cards of the shown part, with their numbers in the deck."""
        tr, cards = App.get_running_app().tr, self._cards()
        column = BoxLayout(orientation="vertical", spacing=theme.mm(1.2))
        tabs = BoxLayout(spacing=theme.mm(1), size_hint_y=None, height=theme.mm(ROW_MM))
        colours = {colour for card in cards.values() for colour in card.colors or ("",) if not card.token}
        signs = {part: icon for part, (icon, _) in _PARTS.items()}
        signs |= {colour: sign_of(colour) for colour in COLOURS if colour in colours}
        for part, icon in signs.items():
            tabs.add_widget(RowButton(Row("", partial(self.show_part, part), icon, chosen=part == self.part)))
        column.add_widget(tabs)
        rows: list[Row | Widget] = []
        for name in self._part(cards):
            if self.part == "own":
                text = words.card_name(name, cards[name], App.get_running_app().language)
                rows.append(Row(text, partial(self.open_card, name), "text"))
            rows.append(self._stepper(name, cards[name]))
        if self.part == "own":
            rows.append(Row(tr.gettext("New card"), self._new_card, "plus"))
        made = RowList()
        made.show(rows)
        column.add_widget(made)
        return column

    def _stepper(self, name: str, card: CardDefinition) -> Widget:
        text = words.card_name(name, card, App.get_running_app().language)
        cost = "" if card.type == "base" else f"{card.cost} · "
        return Stepper(f"{cost}{text}", self._counts().get(name, 0), partial(self.count, name), lambda: 9)

    def _part(self, cards: Mapping[str, CardDefinition]) -> list[str]:
        counts = self._counts()
        fits: Callable[[str, CardDefinition], bool] = {
            "deck": lambda name, card: name in counts,
            "base": lambda name, card: card.type == "base",
            "own": lambda name, card: name in self.deck["cards"],
        }.get(self.part, lambda name, card: card.type != "base" and self.part in (card.colors or ("",)))
        found = [name for name, card in cards.items() if not card.token and fits(name, card)]
        return sorted(found, key=lambda name: (cards[name].type == "base", cards[name].cost, name))

    def _side_panel(self) -> Widget:
        """Number of cards, problems, and actions of the deck."""
        tr = App.get_running_app().tr
        side = BoxLayout(orientation="vertical", spacing=theme.mm(1.4))
        total = tr.gettext("Cards: {n}, bases: {bases}").format(
            n=sum(self.deck["main"].values()), bases=len(self._bases())
        )
        side.add_widget(Line(text=total, bold=True))
        wrong = own_decks.wrong(self.deck)
        problems = [self._said(problem).say(tr) for problem in wrong[:_PROBLEMS]]
        text = self._status or "\n".join(problems) or tr.gettext("The deck is valid: you can play it.")
        said = ScrollView(do_scroll_x=False, bar_width=theme.mm(0.8), scroll_distance=theme.mm(2))
        colour = theme.BAD if wrong and not self._status else theme.GOOD
        said.add_widget(Lines(text=text, em="note", color=colour))
        side.add_widget(said)
        rows = (
            Row(tr.gettext("Export as one file"), self._export, "save"),
            Row(tr.gettext("Delete"), partial(self._ask_to_delete, self.chosen), "trash"),
            Row(tr.gettext("My decks"), partial(self.open), "check", chosen=True),
        )
        for row in rows:
            side.add_widget(RowButton(row))
        return side

    def _said(self, problem: Problem) -> Sentence:
        """Sentence of a problem, with the name of the card."""
        sentence, card = problem.sentence(), self._cards().get(problem.card)
        if card is None:
            return sentence
        return Sentence(sentence.pattern, {**sentence.values, "card": words.named(problem.card, card)})

    def _cards(self) -> Mapping[str, CardDefinition]:
        return {**sample(), **own_decks.own_cards(self.deck)}

    def _bases(self) -> list[str]:
        return [*([self.deck["centre"]] if self.deck["centre"] else []), *self.deck["outskirts"]]

    def _counts(self) -> dict[str, int]:
        bases = self._bases()
        return {**self.deck["main"], **{name: bases.count(name) for name in bases}}

    def _count_base(self, name: str, n: int) -> None:
        """Set the number of a base; the first base is the centre until bases are placed."""
        bases = self._bases()
        while bases.count(name) < n:
            bases.append(name)
        while bases.count(name) > n:
            bases.reverse()
            bases.remove(name)
            bases.reverse()
        self.deck["centre"], self.deck["outskirts"] = (bases[0], bases[1:]) if bases else ("", [])

    def _keep(self) -> None:
        self._status = ""
        self.attempt(lambda: own_decks.FILES.save(self.chosen, self.deck))
        self.refresh_text()

    def _new(self, like: str) -> None:
        def done(name: str) -> str:
            self.deck, self.chosen, self.part = own_decks.new(like), name.strip().replace("/", "-"), "deck"
            self._keep()
            return ""

        NameSheet(App.get_running_app().tr.gettext("What is the deck called?"), "", done)

    def _import(self, path: Path) -> None:
        if not self.attempt(lambda: self.edit(own_decks.take(path))):
            self.refresh_text()

    def _export(self) -> None:
        def write() -> None:
            self._status = say(App.get_running_app().tr, [own_decks.FILES.export(self.chosen).said])

        self.attempt(write)
        self.refresh_text()

    def _ask_to_delete(self, name: str, damaged: CompanionError | None = None) -> None:
        tr = App.get_running_app().tr

        def delete() -> None:
            if self.attempt(lambda: own_decks.FILES.store.forget(name)):
                self.open()
            else:
                self.refresh_text()

        keep = Row(tr.gettext("Keep"), lambda: None, "check")
        why = App.get_running_app().explain(damaged) if damaged else ""
        ModalSheet(name, [keep, Row(tr.gettext("Delete"), delete, "trash")], why)

    def _new_card(self) -> None:
        number = next(n for n in range(1, 999) if f"own-{n}" not in self._cards())
        self.deck["cards"][f"own-{number}"] = empty()
        self._keep()
        self.open_card(f"own-{number}")

    def _card_changed(self, card: dict[str, Any]) -> None:
        self.deck["cards"][self.card] = dict(card)
        self.attempt(lambda: own_decks.FILES.save(self.chosen, self.deck))

    def _card_done(self) -> None:
        self.card = ""
        self.refresh_text()
