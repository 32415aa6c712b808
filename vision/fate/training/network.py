"""The network and what it is taught: to name the standard pieces, and what makes two of any set alike.

Likeness is learnt by naming each piece by the nearest others of its set, or as none of them, which is
how it is used (prototypes: Snell et al., 2017; contrast: Khosla et al., Supervised contrastive learning,
2020). Cautious scores give pieces that were not shown no name of the standard ones (Hendrycks et al., Deep
anomaly detection with outlier exposure, 2019); of those named before all say what was said (Li & Hoiem,
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
"""After which layers the piece is seen whole, and where it is in them: top, left and side."""
RATE, FINE_RATE, DECAY, SMOOTHING = 2e-3, 5e-4, 1e-3, 0.02
REPORT = 100
AVERAGED = 0.005
"""What is kept is the running average of the weights (Polyak & Juditsky, 1992)."""
NEARBY, STRANGE = 0.07, 0.35
"""Where what is learnt about likeness begins: what weighs a nat, and how unlike a kind not seen is."""
UNSEEN = 0.2
"""So many kinds of a set are taken for not seen yet."""
CONTRAST, UNNAMED, AS_BEFORE = 0.5, 0.3, 1.0
"""How much each part of what is taught counts beside likeness and names."""


OUTPUTS = ["scores", "cautious", "description"]


class Episode(NamedTuple):
    """Pieces of one set and bare hexes: patches (n, 4, 64, 56), kinds (n,), 0 is nothing; `outputs` (n,) of
    the network for standard pieces, else -1; `flat` (n,), whether it is a tile.
    """

    cut: torch.Tensor
    kinds: torch.Tensor
    outputs: torch.Tensor
    flat: torch.Tensor


class Network(nn.Module):
    """Six convolutions. What they see in blocks names the piece, boldly and cautiously; that, and what they
    see of the piece however it is turned, is its description.
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
        seen = BLOCKS + 2 * sum(CHANNELS[layer // 2] for layer, _ in BODIES)
        self.look = nn.Sequential(nn.Linear(seen, LOOK), nn.ReLU())
        self.describe = nn.Linear(LOOK, DESCRIPTION)
        self.scales = nn.Parameter(torch.tensor([NEARBY, STRANGE]).log())

    def seen(self, cut: torch.Tensor) -> torch.Tensor:
        """What the convolutions see in patches (n, 4, 64, 56): in blocks, and all over the piece."""
        bodies, at = [], 0
        for layer, (top, left, side) in BODIES:
            cut = self.layers[at : layer + 2](cut)
            at = layer + 2
            body = cut[:, :, top : top + side, left : left + side]
            bodies += [functional.avg_pool2d(body, side), functional.max_pool2d(body, side)]
        return torch.cat([self.blocks(cut), *(body.flatten(1) for body in bodies)], 1)

    def told(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Scores (n, 29), cautious ones (n, 29) and descriptions (n, 64) by what is seen."""
        blocks = seen[:, :BLOCKS]
        description = self.describe(self.look(seen))
        length = (description * description).sum(1, keepdim=True).sqrt() + 1e-6
        return self.score(self.hidden(blocks)), self.doubt(blocks), description / length

    def forward(self, cut: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The same of patches (n, 4, 64, 56), or of what was seen in them before."""
        return self.told(self.seen(cut) if cut.ndim == 4 else cut)


def load(weights: Path) -> Network:
    """The network of an ONNX file, also of one that tells no more than scores: the rest is left to chance,
    but for cautious scores, which begin as the others.
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
    """What is to be made small, over some episodes."""
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
        said = before(cut[known])[0].log_softmax(1)
    as_before = sum(
        functional.kl_div(each[known].log_softmax(1), said, log_target=True, reduction="batchmean")
        for each in (scores, cautious)
    )
    chances = _unnamed().to(scores)[flat.long()]
    unnamed = -(chances[~known] * cautious[~known].log_softmax(1)).sum(1).mean()
    total = named + AS_BEFORE * as_before + UNNAMED * unnamed
    start = 0
    for episode in episodes:
        looks = description[start : start + len(episode.cut)]
        start += len(episode.cut)
        total = total + _likeness(looks, episode.kinds, network.scales.exp(), rng) / len(episodes)
    return total


def _unnamed() -> torch.Tensor:
    """What to say of a figure and of a tile nobody has shown: any of them, (2, 29)."""
    chances = torch.zeros(2, len(OUTPUT_KINDS))
    tiles, minis = FIRST_OUTPUT["tiles"], FIRST_OUTPUT["minis"]
    legends = len(OUTPUT_KINDS) - len(HEROES) - len(LEGENDS)
    chances[1, tiles : tiles + len(MONSTERS)] = 1
    chances[1, legends : legends + len(LEGENDS)] = 1
    chances[0, minis : minis + len(MONSTERS)] = 1
    chances[0, -len(HEROES) :] = 1
    return chances / chances.sum(1, keepdim=True)


def _likeness(
    looks: torch.Tensor, kinds: torch.Tensor, scales: torch.Tensor, rng: np.random.Generator
) -> torch.Tensor:
    """Looks named by the nearest one of every kind, or as none of them; each kind drawn together."""
    nearby, strange = scales
    alike = (looks @ looks.T - 1) / nearby
    itself = torch.eye(len(kinds), dtype=torch.bool)
    present = torch.unique(kinds)
    unseen = torch.tensor([kind != EMPTY and rng.random() < UNSEEN for kind in present.tolist()])
    nearest = torch.stack(
        [alike.masked_fill(itself | (kinds != kind)[None], -1e4).amax(1) for kind in present], 1
    )
    right = (kinds[:, None] == present[None]).float().argmax(1)
    alone = nearest.gather(1, right[:, None])[:, 0] < -9e3
    stranger = unseen[right] | alone
    named = torch.cat([nearest.masked_fill(unseen[None], -1e4), (-strange / nearby).expand(len(kinds), 1)], 1)
    target = torch.where(stranger, len(present), right)
    by_nearest = functional.cross_entropy(named, target)
    chance = alike.masked_fill(itself, -1e4).log_softmax(1)
    own = (kinds[:, None] == kinds[None]) & ~itself
    drawn = -(chance * own).sum(1) / own.sum(1).clamp(min=1)
    pieces = (kinds != EMPTY) & own.any(1)
    return by_nearest + CONTRAST * drawn[pieces].mean()


def train(
    network: Network, batches: Iterator[list[Episode]], steps: int, seed: int, *, heads: bool
) -> Iterator[Network]:
    """The network improved by so many steps; now and then, and last, what is to be kept of it.

    With `heads` the convolutions and the scores stay as they are: what is seen is told instead of patches.
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
            nearby, strange = averaged.scales.exp().tolist()
            print(f"{step + 1} steps, loss {np.mean(losses[-REPORT:]):.3f}, nearby {nearby:.4f},"
                  f" strange {strange:.3f}", flush=True)  # fmt: skip
            yield averaged


def seen(network: Network, batches: Iterator[list[Episode]], steps: int) -> list[list[Episode]]:
    """What the convolutions see in so many steps."""
    with torch.no_grad():
        return [[one._replace(cut=network.seen(one.cut)) for one in next(batches)] for _ in range(steps)]


def write(network: Network, out: Path) -> None:
    """Write the ONNX file that the product reads."""
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
