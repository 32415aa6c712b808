"""Font files: of the texts, Kivy's own or else one of the system's, and of the icons."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.errors import HardwareError
from companion.games.base import N_, Sentence

_FOLDER = Path(__file__).parent
ICON_FONT = _FOLDER / "signs.ttf"
"""General icons, by code point."""
THING_FONT = _FOLDER / "things.ttf"
"""Things of the games; `ui.boards.things` names their characters."""
TITLE_FONT = _FOLDER / "titles.ttf"
TEXT_FONT = _FOLDER / "text.ttf"
BOLD_TEXT_FONT = _FOLDER / "text-bold.ttf"

OWN = ("Roboto-Regular.ttf", "Roboto-Italic.ttf", "Roboto-Bold.ttf", "Roboto-BoldItalic.ttf")
SYSTEM = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("~/.fonts"),
    Path("~/.local/share/fonts"),
)
LIKED = ("DejaVuSans", "NotoSans-Regular", "LiberationSans-Regular", "FreeSans", "Ubuntu-R")
_NO_FONT = N_(
    "Expected the font {path} or another TrueType font in {folders}, found none. Install one, such as: "
    "sudo apt install fonts-dejavu-core"
)
_MAGIC = (b"\x00\x01\x00\x00", b"true", b"OTTO")


def find(own: Path, system: Sequence[Path] = SYSTEM) -> tuple[Path, Path, Path, Path]:
    """Files of a regular, italic, bold and bold italic font; `own` is the folder of Kivy's.

    Raises HardwareError `no_font` when there is none at all.
    """
    regular, italic, bold, both = (own / name for name in OWN)
    if all(map(_whole, (regular, italic, bold, both))):
        return regular, italic, bold, both
    for path in _others(own, system):
        named = path.stem.replace("-Regular", "").replace("-R", "")
        heavy = next(
            (h for h in (path.with_name(f"{named}-{b}.ttf") for b in ("Bold", "B")) if _whole(h)), path
        )
        return path, path, heavy, heavy
    folders = ", ".join(map(str, system))
    sentence = Sentence(_NO_FONT, {"path": regular, "folders": folders})
    raise HardwareError("no_font", str(sentence), sentences=(sentence,))


def _others(own: Path, system: Sequence[Path]) -> Iterator[Path]:
    """Other installed fonts; those known to cover all three languages first."""
    found = [path for folder in (own, *system) for path in sorted(folder.expanduser().rglob("*.ttf"))]
    rank = {name: index for index, name in enumerate(("Roboto-Regular", *LIKED))}
    found.sort(key=lambda path: rank.get(path.stem, len(rank)))
    return filter(_whole, found)


def _whole(path: Path) -> bool:
    """Return true if the file exists and begins like a font file."""
    try:
        with path.open("rb") as file:
            return file.read(4) in _MAGIC
    except OSError:
        return False
