"""What a card does in few words: its own text, else its effects put into words."""

from collections.abc import Iterator, Mapping
from gettext import NullTranslations

from companion.games.base import N_
from companion.games.fabula.cards import Ability, Card, Condition, Cost, Effect, Passive, Selector
from companion.session.fabula import words

_WHEN: Mapping[str, str] = {
    "enters": N_("When {what} enters"),
    "leaves": N_("When {what} leaves"),
    "dies": N_("When {what} dies"),
    "attacks": N_("When {what} attacks"),
    "blocks": N_("When {what} blocks"),
    "influences": N_("When {what} influences"),
    "damaged": N_("When {what} is damaged"),
    "tapped": N_("When {what} is tapped"),
    "attached": N_("When {what} is attached"),
    "played": N_("When {what} is played"),
    "turn_begins": N_("When the turn begins ({what})"),
    "turn_ends": N_("When the turn ends ({what})"),
    "base_lost": N_("When a base is lost ({what})"),
    "base_won": N_("When a base is won ({what})"),
}
_PARTIES: Mapping[str, str] = {
    "self": N_("this card"),
    "host": N_("the card it is on"),
    "target": N_("the target"),
    "target2": N_("the second target"),
    "you": N_("you"),
    "opponent": N_("the opponent"),
    "both": N_("both players"),
    "event": N_("that card"),
}
_NOUNS: Mapping[str, str] = {
    "ally": N_("ally"),
    "modification": N_("modification"),
    "manoeuvre": N_("manoeuvre"),
    "base": N_("base"),
    "permanent": N_("card in play"),
    "card": N_("card"),
}
_QUALITIES: Mapping[str, str] = {
    "own": N_("yours"),
    "enemy": N_("the opponent's"),
    "stack": N_("on the stack"),
    "discard": N_("in the discard pile"),
    "hand": N_("in the hand"),
    "deck": N_("in the deck"),
    "tapped": N_("tapped"),
    "untapped": N_("untapped"),
    "preparing": N_("preparing"),
    "damaged": N_("damaged"),
    "attacking": N_("attacking"),
    "blocking": N_("blocking"),
    "centre": N_("centre"),
    "outskirt": N_("outskirt"),
}
_DEEDS: Mapping[str, str] = {
    "draw": N_("{on}: draw {n}"),
    "discard": N_("{on}: discard {n}"),
    "damage": N_("{on}: {n} damage"),
    "heal": N_("{on}: heal {n}"),
    "destroy": N_("{on}: destroyed"),
    "banish": N_("{on}: banished"),
    "return": N_("{on}: back to {to}"),
    "tap": N_("{on}: tapped"),
    "restore": N_("{on}: restored"),
    "resources": N_("{on}: {n} resources"),
    "cap": N_("{on}: limit of resources +{n}"),
    "move_damage": N_("{n} damage moves from {source} to {on}"),
    "token": N_("{on}: {n} × {token} enters"),
    "counter": N_("{on}: cancelled"),
    "control": N_("{on}: you take control"),
    "attach": N_("{source} is attached to {on}"),
    "search": N_("{on}: look at {look} cards of the deck, take {found}"),
    "prevent": N_("{on}: the next {n} damage is prevented"),
}
_ZONES: Mapping[str, str] = {
    "hand": N_("the hand"),
    "deck_top": N_("the top of the deck"),
    "deck_bottom": N_("the bottom of the deck"),
    "battle": N_("the battle zone"),
    "discard": N_("the discard pile"),
}
_NUMBERS: Mapping[str, str] = {
    "offence": N_("{n} offence"),
    "life": N_("{n} life"),
    "influence": N_("{n} influence"),
    "restoration": N_("{n} restoration cost"),
}
_UNTIL: Mapping[str, str] = {"turn": N_("this turn"), "always": ""}


def card_text(tr: NullTranslations, card: Card, language: str) -> str:
    """The text of a card in a language, or what its effects say."""
    if own := words.in_language(card.text, language):
        return own
    return "\n".join(_Wording(tr, card, language).lines())


class _Wording:
    """Effects in words, telegraphic: who, then what."""

    def __init__(self, tr: NullTranslations, card: Card, language: str) -> None:
        self._tr, self._card, self._language = tr, card, language

    def lines(self) -> Iterator[str]:
        """One line a text."""
        card = self._card
        if card.effects:
            yield self._sentence(self._targets(card.targets), self._only_if(card.only_if), card.effects)
        for ability in card.abilities:
            yield self._ability(ability)

    def _ability(self, ability: Ability) -> str:
        if ability.passive:
            said = "; ".join(self._passive(passive) for passive in ability.passive)
            return self._sentence("", self._only_if(ability.only_if), (), said)
        before = self._when(ability) if ability.when else self._cost(ability.cost or Cost())
        said = self._sentence(self._targets(ability.targets), self._only_if(ability.only_if), ability.effects)
        once = self._(N_("Once a turn. ")) if ability.once else ""
        return f"{once}{before}: {said[:1].lower()}{said[1:]}"

    def _(self, text: str) -> str:
        return self._tr.gettext(text) if text else ""

    def _when(self, ability: Ability) -> str:
        assert ability.when
        of = ability.of if isinstance(ability.of, Selector) else self._(_PARTIES[ability.of])
        what = self._selector(of) if isinstance(of, Selector) else of
        return self._(_WHEN[ability.when]).format(what=what)

    def _cost(self, cost: Cost) -> str:
        parts = []
        if cost.resources:
            parts.append(self._(N_("{n} resources")).format(n=cost.resources))
        if cost.tap:
            parts.append(self._(N_("tap")))
        if cost.damage:
            parts.append(self._(N_("{n} damage to itself")).format(n=cost.damage))
        if cost.sacrifice:
            parts.append(self._(N_("sacrifice it")))
        return ", ".join(parts) or self._(N_("free"))

    def _sentence(
        self, targets: str, only_if: str, effects: tuple[Effect, ...], said: str = ""
    ) -> str:
        deeds = said or "; ".join(self._effect(effect) for effect in effects)
        text = ". ".join(part for part in (targets, only_if, deeds) if part)
        return f"{text[:1].upper()}{text[1:]}."

    def _targets(self, targets: tuple[Selector, ...]) -> str:
        if not targets:
            return ""
        named = ", ".join(self._selector(target) for target in targets)
        return self._(N_("Target: {cards}")).format(cards=named)

    def _only_if(self, condition: Condition | None) -> str:
        if condition is None:
            return ""
        parts = []
        if condition.turn:
            own = condition.turn == "own"
            parts.append(self._(N_("in your turn") if own else N_("in the opponent's turn")))
        counted = getattr(condition, "count", None) or getattr(condition, "cards", None)
        if isinstance(counted, Selector):
            pattern = N_("with {least} or more: {cards}")
            if condition.most is not None:
                pattern = N_("with at most {most}: {cards}")
            parts.append(
                self._(pattern).format(
                    least=condition.least, most=condition.most, cards=self._selector(counted)
                )
            )
        return self._(N_("Only {condition}")).format(condition=", ".join(parts)) if parts else ""

    def _effect(self, effect: Effect) -> str:
        on = self._on(effect.on)
        if effect.do == "change":
            said = self._changes(effect.offence, effect.life, effect.influence, 0, effect.keyword)
            until = self._(_UNTIL[effect.until])
            return f"{on}: {said}{' ' if until else ''}{until}"
        n = str(effect.n)
        if effect.per:
            n = f"{n} × ({self._selector(effect.per)})"
        token = words.card_name(effect.token, None, self._language) if effect.token else ""
        return self._(_DEEDS[effect.do]).format(
            on=on, n=n, to=self._(_ZONES[effect.to]), source=self._(_PARTIES[effect.source]), token=token,
            look=effect.look, found=self._selector(effect.find or Selector("card", zone="deck")),
        )  # fmt: skip

    def _passive(self, passive: Passive) -> str:
        said = self._changes(
            passive.offence, passive.life, passive.influence, passive.restoration, passive.keyword
        )
        return f"{self._on(passive.on)}: {said}"

    def _changes(
        self, offence: int, life: int, influence: int, restoration: int, keyword: str | None
    ) -> str:
        numbers = {"offence": offence, "life": life, "influence": influence, "restoration": restoration}
        parts = [self._(_NUMBERS[name]).format(n=f"{n:+d}") for name, n in numbers.items() if n]
        if keyword:
            parts.append(self._(words.KEYWORDS[keyword]).rstrip("."))  # type: ignore[index]  # a keyword
        return ", ".join(parts)

    def _on(self, on: str | Selector) -> str:
        if isinstance(on, Selector):
            return self._(N_("each {cards}")).format(cards=self._selector(on))
        return self._(_PARTIES[on])

    def _selector(self, selector: Selector) -> str:
        marks = [selector.whose, selector.zone, selector.state, selector.position]
        parts = [self._(_QUALITIES[mark]) for mark in marks if mark in _QUALITIES]
        if selector.color:
            parts.append(self._(words.COLOURS.get(selector.color, selector.color)))
        if selector.kind:
            parts.append(selector.kind)
        if selector.most_cost is not None:
            parts.append(self._(N_("cost up to {n}")).format(n=selector.most_cost))
        if selector.least_offence is not None:
            parts.append(self._(N_("offence {n} or more")).format(n=selector.least_offence))
        if selector.other:
            parts.append(self._(N_("another one")))
        noun = self._(_NOUNS[selector.what])
        return f"{noun} ({', '.join(parts)})" if parts else noun
