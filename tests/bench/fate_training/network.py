"""The network and its training: classification of standard pieces and a descriptor of any piece.

The descriptor is trained by classifying each piece by the nearest others of its set, or as none of them, as
it is used (prototypes: Snell et al., 2017; contrast: Khosla et al., Supervised contrastive learning, 2020).
Cautious scores assign no standard kind to unknown pieces (Hendrycks et al., Deep anomaly detection with
outlier exposure, 2019). For standard pieces all scores stay close to those of the network before (Li & Hoiem,
Learning without forgetting, 2016).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

from vision.fate import patches
from vision.fate.kinds import EMPTY, FIRST_OUTPUT, HEROES, LEGENDS, MONSTERS, OUTPUT_KINDS

CHANNELS, STRIDES = (16, 32, 48, 64, 96, 96), (2, 1, 2, 1, 2, 1)
HIDDEN, LOOK, DESCRIPTION = 96, 96, 64
BLOCKS = 96 * 4 * 3
BODIES = ((2, (12, 4, 20)), (6, (6, 2, 10)), (10, (3, 1, 5)))
"""Layers after which the whole piece is pooled, and its square in them: top, left and side."""
RATE, FINE_RATE, DECAY, SMOOTHING = 2e-3, 5e-4, 1e-3, 0.02
"""Learning rates with fixed and with trained convolutions, weight decay, label smoothing."""
REPORT = 100
"""Number of steps between two reports."""
AVERAGED = 0.005
"""Share of each step in the running average of the weights (Polyak & Juditsky, 1992)."""
NEARBY, UNKNOWN = 0.07, 0.35
"""Initial values of the learnt scales: similarity per nat, and distance of an unknown kind."""
UNSEEN = 0.2
"""Probability that a kind of a set is treated as unknown."""
CONTRAST, UNNAMED, AS_BEFORE = 0.5, 0.3, 1.0
"""Weights of the parts of the loss, beside similarity and classification with weight 1."""


OUTPUTS = ["scores", "cautious", "description"]


class Episode(NamedTuple):
    """Pieces of one set and bare hexes: patches (n, 4, 64, 56) and kinds (n,), 0 is no piece.

    `outputs` (n,) are the right outputs for standard pieces, otherwise -1; `flat` (n,) marks tiles.
    """

    cut: torch.Tensor
    kinds: torch.Tensor
    outputs: torch.Tensor
    flat: torch.Tensor


class Network(nn.Module):
    """Six convolutions with three heads: scores, cautious scores and descriptor.

    The scores use the features pooled in blocks; the descriptor also uses features pooled over the piece,
    which hardly change when the piece is turned.
    """

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        before = 4
        for number, (channels, stride) in enumerate(zip(CHANNELS, STRIDES, strict=True)):
            side = 5 if number == 0 else 3
            layers += [nn.Conv2d(before, channels, side, stride, side // 2), nn.ReLU()]
            before = channels
        self.layers = nn.Sequential(*layers)
        self.blocks = nn.Sequential(nn.AvgPool2d(2), nn.Flatten())
        self.hidden = nn.Sequential(nn.Linear(BLOCKS, HIDDEN), nn.ReLU())
        self.score = nn.Linear(HIDDEN, len(OUTPUT_KINDS))
        self.doubt = nn.Sequential(nn.Linear(BLOCKS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, len(OUTPUT_KINDS)))
        count = BLOCKS + 2 * sum(CHANNELS[layer // 2] for layer, _ in BODIES)
        self.look = nn.Sequential(nn.Linear(count, LOOK), nn.ReLU())
        self.describe = nn.Linear(LOOK, DESCRIPTION)
        self.scales = nn.Parameter(torch.tensor([NEARBY, UNKNOWN]).log())

    def features(self, cut: torch.Tensor) -> torch.Tensor:
        """Return the features of patches (n, 4, 64, 56): pooled in blocks, and over the piece."""
        bodies, at = [], 0
        for layer, (top, left, side) in BODIES:
            cut = self.layers[at : layer + 2](cut)
            at = layer + 2
            body = cut[:, :, top : top + side, left : left + side]
            bodies += [functional.avg_pool2d(body, side), functional.max_pool2d(body, side)]
        return torch.cat([self.blocks(cut), *(body.flatten(1) for body in bodies)], 1)

    def heads(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return scores (n, 29), cautious scores (n, 29) and unit descriptors (n, 64) of features."""
        blocks = features[:, :BLOCKS]
        description = self.describe(self.look(features))
        length = (description * description).sum(1, keepdim=True).sqrt() + 1e-6
        return self.score(self.hidden(blocks)), self.doubt(blocks), description / length

    def forward(self, cut: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the same for patches (n, 4, 64, 56) or for their features, computed before."""
        return self.heads(self.features(cut) if cut.ndim == 4 else cut)


def load(weights: Path) -> Network:
    """Load the network of an ONNX file, also of an older file that has only scores.

    Weights missing in it stay random, but those of the cautious scores start as those of the scores.
    """
    graph = onnx.load(str(weights)).graph
    known = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    network = Network()
    own = network.state_dict()
    names = dict(zip(own, own, strict=True))
    if "fc.weight" in known:
        layers = [name for name in own if name.startswith("layers.")]
        given = [name for name in known if name.startswith("onnx::Conv")]
        names |= dict(zip(layers, given, strict=True))
        heads = {"hidden.0": "fc", "score": "out", "doubt.0": "fc", "doubt.2": "out"}
        names |= {f"{to}.{part}": f"{of}.{part}" for to, of in heads.items() for part in ("weight", "bias")}
    network.load_state_dict({name: known.get(names[name], own[name]) for name in own})
    return network


def loss_of(
    network: Network, before: Network, episodes: list[Episode], rng: np.random.Generator
) -> torch.Tensor:
    """Return the loss of some episodes."""
    cut = torch.cat([episode.cut for episode in episodes])
    scores, cautious, description = network(cut)
    outputs = torch.cat([episode.outputs for episode in episodes])
    flat = torch.cat([episode.flat for episode in episodes])
    known = outputs >= 0
    named = sum(
        functional.cross_entropy(each[known], outputs[known], label_smoothing=SMOOTHING)
        for each in (scores, cautious)
    )
    with torch.no_grad():
        before_scores = before(cut[known])[0].log_softmax(1)
    as_before = sum(
        functional.kl_div(each[known].log_softmax(1), before_scores, log_target=True, reduction="batchmean")
        for each in (scores, cautious)
    )
    chances = _unnamed().to(scores)[flat.long()]
    unnamed = -(chances[~known] * cautious[~known].log_softmax(1)).sum(1).mean()
    total = named + AS_BEFORE * as_before + UNNAMED * unnamed
    start = 0
    for episode in episodes:
        vectors = description[start : start + len(episode.cut)]
        start += len(episode.cut)
        total = total + _similarity_loss(vectors, episode.kinds, network.scales.exp(), rng) / len(episodes)
    return total


def _unnamed() -> torch.Tensor:
    """Return the target probabilities, (2, 29), of an unknown figure and of an unknown tile: uniform."""
    chances = torch.zeros(2, len(OUTPUT_KINDS))
    tiles, minis = FIRST_OUTPUT["tiles"], FIRST_OUTPUT["minis"]
    legends = len(OUTPUT_KINDS) - len(HEROES) - len(LEGENDS)
    chances[1, tiles : tiles + len(MONSTERS)] = 1
    chances[1, legends : legends + len(LEGENDS)] = 1
    chances[0, minis : minis + len(MONSTERS)] = 1
    chances[0, -len(HEROES) :] = 1
    return chances / chances.sum(1, keepdim=True)


def _similarity_loss(
    vectors: torch.Tensor, kinds: torch.Tensor, scales: torch.Tensor, rng: np.random.Generator
) -> torch.Tensor:
    """Return the loss of classification by the nearest descriptor, plus the contrastive loss."""
    nearby, unknown = scales
    similarity = (vectors @ vectors.T - 1) / nearby
    itself = torch.eye(len(kinds), dtype=torch.bool)
    present = torch.unique(kinds)
    unseen = torch.tensor([kind != EMPTY and rng.random() < UNSEEN for kind in present.tolist()])
    nearest = torch.stack(
        [similarity.masked_fill(itself | (kinds != kind)[None], -1e4).amax(1) for kind in present], 1
    )
    right = (kinds[:, None] == present[None]).float().argmax(1)
    alone = nearest.gather(1, right[:, None])[:, 0] < -9e3
    stranger = unseen[right] | alone
    named = torch.cat([nearest.masked_fill(unseen[None], -1e4), (-unknown / nearby).expand(len(kinds), 1)], 1)
    target = torch.where(stranger, len(present), right)
    by_nearest = functional.cross_entropy(named, target)
    chance = similarity.masked_fill(itself, -1e4).log_softmax(1)
    own = (kinds[:, None] == kinds[None]) & ~itself
    drawn = -(chance * own).sum(1) / own.sum(1).clamp(min=1)
    pieces = (kinds != EMPTY) & own.any(1)
    return by_nearest + CONTRAST * drawn[pieces].mean()


def train(
    network: Network, batches: Iterator[list[Episode]], steps: int, seed: int, *, heads: bool
) -> Iterator[Network]:
    """Train for `steps` steps; yield the averaged network every `REPORT` steps and at the end.

    With `heads` convolutions and scores stay fixed, and the episodes contain features instead of patches.
    """
    rng = np.random.default_rng(seed)
    before, averaged = copy.deepcopy(network).eval(), copy.deepcopy(network)
    rate = RATE if heads else FINE_RATE
    for part in (network.layers, network.hidden, network.score):
        part.requires_grad_(not heads)
    optimiser = torch.optim.AdamW(
        [p for p in network.parameters() if p.requires_grad], rate, weight_decay=DECAY
    )
    losses: list[float] = []
    for step in range(steps):
        share = step / steps
        for group in optimiser.param_groups:
            group["lr"] = rate * max(0.02, (1 + np.cos(np.pi * share)) / 2) * min(1.0, (step + 1) / 50)
        loss = loss_of(network, before, next(batches), rng)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        with torch.no_grad():
            for kept, new in zip(averaged.parameters(), network.parameters(), strict=True):
                kept.lerp_(new, max(AVERAGED, 1 / (step + 1)))
        losses.append(loss.item())
        if (step + 1) % REPORT == 0 or step + 1 == steps:
            nearby, unknown = averaged.scales.exp().tolist()
            print(f"{step + 1} steps, loss {np.mean(losses[-REPORT:]):.3f}, nearby {nearby:.4f},"
                  f" unknown {unknown:.3f}", flush=True)  # fmt: skip
            yield averaged


def features_of(network: Network, batches: Iterator[list[Episode]], steps: int) -> list[list[Episode]]:
    """Return the batches of `steps` steps with features in place of patches."""
    with torch.no_grad():
        return [[one._replace(cut=network.features(one.cut)) for one in next(batches)] for _ in range(steps)]


def write(network: Network, out: Path) -> None:
    """Write the ONNX file that the piece classifier reads."""
    torch.onnx.export(
        network.eval(),
        (torch.zeros(2, 4, patches.HEIGHT_PX, patches.WIDTH_PX),),
        out,
        input_names=["patches"],
        output_names=OUTPUTS,
        dynamic_axes={name: {0: "n"} for name in ("patches", *OUTPUTS)},
        opset_version=13,
        dynamo=False,
    )
