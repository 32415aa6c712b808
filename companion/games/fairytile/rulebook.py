"""The rules of Fairy Tile; ids are those of `companion/games/fairytile/RULES.md`."""

from companion.games.base import N_
from companion.games.rulebook import Book, Topic, rule

BOOK: Book = {
    "aim": Topic(
        N_("What it is about"),
        (
            rule(N_("A princess, a knight and a dragon wander through a land that you build."), "FT-003"),
            rule(N_("They belong to everybody: on your turn you may move any of them."), "FT-004", "FT-043"),
            rule(
                N_("Every page of your book asks for something to happen. Make it happen, tell it."), "FT-012"
            ),
            rule(N_("Whoever tells the last page of their book first wins."), "FT-140", "FT-141"),
        ),
    ),
    "setup": Topic(
        N_("Set-up"),
        (
            rule(N_("2 to 4 people play, from about 8 years, for about half an hour."), "FT-001", "FT-002"),
            rule(N_("Lay the three starting tiles so that their white corners meet."), "FT-020", "FT-011"),
            rule(N_("One river must run through all three: that is the first kingdom."), "FT-021", "FT-022"),
            rule(N_("Put each figure on its own symbol."), "FT-010", "FT-023"),
            rule(
                N_("Shuffle the other 12 tiles into a stack, some turned over."), "FT-005", "FT-006", "FT-024"
            ),
            rule(N_("Everybody takes a magic token, its blank side up."), "FT-025", "FT-013"),
            rule(N_("Deal all pages face down: 18, 12 or 9 each. They are your book."), "FT-026", "FT-027"),
            rule(N_("Take the top page in hand. Nobody else may see it."), "FT-028", "FT-029"),
            rule(N_("The oldest player begins. Turns go around the table clockwise."), "FT-030", "FT-031"),
        ),
    ),
    "turn": Topic(
        N_("Your turn"),
        (
            rule(
                N_("Either go on an adventure and perhaps tell a page, or turn a page."), "FT-040", "FT-041"
            ),
            rule(N_("Doing nothing is not allowed."), "FT-040"),
            rule(N_("An adventure: move one figure once, or lay one tile."), "FT-042", "FT-044"),
            rule(N_("Then the player on your left goes on."), "FT-046"),
        ),
    ),
    "moving": Topic(
        N_("Moving figures"),
        (
            rule(N_("Figures stay on the land and step over the sides of its cells."), "FT-050", "FT-054"),
            rule(N_("They may pass each other and share a cell."), "FT-051", "FT-052"),
            rule(N_("Mountains and rivers stop nobody."), "FT-053"),
        ),
    ),
    "princess": Topic(
        N_("The princess"),
        (
            rule(N_("She goes exactly one step."), "FT-060", "FT-067"),
            rule(N_("If the step ends on a castle, she may jump to any other castle."), "FT-061", "FT-062"),
            rule(N_("If she starts on a castle, she may jump first and then step."), "FT-063", "FT-065"),
            rule(N_("She never jumps without a step, and a jump takes two castles."), "FT-064", "FT-066"),
        ),
    ),
    "knight": Topic(
        N_("The knight"),
        (
            rule(N_("He goes exactly two steps, over land all the way."), "FT-070", "FT-071", "FT-074"),
            rule(
                N_("Straight or around a bend, but not back and not beside his start."),
                "FT-072",
                "FT-073",
                "FT-075",
            ),
        ),
    ),
    "dragon": Topic(
        N_("The dragon"),
        (
            rule(N_("He flies straight ahead as far as there is land, never less."), "FT-080", "FT-081"),
            rule(N_("A gap or a hole stops him before it."), "FT-082"),
            rule(N_("Where there is no land beside him, he cannot fly."), "FT-083"),
        ),
    ),
    "tiles": Topic(
        N_("Laying a tile"),
        (
            rule(N_("A tile is three cells: plain, forest, mountain or castle."), "FT-007", "FT-008"),
            rule(
                N_("Take the top tile as it is; you may rotate it, but not turn it over."), "FT-090", "FT-091"
            ),
            rule(N_("It must touch two edges of the kingdom that lie side by side."), "FT-093"),
            rule(N_("It lies on nothing but the table, cell beside cell."), "FT-092"),
            rule(N_("Rivers must go on: river meets river, and dry land dry land."), "FT-094", "FT-009"),
            rule(N_("What the land looks like does not matter otherwise."), "FT-095"),
            rule(N_("There may be several rivers."), "FT-096"),
            rule(N_("Tiles stay where they are and move no figure."), "FT-098", "FT-099"),
            rule(N_("When the stack is empty, nobody lays a tile any more."), "FT-097"),
        ),
    ),
    "telling": Topic(
        N_("Telling a page"),
        (
            rule(
                N_("After an adventure, when your page is fulfilled, you may tell it."),
                "FT-110",
                "FT-111",
                "FT-114",
            ),
            rule(N_("Never in somebody else's turn, and one page a turn at most."), "FT-112", "FT-113"),
            rule(N_("Lay it open, read it aloud and take the next page in hand."), "FT-115", "FT-117"),
            rule(N_("The new page waits for your next turn."), "FT-116", "FT-118"),
        ),
    ),
    "page": Topic(
        N_("Turning a page"),
        (
            rule(N_("Instead of an adventure you may put your page under your book."), "FT-045", "FT-120"),
            rule(N_("Take the next one, and turn your magic token to its magic side."), "FT-121"),
            rule(N_("You tell nothing in this turn."), "FT-125"),
            rule(N_("This works with your last page too, and with magic you have."), "FT-123", "FT-124"),
        ),
    ),
    "magic": Topic(
        N_("Magic"),
        (
            rule(N_("From your next turn on, the token is good for a second adventure."), "FT-122", "FT-130"),
            rule(N_("Finish the first one; the second may be anything."), "FT-132", "FT-133"),
            rule(N_("Two adventures in a turn are the most."), "FT-131", "FT-134"),
            rule(N_("Not in a turn in which you turn a page."), "FT-135"),
            rule(N_("Magic that is not used stays yours."), "FT-136"),
        ),
    ),
    "seeing": Topic(
        N_("See"),
        (
            rule(N_("A figure sees everything in the six straight lines from its cell."), "FT-150"),
            rule(N_("Figures hide nothing. Gaps end the view."), "FT-151", "FT-152"),
            rule(N_("It sees its own cell too."), "FT-153"),
            rule(N_("Two figures at once may stand in different directions."), "FT-154"),
            rule(N_("Three in a line: in one direction, not always side by side."), "FT-155"),
            rule(N_("Seeing counts after a move and after a tile."), "FT-156"),
        ),
    ),
    "visiting": Topic(
        N_("Visit, meet and cross"),
        (
            rule(N_("Visit: you moved the figure in this turn, and it ended there."), "FT-160"),
            rule(N_("Passing by or standing there from before is no visit."), "FT-161", "FT-162"),
            rule(
                N_("Meet: two on one cell, and you moved at least one of them there."),
                "FT-170",
                "FT-171",
                "FT-173",
            ),
            rule(N_("A tile alone makes no visit and no meeting."), "FT-163", "FT-172"),
            rule(N_("Cross a castle: the figure passed it or ended there in this turn."), "FT-200", "FT-201"),
            rule(N_('With "and" everything holds at once, with "or" one is enough.'), "FT-210", "FT-211"),
        ),
    ),
    "great": Topic(
        N_("Great land, great river"),
        (
            rule(N_("Three or more connected cells of a kind are great, in any shape."), "FT-180"),
            rule(N_("There may be several. Two here and one there are not enough."), "FT-181", "FT-182"),
            rule(N_("There is no great castle."), "FT-183"),
            rule(N_("A great river runs through at least five cells without a break."), "FT-190", "FT-191"),
        ),
    ),
    "end": Topic(
        N_("End of the game"),
        (
            rule(N_("The last page of a book ends the game at once."), "FT-140"),
            rule(N_("If your page can never be fulfilled any more, you are out."), "FT-142"),
            rule(N_("If all are out, nobody wins."), "FT-143"),
            rule(N_("Put the pages told in the order of their numbers and read the story."), "FT-144"),
        ),
    ),
}
