#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio pack, and programs with its file. Usage: pack_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import os
import shutil
import sys
import unittest

from tool_test import NO_DEVICE, Case, run

PROBLEMS = ("c2c:f32:60", "r2c:f64:100*3")
OPENCL = ("--device", "opencl")


class Pack(Case):
    def setUp(self):
        super().setUp()
        self.pack = self.folder / "kernels.pack"
        empty = self.folder / "pocl"
        empty.mkdir()
        # Papilio's cache cannot be made, PoCL's is empty, and PoCL cannot link what it compiles: it needs ld.
        self.bare = {"PAPILIO_CACHE_DIR": "/proc/nowhere", "POCL_CACHE_DIR": str(empty), "PATH": "/nowhere",
                     "PAPILIO_KERNEL_PACK": str(self.pack)}

    def make(self, *problems, **environment):
        return self.succeed("pack", *problems, "-o", self.pack, *OPENCL, **environment)

    def test_nothing_is_compiled_with_a_pack(self):
        self.assertRegex(self.make(*PROBLEMS), r"written   .*kernels\.pack: kernels of 2 problems for opencl:\d, \d+ bytes\n")
        self.assertEqual(self.succeed("check", *PROBLEMS, *OPENCL, **self.bare).count("PASS"), 2)
        other = run("check", "c2c:f32:61", *OPENCL, **self.bare)
        self.assertNotEqual(other.returncode, 0, "a compiler runs: the test shows nothing")

    def test_plans_by_wisdom_are_the_same(self):
        wisdom = {"PAPILIO_WISDOM": str(self.folder / "wisdom")}
        shape = ("c2c:f32:60*4", "--shape", "10x6:columns:lanes=8:tile=8")
        device = self.succeed("tune", "--time", "0.01s", "c2c:f32:60*4", *OPENCL, **wisdom).splitlines()[0]
        line = f"# papilio wisdom\n{device} c2c:f32:60*4 10x6:columns:lanes=8:tile=8 1us exhaustive\n"
        (self.folder / "wisdom").write_text(line)
        self.succeed("plan", *shape, *OPENCL)
        self.make("c2c:f32:60*4", **wisdom)
        plan = self.succeed("plan", "c2c:f32:60*4", "--resources", *OPENCL, PAPILIO_WISDOM="off", **self.bare)
        self.assertIn("shape=10x6:columns:lanes=8:tile=8", plan)
        self.assertIn("from=wisdom", plan)

    def test_links_are_followed(self):
        self.assertIn(": kernels of 1 problem for ", self.make("c2c:f32:60"))
        link = self.folder / "link.pack"
        link.symlink_to("kernels.pack")
        self.assertIn("PASS", self.succeed("check", "c2c:f32:60", *OPENCL, **self.bare | {"PAPILIO_KERNEL_PACK": str(link)}))

    def test_a_gpu_that_is_not_here(self):
        text = "c2c:f32:60*512", "--caps", "h200", "-o", self.pack
        missing = str(self.folder / "ptxas")
        self.assertIn(f"tried {missing}; install it", self.fail_with(4, "pack", *text, PAPILIO_PTXAS=missing, **NO_DEVICE))
        self.assertFalse(self.pack.exists())
        self.assertIn("only NVIDIA's GPUs", self.fail_with(4, "pack", "c2c:f32:60", "--caps", "mi250", "-o", self.pack, **NO_DEVICE))
        for token in ("nufft1:f32:64", "c2c:f32:ragged=4..10/2,7x3*5"):
            message = self.fail_with(4, "pack", "c2c:f32:60", token, *text[1:], PAPILIO_PTXAS=missing, **NO_DEVICE)
            self.assertIn("neither non-uniform transforms nor ragged batches; leave --caps out", message)
        self.assertIn("--device excludes --caps", self.fail_with(2, "pack", *text, *OPENCL, **NO_DEVICE))
        if not any(shutil.which(name) for name in ("ptxas", "/usr/local/cuda/bin/ptxas")):
            self.skipTest("there is no ptxas")
        self.assertRegex(self.succeed("pack", *text, **NO_DEVICE), r"kernels of 1 problem for every sm_90, \d+ bytes\n")
        self.assertEqual(self.pack.read_bytes().count(b"\177ELF"), 1)

    def test_what_is_no_pack_is_refused(self):
        self.make("c2c:f32:60")
        whole = self.pack.read_bytes()
        for content, reason in ((whole[:-1], "it is truncated"), (b"", "it is not a kernel pack"),
                                (whole[:60] + bytes([whole[60] ^ 1]) + whole[61:], "it is damaged")):
            self.pack.write_bytes(content)
            done = run("plan", "c2c:f32:60", *OPENCL, PAPILIO_KERNEL_PACK=str(self.pack))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"papilio: PAPILIO_KERNEL_PACK: {self.pack}: {reason}", done.stderr)
            lines = self.fail_with(5, "check", "c2c:f32:60", lines=2, PAPILIO_KERNEL_PACK=str(self.pack), **NO_DEVICE)
            self.assertIn(reason, lines.splitlines()[0], "before the failure, which it may explain")
        self.assertIn("kernels.pack: it is damaged", self.succeed_whatever("doctor"))

    def test_a_damaged_entry_is_told_once(self):
        self.make("c2c:f32:60")
        whole = bytearray(self.pack.read_bytes())
        for record in range(56, 56 + 48 * int.from_bytes(whole[12:16], "little"), 48):  # hash of the key, offset, bytes
            offset, size = (int.from_bytes(whole[record + at:record + at + 8], "little") for at in (32, 40))
            whole[offset + size - 1] ^= 1
        self.pack.write_bytes(whole)
        done = run("check", "c2c:f32:60", *OPENCL, **self.bare | {"PATH": os.environ["PATH"]})
        self.assertEqual((done.returncode, done.stdout.count("PASS")), (0, 1), done.stderr)
        self.assertEqual(done.stderr.count(f"papilio: PAPILIO_KERNEL_PACK: {self.pack}: an entry is damaged"), 1, done.stderr)

    def succeed_whatever(self, *arguments):
        return run(*arguments, PAPILIO_KERNEL_PACK=str(self.pack)).stdout

    def test_mistakes(self):
        self.assertIn("TOKEN", self.fail_with(2, "pack", "-o", self.pack))
        self.fail_with(2, "pack", "c2c:f32:60")
        self.fail_with(3, "pack", "c2c:f32:60:nonsense", "-o", self.pack, lines=3)
        self.fail_with(8, "pack", "c2c:f32:60", "-o", self.folder / "none" / "kernels.pack")
        message = self.fail_with(8, "pack", "c2c:f32:60", "-o", self.pack, TMPDIR="/nowhere")
        self.assertIn("folder for temporary files: /nowhere: No such file or directory; set TMPDIR", message)
        self.assertFalse(self.pack.exists())
        self.assertEqual([name for name in os.listdir(self.folder) if "part" in name], [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
