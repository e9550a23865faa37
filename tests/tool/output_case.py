# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What the tests of output files share."""

import numpy as np

from tool_test import Case

RNG = np.random.default_rng(2)


class OutputCase(Case):
    """Each command that writes, and each kind of file that it writes."""
    BENCH = ("bench", "16*4", "--peers", "none", "--no-check", "--no-plan-time", "--min-time", "0",
             "--repetitions", "1")
    NAMES = ("s.csv", "s.npy", "s.png", "s.svg", "s.pdf", "t.npy", "t.cf32", "c.npy", "c.csv", "c.wav", "i.png",
             "h.png", "b.csv", "b.json", "baseline.json")

    def setUp(self):
        super().setUp()
        self.inputs = self.folder / "in"
        self.inputs.mkdir()
        (self.inputs / "x.csv").write_text("\n".join(str(x) for x in RNG.uniform(-1, 1, 64)))
        np.save(self.inputs / "x.npy", RNG.uniform(-1, 1, 60) + 0j)
        self.results = self.folder / "out"
        self.results.mkdir()

    def command(self, name, out=None):
        """The command line that writes `out`, of the kind that the name tells."""
        out = out or self.results / name
        x = self.inputs / "x.csv"
        if name.startswith("s."):
            return ("spectrum", x, "--rate", 1, "-o", out)
        if name.startswith("t."):
            return ("transform", "c2c:f32:60", "--in", self.inputs / "x.npy", "--output", out)
        if name.startswith("c."):
            return ("convolve", x, x, "--rate", 8, "-o", out)
        if name == "i.png":
            picture = self.inputs / "i.png"
            if not picture.exists():
                self.succeed("hello2d", "-o", picture)
            return ("image", picture, "-o", out)
        if name == "h.png":
            return ("hello2d", "-o", out)
        return (*self.BENCH, {"b.csv": "--csv", "b.json": "--json", "baseline.json": "--save-baseline"}[name], out)

    def assert_good(self, path):
        """What was there is there, and nothing else."""
        self.assertEqual(path.read_text(), "precious")
        self.assertEqual([p.name for p in self.results.iterdir()], [path.name])
