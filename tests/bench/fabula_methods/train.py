"""Make the small network that describes card faces, from drawn ones.

    python -m tests.bench.fabula_methods.train OUT.onnx [STEPS]

Two views of one face shall be more similar than those of any two others, near twins among them (van den Oord
et al., Representation learning with contrastive predictive coding, 2018). Needs torch and onnx.
"""

import sys
import time
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from tests.bench.fabula_methods import drawn

SIZE_PX = (64, 88)
DESCRIPTION = 96
FACES, TEMPERATURE = 48, 0.07


class Network(nn.Module):
    """Four convolutions, then their features in each of 4 x 6 cells."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        before = 3
        for channels, stride in ((16, 2), (32, 2), (64, 1), (96, 2)):
            layers += [nn.Conv2d(before, channels, 3, stride, 1), nn.BatchNorm2d(channels), nn.ReLU()]
            before = channels
        self.layers = nn.Sequential(*layers, nn.AdaptiveAvgPool2d((11, 8)), nn.AvgPool2d((2, 2)))
        self.describe = nn.Linear(96 * 5 * 4, DESCRIPTION)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Descriptions (n, 96) of length 1 of pictures (n, 3, 88, 64), each evened before."""
        found = self.describe(self.layers(pictures).flatten(1))
        return found / (found * found).sum(1, keepdim=True).sqrt()


def batch(chance: np.random.Generator) -> torch.Tensor:
    """Two views of many faces of three designs, every third a near twin, (2, n, 3, 88, 64)."""
    designs = [drawn.Design(chance) for _ in range(3)]
    faces: list[drawn.Picture] = []
    while len(faces) < FACES:
        design = designs[len(faces) * 3 // FACES]
        faces.append(drawn.face(design, chance))
        if chance.random() < 0.4:
            faces.append(drawn.twin(faces[-1], design, chance))
    views = [[evened(drawn.seen(face, chance, SIZE_PX)) for face in faces[:FACES]] for _ in range(2)]
    return torch.from_numpy(np.array(views, np.float32))


def evened(picture: drawn.Picture) -> npt.NDArray[np.float32]:
    """A BGR picture without brightness and contrast, (3, h, w)."""
    bright = picture.astype(np.float32)
    mean, spread = bright.mean((0, 1)), bright.std() + 8
    return np.asarray(((bright - mean) / spread).transpose(2, 0, 1))


def main() -> None:
    """Draw faces, train the network and write it."""
    out, steps = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1500
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    network = Network()
    optimizer = torch.optim.AdamW(network.parameters(), 2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, steps)
    begun, losses = time.monotonic(), []
    for step in range(steps):
        first, second = batch(chance)
        found = network(torch.cat([first, second]))
        alike = found[:FACES] @ found[FACES:].T / TEMPERATURE
        which = torch.arange(FACES)
        loss = functional.cross_entropy(alike, which) + functional.cross_entropy(alike.T, which)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        if step % 100 == 99:
            print(
                step + 1,
                round(float(np.mean(losses[-100:])), 3),
                round(time.monotonic() - begun),
                "s",
                flush=True,
            )
            write(network, out)
    write(network, out)


def write(network: Network, out: Path) -> None:
    """Write the current network to a file."""
    network.eval()
    example = torch.zeros(1, 3, SIZE_PX[1], SIZE_PX[0])
    torch.onnx.export(network, (example,), str(out), input_names=["pictures"], output_names=["description"],
                      dynamic_axes={"pictures": {0: "n"}, "description": {0: "n"}}, dynamo=False)  # fmt: skip
    network.train()


if __name__ == "__main__":
    main()
