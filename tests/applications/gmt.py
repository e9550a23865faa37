# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""grdfft continues a grid of 2048 x 1536 points upward, in single precision"""

from array import array

PACKAGES = ("gmt",)
BOUND = 1e-5
FILES = {}
PREPARE = (("sh", "-ec", "gmt grdmath -R0/2047/0/1535 -I1 X 7 DIV SIN Y 11 DIV COS MUL X 90 DIV COS ADD = in.grd=bf"),)
COMMAND = ("gmt", "grdfft", "in.grd=bf", "-C500", "-Gout.grd=bf", "--GMT_FFT=fftw")


def results(folder, output):
    header = 892
    return {"heights": array("f", (folder / "out.grd").read_bytes()[header:])}
