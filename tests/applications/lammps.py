# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""20 steps of 1728 ions of rock salt, whose long-range forces pppm computes in double precision"""

import re

PACKAGES = ("lammps",)
BOUND = 1e-9
FILES = {
    "salt.in": """\
units metal
atom_style charge
region box block 0 33.84 0 33.84 0 33.84
create_box 2 box
lattice custom 5.64 a1 1 0 0 a2 0 1 0 a3 0 0 1 basis 0 0 0 basis 0 .5 .5 basis .5 0 .5 basis .5 .5 0 &
  basis .5 .5 .5 basis .5 0 0 basis 0 .5 0 basis 0 0 .5
create_atoms 1 box basis 5 2 basis 6 2 basis 7 2 basis 8 2
mass 1 22.99
mass 2 35.45
set type 1 charge 1
set type 2 charge -1
displace_atoms all random 0.1 0.1 0.1 1 units box
pair_style born/coul/long 8
pair_coeff 1 1 0.2637 0.317 2.340 1.048592 -0.4993
pair_coeff 1 2 0.211 0.317 2.755 6.9906 -8.6757
pair_coeff 2 2 0.1582 0.317 3.170 72.4022 -145.4285
kspace_style pppm 1e-6
velocity all create 300 1
timestep 0.001
fix 1 all nve
thermo 5
thermo_style custom step temp pe ecoul elong press
thermo_modify format float %.15g
run 20
"""
}
COMMAND = ("lmp", "-in", "salt.in", "-log", "none")


def results(folder, output):
    rows = re.search(r"^Step Temp.*\n((?: +\d+ .*\n)+)", output, re.M).group(1).splitlines()
    names = ("temperature", "energy", "near", "far", "pressure")
    return {name: [float(row.split()[1 + i]) for row in rows] for i, name in enumerate(names)}
