#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Draws a band in channels, as docs/pictures/channels.png shows it. Usage: channels_picture.py PAPILIO OUT.png"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from mel_picture import png

CHANNELS, HOP = 64, 48
RATE = 2_400_000
SAMPLES = 300 * 16 * HOP  # a row of the picture is the mean power of 16 frames
WIDTH, HEIGHT = 10, 1  # pixels of a channel, and of a row
RANGE = 60  # dB


def band():
    """Signals of a receiver, in 8 bits: two stations, a beacon that is on half of the time, a hopping one, a chirp."""
    random = np.random.default_rng(2)
    t = np.arange(SAMPLES) / RATE

    def tone(hertz):
        return np.exp(2j * np.pi * np.cumsum(np.broadcast_to(hertz, t.shape)) / RATE)

    def voice(width):
        return np.interp(t, np.linspace(0, t[-1], 1500), random.uniform(-width, width, 1500))

    hops = 37500 * random.integers(-9, -1, 12).repeat(SAMPLES // 12)
    signal = 30 * tone(600_000 + voice(60_000)) + 12 * tone(-900_000 + voice(30_000))
    signal += 8 * tone(150_000) * (np.sin(2 * np.pi * 200 * t) > 0) + 6 * tone(hops)
    signal += 5 * tone(np.linspace(-1_100_000, 1_100_000, SAMPLES))
    signal += random.normal(0, 1, (SAMPLES, 2)) @ [1, 1j]
    return np.clip(np.round(np.stack([signal.real, signal.imag], -1)), -128, 127).astype(np.int8)


def main(papilio, out):
    with tempfile.TemporaryDirectory() as folder:
        recording, result = Path(folder) / "band.cs8", Path(folder) / "channels.npy"
        band().tofile(recording)
        subprocess.run([papilio, "channelize", recording, "--rate", str(RATE), "--channels", str(CHANNELS), "--hop",
                        str(HOP), "-o", result], check=True, stdout=subprocess.DEVNULL)
        frames = np.load(result)
    powers = (np.abs(frames) ** 2).reshape(-1, 16, CHANNELS).mean(1)
    levels = 10 * np.log10(np.fft.fftshift(powers, axes=1))
    share = np.clip((levels - levels.max()) / RANGE + 1, 0, 1)
    Path(out).write_bytes(png(np.kron(np.round(255 * share).astype(np.uint8), np.ones((HEIGHT, WIDTH), np.uint8))))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
