#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The test of scripts/tidy with the checks of .clang-tidy: in a small tree it reports a mistake in a source and in a
header once each, and nothing in good code. Exit code 77 where clang-tidy 14 is not installed."""

import importlib.machinery
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "tidy"
GOOD = "struct Base {\n  virtual ~Base() = default;\n  virtual int f() { return 1; }\n};\n"
BAD = "struct Derived : Base {\n  virtual int f() { return 2; }\n};\n"  # modernize-use-override


def tidy_module():
    loader = importlib.machinery.SourceFileLoader("tidy", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tidy", loader))
    loader.exec_module(module)
    return module


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        (self.root / "src").mkdir()
        (self.root / "build").mkdir()
        for file in (".clang-tidy", "src/.clang-tidy"):
            shutil.copy(ROOT / file, self.root / file)

    def run_tidy(self, files, *options):
        for name, text in files.items():
            (self.root / "src" / name).write_text(text, encoding="utf-8")
        sources = [name for name in files if name.endswith(".cpp")]
        entries = [{"directory": str(self.root), "file": f"src/{name}", "command": f"c++ -std=c++20 -c src/{name}"}
                   for name in sources]
        (self.root / "build" / "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")
        command = [sys.executable, "-B", SCRIPT, "--root", self.root, "--database", self.root / "build", *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_good_code(self):
        done = self.run_tidy({"a.cpp": GOOD})
        self.assertEqual((done.returncode, done.stdout), (0, "tidy: 1 of 1 sources checked, 0 findings\n"), done.stderr)

    def test_large_functions_of_the_library(self):
        """60 lines and 5 parameters are allowed."""
        def function(name, lines, parameters):
            arguments = ", ".join(f"int p{i}" for i in range(parameters))
            total = " + ".join(f"p{i}" for i in range(parameters))
            return f"int {name}({arguments}) {{\n" + "  ++p0;\n" * (lines - 2) + f"  return {total};\n}}\n"
        done = self.run_tidy({"a.cpp": function("f", 60, 5), "b.cpp": function("f", 62, 1), "c.cpp": function("f", 5, 6)})
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("src/a.cpp", done.stdout)
        for name in ("b.cpp", "c.cpp"):
            self.assertIn(f"src/{name}:1:5: error: function 'f' exceeds", done.stdout)

    def test_mistakes_are_reported_once(self):
        text = '#include "base.hpp"\n'
        done = self.run_tidy({"base.hpp": "#pragma once\n" + GOOD + BAD, "a.cpp": text, "b.cpp": text, "c.cpp": GOOD + BAD})
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stdout.count("modernize-use-override"), 2, done.stdout)
        for place in ("src/base.hpp:7:", "src/c.cpp:6:"):
            self.assertEqual(done.stdout.count(place), 1, done.stdout)
        self.assertIn("3 of 3 sources checked, 2 findings", done.stdout)

    def test_code_that_does_not_compile(self):
        done = self.run_tidy({"a.cpp": "int f() { return nothing; }\n"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("src/a.cpp:1:", done.stdout)

    def test_named_files_and_a_limit_of_time(self):
        files = {"a.cpp": GOOD, "b.cpp": GOOD + BAD}
        self.assertEqual(self.run_tidy(files, self.root / "src" / "a.cpp").returncode, 0)
        self.assertEqual(self.run_tidy(files, self.root / "src").returncode, 1)
        done = self.run_tidy(files, "--seconds", "-1")
        self.assertEqual((done.returncode, done.stdout), (1, "tidy: 0 of 2 sources checked, 0 findings\n"))

    def test_order(self):
        git = ["git", "-C", self.root, "-c", "user.name=n", "-c", "user.email=e"]
        subprocess.run([*git, "init", "-q"], check=True)
        for name in ("a.cpp", "b.cpp", "c.cpp", "d.cpp", "e.hpp", "e.cpp"):
            (self.root / "src" / name).write_text("", encoding="utf-8")
        subprocess.run([*git, "add", "src/a.cpp", "src/b.cpp", "src/d.cpp", "src/e.hpp"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", "first"], check=True)
        (self.root / "src" / "e.hpp").write_text("\n", encoding="utf-8")
        subprocess.run([*git, "commit", "-q", "-a", "-m", "second"], check=True)
        (self.root / "src" / "d.cpp").write_text("\n", encoding="utf-8")
        sources = {Path("src") / name for name in ("a.cpp", "b.cpp", "d.cpp", "e.cpp", "f.cpp")}
        ordered = [path.name for path in tidy_module().in_order(self.root, sources)]
        self.assertEqual(ordered[0], "d.cpp")  # differs from the last commit
        self.assertEqual(set(ordered[:2]), {"d.cpp", "e.cpp"})  # then the source of the header that was changed last
        self.assertEqual(ordered[2:], ["a.cpp", "b.cpp", "f.cpp"])


if __name__ == "__main__":
    os.environ.pop("GIT_DIR", None)
    try:
        tidy_module().find_tidy()
    except SystemExit:
        sys.exit(77)
    unittest.main()
