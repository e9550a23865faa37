# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""CP2K's energy of a molecule of water with PBE on grids of up to 45^3 points, in double precision"""

import re

PACKAGES = ("cp2k",)
BOUND = 1e-9
FILES = {
    "water.inp": """\
&GLOBAL
  PROJECT water
  RUN_TYPE ENERGY
  PREFERRED_FFT_LIBRARY FFTW3
&END GLOBAL
&FORCE_EVAL
  METHOD QS
  &DFT
    BASIS_SET_FILE_NAME GTH_BASIS_SETS
    POTENTIAL_FILE_NAME GTH_POTENTIALS
    &MGRID
      CUTOFF 150
    &END MGRID
    &SCF
      EPS_SCF 1.0E-7
      MAX_SCF 40
      &OT
      &END OT
    &END SCF
    &XC
      &XC_FUNCTIONAL PBE
      &END XC_FUNCTIONAL
    &END XC
  &END DFT
  &SUBSYS
    &CELL
      ABC 6 6 6
    &END CELL
    &COORD
      O 3 3 3
      H 3.757 3.586 3
      H 2.243 3.586 3
    &END COORD
    &KIND H
      BASIS_SET DZVP-GTH
      POTENTIAL GTH-PBE-q1
    &END KIND
    &KIND O
      BASIS_SET DZVP-GTH
      POTENTIAL GTH-PBE-q6
    &END KIND
  &END SUBSYS
&END FORCE_EVAL
"""
}
COMMAND = ("cp2k.psmp", "water.inp")


def results(folder, output):
    return {"energy": [float(re.search(r"ENERGY\| Total FORCE_EVAL .*?(-\d+\.\d+)", output).group(1))]}
