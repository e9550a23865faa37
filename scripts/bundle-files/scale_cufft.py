#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Time cuFFT over several GPUs (cufftXtSetGPUs). Usage: scale_cufft.py LIBCUFFT LIBCUDART COMMAS, where COMMAS is the
number of GPUs less one. Prints a line of JSON for each problem: seconds of one transform, the median.

Over several GPUs cuFFT transforms in place, from the natural order to its shuffled one (as slabs of another axis), and the
inverse back; a forward and an inverse transform take turns, and half of the time of both is counted. Of a batch each GPU
has whole arrays, so cuFFT exchanges nothing there."""

import ctypes
import json
import statistics
import sys
import time

C2C, Z2Z = 0x29, 0x69
INPLACE = 2
FORWARD, INVERSE = -1, 1
PROBLEMS = [("c2c:f32:256x256x256", C2C, (256, 256, 256), 1), ("c2c:f32:512x512x512", C2C, (512, 512, 512), 1),
            ("c2c:f32:1024x1024x1024", C2C, (1024, 1024, 1024), 1), ("c2c:f64:512x512x512", Z2Z, (512, 512, 512), 1),
            ("c2c:f64:1024x1024x512", Z2Z, (1024, 1024, 512), 1), ("c2c:f32:4096x4096", C2C, (4096, 4096), 1),
            ("c2c:f32:256x256x256*8", C2C, (256, 256, 256), 8), ("c2c:f32:4096x4096*8", C2C, (4096, 4096), 8)]


class Failed(Exception):
    pass


class Cufft:
    def __init__(self, library, runtime, gpus):
        self.runtime = ctypes.CDLL(runtime, mode=ctypes.RTLD_GLOBAL)
        self.fft = ctypes.CDLL(library)
        self.gpus = gpus

    def call(self, name, *arguments):
        status = getattr(self.fft, name)(*arguments)
        if status != 0:
            raise Failed(f"{name}: status {status}")

    def synchronize(self):
        for gpu in range(self.gpus):
            self.runtime.cudaSetDevice(gpu)
            if self.runtime.cudaDeviceSynchronize() != 0:
                raise Failed(f"GPU {gpu} failed")
        self.runtime.cudaSetDevice(0)

    def seconds(self, kind, lengths, batch):
        plan = ctypes.c_int()
        self.call("cufftCreate", ctypes.byref(plan))
        which = (ctypes.c_int * self.gpus)(*range(self.gpus))
        self.call("cufftXtSetGPUs", plan, self.gpus, which)
        work = (ctypes.c_size_t * self.gpus)()
        if batch > 1:
            shape = (ctypes.c_int * len(lengths))(*lengths)
            self.call("cufftMakePlanMany", plan, len(lengths), shape, None, 1, 0, None, 1, 0, kind, batch, work)
        else:
            self.call(f"cufftMakePlan{len(lengths)}d", plan, *lengths, kind, work)
        memory = ctypes.c_void_p()
        self.call("cufftXtMalloc", plan, ctypes.byref(memory), INPLACE)
        execute = "cufftXtExecDescriptorZ2Z" if kind == Z2Z else "cufftXtExecDescriptorC2C"
        samples = []
        begin = time.monotonic()
        for run in range(60):
            self.synchronize()
            start = time.perf_counter()
            self.call(execute, plan, memory, memory, FORWARD)
            self.call(execute, plan, memory, memory, INVERSE)
            self.synchronize()
            if run >= 2:
                samples.append((time.perf_counter() - start) / 2)
            if run >= 5 and time.monotonic() - begin > 1.0:
                break
        self.call("cufftXtFree", memory)
        self.call("cufftDestroy", plan)
        return statistics.median(samples), len(samples)


def main():
    cufft = Cufft(sys.argv[1], sys.argv[2], int(sys.argv[3]) + 1)
    failed = 0
    for token, kind, lengths, batch in PROBLEMS:
        row = {"problem": token, "gpus": cufft.gpus, "library": sys.argv[1]}
        try:
            row["cufft_seconds"], row["runs"] = cufft.seconds(kind, lengths, batch)
        except Failed as error:
            row["error"] = str(error)
            failed += 1
        print(json.dumps(row), flush=True)
    return 1 if failed == len(PROBLEMS) else 0


if __name__ == "__main__":
    sys.exit(main())
