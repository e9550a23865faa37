# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Octave's own tests of fft, fft2, fftconv, fftfilt, freqz, periodogram, stft and filter2"""

import re

PACKAGES = ("octave", "octave-common")
BOUND = 0
FILES = {
    "tests.m": """\
names = {"fft.cc-tst", "fft2.cc-tst", "fftconv", "fftfilt", "freqz", "periodogram", "stft", "filter2", "fftshift"};
passed = tests = 0;
for name = names
  file = name{1};
  if (any (file == "."))
    file = fullfile (matlabroot (), "share", "octave", version (), "etc", "tests", "libinterp", "corefcn", file);
  endif
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
