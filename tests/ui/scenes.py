"""Scenes of every page and screen, for the gallery and for tests of the layout."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, cast

from companion.app.archive.archive import JournalArchive
from companion.app.archive.history import PastGame, reviewed
from companion.app.game_loader import past
from companion.app.machine.safe_mode import WHY
from companion.games import fae, registry
from companion.games.base import Reason, Sentence
from companion.games.fae.board import COLOURS
from companion.games.fae.lesson import scoring
from companion.games.fate.acts import Mend
from companion.games.registry import load
from companion.session.base import SessionContext, SessionManifest
from companion.session.messages import AllDone, Confirm, Undo
from companion.settings.people import Plan
from companion.storage.journal import Journal
from companion.table.guide import GuideStep
from tests.app.archive.test_archive import fae_game, fate_game
from tests.app.archive.whole_games import stored
from tests.session.fae_answers import moved
from tests.session.fate_acts import PlayAct
from tests.ui import table_looks
from tests.ui.games.fabula.gallery import GALLERY as FABULA
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fae.states import (
    PEOPLE,
    PLAYERS,
    advised,
    first_ritual,
    guided,
    in_doubt,
    looking,
    play,
    quiet_move,
    seat_of_the_app,
    to_reveal,
    undone,
    undone_before_a_camera,
)
from tests.ui.games.fairytile.gallery import gallery as fairytile
from tests.ui.games.fate import states
from tests.ui.games.fate.fake import FakeFate
from tests.ui.games.fate.test_movement_questions import crowded
from tests.ui.scene import Scene
from tests.ui.services import FakeArchive
from tests.ui.test_diagnostics import BADLY, WELL
from tests.ui.test_diagnostics import controller as measured
from tests.ui.test_teach import walk
from ui.phone_service import OwnNetwork
from ui.services import DeviceStatus, Review, RgbPicture, TableLook
from ui.table_test_service import SeenThing, TestPicture
from vision.cameras.sources import load_picture

DATA = Path(__file__).parents[1] / "data"
CORNERS = ((0.11, 0.22), (0.705, 0.066), (0.907, 0.635), (0.135, 0.848))
"""Corners of the board in the picture of the table check."""


class Past:
    """Stored games; kept for as long as the program runs."""

    FAE, WON, LOST = 2, 3, 4
    _kept = ExitStack()

    @classmethod
    @cache
    def journal(cls) -> Journal:
        folder = cls._kept.enter_context(TemporaryDirectory())
        journal = cls._kept.enter_context(Journal(Path(folder) / "state" / "games.db"))
        fae_game(journal, PLAYERS[:3])
        fae_game(journal, ("Ana", *PLAYERS[:3]), seed=8)
        fate_game(journal, seed=194)
        fate_game(journal, seed=13)
        fae_game(journal, PLAYERS[:3], seed=5, moves=20, reveal=False)
        fae_game(journal, ("Ana", "Bo"), moves=9, reveal=False)
        return journal

    @classmethod
    @cache
    def whole(cls) -> Journal:
        """One whole game of each kind, by two."""
        folder = cls._kept.enter_context(TemporaryDirectory())
        journal = cls._kept.enter_context(Journal(Path(folder) / "state" / "games.db"))
        for name in registry.names():
            stored(journal, name, PLAYERS[:2], seed=4)
        return journal

    @classmethod
    def session(cls, name: str, game: int) -> Any:
        """Resume one of them."""
        manifest = load("session", SessionManifest, name)
        return manifest.resume(game, SessionContext(cls.journal()))

    @classmethod
    @cache
    def archive(cls) -> JournalArchive:
        return JournalArchive(cls.journal(), past)

    @classmethod
    @cache
    def review(cls, game: int) -> Review:
        """The review of a whole game, from few trial games."""

        def roughly(name: str) -> PastGame:
            found = past(name)
            assert found.judge
            return replace(found, judge=replace(found.judge, trials=found.judge.trials // 10))

        journal = cls.whole()
        return reviewed(journal.game(game), journal.events(game), roughly, lambda _: None)


def kept() -> FakeFae:
    """Two kept moments."""
    fake = start()
    for _ in range(2):
        fake.moments.keep()
    return fake


def judged(running: Any) -> None:
    """A picture of the running game, in which one druid is wrong and one was missed."""
    places = ((0.3, 0.3), (0.6, 0.35), (0.45, 0.7))
    things = [SeenThing(kind, n, at) for n, (kind, at) in enumerate(zip(COLOURS, places, strict=False))]
    running.controller.moments.pictures = [TestPicture(RgbPicture(40, 30, bytes([120]) * 3600), things)]
    running.app.open("table_test")
    running.screen.go_on()
    for place in (places[1], (0.8, 0.8)):
        running.screen.touched(place)


def start() -> FakeFae:
    """The app before any game."""
    fake: Any = FakeFae(PLAYERS)
    fake.playing = False
    fake.archive = Past.archive()
    fake.devices.connected = [
        DeviceStatus("camera", "ok"),
        DeviceStatus("lights", "twin"),
        DeviceStatus("buttons", "missing"),
    ]
    fake.profiles.known = list(PEOPLE)
    fake.profiles.plans = {"fae": Plan(PEOPLE[:3], None, "none"), "fate": Plan(PEOPLE[:2], 0, "none")}
    return cast(FakeFae, fake)


def in_safe_mode() -> FakeFae:
    """Safe mode after three failed starts."""
    fake: Any = start()
    fake.devices.why_left_alone = Sentence(WHY, {"found": "camera 0: cannot be opened"})
    return cast(FakeFae, fake)


def against_the_app() -> FakeFae:
    """A game of Maximiliana against the app."""
    fake: Any = start()
    people = PEOPLE[0], replace(PEOPLE[1], name="", guest=True, bot="strong", seat="top")
    fake.profiles.plans["fae"] = Plan(people, None, "none")
    return cast(FakeFae, fake)


def first_time() -> FakeFae:
    """The app before its first game and first player."""
    fake = FakeFae(PLAYERS)
    fake.playing = False
    return fake


def filmed(make: Callable[[], Any], picture: str) -> Callable[[], Any]:
    """A demo of this game, with a picture of tests/data in place of the camera."""

    def made() -> Any:
        fake = make()
        fake.camera, fake.picture = True, table_looks.seen(load_picture(DATA / picture))
        return fake

    return made


def unplayed() -> FakeFae:
    """The app before anybody has played."""
    fake: Any = start()
    fake.archive = FakeArchive()
    return cast(FakeFae, fake)


def reviewing(name: str) -> Callable[[], FakeFae]:
    """The app before a game, with a whole game of this name and its review."""

    def make() -> FakeFae:
        fake: Any = start()
        fake.archive = JournalArchive(Past.whole(), past)
        fake.reviews.found = Past.review(whole_game(name))
        return cast(FakeFae, fake)

    return make


def whole_game(name: str) -> int:
    return registry.names().index(name) + 1


def decided(name: str) -> Callable[[Any], None]:
    """What decided a whole game, once the curve is drawn."""

    def show(running: Any) -> None:
        running.app.open("review", game=whole_game(name))
        running.screen._look(0)
        running.screen.ids.course.drawn = 1.0

    return show


def kept_film(running: Any) -> None:
    """The code of a film, once it is made."""
    running.app.open("keep", game=whole_game("fae"))
    running.screen.film_made(b"<!doctype html>", None)


def looked_through(running: Any) -> None:
    """The app looks through a stored game."""
    running.controller.reviews.share = 0.4
    running.app.open("review", game=whole_game("fae"))
    running.screen._look(0)


def fae_ended() -> FakeFae:
    """A stored game of Fae, its spirits shown."""
    fake: Any = FakeFae(PLAYERS)
    fake.archive = Past.archive()
    fake.session = Past.session("fae", Past.FAE)
    fake.reviews.found = Review()
    fake.session.tell(Confirm(1))
    return cast(FakeFae, fake)


def fate_ended(game: int) -> FakeFate:
    """A stored game of Fate at its end."""
    fake: Any = FakeFate()
    fake.archive = Past.archive()
    fake.session = Past.session("fate", game)
    fake.session.tell(AllDone(1))
    return cast(FakeFate, fake)


def teaching() -> FakeFae:
    """Lessons with an own board and own pieces already learnt."""
    fake = start()
    fake.teacher.picture = table_looks.ready().picture
    fake.table_check.look = table_looks.ready()
    fake.teacher.names = {("boards", "fae"): ["mine", "travel"], ("pieces", "fae"): ["old"]}
    return fake


def corners(running: Any) -> None:
    """Lesson at the step of dragging corners."""
    running.app.open("teach")
    running.lay_out()
    steps = walk(running, running.app.tr.gettext("My board of {game}").format(game="Fae"))
    next(steps), next(steps)


def moment(running: Any) -> None:
    """Replay at a key moment."""
    history = Past.archive().history(Past.FAE)
    running.app.open("replay", game=Past.FAE, at=history.moments[2].step)


def hint(running: Any) -> None:
    """First hint, as soon as it is found."""
    running.app.open("hint")
    running.screen._look(0)


def hints(running: Any) -> None:
    """Good moves, after a second touch."""
    hint(running)
    running.screen.more()


def led(running: Any) -> None:
    """Question which way a hero of Fate goes."""
    running.screen.tapped("12,6")
    running.screen.tapped("13,7")


def one_more_move(running: Any) -> None:
    """Make a move."""
    running.controller.tell(moved(1, quiet_move(running.controller.position)))


def mended(running: Any) -> None:
    """Make a hero act."""
    running.controller.tell(PlayAct(1, Mend({})))


def held(running: Any) -> None:
    """Make the move that holds a ritual."""
    running.controller.tell(moved(1, scoring(running.controller.position)[0]))


def refused(running: Any) -> None:
    """Refuse a move while other druids wait to be put back."""
    running.controller.tell(Undo(1))
    running.lay_out()
    position = running.controller.position
    source, sources = fae.legal(position)[12].source, {move.source for move in fae.legal(position)}
    running.screen.tapped(source)
    elsewhere = (to for to in fae.board.SPACES if to not in sources)
    running.screen.tapped(next(to for to in elsewhere if fae.explain(position, fae.Move(source, to))))


def name(running: Any) -> None:
    """Typing a new name."""
    running.app.open("new", game="fae")
    running.screen._add(running.screen.toggle)


def log(running: Any) -> None:
    """Log of the game."""
    running.screen.toggle_log()


def watched(look: Callable[[], TableLook]) -> Callable[[], FakeFae]:
    """Table check that shows this reading."""

    def make() -> FakeFae:
        fake = start()
        fake.table_check.look = look()
        return fake

    return make


def page(name: str, **about: Any) -> Callable[[Any], None]:
    """Open a page."""
    return lambda running: running.app.open(name, **about)


def listed(running: Any) -> None:
    """The stored games, once the boards in sight are drawn."""
    running.app.open("games")
    running.lay_out()
    screen = running.screen
    for row in screen._list.shown():
        if screen._lacks_board(row):
            screen._read(row, running.controller.archive.replay(row.game.id), None)


def watched_replay(running: Any) -> None:
    """A legend falls in a stored game."""
    moment = next(m for m in Past.archive().history(Past.WON).moments if "defeated" in str(m.sentence))
    running.app.open("replay", game=Past.WON, at=moment.step)


def preview(running: Any) -> None:
    """A monster out of reach is touched."""
    running.controller.correct("place", "imp", "14,9")
    running.controller.publish()
    running.lay_out()
    running.screen.tapped("14,9")


def cards(running: Any) -> None:
    """An event card is looked for."""
    running.controller.correct("hand", "boldur", 2)
    running.controller.publish()
    running.lay_out()
    running.screen.press("discard boldur")


def own_cards(running: Any) -> None:
    """The skills of Bjorn are opened."""
    panel = running.screen.ids.panel.children[0]
    panel._stacks["skills"].dispatch("on_release")
    running.lay_out()


def select(running: Any) -> None:
    """Touch a group of druids that has somewhere to go."""
    move = fae.legal(running.controller.position)[12]
    running.screen.tapped(move.source)


def explained(running: Any) -> None:
    """A finger holds a space with druids."""
    from ui.games.fae import board_map

    space = fae.legal(running.controller.position)[12].source
    board = running.screen.ids.board
    running.app.hold.show(running.screen.about_space(space), board.seen(board_map.CENTRES[space]))


def phones(there: Mapping[str, bool] = MappingProxyType({}), networks: int = 1) -> Callable[[], FakeFae]:
    """A game of Fae with phones turned on: the players with a phone, and the number of networks."""

    def make() -> FakeFae:
        fake: Any = play()()
        fake.phones.on, fake.phones.there = True, dict(there)
        fake.phones.addresses = ("192.168.178.120", "2001:db8:85a3:1234:5678:8a2e:370:7334")[:networks]
        return cast(FakeFae, fake)

    return make


def own_network(made: bool) -> Callable[[], FakeFae]:
    """A game whose table is in no network, and may make one or has `made` one."""

    def make() -> FakeFae:
        fake: Any = phones(networks=int(made))()
        fake.phones.can_make = True
        if made:
            fake.phones.addresses, code = ("10.42.0.1",), "WIFI:T:WPA;S:Table Companion;P:bdkmrtwyacex;;"
            fake.phones.own = OwnNetwork(name="Table Companion", password="bdkmrtwyacex", code=code)
        return cast(FakeFae, fake)

    return make


SEATED = MappingProxyType({PLAYERS[0]: True, PLAYERS[1]: False})
"""The first player's phone is connected, the second one's is away."""

NO_LAKE = Reason("across_lake", (20, 22), "E-015", Sentence("Druids cross rivers, but no lake."))
SCENES = [
    Scene("start-first", "The first start: a tile a game", first_time),
    Scene("start", "Start with games to go on with", start),
    Scene("start-safe", "After three starts that did not finish: touch alone, and why", in_safe_mode),
    Scene("intro-fae", "What a game is about, before the first one", start, page("intro", game="fae")),
    Scene("new-fae", "A new game of Fae: who plays, and where they sit", start, page("new", game="fae")),
    Scene("new-person", "One person", start, page("new", game="fae", mode="person", chosen=0)),
    Scene("new-fate", "A new game of Fate", start, page("new", game="fate")),
    Scene("new-seat", "Who sits on a free seat?", start, page("new", game="fae", mode="seat", seat="right")),
    Scene(
        "new-app",
        "A seat that the app plays",
        against_the_app,
        page("new", game="fae", mode="person", chosen=1),
    ),
    Scene("new-options", "What is agreed on", start, page("new", game="fate", mode="options")),
    Scene("new-name", "A new name", start, name, sheet=True),
    Scene("check", "The table is right", watched(table_looks.ready), page("check", game="fae")),
    Scene("check-wrong", "The table is not right yet", watched(table_looks.wrong), page("check", game="fae")),
    Scene("check-lost", "The board is not seen", watched(table_looks.lost), page("check", game="fae")),
    Scene("check-reflection", "A lamp is reflected", watched(table_looks.glaring), page("check", game="fae")),
    Scene("fae-setup", "Fae set up by touch", start, page("fae_setup")),
    Scene("fae-look", "A private look at one's spirit", looking),
    Scene("fae-play", "Fae", play()),
    Scene("fae-guided", "The guided first round: what to touch, and why", guided),
    Scene("fae-rule", "A rule, the first time that it matters", first_ritual, held),
    Scene("fae-selected", "Where a group may go", play(), select),
    Scene("fae-about", "What a held space is", play(), explained, sheet=True),
    Scene("fae-undone", "What may be put back, and play goes on", undone),
    Scene("fae-refused", "What cannot be done, beside what waits", play(21), refused, sheet=True),
    Scene("fae-repair", "What to put back where a camera looks", undone_before_a_camera),
    Scene("fae-doubt", "Which move was it?", in_doubt(2)),
    Scene(
        "fae-wrong",
        "A move that is not allowed",
        play(illegal=NO_LAKE),
    ),
    Scene("fae-order", "The order of rituals", play(choose=(7, 9, 30), phase="choose")),
    Scene("fae-step", "What hands do next", play(todo=(GuideStep("remove", 9, pieces={"red": 1}),))),
    Scene("fae-quiet", "A quiet table: a lamp, and no words", play(), likes={"quiet": True}),
    Scene("fae-night", "Night colours", play(), likes={"night": True}),
    Scene("fae-app", "The app's move, led by an arrow", seat_of_the_app),
    Scene("fae-hint", "A hint: where to look", advised, hint),
    Scene("fae-hints", "A hint: good moves with their reasons", advised, hints),
    Scene(
        "fae-demo",
        "A demo: the camera's picture, and what happened",
        filmed(play(), "scenes/dark_markers/frame_008.jpg"),
        one_more_move,
        sheet=True,
        demo=True,
    ),
    Scene("fae-log", "What was done, back to any point", play(), log),
    Scene("fae-secret", "Who looks at a spirit once more?", play(), page("secret")),
    Scene("fae-end", "The reveal begins", to_reveal),
    Scene("fae-result", "The result of Fae", fae_ended),
    Scene("fate-setup", "Monsters are put on the board", states.setting_up),
    Scene("fate-turn", "Fate: a hero's turn", states.hero_turn),
    Scene("fate-monsters", "The monsters walk", states.monsters_walk),
    Scene("fate-knockout", "A hero falls", states.knocked_out),
    Scene("fate-story", "A monster strikes", states.strike),
    Scene("fate-changes", "What the monsters changed", states.monsters_done),
    Scene("fate-changes-screen", "The same without a table", lambda: states.monsters_done(False)),
    Scene("fate-undone", "A hero is back", states.undone),
    Scene("fate-preview", "What a monster does next", states.hero_turn, preview),
    Scene("fate-ways", "Which way does a hero go?", crowded, led),
    Scene("fate-cards", "A hero's cards", states.hero_turn, own_cards),
    Scene("fate-card-list", "Cards by number, by letter and in parts", states.hero_turn, cards),
    Scene(
        "fate-demo",
        "A demo of Fate",
        filmed(states.hero_turn, "fate_scenes/minis_parchment/frame_002.jpg"),
        mended,
        sheet=True,
        demo=True,
    ),
    Scene("fate-reinforcements", "Monsters come", states.reinforcement),
    Scene("fate-attacks", "Who attacks first?", states.attacks),
    Scene("fate-dice", "Dice that people roll", states.typed_roll),
    Scene("fate-different", "The table is not as the screen", states.different),
    Scene("fate-won", "Fate won", lambda: fate_ended(Past.WON)),
    Scene("fate-lost", "Fate lost", lambda: fate_ended(Past.LOST)),
    *fairytile(start, hints),
    *FABULA,
    Scene("menu", "The menu of a game", play(), page("menu")),
    Scene("phones", "Phones are turned on", play(), page("phones")),
    Scene("phones-seats", "Whose phone is there", phones(SEATED), page("phones")),
    Scene("phones-code", "A code for a phone", phones(networks=2), page("phones", player=PLAYERS[0])),
    Scene("phones-seat", "A phone at a seat", phones(SEATED), page("phones", player=PLAYERS[1])),
    Scene("phones-onlookers", "A code for onlookers", phones(SEATED), page("phones", onlookers=True)),
    Scene("phones-lost", "No network for phones", phones(networks=0), page("phones")),
    Scene("phones-make", "No network, but the machine can make one", own_network(False), page("phones")),
    Scene("phones-wifi", "The code of its own network", own_network(True), page("phones", wifi=True)),
    Scene("phones-own", "Phones in its own network", own_network(True), page("phones")),
    Scene("phones-play", "A phone is connected", phones(SEATED)),
    Scene("rules", "Rules of what is on the screen", play(), page("rules")),
    Scene("settings", "Settings", start, page("settings")),
    Scene("games", "All stored games", start, listed),
    Scene("moments", "Kept moments, when the app was wrong", kept, page("moments")),
    Scene("table-test", "How well does it see my table?", play(), judged),
    Scene("history", "A game looked back on", start, page("history", game=Past.FAE)),
    Scene("review-fae", "What decided a game of Fae", reviewing("fae"), decided("fae")),
    Scene("review-fate", "What decided a game of Fate", reviewing("fate"), decided("fate")),
    Scene(
        "review-fairytile", "What decided a game of Fairy Tile", reviewing("fairytile"), decided("fairytile")
    ),
    Scene("review-fabula", "What decided a duel", reviewing("fabula"), decided("fabula")),
    Scene("review-wait", "The app looks through a game", reviewing("fae"), looked_through),
    Scene("keep-film", "The film of a game for a phone", reviewing("fae"), kept_film),
    Scene("moment", "A key moment", start, moment),
    Scene("replay", "A game played again, step by step", start, watched_replay),
    Scene("teach", "Own boards and pieces", teaching, page("teach")),
    Scene("teach-corners", "A lesson: four corners", teaching, corners),
    Scene("touch-test", "The four-corner touch test", start, page("touch_test")),
    Scene("diagnostics", "Diagnostics: all is well", lambda: measured(WELL), page("diagnostics")),
    Scene("diagnostics-bad", "What to do about it", lambda: measured(BADLY), page("diagnostics")),
    Scene("statistics", "Statistics", start, page("statistics")),
    Scene("statistics-empty", "Statistics before the first game", unplayed, page("statistics")),
    Scene("about", "Whose fonts and icons these are", start, page("about")),
    Scene("too-small", "A window too small for fingers", start, page("too_small")),
]
