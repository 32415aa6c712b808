"""Icons of the app itself, for every screen; no icon of a game."""

from ui.boards.art import ART, GREY, WHITE, Fill, Glyph, Layer, Picture, Stroke, rounded, spokes
from ui.boards.geometry import Point


def _turned_panel(turns: int) -> list[Layer]:
    """A panel that stands a number of quarter turns clockwise, its cable at what was its lower edge."""

    def at(*points: Point) -> list[Point]:
        turned = list(points)
        for _ in range(turns):
            turned = [(y, 1 - x) for x, y in turned]
        return turned

    return [
        Stroke(at((0.1, 0.26), (0.9, 0.26), (0.9, 0.8), (0.1, 0.8)), WHITE, 0.07, close=True),
        Stroke(at((0.5, 0.22), (0.5, 0.06)), GREY, 0.14),
        Stroke([(0.4, 0.42), (0.5, 0.66), (0.6, 0.42)], WHITE, 0.06),
        Stroke([(0.44, 0.5), (0.56, 0.5)], WHITE, 0.05),
    ]


GLYPHS: dict[str, Glyph] = {
    "all": Glyph("\ueac9"),  # keyboard_double_arrow_right
    "arrow_left": Glyph("\ue5c4"),  # arrow_back
    "arrow_right": Glyph("\ue5c8"),  # arrow_forward
    "attachment": Glyph("\ue2bc"),  # attachment
    "back": Glyph("\ue408"),  # chevron_left
    "bolt": Glyph("\uea0b"),  # bolt
    "book": Glyph("\uea19"),  # menu_book
    "bot": Glyph("\uf06c"),  # smart_toy
    "both": Glyph("\ue8aa"),  # picture_in_picture
    "button": Glyph("\ue837"),  # radio_button_checked
    "camera": Glyph("\ue3b0"),  # photo_camera
    "chart": Glyph("\ue26b"),  # bar_chart
    "check": Glyph("\ue5ca"),  # check
    "chip": Glyph("\ue322"),  # memory
    "clear": Glyph("\ue16c"),  # delete_sweep
    "clock": Glyph("\ue192"),  # schedule
    "corners": Glyph("\ue3dc"),  # filter_center_focus
    "cross": Glyph("\ue14c"),  # close
    "crown": Glyph("\uecb3"),  # crown
    "dice": Glyph("\ueb40"),  # casino
    "done": Glyph("\ue9aa"),  # download_done
    "door": Glyph("\ue9ba"),  # logout
    "dots": Glyph("\ue5d3"),  # more_horiz
    "edit": Glyph("\ue150"),  # edit
    "eye": Glyph("\ue417"),  # visibility
    "fast_forward": Glyph("\ue01f"),  # fast_forward
    "film": Glyph("\ue02c"),  # movie
    "finger": Glyph("\ue913"),  # touch_app
    "fortress": Glyph("\ueab1"),  # castle
    "gauge": Glyph("\ue9e4"),  # speed
    "gear": Glyph("\ue8b8"),  # settings
    "glare": Glyph("\ue3e4"),  # flare
    "hand": Glyph("\ue5db"),  # arrow_downward
    "hand_cards": Glyph("\ue41d"),  # style
    "help": Glyph("\ueb8b"),  # question_mark
    "help_round": Glyph("\ue887"),  # help
    "hidden": Glyph("\ue8f5"),  # visibility_off
    "history": Glyph("\ue28e"),  # history
    "home": Glyph("\ue88a"),  # home
    "lamp": Glyph("\ue0f0"),  # lightbulb
    "language": Glyph("\ue894"),  # language
    "left_hand": Glyph("\ue764", mirrored=True),  # back_hand
    "less": Glyph("\ue15b"),  # remove
    "lock": Glyph("\ue88d"),  # lock
    "lock_open": Glyph("\uf656"),  # lock_open_right
    "menu": Glyph("\ue5d2"),  # menu
    "microphone": Glyph("\ue029"),  # mic
    "minus": Glyph("\ue15b"),  # remove
    "moon": Glyph("\ue51c"),  # dark_mode
    "more": Glyph("\ue145"),  # add
    "move": Glyph("\ue501"),  # moving
    "mute": Glyph("\ue04f"),  # volume_off
    "next": Glyph("\ue409"),  # chevron_right
    "palm": Glyph("\ue925"),  # pan_tool
    "panel": Glyph("\uef5b"),  # monitor
    "pause": Glyph("\ue034"),  # pause
    "people": Glyph("\ue7ef"),  # group
    "person": Glyph("\ue7fd"),  # person
    "phone": Glyph("\ue325"),  # phone_iphone
    "picture": Glyph("\ue251"),  # image
    "play": Glyph("\ue037"),  # play_arrow
    "plus": Glyph("\ue145"),  # add
    "print": Glyph("\ue555"),  # print
    "qr_code": Glyph("\uef6b"),  # qr_code
    "quest": Glyph("\ue153"),  # flag
    "redo": Glyph("\ue15a"),  # redo
    "replay": Glyph("\ue042"),  # replay
    "right_hand": Glyph("\ue764"),  # back_hand
    "rotate": Glyph("\ue5d5"),  # refresh
    "rub_out": Glyph("\ue14a"),  # backspace
    "save": Glyph("\ue171"),  # download
    "share": Glyph("\ue80d"),  # share
    "sharpness": Glyph("\ue719"),  # target
    "shelf": Glyph("\uf86e"),  # shelves
    "speaker": Glyph("\ue050"),  # volume_up
    "star_line": Glyph("\ue838"),  # star
    "step_back": Glyph("\ue045"),  # skip_previous
    "step_on": Glyph("\ue044"),  # skip_next
    "stories": Glyph("\ue666"),  # auto_stories
    "sun": Glyph("\ue518"),  # light_mode
    "swords": Glyph("\uf889"),  # swords
    "sync": Glyph("\ue627"),  # sync
    "tag": Glyph("\uea71"),  # contactless
    "take": Glyph("\ue5d8"),  # arrow_upward
    "teach": Glyph("\ue80c"),  # school
    "text": Glyph("\ue262"),  # text_fields
    "trash": Glyph("\ue872"),  # delete
    "trophy": Glyph("\ue71a"),  # trophy
    "trouble": Glyph("\ue645"),  # priority_high
    "undo": Glyph("\ue166"),  # undo
    "voice": Glyph("\ue0d8"),  # sms
    "wait": Glyph("\uea5b"),  # hourglass_top
    "warn": Glyph("\ue002"),  # warning
    "wifi": Glyph("\ue63e"),  # wifi
    "zoom": Glyph("\ue8ff"),  # zoom_in
}
"""Icons of the icon font, with the names that Material Symbols gives them."""

ICONS: dict[str, Picture] = {
    **GLYPHS,
    **{f"panel-{90 * turns}": _turned_panel(turns) for turns in range(4)},
    "star": [Fill(rounded(spokes(5, 0.5, 0.22), 0.06), WHITE)],
}
"""Drawn in white and grey, to be tinted. The font has no turned panel and no filled star."""

ART.update(ICONS)
