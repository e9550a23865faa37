# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""docs_test.py SOURCE: the Python blocks of all pages print what they say; the package passes mypy --strict."""

import doctest
import pathlib
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

    def test_types(self):
        package = pathlib.Path(papilio.__file__).parent
        # By its name: files named by their path would make site-packages a folder of the user's own.
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "mypy-cache", "-p", package.name]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
