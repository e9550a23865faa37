# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The functions of numpy.fft and scipy.fft, on GPUs and CPUs.

They take the arguments of SciPy's, mean the same and raise the same exceptions; ``out=`` is NumPy's. Signs, scaling and
shapes are NumPy's as well: the forward transform is ``exp(-2 pi i j k / n)``, and the inverse divides by n.

>>> import papilio.fft
>>> papilio.fft.rfft([1, 2, 3, 4]).round(12)
array([10.+0.j, -2.+2.j, -2.+0.j])

Each function's help lists its arguments. NumPy's arrays go to the device that `papilio.use_device` chose; arrays of other
libraries are transformed where they are.

The module is a backend of scipy.fft: ``with scipy.fft.set_backend(papilio.fft): ...``.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ._hankel import *  # noqa: F403
from ._hankel import __all__ as _hankel_names
from ._helpers import *  # noqa: F403
from ._helpers import __all__ as _helper_names
from ._ragged import *  # noqa: F403
from ._ragged import __all__ as _ragged_names
from ._sphere import Sphere
from ._transforms import *  # noqa: F403
from ._transforms import __all__ as _transform_names

__all__ = [*_transform_names, *_hankel_names, *_helper_names, *_ragged_names, "Sphere"]

__ua_domain__ = "numpy.scipy.fft"


def __ua_function__(method: Callable[..., object], args: tuple[object, ...], kwargs: dict[str, object]) -> object:
    """SciPy's protocol for backends (uarray)."""
    name = method.__name__
    if name not in (*_transform_names, *_hankel_names):
        return NotImplemented
    x = args[0] if args else kwargs.get("x", kwargs.get("a", kwargs.get("A")))
    array = np.asarray(x) if isinstance(x, (list, tuple)) else x
    long_double = getattr(getattr(array, "dtype", None), "char", None) in ("g", "G")
    if long_double and name in _hankel_names:  # which SciPy transforms
        return NotImplemented
    result: object = globals()[name](*args, **kwargs)
    return result
