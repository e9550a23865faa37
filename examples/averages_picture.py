#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Draws the mean and the largest powers of a band, as docs/pictures/averages.png shows them. Usage: averages_picture.py PAPILIO OUT.png"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from channels_picture import RATE, band
from mel_picture import png

WIDTH, HEIGHT, RANGE = 1024, 300, 70  # pixels, and dB


def powers(papilio, recording, result):
    table = recording.parent / f"{result}.npy"
    subprocess.run([papilio, "spectrum", recording, "--rate", str(RATE), "--segment", str(WIDTH), "--result", result, "-o",
                    table], check=True, stdout=subprocess.DEVNULL)
    return np.load(table)[:, 1]


def main(papilio, out):
    with tempfile.TemporaryDirectory() as folder:
        recording = Path(folder) / "band.cs8"
        band().tofile(recording)
        levels = [10 * np.log10(powers(papilio, recording, result)) for result in ("mean", "peak")]
    heights = [(level - levels[1].max()) / RANGE + 1 for level in levels]
    rows = 1 - (np.arange(HEIGHT) + 0.5) / HEIGHT
    grey = np.full((HEIGHT, WIDTH), 255, np.uint8)
    grey[rows[:, None] <= heights[1]] = 200
    grey[rows[:, None] <= heights[0]] = 70
    Path(out).write_bytes(png(grey))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
