# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Fast Hankel transforms of logarithmically spaced samples, as scipy.fft has them.

A. J. S. Hamilton, "Uncorrelated modes of the non-linear power spectrum", Mon. Not. R. Astron. Soc. 312 (2000), appendix B.
"""

from __future__ import annotations

import importlib
import math
import warnings
from typing import Any

import numpy as np

from ._frames import _flipped, _floating, weights
from ._libraries import library_of
from ._transforms import irfft, rfft
from ._types import Array, ArrayLike, ComplexArray, DLPackArray

__all__ = ["fht", "fhtoffset", "ifht"]


def _special() -> Any:
    try:
        return importlib.import_module("scipy.special")
    except ImportError as error:
        raise ImportError("Hankel transforms take the gamma function of scipy.special: install SciPy") from error


def _coefficients(n: int, dln: float, mu: float, offset: float, bias: float) -> ComplexArray:
    """(kr)^(-iy) U(bias + iy) of bins 0 to n/2, where U(x) = 2^x gamma((mu+1+x)/2) / gamma((mu+1-x)/2)."""
    special = _special()
    y = 2j * math.pi / (n * dln) * np.arange(n // 2 + 1)
    x = bias + y
    with np.errstate(all="ignore"):
        logarithm = x * math.log(2) + special.loggamma((mu + 1 + x) / 2) - special.loggamma((mu + 1 - x) / 2)
        coefficients: Any = np.exp(logarithm - y * offset)
    if n % 2 == 0:
        coefficients[-1] = coefficients[-1].real
    if not np.isfinite(coefficients[0]):  # a quotient of two poles, a pole, or 0
        coefficients[0] = 2**bias * special.poch((mu + 1 - bias) / 2, bias)
    return coefficients  # type: ignore[no-any-return]


def _factors(n: int, dln: float, mu: float, offset: float, bias: float, inverse: bool) -> ComplexArray:
    factors = _coefficients(n, dln, mu, offset, bias)
    with np.errstate(all="ignore"):
        if inverse:
            factors = 1 / factors.conj()
    if not np.isfinite(factors[0]):
        kind = "inverse transform" if inverse else "transform"
        warnings.warn(f"singular {kind}; consider changing the bias", stacklevel=4)
        factors[0] = 0
    return factors


def _transformed(a: Any, dln: float, parameters: tuple[float, float, float], inverse: bool) -> Any:
    mu, offset, bias = parameters
    a = a if hasattr(a, "__dlpack_device__") or hasattr(a, "__cuda_array_interface__") else np.asarray(a)
    library = library_of(a)
    a = _floating(library, a)
    n = a.shape[-1]
    factors = _factors(n, dln, mu, offset, bias, inverse)
    places = (np.arange(n) - (n - 1) / 2) * dln
    before, behind = (places + offset, places) if inverse else (-places, -places - offset)
    spectrum = rfft(a * weights(library, a, np.exp(bias * before)) if bias != 0 else a)
    kept = library.from_host(factors.astype(library.dtype_name(spectrum)), spectrum)
    result = _flipped(library, irfft(spectrum * kept, n))
    return result * weights(library, result, np.exp(bias * behind)) if bias != 0 else result


def fht(a: ArrayLike | DLPackArray, dln: float, mu: float, offset: float = 0.0, bias: float = 0.0) -> Array:
    """Fast Hankel transform (FFTLog), with the arguments and results of scipy.fft.fht.

    It computes ``A(k) = integral of a(r) J_mu(k r) k dr`` over samples that are equally spaced in ln(r), of a sequence that is
    periodic there. Input j is at ``r_c exp((j - (n-1)/2) dln)``, result j at ``k_c exp((j - (n-1)/2) dln)``.

    Parameters
    ----------
    a : array (..., n)
        Real numbers, of any library.
    dln : float
        Spacing of the logarithms.
    mu : float
        Order of the Bessel function.
    offset : float, default 0
        ``ln(k_c r_c)``; `fhtoffset` finds one with little ringing.
    bias : float, default 0
        Exponent q: ``a(r) (k r)**-q`` is transformed and multiplied by ``(k r)**q``.

    Returns
    -------
    array (..., n)
        Real, of a's library.

    Warns
    -----
    UserWarning
        The transform is singular for this mu and bias; its mean is set to 0.

    Examples
    --------
    >>> import numpy as np, papilio.fft
    >>> r = np.logspace(-7, 1, 128)
    >>> dln, mu = np.log(r[1] / r[0]), 0.0
    >>> offset = papilio.fft.fhtoffset(dln, mu, initial=-6 * np.log(10))
    >>> k = np.exp(offset) / r[::-1]
    >>> transform = papilio.fft.fht(r * np.exp(-r**2 / 2), dln, mu, offset=offset)
    >>> bool(np.allclose(transform, k * np.exp(-k**2 / 2), atol=1e-6))
    True
    """
    return _transformed(a, dln, (mu, offset, bias), inverse=False)


def ifht(A: ArrayLike | DLPackArray, dln: float, mu: float, offset: float = 0.0, bias: float = 0.0) -> Array:
    """The inverse of `fht`, with the arguments and results of scipy.fft.ifht.

    Parameters
    ----------
    A : array (..., n)
        Real numbers, of any library.
    dln, mu, offset, bias
        As for `fht`.

    Returns
    -------
    array (..., n)
        Real, of A's library.

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.ifht(papilio.fft.fht([1.0, 2.0, 4.0], 0.1, 0.5), 0.1, 0.5).round(12)
    array([1., 2., 4.])
    """
    return _transformed(A, dln, (mu, offset, bias), inverse=True)


def fhtoffset(dln: float, mu: float, initial: float = 0.0, bias: float = 0.0) -> float:
    """The offset closest to `initial` for which the highest coefficient of `fht` is real, which reduces ringing.

    Parameters
    ----------
    dln, mu, bias
        As for `fht`.
    initial : float, default 0

    Returns
    -------
    float

    Examples
    --------
    >>> import papilio.fft
    >>> round(papilio.fft.fhtoffset(0.1, 0.5, initial=1.0), 6)
    0.972357
    """
    special = _special()
    y = 0.5j * math.pi / dln
    phases = [special.loggamma((mu + 1 + sign * bias) / 2 + y).imag for sign in (1, -1)]
    turns = (math.log(2) - initial) / dln + sum(phases) / math.pi
    return float(initial + (turns - round(turns)) * dln)
