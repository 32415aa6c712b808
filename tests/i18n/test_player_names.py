"""Players who chose no name: one stored name, shown in every language."""

import pytest

from companion.games.base import (
    N_,
    Sentence,
    bot_name,
    guest_name,
    is_guest_name,
    player_name,
)
from companion.i18n import say, translator

SHOWN = {
    "en": ("Player 2", "The app", "The app 2"),
    "pt_BR": ("Jogador 2", "O app", "O app 2"),
    "es": ("Jugador 2", "La app", "La app 2"),
}


@pytest.mark.parametrize("language", SHOWN)
def test_names_nobody_chose_are_said_in_the_language_in_use(language: str) -> None:
    tr = translator(language)
    assert tuple(player_name(tr, n) for n in (guest_name(2), bot_name(1), bot_name(2))) == SHOWN[language]
    for stored in SHOWN.values():
        assert tuple(player_name(tr, name) for name in stored) == SHOWN[language], "an older game"
    turn = Sentence(N_("{player}, it is your turn."), {"player": "Jogador 2"})
    assert say(tr, [turn]).startswith(SHOWN[language][0])
    assert tr.gettext(turn.pattern).format(player=SHOWN[language][0]) == say(tr, [turn])


def test_other_names_stay_as_they_are() -> None:
    tr = translator("es")
    for name in ("Ana", "Player", "Player 0", "Player x", "Player 3b", "Ana 3", "The apple", "", "Player  2"):
        assert player_name(tr, name) == name
        assert not is_guest_name(name)
    assert is_guest_name("Jogador 3") and not is_guest_name("La app")
