# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""50 steps of 1728 molecules of water, whose long-range forces PME computes in single precision"""

PACKAGES = ("gromacs",)
BOUND = 1e-5
FILES = {
    "topol.top": """\
#include "oplsaa.ff/forcefield.itp"
#include "oplsaa.ff/spce.itp"
[ system ]
water
[ molecules ]
""",
    "md.mdp": """\
integrator = md
nsteps = 50
dt = 0.001
nstenergy = 10
nstcalcenergy = 10
coulombtype = PME
rcoulomb = 0.9
rvdw = 0.9
fourierspacing = 0.06
gen-vel = yes
gen-temp = 300
gen-seed = 1
""",
}
# Eight of the boxes of 216 molecules that GROMACS has, so that none are too near each other.
PREPARE = (
    ("gmx", "solvate", "-cs", "spc216.gro", "-box", "3.72412", "3.72412", "3.72412", "-p", "topol.top", "-o", "box.gro"),
    ("gmx", "grompp", "-f", "md.mdp", "-c", "box.gro", "-p", "topol.top", "-o", "run.tpr"),
)
RUN = "gmx -nobackup mdrun -s run.tpr -ntmpi 1 -ntomp 1 -nb cpu -pme cpu -reprod -deffnm run"
TERMS = "Potential Kinetic-En. Coul.-recip."
COMMAND = ("sh", "-ec", f"{RUN}; echo {TERMS} | tr ' ' '\\n' | gmx -nobackup energy -f run.edr -o energy.xvg -xvg none -dp")


def results(folder, output):
    rows = [line.split() for line in (folder / "energy.xvg").read_text().splitlines()]
    return {f"term {i}": [float(row[i]) for row in rows] for i in range(1, 4)}
