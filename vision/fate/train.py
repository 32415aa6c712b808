"""Train the network that names pieces, on recordings whose truth is known.

    python -m vision.fate.train --minutes 40 OUT.onnx FOLDER...

Every folder holds pictures and `truth.jsonl` with `state` {hex: kind}, `edition` and `camera` (K, R, t_mm,
k1, size). Needs the packages torch and onnx, which nothing else here does. Training goes on from OUT.pt,
beside OUT.onnx, if it is there. Small convolutional networks of this kind: LeCun et al., Gradient-based
learning applied to document recognition, 1998; label smoothing: Szegedy et al., 2016.
"""

import argparse
import copy
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from companion.games.fate import geometry
from vision.arrays import Floats
from vision.calibrate import View
from vision.fate import patches
from vision.fate.kinds import EMPTY, FIRST_OUTPUT, KINDS, MONSTERS, OUTPUT_KINDS
from vision.fate.plan import fate_plan

CHANNELS = (16, 32, 48, 64, 96, 96)
DESCRIPTION = 96
PICTURES_A_STEP, PIECES, EMPTIES = 4, 16, 8
RATE, DECAY, SMOOTHING, DROPOUT = 2e-3, 1e-3, 0.02, 0.25
AVERAGED = 0.005
"""What is kept is the running average of the weights (Polyak & Juditsky, 1992)."""
REPORT_S = 60.0
MIRRORED = np.array([output == EMPTY or 10 <= output < 19 or output >= 25 for output in range(29)])
"""Outputs whose pieces may be mirrored: figures, but not what is printed."""
HEROES_BY_COLOUR = {
    "hero_green": "bjorn",
    "hero_blue": "alva",
    "hero_orange": "embla",
    "hero_brown": "boldur",
}


class Labelled(NamedTuple):
    """A picture, how its patches are cut, and the network's right output for each hex, (217,)."""

    picture: npt.NDArray[np.uint8]
    maps: Floats
    flatness: Floats
    outputs: npt.NDArray[np.intp]


class Network(nn.Module):
    """Six convolutions, a description of 96 numbers, and a score for each output."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        before, strides = 4, (2, 1, 2, 1, 2, 1)
        for number, (channels, stride) in enumerate(zip(CHANNELS, strides, strict=True)):
            side = 5 if number == 0 else 3
            layers += [
                nn.Conv2d(before, channels, side, stride, side // 2, bias=False),
                nn.BatchNorm2d(channels),
                nn.ReLU(),
            ]
            before = channels
        self.features = nn.Sequential(*layers, nn.AvgPool2d(2), nn.Flatten())
        self.describe = nn.Sequential(nn.Linear(before * 4 * 3, DESCRIPTION), nn.ReLU())
        self.score = nn.Sequential(nn.Dropout(DROPOUT), nn.Linear(DESCRIPTION, len(OUTPUT_KINDS)))

    def forward(self, cut: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores (n, 29) and descriptions (n, 96) of patches (n, 4, 64, 56)."""
        description = self.describe(self.features(cut))
        return self.score(description), description


def read(folder: Path) -> Iterator[Labelled]:
    """The pictures of a folder without a hand, with their truth."""
    for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        picture = None if row["hand"] else cv2.imread(str(folder / row["file"]))
        if picture is None:
            continue
        maps, flatness = patches.frames(_view(row["camera"]), fate_plan().centres_mm)
        outputs = [_output(row["state"].get(hex_), row["edition"]) for hex_ in geometry.HEXES]
        yield Labelled(np.asarray(picture, np.uint8), maps, flatness, np.array(outputs))


def _view(camera: dict[str, Any]) -> View:
    rotation = cv2.Rodrigues(np.array(camera["R"]))[0].ravel().astype(np.float64)
    width, height = camera["size"]
    return View((width, height), camera["K"][0][0], camera["k1"], rotation, np.array(camera["t_mm"]))


def _output(kind: str | None, edition: str) -> int:
    if kind is None:
        return EMPTY
    kind = HEROES_BY_COLOUR.get(kind, kind)
    if kind in MONSTERS:
        return FIRST_OUTPUT["minis" if edition == "minis" else "tiles"] + MONSTERS.index(kind)
    return OUTPUT_KINDS.index(KINDS.index(kind) + 1)


def batch(
    pictures: list[Labelled], rng: np.random.Generator
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.intp]]:
    """Patches (n, 4, 64, 56) and right outputs (n,): pieces and empty hexes of a few pictures, varied."""
    blobs, outputs = [], []
    for number in rng.integers(len(pictures), size=PICTURES_A_STEP):
        shown = pictures[number]
        pieces, empty = np.flatnonzero(shown.outputs != EMPTY), np.flatnonzero(shown.outputs == EMPTY)
        rows = np.concatenate([rng.permutation(pieces)[:PIECES], rng.permutation(empty)[:EMPTIES]])
        cut = patches.cut(shown.picture, _jittered(shown.maps[rows], rng))
        if rng.random() < 0.55:
            sigma = rng.uniform(0.3, 1.15)
            cut = np.stack([np.asarray(cv2.GaussianBlur(patch, (0, 0), sigma), np.uint8) for patch in cut])
        mirrored = MIRRORED[shown.outputs[rows]] & (rng.random(len(rows)) < 0.5)
        cut[mirrored] = cut[mirrored][:, :, ::-1]
        blobs.append(patches.blob(_covered(_recoloured(cut, rng), rng), shown.flatness[rows]))
        outputs.append(shown.outputs[rows])
    return np.concatenate(blobs), np.concatenate(outputs)


def _jittered(maps: Floats, rng: np.random.Generator) -> Floats:
    """Cut as if the view were a little wrong and the pieces stood a little elsewhere."""
    jittered = maps.copy()
    foot = np.array(patches.FOOT_PX)
    common = rng.normal(0, 1.4, 2)
    for one in jittered:
        angle, scale = rng.normal(0, 0.08), np.exp(rng.normal(0, 0.07))
        turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        one[:, :2] = turn @ one[:, :2]
        one[:, 2] = turn @ (one[:, 2] - foot) + foot + common + rng.normal(0, 1.4, 2)
    return jittered


def _covered(cut: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Some patches with a rectangle of one colour over them (DeVries & Taylor, 2017)."""
    covered = cut.copy()
    for number in np.flatnonzero(rng.random(len(cut)) < 0.12):
        patch = covered[number]
        high, wide = rng.integers(6, 20, 2)
        top, left = rng.integers(0, patches.HEIGHT_PX - high), rng.integers(0, patches.WIDTH_PX - wide)
        patch[top : top + high, left : left + wide] = rng.integers(0, 256, 3)
    return covered


def _recoloured(cut: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """The patches (n, 64, 56, 3) of one picture in another light, through another camera."""
    colours = cut.astype(np.float32) / 255
    colours *= np.exp(rng.normal(0, 0.13, 3) + rng.normal(0, 0.12))
    colours *= np.exp(rng.normal(0, 0.12, (len(cut), 1, 1, 1)) + rng.normal(0, 0.04, (len(cut), 1, 1, 3)))
    colours = np.clip(colours, 0, 1) ** np.exp(rng.normal(0, 0.15))
    grey = colours.mean(-1, keepdims=True)
    colours = grey + (colours - grey) * np.exp(rng.normal(0, 0.12))
    colours += rng.normal(0, rng.uniform(0, 0.03), colours.shape)
    return np.asarray(np.clip(colours * 255, 0, 255), dtype=np.uint8)


def train(network: Network, pictures: list[Labelled], minutes: float, seed: int = 0) -> Network:
    """The network improved for so long; the learning rate falls along half a cosine."""
    rng = np.random.default_rng(seed)
    averaged = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    loss_of = nn.CrossEntropyLoss(label_smoothing=SMOOTHING)
    start = told = time.monotonic()
    losses: list[float] = []
    network.train()
    while (share := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.02, (1 + np.cos(np.pi * share)) / 2)
        blobs, outputs = batch(pictures, rng)
        loss = loss_of(network(torch.from_numpy(blobs))[0], torch.from_numpy(outputs))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        _average(averaged, network)
        losses.append(loss.item())
        if time.monotonic() - told > REPORT_S:
            told = time.monotonic()
            print(f"{told - start:.0f} s, {len(losses)} steps, loss {np.mean(losses[-200:]):.3f}", flush=True)
    averaged.eval()
    return averaged


def _average(averaged: Network, network: Network) -> None:
    with torch.no_grad():
        for kept, new in zip(averaged.state_dict().values(), network.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, AVERAGED)
            else:
                kept.copy_(new)


def main() -> None:
    """Read the folders, train, and write OUT.onnx and OUT.pt."""
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("out", type=Path)
    arguments.add_argument("folders", type=Path, nargs="+")
    arguments.add_argument("--minutes", type=float, default=40.0)
    given = arguments.parse_args()
    weights = given.out.with_suffix(".pt")
    network = Network()
    if weights.exists():
        network.load_state_dict(torch.load(weights))
    pictures = [labelled for folder in given.folders for labelled in read(folder)]
    print(f"{len(pictures)} pictures, {sum(int((p.outputs != EMPTY).sum()) for p in pictures)} pieces")
    network = train(network, pictures, given.minutes)
    torch.save(network.state_dict(), weights)
    torch.onnx.export(
        network,
        (torch.zeros(2, 4, patches.HEIGHT_PX, patches.WIDTH_PX),),
        given.out,
        input_names=["patches"],
        output_names=["scores", "description"],
        dynamic_axes={name: {0: "n"} for name in ("patches", "scores", "description")},
        opset_version=13,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
