# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Short-time transforms of tensors in a CUDA device's memory, without a GPU: on the fake runtime of fake_gpu.py; skipped without PyTorch."""

import itertools
import sys
import unittest
import unittest.mock

import numpy as np

try:
    import torch
except ImportError as error:
    print(f"skipped: PyTorch is not installed ({error}); PAPILIO_TEST_TORCH=torch makes tests/python/environment do it")
    sys.exit(77)

import fake_gpu
from papilio.torch import _frame_operators as operators

LIBRARY = operators._LIBRARY


class DeviceTensor(torch.Tensor):
    """A tensor in the fake device's memory, which is the host's; PyTorch's operations run on it."""

    is_cuda = property(lambda self: True)


def empty(shape, dtype):
    memory = fake_gpu.Memory(max(1, int(np.prod(shape))) * dtype.itemsize)
    memory.bytes[:] = 255  # NaN
    tensor = torch.from_numpy(memory.bytes).view(dtype).reshape(shape).as_subclass(DeviceTensor)
    tensor.memory = memory
    return tensor


def on_device(x):
    return empty(tuple(x.shape), x.dtype).copy_(x)


def describe(x):
    return x.data_ptr(), LIBRARY.codes[x.dtype], x.shape, x.stride(), x.element_size(), 0, 0


class Frames(unittest.TestCase):
    def setUp(self):
        self.capturing = False
        patched = ((LIBRARY, "describe", describe), (torch.cuda, "is_current_stream_capturing", lambda: self.capturing),
                   (LIBRARY, "empty", lambda like, shape, number: empty(shape, LIBRARY.dtypes[number])))
        for patch in itertools.starmap(unittest.mock.patch.object, patched):
            patch.start()
            self.addCleanup(patch.stop)

    def assert_close(self, own, theirs, message):
        numbers = own.as_subclass(torch.Tensor)  # in own's memory
        self.assertEqual((numbers.shape, numbers.dtype), (theirs.shape, theirs.dtype), message)
        tolerance = 1e-12 if theirs.dtype in (torch.float64, torch.complex128) else 1e-5
        self.assertLess(float((numbers - theirs).abs().max()), tolerance * float(theirs.abs().max()), message)

    def test_kernels(self):
        for (n, hop), dtype, signals in itertools.product(((256, 64), (400, 160), (64, 16), (97, 31)),
                                                          (torch.float32, torch.float64, torch.complex64), (1, 3)):
            x = torch.randn(signals, 1503, dtype=dtype, generator=torch.Generator().manual_seed(1))
            window = torch.hann_window(n, dtype=dtype.to_real()) + 0.1
            for padding in ("reflect", "constant", "none"):
                case = (n, hop, dtype, signals, padding)
                options = {"center": False} if padding == "none" else {"pad_mode": padding}
                theirs = torch.stft(x, n, hop, window=window, return_complex=True, **options).transpose(-1, -2)
                given, spectra, held = on_device(x), on_device(theirs.contiguous()), on_device(window)
                frames = operators._cut(held, n, hop, padding, 1.0)
                shape = operators._shape_of_spectra(x, n, hop, padding)
                for _ in range(3):
                    self.assert_close(operators._stft_by_kernels(given, frames, shape), theirs, case)
                    if padding != "none":
                        back = operators._istft_by_kernels(spectra, frames, not dtype.is_complex, (signals, 1503))
                        self.assert_close(back, x, case)

    def test_windows_are_read_again_when_they_change(self):
        window = on_device(torch.hann_window(64))
        numbers = operators._on_host(window)
        self.assertIs(operators._on_host(window), numbers)
        window.mul_(2)
        np.testing.assert_array_equal(operators._on_host(window), 2 * numbers)
        with torch.inference_mode():  # changes are not counted
            window = on_device(torch.hann_window(64))
            for factor in (1, 2):
                window.mul_(factor)
                np.testing.assert_array_equal(operators._on_host(window), factor * numbers)

    def test_captures_read_no_window(self):
        window, self.capturing = on_device(torch.hann_window(64)), True
        with self.assertRaisesRegex(ValueError, "before the capture"):
            operators._on_host(window)
        self.capturing = False
        operators._on_host(window)
        self.capturing = True
        with self.assertWarnsRegex(UserWarning, "capture it again"):
            operators._on_host(window)
        with self.assertRaisesRegex(RuntimeError, "cannot be captured"):
            operators._istft(on_device(torch.ones(1, 5, 33) + 0j), window, 64, 16, "constant", True, 64, 1.0)

    def test_graphs_outlive_other_transforms(self):
        stream = fake_gpu.Stream()
        x, kept = torch.randn(2, 1503, generator=torch.Generator().manual_seed(1)), []
        given, window = on_device(x), torch.hann_window(256) + 0.1

        def transform(window):
            frames = operators._cut(window, 256, 64, "reflect", 1.0)
            kept.append(operators._stft_by_kernels(given, frames, operators._shape_of_spectra(x, 256, 64, "reflect")))

        with unittest.mock.patch.object(LIBRARY, "describe", lambda x: (*describe(x)[:6], stream.ptr)):
            transform(window)
            self.capturing = True
            replay = stream.capture(lambda: transform(window))
        self.capturing = False
        for index in range(150):  # sixteen transforms and some of their tables are kept; the fake driver sees what is freed
            transform((index + 2) * window)
        given.mul_(2)
        replay()
        theirs = torch.stft(2 * x, 256, 64, window=window, return_complex=True).transpose(-1, -2)
        self.assert_close(kept[1], theirs, "replayed")


if __name__ == "__main__":
    unittest.main(verbosity=2)
