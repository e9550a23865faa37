# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Inputs of a module's transform or convolution, and its results in double precision."""

import re

import numpy as np
import papilio
import scipy.fft
import scipy.signal

NUMBERS = {"f32": np.float32, "f16": np.float16, "i8": np.int8, "u8": np.uint8, "i16": np.int16, "u16": np.uint16, "bf16": np.uint16}
REAL_KINDS = {"dct": scipy.fft.dctn, "dst": scipy.fft.dstn}
MAPS = {"db": lambda z: 20 * np.log10(abs(z)), "log": lambda z: np.log(abs(z)), "phase": np.angle}


def parts_of(side, batch, memory):
    """The real parts, and of complex numbers the imaginary parts, in the memory (bytes) of a side: arrays of shape (batch, lengths)."""
    numbers = memory[:side["bytes"]].view(NUMBERS[side["type"]])
    interleaved = side["complex"] and not side["planar"]
    step = numbers.itemsize * (2 if interleaved else 1)
    first = side["offset"] * (2 if interleaved else 1)
    apart = 1 if interleaved else len(numbers) // 2
    return [np.lib.stride_tricks.as_strided(numbers[first + part * apart:], (batch, *side["lengths"]),
                                            [stride * step for stride in (side["distance"], *side["strides"])])
            for part in range(2 if side["complex"] else 1)]


def numbers_of(side, batch, memory):
    parts = parts_of(side, batch, memory)
    if side["type"] == "bf16":  # the upper half of an f32
        parts = [(part.astype(np.uint32) << 16).view(np.float32) for part in parts]
    parts = [part.astype(float) for part in parts]
    return parts[0] + 1j * parts[1] if side["complex"] else parts[0]


def axes_of(plan):
    """Of the arrays with the batch in front."""
    named = re.search(r":axes=([0-9,]+)", plan["token"])
    rank = len(plan["input"]["lengths"])
    return [1 + int(axis) for axis in named.group(1).split(",")] if named else list(range(1, rank + 1))


def random_input(plan, seed):
    """Bytes. The half spectra of c2r are those of real arrays."""
    random = np.random.default_rng(seed)
    side, batch = read_side(plan), plan["batch"]
    memory = np.zeros(side["bytes"], np.uint8)
    parts = parts_of(side, batch, memory)
    numbers = lambda shape: random.integers(2**24, size=shape) * 2.0**-23 - 1  # as those of `papilio check`
    if plan["token"].startswith("c2r"):
        values = np.fft.rfftn(numbers((batch, *plan["output"]["lengths"])), axes=axes_of(plan))
        values = [values.real, values.imag]
    else:
        values = [numbers(part.shape) for part in parts]
    if side["type"] == "bf16":
        values = [value.astype(np.float32).view(np.uint32) >> 16 for value in values]
    elif side["type"][0] in "iu":
        values = [value * 2.0**(8 * part.itemsize - 1) + (2**(8 * part.itemsize - 1) if side["type"][0] == "u" else 0)
                  for value, part in zip(values, parts)]
    for part, value in zip(parts, values):
        part[...] = value
        zeros = re.search(r":zero=\[([0-9]+),([0-9]+)\)", plan["token"])
        if zeros:
            part[..., int(zeros.group(1)):int(zeros.group(2))] = 0
    return memory


def random_kernels(plan, seed):
    """The numbers that setFilter() takes; None of a transform."""
    if "filter" not in plan:
        return None
    form = plan["filter"]
    memory = np.full(form["bytes"], 0xFF, np.uint8)
    for part in parts_of(form, form["places"][-1]["count"], memory):
        part[...] = np.random.default_rng(seed + 1).uniform(-1, 1, part.shape)
    return memory.view(np.float32)


def convolved(plan, signals, numbers):
    """By SciPy. Arrays have the batch in front, then channels, if there are any."""
    token, form = plan["token"], plan["filter"]
    kernels = numbers_of(form, form["places"][-1]["count"], numbers.view(np.uint8))
    channels = ":channels=" in token
    rank = signals.ndim - 1 - channels
    named = re.search(r":axes=([0-9,]+)", token)
    axes = [int(axis) - rank for axis in named.group(1).split(",")] if named else list(range(-rank, 0))
    signals = signals[:, None] if channels else signals
    mode = next((mode for mode in ("same", "valid", "circular") if f":{mode}" in token), "full")
    both = [d for d in range(-signals.ndim, 0) if d not in axes]  # dimensions that are not convolved
    longest = {d: max(signals.shape[d], kernels.shape[d]) for d in both}
    signals, kernels = (np.broadcast_to(each, [longest.get(d, each.shape[d]) for d in range(-each.ndim, 0)]) for each in (signals, kernels))
    correlates = token.startswith("corr")
    if mode == "circular":
        lengths = [signals.shape[axis] for axis in axes]
        for axis in axes:  # a kernel that is longer wraps around
            n = signals.shape[axis]
            padding = [(0, -kernels.shape[axis] % n if d == axis % kernels.ndim else 0) for d in range(kernels.ndim)]
            rows = np.moveaxis(np.pad(kernels, padding), axis, -1)
            kernels = np.moveaxis(rows.reshape(*rows.shape[:-1], -1, n).sum(axis=-2), -1, axis)
        spectra = np.fft.fftn(kernels, lengths, axes)
        result = np.fft.ifftn(np.fft.fftn(signals, lengths, axes) * (spectra.conj() if correlates else spectra), lengths, axes)
        result = result if form["complex"] else result.real
    else:
        result = scipy.signal.fftconvolve(signals, np.flip(kernels.conj(), axes) if correlates else kernels, mode, axes)
    return result.sum(axis=2) if channels else result


def prepared(plan, memory):
    """The input with its option of the token applied: a window, a shift or zeros behind it."""
    values, token = numbers_of(plan["input"], plan["batch"], memory), plan["token"]
    if ":window=hann" in token:
        values = values * scipy.signal.get_window("hann", values.shape[-1])
    if ":ishift=0,1" in token:
        values = np.fft.ifftshift(values, axes=(1, 2))
    if ":pad=" in token:
        values = np.pad(values, ((0, 0), (0, int(token.split(":")[2].split("*")[0]) - values.shape[-1])))
    return values


def mapped(plan, results):
    """The results as the output has them: the first ones, or a real map."""
    named = re.search(":omap=([a-z]+)", plan["token"])
    if named:
        return MAPS[named.group(1)](results)
    return results[..., :plan["output"]["lengths"][-1]] if ":crop=" in plan["token"] else results


def read_side(plan):
    """The input, whose transforms read more numbers than points if the window has taps."""
    taps = re.search(":taps=([0-9]+)", plan["token"])
    return plan["input"] | {"lengths": [plan["input"]["lengths"][-1] * int(taps.group(1))]} if taps else plan["input"]


def in_double_precision(plan, values):
    """By Papilio itself on OpenCL, which other tests compare with FFTW: for options that NumPy has not. What is not written is NaN."""
    options = "inplace|planar|scratch=[a-z0-9]+|(in|out)=[a-z0-9]+|[io]dist=[0-9]+|phase=signal"
    token = re.sub(f":({options})(?=:|$)", "", plan["token"]).replace(":f32:", ":f64:")
    output = plan["output"]
    results = np.full((plan["batch"], *output["lengths"]), np.nan, complex if output["complex"] else float)
    papilio.Plan(token, "opencl:0")(values.ravel(), out=results.reshape(-1))
    if ":phase=signal" in plan["token"]:  # frame b begins so many samples later
        n, hop = output["lengths"][-1], plan["input"]["distance"]
        results *= np.exp(plan["sign"] * 2j * np.pi / n * (np.arange(n) * np.arange(plan["batch"])[:, None] * hop % n))
    return results


def expected(plan, memory, kernels):
    if kernels is not None:
        return convolved(plan, numbers_of(plan["input"], plan["batch"], memory), kernels)
    if re.search(":(taps|band|modes|detrend|skip)=", plan["token"]):
        return in_double_precision(plan, numbers_of(read_side(plan), plan["batch"], memory))
    values, axes = prepared(plan, memory), axes_of(plan)
    kind = plan["token"].split(":")[0]
    if kind == "c2c":
        results = (np.fft.fftn if plan["sign"] < 0 else np.fft.ifftn)(values, axes=axes,
                                                                       norm="backward" if plan["sign"] < 0 else "forward")
    elif kind == "r2c":
        results = np.fft.rfftn(values, axes=axes)
    elif kind == "c2r":
        lengths = [plan["output"]["lengths"][axis - 1] for axis in axes]
        results = np.fft.irfftn(values, s=lengths, axes=axes, norm="forward")
    else:
        results = REAL_KINDS[kind[:3]](values, type=int(kind[3]), axes=axes)
    return mapped(plan, results * plan["scale"])


def error_of(plan, memory, results, kernels=None):
    """The l2 norm of the difference relative to that of the results; NaN where one was not written, or one that is skipped was."""
    exact = expected(plan, memory, kernels)
    own = numbers_of(plan["output"], plan["batch"], results)
    written = ~np.isnan(exact)
    if not written.all() and ("skip=" not in plan["token"] or not np.isnan(own[~written]).all()):
        return float("nan")
    return float(np.linalg.norm((own - exact)[written]) / np.linalg.norm(exact[written]))
