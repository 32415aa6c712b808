"""Start of a game of any kind from its plan."""

from collections.abc import Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Any, cast

from companion.errors import CompanionError
from companion.games import registry
from companion.games.base import ENGLISH, bot_name, guest_name, is_guest_name, player_name
from companion.session.base import Bots, GameConfig
from companion.settings.people import Bot, Plan
from ui import all_games
from ui.controller import TableKind
from ui.game_ui import GameUi

_CHANCE = SystemRandom()


def plan_for(app: Any, game: GameUi) -> Plan:
    """Last plan of a game, adapted to the present people and rules."""
    plan: Plan = app.controller.profiles.plan(game.name)
    plan = replace(plan, table=table_for(app, game, plan.table))
    return filled(game, plan if plan.players else plan.joined("").joined(""))


def table_for(app: Any, game: GameUi, wished: str) -> TableKind:
    """Return the table to play at: the wished one as far as the camera allows it, by default the camera's."""
    camera = game.watchable and app.controller.has_camera()
    if wished in ("hands", "none") or (wished == "simulated" and game.watchable):
        return cast(TableKind, wished)
    if wished == "camera" and not camera:
        return "hands"
    return "camera" if camera else "none"


def filled(game: GameUi, plan: Plan) -> Plan:
    """Fill a plan with guests for missing players, and give everybody a role."""
    fewest, most = game.players
    while len(plan.players) < fewest:
        plan = plan.joined("")
    while len(plan.players) > most:
        plan = plan.left(most)
    roles = [role.value for role in game.roles]
    return plan.all_cast(roles) if roles else plan


def named(plan: Plan) -> Plan:
    """Name every guest by position among the players, so that names stay when others come and go."""
    taken = {player_name(ENGLISH, person.name) for person in plan.players}
    players = []
    for place, person in enumerate(plan.players, 1):
        if not person.name:
            called, numbers = (
                (bot_name, range(1, 100)) if person.bot else (guest_name, (place, *range(1, 100)))
            )
            names = (called(number) for number in numbers)
            person = replace(person, name=next(name for name in names if name not in taken), guest=True)
            taken.add(person.name)
        players.append(person)
    return replace(plan, players=tuple(players))


def chosen_options(game: GameUi, plan: Plan) -> dict[str, Any]:
    """Options of the game as planned, if they are still valid."""
    chosen = {}
    for option in game.options:
        values = [choice.value for choice in option.choices]
        wished = plan.options.get(option.name)
        chosen[option.name] = wished if wished in values else values[0]
    return chosen


def learn(app: Any, game: GameUi) -> None:
    """Begin a guided first round with the people who played last, else for one person against the app.

    Raises CompanionError.
    """
    plan = plan_for(app, game)
    if app.controller.profiles.is_new(game.name) and registry.rules(game.name).advisor:
        alone = replace(plan, players=()).joined("")
        while len(alone.players) < game.players[0]:
            alone = alone.joined("").played_by(len(alone.players), "easy")
        plan = filled(game, alone)
    begin_plan(app, game, plan, lesson=True)


def begin_plan(app: Any, game: GameUi, plan: Plan, *, lesson: bool = False, rematch: str = "") -> None:
    """Remember who plays, then go on to the check of the table, the set-up or the game.

    A `lesson` begins with a friendly set-up, unless the camera reads what lies on the table. `rematch`: uid
    of the game that these people have just ended, or "".
    Raises CompanionError.
    """
    people = named(plan).in_order()
    players = tuple(person.name for person in people)
    roles = tuple(person.role for person in people) if game.roles else ()
    options = chosen_options(game, plan)
    bots: Bots = {person.name: person.bot for person in people if person.bot}

    table = cast(TableKind, plan.table)
    taught = registry.lesson(game.name) if lesson else None
    friendly = taught.opening(players, roles) if taught and not (game.setup and table == "camera") else None

    def begin(table: TableKind, read: Any) -> None:
        start(table, friendly if read is None else game.written(read))

    def start(table: TableKind, setup: Any) -> None:
        config = GameConfig(players, roles, options, setup, bots, lesson=taught is not None, rematch=rematch)
        app.controller.begin(game.name, config, table)

    profiles = app.controller.profiles
    profiles.agree(game.name, plan)
    profiles.remember(people)
    profiles.begun(game.name, [person.name for person in people if not person.bot])
    if table in ("camera", "simulated"):
        app.open("check", game=game.name, people=people, table=table, begin=begin)
    elif friendly or not game.setup_page:
        begin(table, None)
    elif table == "hands":
        app.open(game.setup_page, begin=begin, table=table)
    else:
        start(table, registry.rules(game.name).opening(_CHANCE, players))


def rematch(app: Any) -> None:
    """Rematch of the present game: same people, options and table; the next player clockwise begins.

    Its result stays below until the new game begins; as its stored game if the table is watched, because
    that needs the camera. If the new game is refused, the page of a new game says why.
    """
    game = all_games.of(app.snapshot.name)
    plan = plan_for(app, game)
    bots, before = app.snapshot.bots, app.snapshot.uid
    sat = [
        ("" if name in bots else _plan_name(app, name), bots.get(name, "")) for name in app.snapshot.players
    ]
    if sorted(sat) != sorted((person.name, person.bot) for person in plan.players):
        plan = _of_names(app, plan, sat)
    if plan.table in ("camera", "simulated"):
        stored = app.snapshot.stored_as
        app.leave_game()
        if stored:
            app.open("history", game=stored)
    try:
        begin_plan(app, game, plan.next_round(), rematch=before)
    except CompanionError as error:
        app.open("new", game=game.name, problem=app.explain(error, game.name))


def _plan_name(app: Any, name: str) -> str:
    """Name of a player in a plan: empty for guests, in whatever language they were named."""
    known = {person.name for person in app.controller.profiles.people() if not person.guest}
    return "" if is_guest_name(name) and name not in known else name


def _of_names(app: Any, plan: Plan, sat: Sequence[tuple[str, Bot]]) -> Plan:
    """Plan for the people of a stored game, in their order; guests and bots have no name."""
    known = {person.name: person for person in app.controller.profiles.people()}
    plan = replace(plan, players=(), first=None)
    for name, bot in sat:
        plan = plan.joined(name, known.get(name))
        if bot:
            plan = plan.played_by(len(plan.players) - 1, bot)
    return replace(plan, first=0)
