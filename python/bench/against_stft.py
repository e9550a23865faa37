#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Times papilio.torch.fft.stft and istft beside torch's and those of scipy's ShortTimeFFT, in turns, in one process.

against_stft.py [--device cuda] [--seconds N] [--signals N] [--rounds N] [--threads N] [--cpu]

There are twelve settings: frames of 256 and 400 samples at 16 kHz, 1024 at 44.1 kHz and 4096 at 48 kHz, hops of a half, a
quarter and an eighth of a frame; float32, Hann's window, reflected at the ends. Each line has medians in us of the forward and
of the inverse transform, and how many times Papilio's the others' are. With --cpu times are those that all threads of the
process were running, which other programs on the machine hardly change. On CUDA devices a time is that of ten calls, and
SciPy is left out.
"""

import argparse
import os
import statistics
import time


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu", help="of the tensors")
    parser.add_argument("--seconds", type=float, default=10, help="length of a signal")
    parser.add_argument("--signals", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2, help="of Papilio and of PyTorch")
    parser.add_argument("--cpu", action="store_true", help="processor time")
    return parser.parse_args()


def calls_of(given, signal, window, n, hop):
    """(forward, inverse) of each library."""
    import scipy.signal
    import torch
    from papilio.torch import fft

    options = {"n_fft": n, "hop_length": hop, "window": window}
    spectra = torch.stft(signal, return_complex=True, **options)
    calls = {name: (lambda module=module: module.stft(signal, return_complex=True, **options),
                    lambda module=module: module.istft(spectra, length=signal.shape[-1], **options))
             for name, module in (("papilio", fft), ("torch", torch))}
    if given.device == "cpu":
        theirs = scipy.signal.ShortTimeFFT(window.numpy(), hop, 1.0)
        rows = signal.numpy()
        their_spectra = theirs.stft(rows)
        calls["scipy"] = (lambda: theirs.stft(rows), lambda: theirs.istft(their_spectra, k1=rows.shape[-1]))
    return calls


def microseconds(given, call):
    import torch

    repeats = 1 if given.device == "cpu" else 10
    time.sleep(0.01)  # threads of the others no longer wait for work
    clock = time.process_time if given.cpu else time.perf_counter
    if given.device != "cpu":
        torch.cuda.synchronize()
    start = clock()
    for _ in range(repeats):
        call()
    if given.device != "cpu":
        torch.cuda.synchronize()
    return (clock() - start) / repeats * 1e6


def main():
    given = arguments()
    os.environ.setdefault("POCL_MAX_PTHREAD_COUNT", str(given.threads))  # before the driver is loaded
    import torch

    torch.set_num_threads(given.threads)
    ratios = {}
    for rate, n in ((16000, 256), (16000, 400), (44100, 1024), (48000, 4096)):
        signal = torch.randn(given.signals, int(rate * given.seconds), generator=torch.Generator().manual_seed(1)).to(given.device)
        window = torch.hann_window(n, device=given.device)
        for hop in (n // 2, n // 4, n // 8):
            calls = calls_of(given, signal, window, n, hop)
            line = f"{n:5} {hop:5}"
            for direction in (0, 1):
                times = {name: [] for name in calls}
                for turn in range(given.rounds + 2):
                    for name, pair in calls.items():
                        spent = microseconds(given, pair[direction])
                        if turn >= 2:
                            times[name].append(spent)
                medians = {name: statistics.median(values) for name, values in times.items()}
                own = medians.pop("papilio")
                line += f" | {own:9.0f}"
                for name, theirs in medians.items():
                    ratios.setdefault((direction, name), []).append(theirs / own)
                    line += f" {name} {theirs / own:6.2f}"
            print(line, flush=True)
    for (direction, name), values in ratios.items():
        print(f"{('forward', 'inverse')[direction]} beside {name}: geometric mean {statistics.geometric_mean(values):.2f}, "
              f"least {min(values):.2f}")


if __name__ == "__main__":
    main()
