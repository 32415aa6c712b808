"""Make all fonts and pictures, or only the named parts: `make art ARGS="fonts patches"`."""

import argparse
from collections.abc import Callable
from importlib import import_module

from companion.games import registry
from tests.art import app_icon, fonts, patches

Part = Callable[[], None]


def main() -> None:
    """Make the named parts, all of them by default."""
    parts: dict[str, Part] = {
        "fonts": fonts.make,
        "phone-fonts": fonts.for_phones,
        "patches": patches.make,
        "icon": app_icon.make,
    }
    parts |= {name: import_module(f"{__package__}.{name}").make for name in registry.registered()}
    parser = argparse.ArgumentParser(prog="tests.art", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of: {', '.join(parts)}")
    chosen = parser.parse_args().parts or list(parts)
    if unknown := set(chosen) - parts.keys():
        parser.error(f"unknown parts: {', '.join(sorted(unknown))}; expected some of: {', '.join(parts)}")
    for name in chosen:
        print(name, flush=True)
        parts[name]()


if __name__ == "__main__":
    main()
