"""Marks of heroes and monsters drawn over the camera's picture; monsters have the colour of their army."""

from vision.base import PieceMark

_TROLLKIN, _FIRE, _DEAD = (60, 150, 60), (30, 120, 240), (150, 60, 150)
MARKS = {
    "goblin": PieceMark("Go", _TROLLKIN),
    "brute": PieceMark("Br", _TROLLKIN),
    "troll": PieceMark("Tr", _TROLLKIN),
    "grendel": PieceMark("Gr", _TROLLKIN),
    "hrungbald": PieceMark("Hr", _TROLLKIN),
    "sprite": PieceMark("Sp", _FIRE),
    "elemental": PieceMark("El", _FIRE),
    "jotunn": PieceMark("Jo", _FIRE),
    "surt": PieceMark("Su", _FIRE),
    "imp": PieceMark("Im", _DEAD),
    "skeleton": PieceMark("Sk", _DEAD),
    "draugr": PieceMark("Dr", _DEAD),
    "queen_of_the_dead": PieceMark("Qu", _DEAD),
    "seer_of_odin": PieceMark("Se", _DEAD),
    "nidhuggr": PieceMark("Ni", (70, 70, 70)),
    "bjorn": PieceMark("Bj", (40, 110, 30)),
    "alva": PieceMark("Al", (200, 110, 30)),
    "embla": PieceMark("Em", (30, 110, 220)),
    "boldur": PieceMark("Bo", (50, 80, 140)),
}
