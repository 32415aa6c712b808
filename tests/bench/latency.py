"""Benchmark of the answer: from the first picture without a hand to its words, `python -m tests.bench.latency`.

The window plays games of Fae and Fate at simulated tables, 8 pictures a second in real time, on an X server
with software GL. The time until the table counts as still is included. With another checkout both play in
turn. Then recordings at several rates of pictures say how soon and how surely changes are believed; their
times are those of the pictures (see `tests.bench.recording`).
"""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from tests.bench import checkouts, recording
from tests.bench.tables import table
from tests.windows import x_server

PLAY = """
import json, sys
from pathlib import Path
from tempfile import TemporaryDirectory
from tests.bench import pace
from tests.bench.window_frames import Stopwatch, window

game, pace.CHANGES = sys.argv[1], int(sys.argv[2])
pace.pace = lambda what, table, waited_s, worked_s: waited_s
table = pace.Table()
with TemporaryDirectory() as folder:
    with window(pace.SIZE_PX, Path(folder), interactive=False, simulated=table) as app:
        print(json.dumps(pace.changes(app, table, Stopwatch(), game)))
"""
"""Program that plays one game in the window and prints the seconds from each change to its words."""
