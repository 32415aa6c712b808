"""The rules of Fábula; ids are those of `companion/games/fabula/RULES.md`."""

from companion.games.base import N_
from companion.games.rulebook import Book, Topic, rule

BOOK: Book = {
    "aim": Topic(
        N_("What it is about"),
        (
            rule(N_("Two players fight a duel with cards, one turn each."), "FB-001"),
            rule(N_("Whoever conquers or destroys the opponent's centre wins at once."), "FB-002"),
            rule(N_("Whoever must draw in the draw phase and has no cards left loses."), "FB-003"),
            rule(N_("What a card says is stronger than a rule."), "FB-004"),
        ),
    ),
    "deck": Topic(
        N_("Decks"),
        (
            rule(N_("A deck has at least 40 cards and five bases beside them."), "FB-010", "FB-011"),
            rule(N_("At most 3 copies of a common card, 2 of a rare, 1 of a legendary one."), "FB-012"),
            rule(N_("The copies count for bases too. No base is among the 40 cards."), "FB-016"),
            rule(N_("All colours of a card must be among the colours of the bases."), "FB-013", "FB-014"),
            rule(N_("The colours of your bases are those of your deck."), "FB-015"),
        ),
    ),
    "setup": Topic(
        N_("Set-up"),
        (
            rule(N_("Lay your bases face down: one centre, four outskirts. Turn them over together."),
                 "FB-020", "FB-021", "FB-023"),
            rule(N_("The centre has a resistance of 15, every outskirt of 5."), "FB-022"),
            rule(N_("Each player draws six cards."), "FB-024"),
            rule(N_("Once, put any of them under your deck and draw as many again."), "FB-025"),
            rule(N_("Chance says who begins. That player does not draw in the first turn."),
                 "FB-026", "FB-027"),
        ),
    ),
    "resources": Topic(
        N_("Resources"),
        (
            rule(N_("You have 2 resources in your first turn, and 2 more every turn, up to 10."),
                 "FB-030", "FB-031", "FB-032"),
            rule(N_("Resources have no colour: they pay for everything."), "FB-017"),
            rule(N_("What you do not spend you may spend in the opponent's turn."), "FB-033"),
            rule(N_("In your next turn you do not have it any more."), "FB-034"),
            rule(N_("Nobody spends more than they have."), "FB-035"),
        ),
    ),
    "turn": Topic(
        N_("Your turn"),
        (
            rule(N_("Draw, restoration, action, combat, end: in this order."), "FB-040"),
            rule(N_("Draw: until you have six cards in your hand."), "FB-041"),
            rule(N_("Restoration: resources, then untap cards. Each costs 1, if it does not say otherwise."),
                 "FB-042", "FB-043", "FB-044"),
            rule(N_("No card untaps by itself."), "FB-045"),
            rule(N_("Action: play cards of any type from your hand."), "FB-046"),
            rule(N_("Combat: first the offence, then the influence."), "FB-047", "FB-048"),
            rule(N_("End: discard down to five cards. All allies heal."), "FB-049", "FB-050"),
            rule(N_("Damage on bases stays."), "FB-051"),
        ),
    ),
    "offence": Topic(
        N_("Offence"),
        (
            rule(N_("Tap allies and name for each the base it attacks. Allies are never attacked."),
                 "FB-060", "FB-062"),
            rule(N_("An ally that is preparing does not attack."), "FB-061"),
            rule(N_("The other player may tap allies to block attackers."), "FB-063", "FB-064"),
            rule(N_("An ally blocks one attacker. Several may block the same one."), "FB-069", "FB-071"),
            rule(N_("An attacker that nobody blocks takes its offence off the base's resistance."), "FB-065"),
            rule(N_("A base without resistance is destroyed."), "FB-066"),
            rule(N_("Attacker and blocker hit each other at the same time. The base takes nothing."),
                 "FB-067"),
            rule(N_("An ally without life goes to the discard."), "FB-068"),
            rule(N_("The attacker orders its blockers. Once it has died, it hits nobody more."), "FB-070"),
        ),
    ),
    "influence": Topic(
        N_("Influence"),
        (
            rule(N_("Tap allies and name for each the base it influences."), "FB-080"),
            rule(N_("An ally that is preparing does not influence."), "FB-081"),
            rule(N_("The other player may tap allies to defend the base."), "FB-082"),
            rule(N_("More influence than defenders and resistance together takes the base."),
                 "FB-083", "FB-084"),
            rule(N_("If it is not enough, nothing happens."), "FB-085", "FB-086"),
            rule(N_("A base that was taken can be taken back. It protects no centre."),
                 "FB-087", "FB-088", "FB-089", "FB-090"),
        ),
    ),
    "cards": Topic(
        N_("Cards"),
        (
            rule(N_("There are bases, allies, manoeuvres and modifications."), "FB-100", "FB-102", "FB-103"),
            rule(N_("Allies and modifications stay in the battle zone."), "FB-101", "FB-112"),
            rule(N_("Allies are played in your action phase. In that turn they are preparing."),
                 "FB-104", "FB-105"),
            rule(N_("Abilities hold always, are paid for, or happen by themselves."), "FB-106", "FB-108"),
            rule(N_("An ally's ability is paid for in your action phase only."), "FB-107"),
            rule(N_("A manoeuvre may be played at any time. Then it goes to the discard."), "FB-109"),
            rule(N_("Tokens come from effects. When they go, they are out of the duel."), "FB-119"),
        ),
    ),
    "stack": Topic(
        N_("The stack"),
        (
            rule(N_("What is played waits on the stack, and the other may answer."), "FB-110"),
            rule(N_("The last one that came happens first."), "FB-111"),
        ),
    ),
    "modifications": Topic(
        N_("Modifications"),
        (
            rule(N_("Pay the attach cost to attach one to an ally, yours or the opponent's."),
                 "FB-113", "FB-114"),
            rule(N_("Its host has what it says as long as it is attached."), "FB-115"),
            rule(N_("Pay again to move it to another host at any time."), "FB-116"),
            rule(N_("If its host is gone, it stays and may be attached again."), "FB-117"),
            rule(N_("Some hold for all, or are for other cards than allies."), "FB-118"),
        ),
    ),
    "zones": Topic(
        N_("Zones"),
        (
            rule(N_("Deck, hand, battle zone, territory, discard, banishment and stack."), "FB-130"),
            rule(N_("What dies, is sacrificed, discarded or used goes to the discard."), "FB-131", "FB-133"),
            rule(N_("Banished cards never come back."), "FB-132"),
        ),
    ),
}  # fmt: skip
