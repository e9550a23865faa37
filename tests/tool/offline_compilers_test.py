# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What scripts/offline-compilers says where it can compile nothing. Usage: as of tool_test.py"""

import os
import subprocess
import sys
import unittest
from pathlib import Path

from tool_test import PAPILIO, Case

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/offline-compilers"


class OfflineCompilers(Case):
    def offline(self, *arguments, papilio=PAPILIO):
        environment = os.environ | {"PAPILIO_OFFLINE_ROOT": str(self.folder)}
        command = [sys.executable, "-B", SCRIPT, *arguments, "--papilio", papilio]
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, env=environment)

    def install_ocloc(self):
        """A compiler that must not be called."""
        ocloc = self.folder / "usr/bin/ocloc"
        ocloc.parent.mkdir(parents=True)
        ocloc.write_text("#!/bin/false\n")
        ocloc.chmod(0o755)

    def test_a_missing_compiler_is_a_fault_beside_one_that_is_there(self):
        self.install_ocloc()
        done = self.offline("c2c:f64:16*64", "--chips", "gfx90a,xe-lp")
        self.assertEqual(done.returncode, 1)
        self.assertIn("gfx90a: not compiled, clang is not installed; scripts/install-dependencies compilers", done.stderr)
        done = self.offline("c2c:f64:16*64", "--chips", "gfx90a")
        self.assertEqual(done.returncode, 77)

    def test_a_chip_that_compiled_nothing_is_a_fault(self):
        self.install_ocloc()
        done = self.offline("c2c:f64:1024*10", "c2c:f64:16*10", "--chips", "xe-lp")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("compiled nothing, and passed over 2 problems", done.stdout)

    def test_shapes_that_spill_are_refused(self):
        """clang spills 25x25x25 on MI300, and no shape of the H200's is concerned."""
        shapes = [self.succeed("plan", "c2c:f32:15625*134", "--caps", caps).split("shape=")[1].split(":")[0] for caps in ("mi300", "h200")]
        self.assertEqual(shapes[0], "25x5x5x5x5")
        self.assertNotEqual(shapes[1], shapes[0])

    def test_arguments_are_checked_first(self):
        done = self.offline("c2c:f32:16*64", papilio=self.folder / "none")
        self.assertEqual(done.returncode, 2)
        self.assertIn("none: no program is there; scripts/build builds it", done.stderr)
        done = self.offline("c2c:f32:16*64", "--json", self.folder / "none/all.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no folder", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
