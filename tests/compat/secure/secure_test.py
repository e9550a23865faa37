#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Set-user-ID programs load no library that the environment names, through the drop-ins either. Must run as root.

Usage: secure_test.py CLIENT NAMED DROP_IN=VARIABLE[,VARIABLE]...
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CLIENT, NAMED = sys.argv[1], sys.argv[2]
DROP_INS = [argument.rsplit("=", 1) for argument in sys.argv[3:]]
NOBODY = 65534


class Secure(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("only root makes set-user-ID programs of root")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        self.named = shutil.copy(NAMED, folder.name)
        self.client = pathlib.Path(shutil.copy(CLIENT, folder.name))

    def run_client(self, library, variables, mode):
        self.client.chmod(mode)
        environment = {variable: self.named for variable in variables.split(",")}
        return subprocess.run([self.client, library], env=environment, user=NOBODY, group=NOBODY, extra_groups=[],
                              capture_output=True, text=True, timeout=120, check=False)

    def test_named_libraries(self):
        for library, variables in DROP_INS:
            with self.subTest(library=library):
                ordinary = self.run_client(library, variables, 0o755)
                if ordinary.returncode == 2:
                    self.skipTest("another user cannot read the build: " + ordinary.stderr.strip())
                self.assertIn("the named library runs", ordinary.stderr)
                secure = self.run_client(library, variables, 0o4755)
                if secure.stdout.strip() != "secure":
                    self.skipTest("no set-user-ID programs here")
                self.assertEqual(secure.returncode, 0, secure.stderr)
                self.assertNotIn("the named library runs", secure.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
