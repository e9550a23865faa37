# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Octave's own tests of fft, fft2, fftw and of its functions that call them"""

import re

PACKAGES = ("octave", "octave-common")
BOUND = 0
FILES = {
    "tests.m": """\
compiled = {"corefcn/fft.cc-tst", "corefcn/fft2.cc-tst", "dldfcn/fftw.cc-tst"};
compiled = strcat (matlabroot (), "/share/octave/", version (), "/etc/tests/libinterp/", compiled);
names = [compiled, {"fftconv", "fftfilt", "fftshift", "filter2", "fractdiff", "freqz", "ifftshift", "interpft", ...
                    "periodogram", "spectral_adf", "spectral_xdf", "spencer", "stft", "synthesis"}];
passed = tests = 0;
for name = names
  file = name{1};
  [p, t] = test (file, "quiet", "tests.log");
  passed += p;
  tests += t;
endfor
disp (sprintf ("result %d %d", passed, tests));
"""
}
COMMAND = ("octave-cli", "--no-init-file", "tests.m")


def results(folder, output):
    passed, tests = map(int, re.search(r"^result (\d+) (\d+)", output, re.M).groups())
    if passed == 0 or passed < tests:
        raise ValueError(f"{passed} of {tests} tests passed")
    return {"passed": [passed]}
