# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Microseconds that a call costs the host, where the device has little to do: a benchmark on a CUDA device, no test.

    call_cost.py [--device cuda]

Calls are enqueued in groups of 200 without waiting, and the median of 25 groups counts. torch.fft and cupy.fft are
measured beside papilio in turns.
"""

import statistics
import sys
import time

import papilio
import papilio.fft

DEVICE = sys.argv[sys.argv.index("--device") + 1] if "--device" in sys.argv else "cuda"
CALLS, GROUPS = 200, 25


def measure(calls, wait):
    """Prints the median of each call, in the order of the dictionary."""
    times = {name: [] for name in calls}
    for call in calls.values():
        for _ in range(20):
            call()
    for _ in range(GROUPS):
        for name, call in calls.items():
            wait()
            begin = time.perf_counter()
            for _ in range(CALLS):
                call()
            times[name].append((time.perf_counter() - begin) / CALLS)
            wait()
    for name, seconds in times.items():
        print(f"{name:44} {1e6 * statistics.median(seconds):7.2f} us  least {1e6 * min(seconds):7.2f}")


def of_torch():
    import torch
    import papilio.torch
    wait = torch.cuda.synchronize if DEVICE == "cuda" else lambda: None
    x = torch.randn(16, 64, dtype=torch.complex64, device=DEVICE)
    real = torch.randn(16, 64, device=DEVICE)
    recorded = x.clone().requires_grad_()
    measure({"torch.fft.fft": lambda: torch.fft.fft(x),
             "papilio.torch.fft.fft": lambda: papilio.torch.fft.fft(x),
             "papilio.fft.fft of a tensor": lambda: papilio.fft.fft(x),
             "torch.fft.rfft": lambda: torch.fft.rfft(real),
             "papilio.torch.fft.rfft": lambda: papilio.torch.fft.rfft(real),
             "torch.fft.fft2": lambda: torch.fft.fft2(x),
             "papilio.torch.fft.fft2": lambda: papilio.torch.fft.fft2(x),
             "torch.fft.fft, recorded": lambda: torch.fft.fft(recorded),
             "papilio.torch.fft.fft, recorded": lambda: papilio.torch.fft.fft(recorded)}, wait)


def of_cupy():
    import cupy
    x = cupy.random.standard_normal((16, 64)).astype(cupy.complex64)
    measure({"cupy.fft.fft": lambda: cupy.fft.fft(x), "papilio.fft.fft of a CuPy array": lambda: papilio.fft.fft(x)},
            cupy.cuda.Device().synchronize)


for library in (of_torch, of_cupy):
    try:
        library()
    except ImportError as error:
        print(f"left out: {error}")
