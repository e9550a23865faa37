#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The test of check_type_names.py: names in small trees that it reports, and names that it must not report."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import check_type_names


class CheckTypeNames(unittest.TestCase):
    def report(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            for name, text in ({"src/a.hpp": "struct Node {};\n"} | files).items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return list(check_type_names.check_tree(root))

    def assert_reported(self, text, line, name="Node"):
        lines = self.report({"src/b.hpp": text})
        self.assertEqual(len(lines), 1, lines)
        self.assertIn(f" {name} names another type in", lines[0])
        self.assertIn(f"src/b.hpp:{line};", lines[0])

    def assert_allowed(self, text):
        self.assertEqual(self.report({"src/b.hpp": text}), [])

    def test_every_kind_of_definition(self):
        for text in ("class Node {};", "class PAPILIO_API Node final : public Base<int> {};", "union Node { int i; };",
                     "enum class Node : unsigned char { a };", "enum Node { a };", "struct [[nodiscard]] Node {};",
                     "template <typename T>\nstruct Node {};", "using Node = int;",
                     "template <typename T>\nusing Node = std::vector<T>;", "struct alignas(8) Node {};"):
            with self.subTest(text=text):
                self.assert_reported(f"\n{text}\n", 2 + text.count("\n"))

    def test_every_scope(self):
        self.assert_reported("namespace papilio::plan {\nnamespace {\nstruct Node {};\n}\n}\n", 3)
        self.assert_reported("class Graph {\n public:\n  struct Node {};\n};\n", 3)
        self.assert_reported("class Graph {\n public:\n  using Node = int;\n};\n", 3)
        self.assert_reported("void f() {\n  if (g()) {\n    struct Node {};\n  }\n}\n", 3)
        self.assert_reported("const char* const text = \"{\";\nusing Node = int;\n", 2)
        self.assert_reported("#define OPEN {\n\nusing Node = int;\n", 3)

    def test_two_aliases(self):
        both = {"src/b.hpp": "using Words = std::vector<int>;\n", "src/c.hpp": "using Words = std::vector<\n  int>;\n"}
        self.assertEqual(self.report(both), [])
        both["src/c.hpp"] = "using Words = std::vector<long>;\n"
        self.assertEqual(len(self.report(both)), 1)

    def test_twice_in_one_file(self):
        self.assertEqual(len(self.report({"src/a.hpp": "struct A { struct Node {}; };\nstruct B { struct Node {}; };\n"})), 1)

    def test_what_is_no_second_type(self):
        for text in ("struct Node;\n", "class Other { friend struct Node; };\n", "Node f() { return {}; }\n",
                     "struct Node f() { return {}; }\n", "template <>\nstruct Node<int> {};\n",
                     "using Node = ir::Node;\n", "using ir::Node;\n", "void f() { using Node = int; }\n",
                     "// struct Node {};\n", "template <class Node>\nvoid f() {}\n", "struct NodeHash {};\n",
                     "const char* const text = \"struct Node {\";\n", "template <class Node>\nstruct List {};\n"):
            with self.subTest(text=text):
                self.assert_allowed(text)

    def test_exceptions_hold_in_their_files_only(self):
        both = {"include/papilio/device.hpp": "class Device {};\n", "src/runtime/device.hpp": "class Device {};\n"}
        self.assertEqual(self.report(both), [])
        self.assertEqual(len(self.report(both | {"src/plan/device.hpp": "struct Device {};\n"})), 1)

    def test_known_names_of_other_folders(self):
        both = {"mpi/a.hpp": "struct Node {};\n", check_type_names.LIST: "Node\n"}
        self.assertEqual(self.report(both), [])
        self.assertEqual(len(self.report(both | {"src/b.hpp": "struct Node {};\n"})), 1)
        self.assertEqual(len(self.report({"mpi/a.hpp": "struct Node {};\n"})), 1)
        for name in ("tests/support/a.hpp", "examples/a.cpp"):
            self.assertEqual(self.report({name: "struct Node {};\n"}), [])
        lines = self.report({check_type_names.LIST: "Node\n"})
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("Node names one type by now", lines[0])

    def test_the_list_only_shrinks(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            root = Path(folder)
            for name, text in (("src/a.hpp", "struct Node {};\nstruct Edge {};\n"), ("mpi/a.hpp", "struct Node {};\nstruct Edge {};\n"),
                               (check_type_names.LIST, "Leaf\nNode\n")):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            self.assertEqual(check_type_names.main(["--write", folder]), 1)
            self.assertEqual((root / check_type_names.LIST).read_text(encoding="utf-8"), "Node\n")

    def test_exit_status(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out, \
                contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(check_type_names.main([folder]), 2)
            (Path(folder) / "src").mkdir()
            self.assertEqual(check_type_names.main([folder]), 0)
            for name in ("a.hpp", "b.hpp"):
                (Path(folder) / "src" / name).write_text("struct Node {};\n", encoding="utf-8")
            self.assertEqual(check_type_names.main([folder]), 1)
            self.assertIn("error: src/a.hpp:1: Node", out.getvalue())


if __name__ == "__main__":
    unittest.main()
