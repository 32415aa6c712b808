#!/usr/bin/env python3
"""Replacement of `rpicam-vid` and `rpicam-hello`: sends pictures of one colour and logs its arguments.

FAULT in the environment: "busy" ends at once, "three" ends after three pictures, "hang" gives none,
"noisy" writes a warning of 180 bytes with each of 3 000 pictures, "old" does not know --flicker-period,
"focus" has a lens that finds its focus at the fourth picture.
"""

import json
import os
import sys
import time
from pathlib import Path

LIST = """Available cameras
-----------------
0 : imx708 [4608x2592 10-bit RGGB] (/base/soc/i2c0mux/i2c@1/imx708@1a)
    Modes: 'SRGGB10_CSI2P' : 1536x864 [120.13 fps - (768, 432)/3072x1728 crop]
1 : uvc [1920x1080] (/base/scb/pcie@7d500000/usb@0,0-1.2:1.0-046d:0825)
"""
COLOUR = (180, 90, 200)
"""Y, Cb and Cr of all pixels."""


def main() -> None:
    if sys.argv[0].endswith("rpicam-hello"):
        print(LIST)
        return
    given = dict(zip(sys.argv[1:], sys.argv[2:], strict=False))
    with Path(os.environ["RPICAM_LOG"]).open("a", encoding="utf-8") as log:
        log.write(json.dumps(sys.argv[1:]) + "\n")
    fault = os.environ.get("FAULT")
    if fault == "busy":
        print("INFO Camera ...\nERROR: *** failed to acquire camera ***\n", file=sys.stderr)
        sys.exit(255)
    if fault == "old" and "--flicker-period" in given:
        print("ERROR: *** unrecognised option '--flicker-period' ***", file=sys.stderr)
        sys.exit(255)
    if fault == "hang":
        time.sleep(60)
    pixels = int(given["--width"]) * int(given["--height"])
    luma, blue, red = COLOUR
    picture = bytes([luma]) * pixels + bytes([blue]) * (pixels // 4) + bytes([red]) * (pixels // 4)
    with Path(given["--metadata"]).open("w", encoding="utf-8") as told:
        told.write("[\n")
        for number in range({"three": 3, "noisy": 3000}.get(fault or "", 10**6)):
            found = number >= 3
            lens = f'    "AfState": {1 + found},\n    "LensPosition": {4.25 if found else 1.5},\n'
            told.write(
                f'{"," if number else ""}{{\n    "ExposureTime": 20000,\n    "AnalogueGain": 2.000000,\n'
                f'{lens if fault == "focus" else ""}    "FrameDuration": 100000,\n'
                '    "ColourGains": [ 1.500000, 1.800000 ],\n    "Lux": 300.0\n}\n'
            )
            if fault == "noisy":
                print(f"WARN V4L2 {number:169d}", file=sys.stderr, flush=True)
            told.flush()
            sys.stdout.buffer.write(picture)
            sys.stdout.buffer.flush()
    if fault == "noisy":
        print("ERROR: *** all 3000 are sent ***", file=sys.stderr)


if __name__ == "__main__":
    main()
