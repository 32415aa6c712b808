"""`make bench`: the generated tables of FIGURES.md, measured on this machine, as Markdown."""

import os
import platform
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # before NumPy is loaded

import click
import cv2

from tests.bench import (
    batteries,
    device_speed,
    fate_rules,
    fate_scenes,
    look_cost,
    optics_scenes,
    pace,
    recording,
    rules_speed,
    simulated_speed,
    turned,
    watch_scenes,
    window_frames,
)
from tests.bench.reliability import reliability
from tests.bench.scenes import STANDARD
from tests.bench.tables import table

ROOT = Path(__file__).resolve().parents[2]
REPORT = ROOT / "build" / "bench.md"
FIGURES = ROOT / "tests" / "bench" / "FIGURES.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
RULES_S = 10.0
CAPTIONS = {
    "look": "**Time to read one picture of Fae.** Standard sequences, processor time of one thread.",
    "watch": "**Fae, standard sequences.** Each picture is compared with its truth; no question is answered.",
    "batteries": "**Fae, standard sequences in trouble.** Pictures are left out (`drop1`, `drop2`) or "
    "disturbed; test users answer every question.",
    "cameras": "**All games behind worse cameras.** The longest standard sequence of each game; *unread* are "
    "pictures that were not read, *wrong* includes hands that were not noticed and moves taken for mistakes.",
    "fae_reliability": "**Fae, calibration.** Reports of the two tables above, by their confidence.",
    "fate": "**Fate, standard sequences.** Hexes are read without the expected table, differences are found "
    "with it.",
    "fate_reliability": "**Fate, calibration.** Hexes of the table above, by their confidence.",
    "turned": "**Corners tapped in another order.** *As taken*: the standard sequences; *faint print*: the "
    "same with little contrast.",
    "recording": "**Continuous pictures of the simulated table.** Silence lasts from a change to its report.",
    "rules": "**Speed of the rules of Fae.** Random games beside python-chess, one process.",
    "fate_rules": "**Speed of the rules of Fate.** One process, processor time.",
    "drawing": "**Speed of the simulated table of Fae.** One thread draws the pictures.",
    "window": "**Frames of the window.** A move is animated on a virtual X server with software GL.",
    "waiting": "**Waiting times.** From the start, a touch or a change on the table to the screen.",
    "devices": "**LED strip and buttons.** The strip is a pseudo-terminal that takes bytes at its baud rate; "
    "the pins are simulated by gpiozero.",
}
"""The sentence above each generated table: how it was measured."""


def machine() -> str:
    """Processor, cores and versions."""
    try:
        cpuinfo = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:  # not Linux
        cpuinfo = ""
    names = [line.partition(":")[2].strip() for line in cpuinfo.splitlines() if line.startswith("model name")]
    processor = names[0] if names else platform.processor() or platform.machine()
    versions = f"Python {platform.python_version()}, OpenCV {cv2.__version__}"
    return f"{processor}, {os.cpu_count()} cores; {versions}"


def rules() -> str:
    """Moves per second beside python-chess."""
    figures = rules_speed.measure(RULES_S)
    ours, theirs = figures["fae_moves_per_s"], figures["chess_moves_per_s"]
    header = ("random games, one process", "Fae", "python-chess", "ratio")
    return table(header, [("moves a second", f"{ours:,.0f}", f"{theirs:,.0f}", f"{figures['ratio']:.1f}")])


def fate() -> str:
    """Monster turns and whole games of Fate."""
    figures = fate_rules.measure(RULES_S)
    header = ("Fate, one process, processor time", "median ms", "p95 ms", "a second")
    turn = f"monster turn, {fate_rules.MONSTERS} monsters"
    return table(
        header,
        [
            (turn, f"{figures['turn_ms']:.1f}", f"{figures['turn_p95_ms']:.1f}", ""),
            ("whole games, acts replayed", "", "", f"{figures['replayed_per_s']:.0f}"),
            ("whole games, played by automatic heroes", "", "", f"{figures['played_per_s']:.0f}"),
        ],
    )


def drawing() -> str:
    """Pictures per second of the simulated table."""
    figures = simulated_speed.measure()
    header = ("simulated table, 1280x960, one thread", "pictures a second", "median ms", "p95 ms")
    cells = (figures[name] for name in ("pictures_per_second", "median_ms", "p95_ms"))
    return table(header, [("hand in the picture half of the time", *(f"{cell:.1f}" for cell in cells))])


def window() -> str:
    """Frame times while a move is animated, and the start of the app."""
    header = (
        "window, software GL", "game", "camera picture", "frames", "median ms", "p95 ms", "over 33 ms",
        "CPU ms, all threads", "start s",
    )  # fmt: skip
    rows = []
    for row in window_frames.run():
        times = (row.median_ms, row.p95_ms, f"{row.slow:.1%}", row.cpu_ms)
        rows.append((row.size, row.game, "open" if row.camera else "", row.frames, *times, row.start_s))
    return table(header, rows)


def waiting() -> str:
    """Waiting times for the first picture, the board, and the text about a change."""
    header = ("waiting, 800x480, software GL", "table", "times", "median ms", "p95 ms", "CPU ms, all threads")
    rows = [
        (row.what, row.table, row.times, row.median_ms, row.p95_ms, "" if row.cpu_ms is None else row.cpu_ms)
        for row in pace.run()
    ]
    return table(header, rows)


def write_figures(figures: str, path: Path = FIGURES) -> None:
    """Replace the tables between the two marks of the file."""
    before, begin, rest = path.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin and end, f"{path} needs {BEGIN} and {END}"
    path.write_text(f"{before}{BEGIN}\n{figures}\n{END}{after}", "utf-8")


@click.command()
@click.argument("scenes", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--tuned", default="", help="Names of sequences that were tuned on, such as a,b.")
@click.option("--figures", "write", is_flag=True, help="Put the tables into tests/bench/FIGURES.md.")
def main(scenes: tuple[Path, ...], tuned: str, write: bool) -> None:
    """Measure everything; SCENES are folders with more sequences to watch."""
    parts = [machine()]
    click.echo(parts[0] + "\n")

    def add(part: str, caption: str = "") -> None:
        parts.append(f"{CAPTIONS[caption]}\n\n{part}" if caption else part)
        click.echo(parts[-1] + "\n")

    add(look_cost.report(look_cost.measure([STANDARD]), look_cost.peak_mb()), "look")
    scores = watch_scenes.measure([STANDARD, *scenes])
    add(watch_scenes.report(scores, tuned.split(",")), "watch")
    tallies = list(batteries.measure([STANDARD]))
    add(batteries.report(tallies, each=False), "batteries")
    claims = [claim for score in scores for claim in score.claims]
    add(reliability(claims + [claim for tally in tallies for claim in tally.claims]), "fae_reliability")
    add(optics_scenes.report(list(optics_scenes.measure([optics_scenes.STANDARD]))), "cameras")
    fate_scores = fate_scenes.measure([fate_scenes.STANDARD, *scenes])
    add(fate_scenes.report(fate_scores, tuned.split(",")), "fate")
    add(
        fate_scenes.reliability([claim for score in fate_scores for claim in score.claims]),
        "fate_reliability",
    )
    taps = turned.measure([STANDARD, fate_scenes.STANDARD, *scenes])
    add(turned.report(taps), "turned")
    recordings = list(recording.measure())
    add(recording.report(recordings), "recording")
    add(rules(), "rules")
    add(fate(), "fate_rules")
    add(drawing(), "drawing")
    add(window(), "window")
    add(waiting(), "waiting")
    add(device_speed.report(), "devices")
    add(f"Load of the machine afterwards: {os.getloadavg()[0]:.1f}.")
    failures = [failure for score in scores for failure in score.failures]
    failures += [failure for score in fate_scores for failure in score.failures]
    failures += [f"turned: {tap}" for tap in taps if tap.outcome == "wrong"]
    failures += [failure for score in recordings for failure in score.wrong]
    for failure in failures:
        click.echo(failure, err=True)
    figures = "\n\n".join(parts)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(figures + "\n", "utf-8")
    if write:
        write_figures(figures)


if __name__ == "__main__":
    main()
