# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""MPB's lowest bands of a lattice of spheres on a grid of 32^3, in double precision"""

import re

PACKAGES = ("mpb",)
BOUND = 2e-6  # the last digit that it prints
FILES = {
    "spheres.ctl": """\
(set! num-bands 4)
(set! k-points (list (vector3 0.5 0 0) (vector3 0.5 0.5 0.5)))
(set! geometry (list (make sphere (center 0 0 0) (radius 0.3) (material (make dielectric (epsilon 11.56))))))
(set! geometry-lattice (make lattice (size 1 1 1)))
(set! resolution 32)
(set! tolerance 1e-9)
(set! deterministic? true)
(run)
"""
}
COMMAND = ("mpb", "spheres.ctl")


def results(folder, output):
    rows = [line.split(",") for line in re.findall(r"^freqs:, \d.*", output, re.M)]
    return {f"frequencies {row[1].strip()}": [float(number) for number in row[6:]] for row in rows}
