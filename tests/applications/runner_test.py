# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What scripts/applications must refuse."""

import sys
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from tempfile import TemporaryDirectory

sys.dont_write_bytecode = True
loader = SourceFileLoader("applications", str(Path(__file__).resolve().parents[2] / "scripts/applications"))
runner = module_from_spec(spec_from_loader("applications", loader))
loader.exec_module(runner)
FFTW = "papilio-fftw: dft:f64:[16,1,1]:forward: FFTW, fewer than 262144 points\n"
PAPILIO = "papilio-fftw: dft:f64:[16,1,1]:forward: Papilio, on opencl:0: no genuine FFTW\n"
NOBODY = "papilio-fftw: dft:f64:[16,1,1]:forward: nobody, no device: it is broken\n"


class Runner(unittest.TestCase):
    def test_differences(self):
        self.assertEqual(runner.difference({"a": [1, 2.5], "b": [0]}, {"a": [1, 2], "b": [0]}), 0.25)
        self.assertEqual(runner.difference({"a": [0.5]}, {"a": [0]}), 0.5)
        for results in ({}, {"b": [1, 2]}, {"a": [1]}, {"a": []}, {"a": [1, float("nan")]}):
            with self.assertRaises(runner.ApplicationFailed):
                runner.difference(results, {"a": [1, 2]})
        with self.assertRaises(runner.ApplicationFailed):
            runner.difference({}, {})

    def test_plans(self):
        self.assertEqual(runner.plans("genuine", "no line"), {"FFTW": 0, "Papilio": 0})
        self.assertEqual(runner.plans("routed", FFTW + PAPILIO + FFTW), {"FFTW": 2, "Papilio": 1})
        self.assertEqual(runner.plans("alone", PAPILIO), {"FFTW": 0, "Papilio": 1})
        for way, text in (("genuine", FFTW), ("routed", ""), ("alone", ""), ("alone", FFTW + PAPILIO), ("alone", PAPILIO + NOBODY)):
            with self.assertRaises(runner.ApplicationFailed):
                runner.plans(way, text)

    def test_commands(self):
        with TemporaryDirectory() as folder:
            self.assertEqual(runner.run(("echo", "yes"), Path(folder), {})[0], "yes\n")
            with self.assertRaises(runner.ApplicationFailed):
                runner.run(("sh", "-c", "exit 3"), Path(folder), {})


if __name__ == "__main__":
    unittest.main()
