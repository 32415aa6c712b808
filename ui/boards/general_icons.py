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
    "back": Glyph("\ue408"),  # chevron_left
    "book": Glyph("\uea19"),  # menu_book
    "bot": Glyph("\uf06c"),  # smart_toy
    "both": Glyph("\ue8aa"),  # picture_in_picture
    "button": Glyph("\ue837"),  # radio_button_checked
    "camera": Glyph("\ue3b0"),  # photo_camera
    "chart": Glyph("\ue26b"),  # bar_chart
    "check": Glyph("\ue5ca"),  # check
    "chip": Glyph("\ue322"),  # memory
    "clock": Glyph("\ue192"),  # schedule
    "corners": Glyph("\ue3dc"),  # filter_center_focus
    "cross": Glyph("\ue14c"),  # close
    "dice": Glyph("\ueb40"),  # casino
    "door": Glyph("\ue9ba"),  # logout
    "eye": Glyph("\ue417"),  # visibility
    "finger": Glyph("\ue913"),  # touch_app
    "gauge": Glyph("\ue9e4"),  # speed
    "gear": Glyph("\ue8b8"),  # settings
    "glare": Glyph("\ue3e4"),  # flare
    "hand": Glyph("\ue5db"),  # arrow_downward
    "help": Glyph("\ueb8b"),  # question_mark
    "home": Glyph("\ue88a"),  # home
    "lamp": Glyph("\ue0f0"),  # lightbulb
    "left_hand": Glyph("\ue764", mirrored=True),  # back_hand
    "less": Glyph("\ue15b"),  # remove
    "lock": Glyph("\ue88d"),  # lock
    "lock_open": Glyph("\uf656"),  # lock_open_right
    "menu": Glyph("\ue5d2"),  # menu
    "minus": Glyph("\ue15b"),  # remove
    "moon": Glyph("\ue51c"),  # dark_mode
    "more": Glyph("\ue145"),  # add
    "move": Glyph("\ue501"),  # moving
    "mute": Glyph("\ue04f"),  # volume_off
    "next": Glyph("\ue409"),  # chevron_right
    "panel": Glyph("\uef5b"),  # monitor
    "pause": Glyph("\ue034"),  # pause
    "people": Glyph("\ue7ef"),  # group
    "picture": Glyph("\ue251"),  # image
    "play": Glyph("\ue037"),  # play_arrow
    "plus": Glyph("\ue145"),  # add
    "quest": Glyph("\ue153"),  # flag
    "redo": Glyph("\ue15a"),  # redo
    "right_hand": Glyph("\ue764"),  # back_hand
    "rotate": Glyph("\ue5d5"),  # refresh
    "rub_out": Glyph("\ue14a"),  # backspace
    "save": Glyph("\ue171"),  # download
    "sharpness": Glyph("\ue719"),  # target
    "shelf": Glyph("\uf86e"),  # shelves
    "speaker": Glyph("\ue050"),  # volume_up
    "step_back": Glyph("\ue045"),  # skip_previous
    "step_on": Glyph("\ue044"),  # skip_next
    "sun": Glyph("\ue518"),  # light_mode
    "tag": Glyph("\uea71"),  # contactless
    "take": Glyph("\ue5d8"),  # arrow_upward
    "teach": Glyph("\ue80c"),  # school
    "text": Glyph("\ue262"),  # text_fields
    "trash": Glyph("\ue872"),  # delete
    "trophy": Glyph("\ue71a"),  # trophy
    "undo": Glyph("\ue166"),  # undo
    "voice": Glyph("\ue0d8"),  # sms
    "wait": Glyph("\uea5b"),  # hourglass_top
    "warn": Glyph("\ue002"),  # warning
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
