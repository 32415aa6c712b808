"""What the gallery shows of Fábula."""

from tests.ui.games.fabula.scenes import SCENES
from tests.ui.scene import Scene

GALLERY = (
    Scene("fabula-bases", "Fábula: which base is the centre?", *SCENES["bases"]),
    Scene("fabula-turn", "Fábula: a turn, both sides of the table", *SCENES["act"]),
    Scene("fabula-alone", "Fábula alone against the app: the hand lies open", *SCENES["alone"]),
    Scene("fabula-play", "A card of the hand: play it, or why not", *SCENES["zoom"]),
    Scene("fabula-laid", "What the app played, to be laid on the table", *SCENES["laid"]),
    Scene("fabula-card", "A card from near", *SCENES["look"]),
    Scene("fabula-hand", "A hand that the app keeps", *SCENES["hand-app"]),
    Scene("fabula-list", "Cards in the players' hands: which one is played?", *SCENES["hand-table"]),
    Scene("fabula-attack", "Who attacks, and what it would do", *SCENES["attack"]),
    Scene("fabula-block", "Who blocks", *SCENES["block"]),
    Scene("fabula-answer", "The stack, turned to who may answer", *SCENES["flat"]),
    Scene("fabula-hands", "What players changed by hand", *SCENES["by-hand"]),
    Scene("fabula-log", "What happened, and back to any point", *SCENES["log"]),
    Scene("fabula-decks", "A deck of one's own, counted as it grows", *SCENES["deck"]),
    Scene("fabula-own", "A card of one's own", *SCENES["own-card"]),
    Scene("fabula-end", "The result of a duel", *SCENES["over"]),
)
