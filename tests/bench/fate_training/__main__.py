"""Train the network that classifies pieces, starting from the current network.

    python -m tests.bench.fate_training OUT.onnx [FOLDER...]

Draws invented sets of pieces and simulated tables of the standard pieces, trains on them, and writes the
network. Every FOLDER adds pictures of standard pieces; its `truth.jsonl` has a row per picture with `file`,
`hand`, `state` {hex: kind}, `edition` and `camera` (K, R, t_mm, k1, size).
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

import vision.fate
from tests.bench.fate_training import drawn, episodes, network, pictures

WEIGHTS = Path(vision.fate.__file__).with_name("data") / "pieces.onnx"
BARE_TABLES, STANDARD_FROM = 60, 100
SET_SEED, SEEN_SEED, ORDER_SEED, FINE_SEED = 5, 1, 2, 6


def main() -> None:
    """Read the arguments, draw the data, train and write."""
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("out", type=Path)
    arguments.add_argument("folders", type=Path, nargs="*")
    arguments.add_argument("--begin", type=Path, default=WEIGHTS, help="network to start from")
    arguments.add_argument("--sets", type=int, default=1200, help="number of invented sets")
    arguments.add_argument(
        "--tables", type=int, default=45, help="number of simulated tables of standard pieces"
    )
    arguments.add_argument(
        "--seen", type=int, default=550, help="number of batches whose features are computed in advance"
    )
    arguments.add_argument("--steps", type=int, nargs=2, default=(1500, 0),
                           help="training steps with fixed convolutions, then with all weights")  # fmt: skip
    given = arguments.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    standard = [shown for folder in given.folders for shown in pictures.read(folder)]
    standard += [pictures.simulated(STANDARD_FROM + number) for number in range(given.tables)]
    bare = max(1, BARE_TABLES * given.sets // 1200)
    ground = pictures.grounds([pictures.bare(number) for number in range(bare)])
    sets = [drawn.draw(np.random.default_rng([SET_SEED, number]), ground) for number in range(given.sets)]
    print(f"{len(standard)} pictures of standard pieces, {len(sets)} invented sets", flush=True)
    learner = network.load(given.begin)
    first, then = given.steps
    varied = episodes.batches(sets, standard, np.random.default_rng(SEEN_SEED))
    features = network.features_of(learner, varied, given.seen)
    order = np.random.default_rng(ORDER_SEED).integers(len(features), size=first)
    *_, learner = network.train(learner, (features[step] for step in order), first, 0, heads=True)
    network.write(learner, given.out)
    varied = episodes.batches(sets, standard, np.random.default_rng(FINE_SEED))
    for kept in network.train(learner, varied, then, 1, heads=False):
        network.write(kept, given.out)


if __name__ == "__main__":
    main()
