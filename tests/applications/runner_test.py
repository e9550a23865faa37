# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What scripts/applications must refuse."""

import argparse
import io
import json
import os
import subprocess
import sys
import types
import unittest
from contextlib import redirect_stderr, redirect_stdout
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

sys.dont_write_bytecode = True
loader = SourceFileLoader("applications", str(Path(__file__).resolve().parents[2] / "scripts/applications"))
runner = module_from_spec(spec_from_loader("applications", loader))
loader.exec_module(runner)
FFTW = "papilio-fftw: dft:f64:[16,1,1]:forward: FFTW, fewer than 262144 points\n"
PAPILIO = "papilio-fftw: dft:f64:[2048,1024,1024][1024,1,1]:forward: Papilio, on opencl:0: model: FFTW 110 ms, Papilio 22 ms\n"
ALONE = "papilio-fftw: dft:f64:[16,1,1]:forward: Papilio, on opencl:0: no genuine FFTW: PAPILIO_FFTW_LIBRARY is none\n"
NOBODY = "papilio-fftw: dft:f64:[16,1,1]:forward: nobody, no device: it is broken\n"


class Runner(unittest.TestCase):
    def test_differences(self):
        self.assertEqual(runner.difference({"a": [1, 2.5], "b": [0]}, {"a": [1, 2], "b": [0]}), 0.25)
        self.assertEqual(runner.difference({"a": [0.5]}, {"a": [0]}), 0.5)
        good, useless = {"a": [1, 2]}, [{}, {"a": []}, {"a": [1, float("nan")]}, {"a": [1, float("inf")]}]
        pairs = [(results, good) for results in ({"b": [1, 2]}, {"a": [1]}, *useless)]
        for one, other in (*pairs, *(pair[::-1] for pair in pairs), *((results, results) for results in useless)):
            with self.assertRaises(runner.ApplicationFailed):
                runner.difference(one, other)

    def test_plans(self):
        self.assertEqual(runner.plans("genuine", "no line"), {"FFTW": 0, "Papilio": 0})
        self.assertEqual(runner.plans("routed", FFTW + PAPILIO + FFTW), {"FFTW": 2, "Papilio": 1})
        self.assertEqual(runner.plans("routed", "step 1 " + FFTW), {"FFTW": 1, "Papilio": 0})
        self.assertEqual(runner.plans("alone", ALONE), {"FFTW": 0, "Papilio": 1})
        wrong = [("genuine", FFTW), ("genuine", "step 1 " + FFTW), ("routed", ""), ("routed", ALONE), ("routed", FFTW + NOBODY)]
        for way, text in (*wrong, ("alone", ""), ("alone", FFTW + ALONE), ("alone", ALONE + NOBODY)):
            with self.assertRaises(runner.ApplicationFailed):
                runner.plans(way, text)

    def test_commands(self):
        with TemporaryDirectory() as folder:
            self.assertEqual(runner.run(("sh", "-c", "echo yes; echo no >&2"), Path(folder), os.environ)[:2], ("yes\n", "no\n"))
            for command, limit, why in (("exit 3", 60, "ended with 3"), ("sleep 60; true", 0.2, "was ended after 0.2 s")):
                with self.assertRaisesRegex(runner.ApplicationFailed, why):
                    runner.run(("sh", "-c", command), Path(folder), os.environ, limit)

    def measured(self, command, results=lambda folder, output: {"a": [float((folder / "out").read_text())]}, work=None):
        """What an application that is made up has, in three ways of two turns; the drop-in's lines are its own."""
        lines = f"case ${{PAPILIO_FFTW_LIBRARY:-$LD_LIBRARY_PATH}} in none) echo '{ALONE}';; ?*) echo '{FFTW}';; esac >&2; "
        application = types.SimpleNamespace(FILES={"in": "7"}, COMMAND=("sh", "-ec", lines + command), BOUND=0, results=results)
        with TemporaryDirectory() as folder:
            options = argparse.Namespace(work=work or Path(folder), drop_in=Path("/nowhere"), turns=1)
            return runner.measure("made-up", application, options)

    def test_measuring(self):
        good = self.measured("cp in out")
        self.assertEqual([good[way]["plans"]["FFTW"] for way in runner.WAYS], [0, 1, 0])
        self.assertEqual(len(good["alone"]["cpu"]), 1)
        with self.assertRaisesRegex(runner.ApplicationFailed, "ValueError: could not convert"):
            self.measured("echo no >out")
        with self.assertRaisesRegex(runner.ApplicationFailed, "'NoneType' object"):
            self.measured("true", lambda folder, output: {"a": [None.group(1)]})

    def test_results_of_an_earlier_turn_do_not_count(self):
        """The second turn knows by a file of its home that it is not the first, and writes no result."""
        with self.assertRaisesRegex(runner.ApplicationFailed, "FileNotFoundError.*out"):
            self.measured("[ -e home/seen ] || cp in out; touch home/seen")

    def test_octave_must_pass_all_its_tests(self):
        octave = runner.row("octave")
        self.assertEqual(octave.results(None, "result 62 62\n"), {"passed": [62]})
        for line in ("result 61 62\n", "result 0 0\n"):
            with self.assertRaisesRegex(runner.ApplicationFailed, "ValueError: .* tests passed"):
                runner.results_of(octave, None, line)

    def test_a_folder_that_cannot_be_made(self):
        with self.assertRaisesRegex(runner.ApplicationFailed, "/dev/null/made-up cannot be made anew: .*--work"):
            self.measured("true", work=Path("/dev/null"))

    def test_a_program_that_is_missing_is_a_failure_and_the_next_one_runs(self):
        rows = {"a": "no-such-program", "b": "false"}
        with TemporaryDirectory() as name:
            folder = Path(name)
            library, json_file = folder / "lib/papilio/fftw3/libfftw3.so.3", folder / "all.json"
            library.parent.mkdir(parents=True)
            library.touch()
            for row, program in rows.items():
                (folder / f"{row}.py").write_text(f'"""One."""\nPACKAGES, BOUND, FILES, COMMAND = ("p",), 0, {{}}, ("{program}",)\n')
            arguments = ["applications", "--build", name, "--json", str(json_file)]
            with mock.patch.multiple(runner, ROWS=folder, version=lambda package: "1"), mock.patch.object(sys, "argv", arguments), \
                 mock.patch("shutil.which", return_value="/usr/bin/dpkg-query"), redirect_stdout(io.StringIO()), \
                 redirect_stderr(io.StringIO()):
                self.assertEqual(runner.main(), 1)
            records = json.loads(json_file.read_text())["applications"]
        self.assertEqual([record["name"] for record in records], list(rows))
        self.assertIn("no-such-program", records[0]["failed"])
        self.assertIn("`false`", records[1]["failed"])

    def test_without_dpkg_all_are_skipped(self):
        with TemporaryDirectory() as nothing:
            command = (sys.executable, loader.path, "--list")
            ended = subprocess.run(command, env={"PATH": nothing}, capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, 77, ended.stderr)
        self.assertIn("no dpkg here", ended.stderr)


if __name__ == "__main__":
    unittest.main()
