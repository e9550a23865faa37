# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""-fft and -ift of a picture of 500 x 500 pixels, in double precision"""

from array import array

PACKAGES = ("imagemagick-6.q16",)
SIZE = 500
BOUND = 2 / 65535  # a rounded pixel
PIXELS = " ".join(str((x * x + 3 * x * y + 7 * y * y) % 251) for y in range(SIZE) for x in range(SIZE))
FILES = {"in.pgm": f"P2 {SIZE} {SIZE} 255\n{PIXELS}\n"}
COMMAND = "convert-im6.q16 in.pgm -depth 16 -fft +write spectrum%d.gray -ift back.gray".split()


def results(folder, output):
    return {name: array("H", (folder / f"{name}.gray").read_bytes()) for name in ("spectrum0", "back")}
