# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""scripts/trim-pocl: runs at once do not remove each other's copy, and a copy that is there stays."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "trim-pocl"


class TrimPocl(unittest.TestCase):
    def test_runs_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            user = {**os.environ, "PATH": "/usr/local/bin:/usr/bin:/bin"}  # as Debian's su gives it, without sbin
            runs = [subprocess.Popen([SCRIPT, folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=user)
                    for _ in range(3)]
            results = [run.communicate() + (run.returncode,) for run in runs]
            if results[0][2] == 1 and "use the system's PoCL as it is" in results[0][1]:
                self.skipTest(results[0][1])
            vendors = str(Path(folder).resolve() / "vendors")
            self.assertEqual(results, [(vendors + "\n", "", 0)] * 3)
            library = Path((Path(vendors) / "pocl.icd").read_text().strip())
            made = library.stat()
            subprocess.run([SCRIPT, folder], check=True, stdout=subprocess.DEVNULL)
            self.assertEqual((library.stat().st_ino, library.stat().st_mtime_ns), (made.st_ino, made.st_mtime_ns))
            (Path(folder) / "source").write_text("another PoCL")
            library.unlink()
            subprocess.run([SCRIPT, folder], check=True, stdout=subprocess.DEVNULL)
            self.assertTrue(library.exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
