#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""A phantom from radial samples, as docs/pictures/radial.png shows it. Usage: radial_picture.py OUT.png [PIXELS]

Prints the error of each reconstruction. The samples are exact: ellipses have a Fourier transform in closed form."""

import sys
from pathlib import Path

import numpy as np
from mel_picture import png
from papilio import nufft

# The head phantom of Shepp and Logan (IEEE Trans. Nucl. Sci. 21 (1974) 21-43) with Toft's densities: density, half axes,
# center, angle in degrees.
ELLIPSES = (
    (1.0, 0.69, 0.92, 0, 0, 0),
    (-0.8, 0.6624, 0.874, 0, -0.0184, 0),
    (-0.2, 0.11, 0.31, 0.22, 0, -18),
    (-0.2, 0.16, 0.41, -0.22, 0, 18),
    (0.1, 0.21, 0.25, 0, 0.35, 0),
    (0.1, 0.046, 0.046, 0, 0.1, 0),
    (0.1, 0.046, 0.046, 0, -0.1, 0),
    (0.1, 0.046, 0.023, -0.08, -0.605, 0),
    (0.1, 0.023, 0.023, 0, -0.606, 0),
    (0.1, 0.023, 0.046, 0.06, -0.605, 0),
)


def phantom(n, fine=4):
    """The mean density of each pixel; row 0 is the top."""
    at = (np.arange(n * fine) + 0.5) / (n * fine) * 2 - 1
    x, y = at[None, :], -at[:, None]
    picture = np.zeros((n * fine, n * fine))
    for density, a, b, x0, y0, degrees in ELLIPSES:
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        u, v = (x - x0) * c + (y - y0) * s, (y - y0) * c - (x - x0) * s
        picture += density * ((u / a) ** 2 + (v / b) ** 2 <= 1)
    return picture.reshape(n, fine, n, fine).mean((1, 3))


def bessel_j1(x):
    """Bessel's integral by the trapezoidal rule, which converges geometrically."""
    t = (np.arange(400) + 0.5) * np.pi / 400
    return np.concatenate([np.cos(t - part[:, None] * np.sin(t)).mean(1) for part in np.array_split(x, 64)])


def samples(wx, wy, n):
    """The phantom's Fourier transform at angular frequencies in radians a pixel: sums of exp(-i (wx column + wy row))."""
    result = np.zeros(len(wx), complex)
    for density, a, b, x0, y0, degrees in ELLIPSES:
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        kx, ky = wx * n / 2, -wy * n / 2  # in radians of the phantom's unit; rows go down
        rho = np.hypot(a * (kx * c + ky * s), b * (ky * c - kx * s))
        disc = np.where(rho < 1e-6, 0.5, bessel_j1(rho) / np.maximum(rho, 1e-6))
        result += density * 2 * np.pi * a * b * disc * np.exp(-1j * (kx * x0 + ky * y0))
    return result * (n / 2) ** 2


def spokes(n):
    """A third of the n pi/2 spokes that the picture needs at its edges; two samples for each pixel on a spoke."""
    count = round(n * np.pi / 6)
    angle = np.arange(count) * np.pi / count
    radius = (np.arange(2 * n) + 0.5) / (2 * n) * 2 * np.pi - np.pi
    return (np.outer(np.cos(angle), radius).ravel(), np.outer(np.sin(angle), radius).ravel(),
            np.tile(np.abs(radius), len(angle)))


def gridded(wx, wy, data, n):
    """Each sample into the nearest frequency of a grid, means of what falls together, and a plain inverse FFT."""
    column, row = (np.round(w * n / (2 * np.pi)).astype(int) % n for w in (wx, wy))
    sums, counts = np.zeros((n, n), complex), np.zeros((n, n))
    np.add.at(sums, (row, column), data)
    np.add.at(counts, (row, column), 1)
    middle = np.exp(1j * np.pi * np.fft.fftfreq(n))  # the middle of the picture lies between pixels
    return np.fft.fftshift(np.fft.ifft2(sums / np.maximum(counts, 1) * np.outer(middle, middle)))


def reconstructed(wx, wy, radius, data, n, iterations):
    """Least squares by conjugate gradients, weighted by the density of the samples. Without iterations: the adjoint."""
    real = wx.astype("f4"), wy.astype("f4")
    to_picture, to_samples = (nufft.Plan(kind, (n, n), eps=1e-5, isign=sign, dtype="complex64") for kind, sign in ((1, 1), (2, -1)))
    to_picture.setpts(real[1], real[0])  # rows first
    to_samples.setpts(real[1], real[0])
    half = np.exp(-0.5j * (wx + wy)).astype("c8")  # pixel centers are at halves
    weights = (radius / radius.sum() * n * n * np.pi / 4).astype("f4")  # of the disc in the square of frequencies

    def adjoint(values):
        return to_picture.execute((values * weights * np.conj(half)).astype("c8")) / (n * n)

    picture = adjoint(data)
    if iterations == 0:
        return picture
    result = np.zeros_like(picture)
    residual = direction = picture
    energy = np.vdot(residual, residual).real
    for _ in range(iterations):
        image = adjoint(to_samples.execute(direction) * half)
        step = energy / np.vdot(direction, image).real
        result, residual = result + step * direction, residual - step * image
        energy, before = np.vdot(residual, residual).real, energy
        direction = residual + energy / before * direction
    return result


def main(out, pixels="192"):
    n = int(pixels)
    truth = phantom(n)
    wx, wy, radius = spokes(n)
    data = samples(wx, wy, n)
    pictures = [truth]
    for name, picture in (("gridding", gridded(wx, wy, data, n)), ("adjoint", reconstructed(wx, wy, radius, data, n, 0)),
                          ("least squares", reconstructed(wx, wy, radius, data, n, 20))):
        error = np.linalg.norm(picture.real - truth) / np.linalg.norm(truth)
        print(f"{name}: relative error {error:.3f}")
        pictures.append(picture.real)
    rows = np.concatenate([np.concatenate(pictures[:2], 1), np.concatenate(pictures[2:], 1)])
    grey = np.round(255 * np.clip(rows / 0.5, 0, 1)).astype(np.uint8)
    Path(out).write_bytes(png(np.kron(grey, np.ones((2, 2), np.uint8))))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
