# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""GNU Radio's fft_vcc of 64, 1000 and 4096 samples and its fft_filter_ccc, in single precision, planned with FFTW_MEASURE"""

from array import array

PACKAGES = ("gnuradio",)
BOUND = 1e-5
FILES = {
    "flow.py": """\
from array import array
from gnuradio import blocks, fft, filter, gr

signal = [complex(k * k % 17 - 8, 3 * k % 13 - 6) for k in range(1 << 14)]
flow = gr.top_block()
source = blocks.vector_source_c(signal * 32, False)
sinks = {}


def chain(name, size, *parts):
    sinks[name] = blocks.vector_sink_c(size)
    flow.connect(source, *parts, sinks[name])


for size in (64, 1000, 4096):
    for forward in (True, False):
        vector = blocks.stream_to_vector(gr.sizeof_gr_complex, size)
        chain(f"fft-{size}-{forward}", size, vector, fft.fft_vcc(size, forward, [1.0] * size, False, 1))
chain("filter", 1, filter.fft_filter_ccc(1, [1 / (1 + k) for k in range(300)]))
flow.run()
for name, sink in sinks.items():
    parts = [part for number in sink.data()[:20000] for part in (number.real, number.imag)]
    open(name + ".f64", "wb").write(array("d", parts))
"""
}
COMMAND = ("/usr/bin/python3", "flow.py")


def results(folder, output):
    return {path.stem: array("d", path.read_bytes()) for path in folder.glob("*.f64")}
