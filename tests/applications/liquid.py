# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""liquid-dsp's filter by FFTs and its spectral periodogram, in single precision"""

import json

PACKAGES = ("libliquid1",)
BOUND = 1e-5
FILES = {
    "use.py": """\
import ctypes, json
liquid = ctypes.CDLL("libliquid.so.1")
liquid.spgramcf_create_default.restype = liquid.fftfilt_crcf_create.restype = ctypes.c_void_p
floats = lambda values: (ctypes.c_float * len(values))(*values)
block, taps = 4096, 1000
signal = floats([((k * k) % 251) / 251 - 0.5 for k in range(2 * block)])
spectrum, filtered = floats([0] * 1000), floats([0] * 2 * block)
periodogram = ctypes.c_void_p(liquid.spgramcf_create_default(len(spectrum)))
filter = ctypes.c_void_p(liquid.fftfilt_crcf_create(floats([1 / (1 + k) for k in range(taps)]), taps, block))
for _ in range(100):
    liquid.spgramcf_write(periodogram, signal, block)
    liquid.fftfilt_crcf_execute(filter, signal, filtered)
liquid.spgramcf_get_psd(periodogram, spectrum)
json.dump({"spectrum": list(spectrum), "filtered": list(filtered)}, open("out.json", "w"))
"""
}
COMMAND = ("/usr/bin/python3", "use.py")


def results(folder, output):
    return json.loads((folder / "out.json").read_text())
