#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Draws mel features of a recording, as docs/pictures/mel.png shows them. Usage: mel_picture.py PAPILIO RECORDING OUT.png"""

import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np

HEIGHT, STEP = 4, 2  # pixels of a filter, and of a frame
RANGE = 60  # dB


def levels_of(papilio, recording):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "mels.npy"
        subprocess.run([papilio, "features", recording, "--filters", "80", "--range", str(RANGE), "-o", out],
                       check=True, stdout=subprocess.DEVNULL)
        return np.load(out)


def png(grey):
    """A greyscale picture as a file's bytes."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    height, width = grey.shape
    rows = b"".join(b"\0" + row.tobytes() for row in grey)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def main(papilio, recording, out):
    levels = levels_of(papilio, recording)
    share = (levels - levels.max()) / RANGE + 1  # 0 the weakest, 1 the strongest
    grey = np.round(255 * (1 - share.T[::-1])).astype(np.uint8)  # the lowest filter at the bottom, the strongest black
    Path(out).write_bytes(png(np.kron(grey, np.ones((HEIGHT, STEP), np.uint8))))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
