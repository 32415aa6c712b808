"""What monsters do in Fate."""

from companion.games.base import N_
from companion.games.rulebook import Book, Topic, rule

MONSTERS: Book = {
    "monster_turn": Topic(
        N_("Turn of the monsters"),
        (
            rule(N_("1. The Rune Stone moves one space."), "F-200", "F-201"),
            rule(N_("2. If you play with it, roll the monster die."), "F-200", "F-210"),
            rule(N_("3. Monsters move."), "F-200"),
            rule(N_("4. Monsters attack."), "F-200"),
            rule(N_("5. New monsters come where the track shows a card."), "F-200", "F-202"),
            rule(N_("On a skull all monsters charge and no new ones come."), "F-203", "F-263"),
        ),
    ),
    "monster_die": Topic(
        N_("The monster die"),
        (
            rule(
                N_("Turning arrow: all monsters beside a hero go one hex around that hero."), "F-212", "F-213"
            ),
            rule(N_("Nobody turns off the board, into a lake or onto a hero."), "F-214", "F-215"),
            rule(N_("A turn into Grimheim costs a piece of the town."), "F-217"),
            rule(N_("Sword: every monster attacks with one die more."), "F-220", "F-313"),
            rule(N_("Push: heroes beside a monster are pushed one hex towards Grimheim."), "F-230", "F-232"),
            rule(N_("A push into an occupied or closed hex fails."), "F-233"),
            rule(N_("A hero pushed into Grimheim costs the town nothing."), "F-234"),
            rule(N_("Charge: goblins, sprites and imps go one step more."), "F-240"),
            rule(
                N_("Ambush: a goblin appears beside every hero outside. You choose where."), "F-245", "F-246"
            ),
        ),
    ),
    "monsters_move": Topic(
        N_("Monsters move"),
        (
            rule(N_("A monster beside a hero stays."), "F-250"),
            rule(N_("On its way it stops as soon as it is beside a hero."), "F-251"),
            rule(N_("Monsters follow the arrows and the roads to Grimheim."), "F-252", "F-253"),
            rule(N_("They go one step, goblins two."), "F-260"),
            rule(N_("The monster nearest to Grimheim goes first, with all its steps."), "F-254", "F-257"),
            rule(N_("If two want the same hex, the one on the road goes first."), "F-255"),
            rule(N_("An occupied hex stops a monster."), "F-258"),
            rule(
                N_("A legend swaps places with the monster in its way, never with a hero."), "F-270", "F-271"
            ),
        ),
    ),
    "charge": Topic(
        N_("Charge"),
        (
            rule(N_("A charge is one step more, never two."), "F-261"),
            rule(N_("On a skull all monsters charge."), "F-263"),
            rule(N_("With the die, goblins, sprites and imps charge."), "F-240", "F-262"),
            rule(N_("A monster also charges when only that step lets it attack a hero."), "F-265", "F-266"),
            rule(N_("Nobody charges into Grimheim just to get there."), "F-267"),
        ),
    ),
    "monsters_attack": Topic(
        N_("Monsters attack"),
        (
            rule(N_("Every monster that reaches a hero attacks once."), "F-300"),
            rule(N_("You choose the order, and whom a monster attacks."), "F-301", "F-302"),
            rule(N_("Nothing is in the way of an attack but Grimheim."), "F-303"),
            rule(N_("A hero in Grimheim cannot be attacked."), "F-304"),
            rule(N_("Before damage is placed, you may prevent some with your cards."), "F-318", "F-066"),
            rule(N_("A hero in a forest has cover."), "F-317"),
            rule(N_("Damage that cannot be prevented goes through armour too."), "F-161"),
        ),
    ),
    "factions": Topic(
        N_("Kinds of monsters"),
        (
            rule(
                N_("Trollkin (squares): one die more for each other trollkin beside them."), "F-311", "F-314"
            ),
            rule(N_("With Hrungbald on the board they get two dice more each."), "F-312"),
            rule(N_("Fire horde (triangles): they attack from two hexes away."), "F-316"),
            rule(N_("The dead (pentagons): runes are hits."), "F-315"),
            rule(N_("Draugr have armour: one hit less."), "F-160"),
        ),
    ),
    "legends": Topic(
        N_("Legends"),
        (
            rule(N_("A legend in Grimheim costs three pieces of the town."), "F-025"),
            rule(N_("Legends swap places with monsters in their way."), "F-270", "F-274"),
            rule(N_("Yellow cards bring the yellow side, red cards the red side."), "F-342"),
            rule(N_("Queen of the Dead, yellow: only heroes beside her can hurt her."), "F-380"),
            rule(N_("Queen of the Dead, red: all other dead have one health more."), "F-381"),
            rule(N_("Seer of Odin, yellow: brings skeletons around the ruins."), "F-347"),
            rule(N_("Seer of Odin, red: every hero takes one damage that nothing prevents."), "F-386"),
            rule(N_("Grendel, red: attacks twice, and each rune is two hits."), "F-383"),
            rule(N_("Surt, yellow: runes are hits for the whole fire horde."), "F-316", "F-384"),
            rule(N_("Surt, red: attacks from three hexes away."), "F-384"),
            rule(N_("Nidhuggr: as many dice as it has health left."), "F-310", "F-385"),
        ),
    ),
    "reinforcements": Topic(
        N_("New monsters"),
        (
            rule(
                N_("Each player draws a card of the colour on the track and places its monsters."),
                "F-340",
                "F-202",
            ),
            rule(N_("If not all monsters fit, put the card under the pile and draw again."), "F-343"),
            rule(N_("A card does not fit when a hex is occupied or pieces are missing."), "F-344", "F-345"),
            rule(N_("It does not fit when its legend is on the board already."), "F-346"),
            rule(N_("New monsters wait: they do not move or attack in this turn."), "F-349"),
            rule(N_("The card of a legend stays beside the board until the legend is gone."), "F-341"),
        ),
    ),
}
