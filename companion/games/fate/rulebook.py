"""The rules of Fate; ids are those of `companion/games/fate/RULES.md`."""

from companion.games.base import N_
from companion.games.fate.rulebook_heroes import HEROES
from companion.games.fate.rulebook_monsters import MONSTERS
from companion.games.rulebook import Book, Topic, rule

BOOK: Book = {
    "aim": Topic(
        N_("What it is about"),
        (
            rule(N_("Monsters walk to the town of Grimheim. You defend it together."), "F-050", "F-252"),
            rule(
                N_("All win when the Rune Stone is on the last space and the Well still stands."),
                "F-204",
                "F-410",
            ),
            rule(N_("All lose as soon as the last piece of the town is gone."), "F-205"),
        ),
    ),
    "setup": Topic(
        N_("Set-up"),
        (
            rule(
                N_("Put houses and the Well into Grimheim: 4, 6, 8 or 10 pieces for 1, 2, 3 or 4 players."),
                "F-030",
            ),
            rule(N_("Put three markers each of damage, mana and gold on their places."), "F-031", "F-017"),
            rule(
                N_("Choose the short or the long time track. The Rune Stone starts on its first space."),
                "F-032",
                "F-421",
            ),
            rule(N_("Shuffle the yellow and the red monster cards apart from each other."), "F-033"),
            rule(N_("Each player draws a yellow card and places its monsters."), "F-034"),
            rule(N_("All heroes start in Grimheim with their first cards."), "F-035", "F-036"),
            rule(N_("Of your piles you see only the top cards."), "F-037"),
            rule(N_("Each hero starts with 2 gold, 1 mana and 1 event card."), "F-038", "F-423"),
            rule(N_("Agree on who begins. The order stays the same."), "F-039"),
        ),
    ),
    **HEROES,
    "board": Topic(
        N_("The board"),
        (
            rule(N_("Only one hero or monster stands on a hex outside Grimheim."), "F-002"),
            rule(N_("Nobody walks through an occupied hex."), "F-003"),
            rule(N_("Every hex costs one step."), "F-004"),
            rule(N_("Nobody leaves the board."), "F-005"),
            rule(N_("Mountains are closed to heroes. Monsters cross them."), "F-007", "F-012"),
            rule(N_("Heroes may enter the mountains of the Troll Caves."), "F-010"),
            rule(N_("Nobody enters a lake, but for the lakes of Nailfare."), "F-009", "F-011"),
            rule(N_("Whoever stands in a forest has cover."), "F-008", "F-317"),
            rule(N_("Roads matter to monsters, not to heroes."), "F-015"),
            rule(N_("Borders of places stop nobody."), "F-014"),
            rule(N_("Take markers on their hex or while you pass it."), "F-018"),
        ),
    ),
    "town": Topic(
        N_("Grimheim"),
        (
            rule(N_("Grimheim is one single place. Any number of heroes may be in it."), "F-020"),
            rule(
                N_("From outside nobody can reach a hero in Grimheim, and the other way round."),
                "F-021",
                "F-022",
                "F-304",
            ),
            rule(N_("A hero who enters Grimheim stops there."), "F-023"),
            rule(N_("A hero leaves it with one step to any open hex around it."), "F-024"),
            rule(
                N_("A monster that enters goes away and costs one piece of the town, a legend three."),
                "F-025",
                "F-259",
            ),
            rule(N_("You choose which piece goes. The Well goes last."), "F-026"),
            rule(N_("The way into Grimheim is never blocked."), "F-027"),
            rule(N_("No attack goes across Grimheim."), "F-028"),
        ),
    ),
    **MONSTERS,
    "end": Topic(
        N_("End of the game"),
        (
            rule(N_("You win together or lose together."), "F-410"),
            rule(
                N_("Last space of the track: play this monster turn. If the Well stands then, you win."),
                "F-204",
            ),
            rule(N_("If the last piece of the town goes, the game is lost at once."), "F-205", "F-401"),
            rule(
                N_("For a harder game, roll the monster die or take the long time track."), "F-420", "F-421"
            ),
            rule(N_("Or pay more for upgrades, or begin without gold and cards."), "F-422", "F-423"),
        ),
    ),
}
