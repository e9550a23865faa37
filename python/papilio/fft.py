# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The functions of numpy.fft and scipy.fft, on GPUs and CPUs.

They take the arguments of SciPy's, mean the same and raise the same exceptions; ``out=`` is NumPy's. Signs, scaling and
shapes are NumPy's as well: the forward transform is ``exp(-2 pi i j k / n)``, and ``norm`` ("backward", "ortho" or
"forward") says which direction divides by n.

x : array
    Of any shape and any strides, which are not copied. float16, float32 and complex64 are transformed in single
    precision, everything else in double; long double raises TypeError. NumPy's arrays go to the device that
    `papilio.use_device` chose; arrays of other libraries are transformed where they are (docs/python.md).
n, s : int, sequence of ints
    Lengths of the transformed axes: the input is cut, or counts as zero behind its end.
axis, axes : int, sequence of ints
    What is transformed. Negative ones count from the end.
norm : {None, "backward", "ortho", "forward"}
overwrite_x : bool
    A complex, packed x may become the result; this saves its memory.
workers : int
    Checked and otherwise ignored: the device decides.
plan : papilio.Plan
    Used instead of one of the cache; it must be for the same problem.
out : array
    Receives the result, and is returned.

The module is a backend of scipy.fft: ``with scipy.fft.set_backend(papilio.fft): ...``.
"""

from __future__ import annotations

from typing import Any

from ._fourier import *  # noqa: F403
from ._fourier import __all__ as _fourier_names
from ._helpers import *  # noqa: F403
from ._helpers import __all__ as _helper_names
from ._trigonometric import *  # noqa: F403
from ._trigonometric import __all__ as _trigonometric_names

__all__ = [*_fourier_names, *_trigonometric_names, *_helper_names]

__ua_domain__ = "numpy.scipy.fft"


def __ua_function__(method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """SciPy's protocol for backends (uarray)."""
    name = method.__name__
    if name not in _fourier_names and name not in _trigonometric_names:
        return NotImplemented
    x = args[0] if args else kwargs.get("x")
    if getattr(getattr(x, "dtype", None), "char", None) in ("g", "G"):  # long double, which SciPy transforms
        return NotImplemented
    return globals()[name](*args, **kwargs)
