"""The rules of Fae; ids are those of `companion/games/fae/RULES.md`."""

from companion.games.base import N_
from companion.games.rulebook import Book, Topic, rule

BOOK: Book = {
    "aim": Topic(
        N_("What it is about"),
        (
            rule(
                N_("Druids walk together until a group stands alone. Then it holds a ritual."),
                "E-011",
                "E-020",
            ),
            rule(N_("A ritual brings points to every colour that takes part."), "E-027"),
            rule(N_("One colour is secretly yours. Nobody knows which one."), "E-003"),
            rule(N_("Whoever has the most points for their own colour wins."), "E-042"),
        ),
    ),
    "setup": Topic(
        N_("Set-up"),
        (
            rule(N_("2 to 4 people play with druids of five colours."), "E-001"),
            rule(N_("Put one druid on every space: 60 druids on 60 spaces."), "E-002"),
            rule(N_("Every region gets one druid of each colour."), "E-002"),
            rule(N_("Put the markers of all five colours on the start of the score track."), "E-004"),
            rule(N_("Sort the 12 ritual cards into piles from value 1 to value 5."), "E-005"),
            rule(N_("The oldest player begins. Turns go around the table clockwise."), "E-006"),
        ),
    ),
    "spirits": Topic(
        N_("Secret spirits"),
        (
            rule(N_("Each player has one secret spirit: a colour."), "E-003"),
            rule(N_("Colours that belong to nobody score points too."), "E-003", "E-043"),
            rule(N_("Spirits are shown when the game is over."), "E-042"),
        ),
    ),
    "turn": Topic(
        N_("Your turn"),
        (
            rule(N_("Make exactly one move."), "E-010"),
            rule(N_("While there is a move, nobody may pass."), "E-010"),
            rule(N_("Then the player on your left goes on."), "E-006"),
        ),
    ),
    "moving": Topic(
        N_("Moving druids"),
        (
            rule(N_("Take all druids of one space to a space beside it."), "E-011"),
            rule(N_("Other druids must stand there already. Nobody goes to an empty space."), "E-013"),
            rule(N_("One to six druids may move. Seven or more stay where they are."), "E-014"),
            rule(N_("Others may still join a group of seven or more."), "E-014"),
            rule(N_("You may move any colour and join any colour."), "E-012"),
            rule(N_("Druids cross rivers, but no lake."), "E-015"),
        ),
    ),
    "rituals": Topic(
        N_("When a ritual happens"),
        (
            rule(N_("A group is alone when every space beside it is empty."), "E-020"),
            rule(N_("A group that your move leaves alone holds a ritual now."), "E-020", "E-021"),
            rule(N_("A group holds only one ritual in the whole game."), "E-020"),
            rule(N_("If several groups hold one, you choose their order."), "E-021"),
            rule(N_("Every ritual takes the next card, from the lowest pile."), "E-022"),
        ),
    ),
    "counting": Topic(
        N_("How a ritual counts"),
        (
            rule(N_("First look at the ground, then at the colours, then count."), "E-023"),
            rule(N_("Cursed ground: all druids there leave and nobody scores."), "E-024"),
            rule(N_("If all five colours are there, every colour with only one druid loses it."), "E-025"),
            rule(N_("If all five were single druids, all leave and nobody scores."), "E-025"),
            rule(N_("The value is the number of druids that are left."), "E-026"),
            rule(N_("Blessed ground adds the number on the card."), "E-026"),
            rule(N_("The card of value 5 blesses every ground and curses none."), "E-026"),
            rule(N_("Each colour that is left scores the whole value."), "E-027"),
            rule(N_("You keep the card, also when nobody scored."), "E-028"),
            rule(N_("Druids that are left stay there until the end."), "E-029"),
            rule(N_("Taking druids off makes no new ritual."), "E-030"),
        ),
    ),
    "end": Topic(
        N_("End of the game"),
        (
            rule(N_("The game ends after the 12th ritual."), "E-040"),
            rule(N_("If there are too few cards, you choose which groups get one."), "E-040"),
            rule(N_("It also ends when the next player cannot move."), "E-041"),
            rule(
                N_("All show their spirits. Each of your ritual cards is one more point for your colour."),
                "E-042",
            ),
            rule(N_("The highest total wins. In a tie, fewer ritual cards win."), "E-042"),
            rule(N_("If it is still a tie, you win together."), "E-042"),
            rule(N_("Colours that belong to nobody cannot win."), "E-043"),
        ),
    ),
}
