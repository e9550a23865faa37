#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Tests of check_peers.py. Usage: check_peers_test.py ROOT"""

import json
import sys
import tempfile
import unittest
from pathlib import Path

import check_peers

ROOT = Path(sys.argv.pop()).resolve()


class Peers(unittest.TestCase):
    def faults(self, libraries, page="VkFFT 2.0.1"):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            (root / "bench/peers").mkdir(parents=True)
            (root / "bench/peers/newest.txt").write_text("# a comment\nvkfft 2.0.1 package -\nmkl 2026.2 package -\n")
            (root / "docs/benchmark.md").parent.mkdir()
            (root / "docs/benchmark.md").write_text(page)
            for i in range(10):
                folder = root / f"docs/data/one-{i}"
                folder.mkdir(parents=True)
                (folder / "a.json").write_text(json.dumps({"schema": "papilio-bench/4", "libraries": libraries}))
            return list(check_peers.faults(root))

    def test_the_newest(self):
        self.assertEqual(self.faults({"papilio": "0.1.0", "vkfft": "2.0.1"}), [])
        self.assertEqual(self.faults({"papilio": "0.1.0", "mkl-2t": "Library Version 2026.2-Product, 2 threads"}), [])

    def test_older_and_unknown_ones(self):
        self.assertIn("the newest is 2.0.1", self.faults({"vkfft": "1.2.26"})[0])
        self.assertIn("the newest is 2.0.1", self.faults({"vkfft": "12.0.1"})[0])
        self.assertIn("the newest is 2.0.1", self.faults({"vkfft": "2.0.10"})[0])
        self.assertIn("does not have abacus-2t", self.faults({"abacus-2t": "1"})[0])

    def test_nothing_to_compare(self):
        self.assertIn("only 0 libraries", self.faults({"papilio": "0.1.0"})[0])

    def test_a_page_of_an_older_version(self):
        self.assertIn("does not name VkFFT 2.0.1", self.faults({"vkfft": "2.0.1"}, "VkFFT 1.9")[0])


if __name__ == "__main__":
    unittest.main()
