#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The tests of check_words.py and check_commits.py, in small trees."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from check_words import faults_of  # noqa: E402

GOOD = """/// Returns the number of axes. What follows an axis is a comma.
int axes();  // not of those
/// A comment of two lines, the second of which begins
/// Of course with a word that opens none.
const char* text = "// Of a string";
"""


class Words(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in ("src/kernel", "tests/format"):
            (self.root / name).mkdir(parents=True)

    def check(self, text, *options):
        (self.root / "src/kernel/a.cpp").write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, "-B", HERE / "check_words.py", *options, self.root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_openings(self):
        self.assertEqual(list(faults_of(GOOD, True)), [])
        for opening in ("/// Of an axis.", "//   What it is.", "/** That of both. */", "/*\n * Those of x. */", "int x;  ///< By hand", "/// Who waits."):
            with self.subTest(opening=opening):
                self.assertEqual([kind for _, kind, _ in faults_of(f"int y;\n{opening}\n", True)], ["openings"])
        self.assertEqual([line for line, *_ in faults_of("x = 1\n# Of x.\n# Of y.\ny = '#  Of z'  # What y is\n", False)], [2, 4])

    def test_words(self):
        for word in ("Meeting", "most_bytes", "least_bytes_", "judge_kernel", "RoomPool", "FusedRoom", "settle()", "turns_blocks()"):
            with self.subTest(word=word):
                self.assertEqual([kind for _, kind, _ in faults_of(f"int {word};\n", True)], ["words"])
        self.assertEqual(list(faults_of("int almost_all, at_least, least_squares, max_bytes;\n", True)), [])

    def test_counts_may_only_fall(self):
        self.assertEqual(self.check("// Of x.\n// \n\n// Of y.\n", "--write")[0], 0)
        self.assertEqual(self.check("// Of x.\n// \n\n// Of y.\n")[0], 0)
        code, text = self.check("// Of x.\n\n// Of y.\n\n// Of z.\n")
        self.assertEqual(code, 1)
        self.assertIn("src/kernel: 3 openings, 2 are allowed; check_words.py --list src/kernel", text)
        self.assertEqual(self.check("// Of x.\n\n// Of y.\n\n// Of z.\n", "--write")[0], 1)  # it does not raise them
        code, text = self.check("// Of x.\n")
        self.assertEqual(code, 1)
        self.assertIn("src/kernel: 1 openings, 2 are allowed; lower it", text)
        self.assertEqual(self.check("// Of x.\n", "--write")[0], 0)
        self.assertEqual(self.check("// Of x.\n")[0], 0)

    def test_places_are_listed(self):
        self.assertEqual(self.check("int x;\n// Of x.\n", "--list", "src"), (0, "src/kernel/a.cpp:2: a comment opens with 'Of'; name its subject\n"))


class Commits(unittest.TestCase):
    def test_subjects(self):
        with tempfile.TemporaryDirectory() as folder:
            git = ["git", "-C", folder, "-c", "user.name=n", "-c", "user.email=e"]
            subprocess.run([*git, "init", "-q"], check=True)
            script = [sys.executable, "-B", HERE / "check_commits.py", folder]
            dates = os.environ | {"GIT_COMMITTER_DATE": "2026-11-01T00:00:00Z"}
            subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "Read once more"], check=True, env=dates)
            dates["GIT_COMMITTER_DATE"] = "2027-01-01T00:00:00Z"
            for subject, code in (("mpi: table of carriers", 0), ("mpi: " + "x" * 68, 1), ("Table of carriers", 1), ("mpi: read once more", 1)):
                subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", subject], check=True, env=dates)
                done = subprocess.run(script, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, code, done.stdout)
                self.assertEqual(done.stdout.count("error: "), code)
                if code:
                    subprocess.run([*git, "reset", "-q", "--hard", "HEAD~1"], check=True)
            self.assertEqual(subprocess.run([*script[:-1], "/"], capture_output=True, check=False).returncode, 77)


if __name__ == "__main__":
    os.environ.pop("GIT_DIR", None)
    unittest.main()
