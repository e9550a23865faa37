# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""docs_test.py SOURCE: the blocks of docs/python.md and of README.md print what they say; the package passes mypy --strict."""

import doctest
import pathlib
import subprocess
import sys
import unittest

import papilio


class Documents(unittest.TestCase):
    def test_blocks_of_the_guide(self):
        guide = pathlib.Path(sys.argv[1]) / "docs/python.md"
        result = doctest.testfile(str(guide), module_relative=False, encoding="utf-8")
        self.assertGreater(result.attempted, 20)
        self.assertEqual(result.failed, 0)

    def test_block_of_the_readme(self):
        readme = pathlib.Path(sys.argv[1]) / "README.md"
        result = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
        self.assertEqual((result.attempted, result.failed), (4, 0))

    def test_types(self):
        package = pathlib.Path(papilio.__file__).parent
        # By its name: files named by their path would make site-packages a folder of the user's own.
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "mypy-cache", "-p", package.name]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
