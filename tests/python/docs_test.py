# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""docs_test.py SOURCE: the Python blocks of all pages print what they say; the package passes mypy --strict."""

import doctest
import inspect
import pathlib
import pydoc
import re
import subprocess
import sys
import unittest

import papilio


class Documents(unittest.TestCase):
    def test_blocks(self):
        source = pathlib.Path(sys.argv[1])
        pages = [source / "README.md", source / "CONTRIBUTING.md", *sorted((source / "docs").rglob("*.md"))]
        attempted = {}
        for page in pages:
            if "```python\n" in page.read_text(encoding="utf-8"):
                with self.subTest(page=page):
                    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
                    self.assertEqual(result.failed, 0)
                    attempted[page.name] = result.attempted
        self.assertEqual(attempted["README.md"], 4)
        self.assertGreater(attempted["python.md"], 20)
        self.assertTrue(all(attempted.values()), attempted)

    def test_help(self):
        modules = [module for name, module in sys.modules.items() if name.startswith("papilio.")]
        for function in (*(getattr(papilio.fft, name) for name in papilio.fft.__all__), papilio.convolve,
                         papilio.fftconvolve, papilio.stft, papilio.istft, papilio.welch, papilio.spectrogram, papilio.czt,
                         papilio.zoom_fft, papilio.czt_points):
            self.assertNotIn("Any", str(inspect.signature(function)), function.__name__)
            self.assertRegex(function.__doc__, "(?s)Examples\n.*>>>", function.__name__)
        for name in set(papilio.__all__) - {"__version__"}:
            shown = pydoc.plain(pydoc.render_doc(getattr(papilio, name)))
            self.assertEqual(re.findall(r".*\bAny\b(?! [a-z]).*", shown), [], name)
        for documented in (papilio.CZT, papilio.ZoomFFT, papilio.Device, papilio.Plan, papilio.OverlapSave, papilio.check, papilio.devices,
                           papilio.plan_for, papilio.use_device, papilio.cache_info):
            self.assertRegex(documented.__doc__, "(?s)Examples\n.*>>>", documented.__name__)
        for module in modules:
            self.assertEqual(doctest.testmod(module).failed, 0, module)

    def test_a_transform_that_is_looked_for_in_papilio_is_pointed_to(self):
        with self.assertRaisesRegex(AttributeError, "it is papilio.fft.rfft"):
            papilio.rfft  # noqa: B018
        self.assertFalse(hasattr(papilio, "fht"))

    def test_types_of_results(self):
        program = """
import numpy as np, numpy.typing as npt, papilio.fft
from typing import Any, assert_type
class Tensor:
    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0
x = np.ones((4, 6))
assert_type(papilio.fft.fft(x, norm="ortho"), npt.NDArray[np.complexfloating[Any, Any]])
assert_type(papilio.fft.irfftn([1, 2j], axes=0), npt.NDArray[np.floating[Any]])
assert_type(papilio.fft.dct(Tensor(), 2), Tensor)
papilio.fft.fft(x, norm="orthogonal")  # type: ignore[call-overload]
plan = papilio.Plan("c2c:f64:6*4", device=papilio.Device())
assert_type(plan(x), npt.NDArray[Any])
assert_type(plan.execute(Tensor(), scratch=Tensor()), Tensor)
papilio.Plan(1024)  # type: ignore[arg-type]
"""
        self.assert_mypy_accepts("-c", program)

    def test_types(self):
        package = pathlib.Path(papilio.__file__).parent
        # By its name: files named by their path would make site-packages a folder of the user's own.
        self.assert_mypy_accepts("-p", package.name)

    def assert_mypy_accepts(self, *arguments):
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "mypy-cache", *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
