"""What heroes do in Fate."""

from companion.games.base import N_
from companion.games.rulebook import Book, Topic, rule

HEROES: Book = {
    "turn": Topic(
        N_("Turn of a hero"),
        (
            rule(N_("First all heroes play, then the monsters."), "F-050"),
            rule(N_("Take up to two actions. They must be different."), "F-051"),
            rule(N_("Choose from: move, attack, prepare, focus, mend and practice."), "F-052"),
            rule(N_("Free actions go before, between and after them."), "F-053", "F-075"),
            rule(N_("An action that a card gives needs no marker."), "F-061"),
            rule(N_("Heroes beside each other may share gold."), "F-074"),
        ),
    ),
    "move": Topic(
        N_("Move"),
        (
            rule(N_("Go up to 3 hexes. Embla goes up to 4."), "F-054"),
            rule(N_("You may walk past monsters, but not through them."), "F-055", "F-003"),
            rule(N_("Mountains and lakes are closed to heroes."), "F-007", "F-009"),
            rule(N_("In Grimheim the move ends."), "F-023"),
            rule(N_('"Move +1" makes this action longer, nothing else.'), "F-062"),
        ),
    ),
    "attack": Topic(
        N_("Attack"),
        (
            rule(N_("Attack one monster in your range. Without a card the range is 1."), "F-056", "F-150"),
            rule(N_("Roll as many dice as you have strength on your hero and cards."), "F-153"),
            rule(N_("A sword is a hit."), "F-154"),
            rule(N_("The sword with a tree is a hit, but not on somebody in a forest."), "F-156"),
            rule(N_("Blanks and runes do nothing, unless a card says so."), "F-155", "F-157"),
            rule(N_("After the roll you may use cards that add dice or damage."), "F-072", "F-073"),
            rule(N_("Add up all hits: that is the damage. Armour takes one off the sum."), "F-159", "F-160"),
            rule(
                N_("A monster with as much damage as health is gone. You get its experience."),
                "F-162",
                "F-091",
            ),
            rule(N_("Monsters on mountains can be attacked too."), "F-446"),
        ),
    ),
    "actions": Topic(
        N_("Prepare, focus, mend, practice"),
        (
            rule(N_("Prepare: draw one event card."), "F-057"),
            rule(N_("Focus: put one mana on a card that uses mana."), "F-058"),
            rule(N_("Mend: take 2 damage off your hero."), "F-059"),
            rule(N_("Mend in Grimheim: take 5 damage off hero and equipment, as you like."), "F-059"),
            rule(N_("Practice: get one experience."), "F-060"),
        ),
    ),
    "cards": Topic(
        N_("Cards"),
        (
            rule(N_("The effect of a card works once in a turn."), "F-065"),
            rule(N_("What a card always gives, such as strength, counts all the time."), "F-065", "F-067"),
            rule(N_("Mana is paid from the card itself."), "F-068"),
            rule(N_("Mana has no limit."), "F-069"),
            rule(N_("Some effects put damage on their card. A worn out card cannot do that again."), "F-067"),
            rule(N_("An event does what it can. Then it is discarded."), "F-070"),
            rule(N_("In the monster turn, play an event only where it says so."), "F-071"),
            rule(N_("Hold at most four event cards. You may discard at any time."), "F-063"),
            rule(N_("If the event cards run out, shuffle the discards."), "F-064", "F-450"),
            rule(N_('"Adjacent" means beside your hero.'), "F-442"),
            rule(N_('"Within" counts your own hex too.'), "F-443"),
        ),
    ),
    "end_of_turn": Topic(
        N_("End of a hero's turn"),
        (
            rule(N_("1. Take your action markers back."), "F-080"),
            rule(N_("2. Buy at most one upgrade."), "F-081"),
            rule(N_("3. Put new mana on cards that make mana."), "F-082"),
            rule(N_("4. Draw one event card."), "F-083"),
            rule(N_("5. You may put your top ability or top equipment under its pile."), "F-084"),
        ),
    ),
    "upgrades": Topic(
        N_("Upgrades"),
        (
            rule(N_("Gold and experience are the same."), "F-090"),
            rule(N_("Upgrades cost 5, 6, 8, and then always 10."), "F-092", "F-422"),
            rule(N_("Take the top ability, or flip one of your abilities or your hero card."), "F-092"),
            rule(N_("What lies on a flipped card stays on it."), "F-093"),
        ),
    ),
    "quests": Topic(
        N_("Quests and equipment"),
        (
            rule(N_("The top equipment card shows your quest."), "F-037", "F-094"),
            rule(N_("Do what it says and the card is yours at once."), "F-094"),
            rule(N_("A quest may take several turns. It counts from when you see it."), "F-096"),
            rule(
                N_("A quest may want an action: put the marker down, but the action does nothing."), "F-095"
            ),
            rule(N_("If you put the card under its pile, what you did for it is lost."), "F-084"),
            rule(N_("A new main weapon covers the old one."), "F-097", "F-448"),
        ),
    ),
    "knocked_out": Topic(
        N_("Knocked out"),
        (
            rule(N_("A hero with as much damage as health is knocked out."), "F-163"),
            rule(N_("The hero goes to Grimheim with exactly 5 damage."), "F-400"),
            rule(N_("The town loses two pieces."), "F-400"),
            rule(N_("Nothing else is lost."), "F-400"),
        ),
    ),
}
