#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Tests of docs/site/reference.py and comments.py. Usage: reference_test.py ROOT. What needs Doxygen is skipped without it."""

import re
import shutil
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(sys.argv.pop())
sys.path.insert(0, str(ROOT / "docs/site"))
import comments  # noqa: E402
import descriptions  # noqa: E402
import reference  # noqa: E402

LICENCE = "// SPDX-FileCopyrightText: The Papilio authors\n// SPDX-License-Identifier: MIT\n//\n"
HEADER = LICENCE + """// Boxes: what the file is for. A grammar:
//
//   box = "[" length "]"
//   length = 1 .. 9
//
// That is all.
#pragma once

namespace papilio {

/// A box<T> with `n < 3` sides; Box::open() opens it, and 50% #1.
class PAPILIO_API Box {
 public:
  /// Opens.
  void open(int key,
            double force = 1) const;

  [[nodiscard]] int sides() const { return sides_; }

 private:
  int sides_ = 0;
};

/// Two that share a comment, *as they are*.
PAPILIO_API void first(Box box);
template <class T>
PAPILIO_API T second(T box);

PAPILIO_API void third();

enum class Lid {
  none,
  flat,  ///< lies on top | closed
};

/// Settings.
struct Settings {
  int a = 1;  ///< the first
  int b = 2;
  /// Both.
  int c = {};
  int d = {};
};

}  // namespace papilio
"""


def paragraph(inside):
    return ElementTree.fromstring(f"<detaileddescription>{inside}</detaileddescription>")


class Comments(unittest.TestCase):
    def test_lines_stay_where_they_are(self):
        for path in sorted((ROOT / "include/papilio").glob("*.h*")):
            text = path.read_text(encoding="utf-8")
            prepared = comments.prepared(text)
            self.assertEqual(prepared.count("\n"), text.count("\n"), path.name)
            self.assertEqual(prepared.count("\\verbatim"), prepared.count("\\endverbatim"), path.name)
            for before, after in zip(text.split("\n"), prepared.split("\n")):
                if "//" not in before and "*" not in before:
                    self.assertEqual(before, after, path.name)

    def test_text_is_escaped(self):
        self.assertEqual(comments.escaped(r"a<b & 5% \x `c<d>`"), r"a\<b \& 5\% \\x <code>c\<d></code>")

    def test_head_and_tables(self):
        lines = comments.prepared(HEADER).split("\n")
        self.assertEqual(lines[2], r"/// \file")
        self.assertEqual(lines[5], r'///' + r' \verbatim |  box = "[" length "]"')
        self.assertEqual(lines[6], r"///   length = 1 .. 9 \endverbatim")
        c = comments.prepared("/* SPDX-X: a\n * SPDX-Y: b\n *\n * Text <t>.\n */\nint a; /**< b<c */\n")
        self.assertEqual(c.split("\n")[2:4], [r" *//** \file", r" * Text \<t>."])
        self.assertIn(r"/**< b\<c */", c)


class MarkdownText(unittest.TestCase):
    def shown(self, inside, page="here.hpp"):
        return descriptions.markdown_of([paragraph(inside)], {"id": ("plan.hpp", "Plan"), "own": ("here.hpp", "Box")}, page)

    def test_text(self):
        self.assertEqual(self.shown("<para>a*b_c &lt;d&gt; <computeroutput>e*f</computeroutput></para>"),
                         r"a\*b\_c &lt;d> `e*f`")
        self.assertEqual(self.shown("<para>a</para><para>b</para>"), "a\n\nb")
        self.assertEqual(self.shown("<para><itemizedlist><listitem><para>a</para></listitem></itemizedlist></para>"), "- a")
        self.assertEqual(self.shown("<para>a:<verbatim>|  b\n///   c\n</verbatim></para>"), "a:\n\n```text\nb\nc\n```")

    def test_links(self):
        self.assertEqual(self.shown('<para><ref refid="id">Plan</ref> <ref refid="own">Box</ref> <ref refid="x">y</ref></para>'),
                         "[Plan](plan.hpp.md#Plan) [Box](#Box) y")
        self.assertEqual(self.shown('<para><computeroutput><ref refid="id">Plan</ref></computeroutput></para>'), "`Plan`")


@unittest.skipUnless(shutil.which("doxygen"), "Doxygen is not installed")
class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_page(self):
        (self.folder / "include").mkdir()
        (self.folder / "include/box.hpp").write_text(HEADER, encoding="utf-8")
        made = reference.Reference(self.folder / "include", self.folder / "build")
        self.assertEqual(made.warnings, [])
        self.assertEqual(made.undocumented, ["box.hpp:32: third", "box.hpp:34: Lid"])
        self.assertEqual(made.summary("box.hpp"), "Boxes: what the file is for.")
        page = made.page("box.hpp", "source.md")
        for part in ("```cpp\n#include <papilio/box.hpp>\n```\n\nBoxes: what",
                     'box = "[" length "]"\nlength = 1 .. 9\n```\n\nThat is all.',
                     "## class Box {: #Box }\n\nA box&lt;T> with `n < 3` sides; [Box::open()](#Box-open) opens it, and 50% #1.",
                     '<a id="Box-open"></a>\n\n```cpp\nvoid open(int key,\n          double force = 1) const;\n```\n\nOpens.',
                     "```cpp\nint sides() const;\n```",
                     "```cpp\nvoid first(Box box);\ntemplate <class T>\nT second(T box);\n```\n\nTwo that share a comment, \\*as they are\\*.",
                     "## third {: #third }", "| `none`{: .declared } |  |\n| `flat`{: .declared } | lies on top \\| closed |",
                     "| `int a = 1`{: .declared } | the first |\n| `int b = 2`{: .declared } |  |\n"
                     "| `int c = {}`{: .declared }<br>`int d = {}`{: .declared } | Both. |"):
            self.assertIn(part, page)
        self.assertNotIn("sides_", page)

    def test_headers_of_the_tree(self):
        made = reference.Reference(ROOT / "include/papilio", self.folder)
        self.assertEqual(made.warnings + made.undocumented, [])
        pages = {name: made.page(name, "x.md") for name in made.headers}
        self.assertIn("[Plan::batch\\_limits()](#Plan-batch_limits)", pages["plan.hpp"])
        self.assertIn("## One-liners\n\nTransforms of one signal", pages["papilio.h"])
        for name, page in pages.items():
            self.assertNotRegex(page, r"\b(PAPILIO_API|PAPILIO_INT|\\?verbatim)\b", name)
            anchors = re.findall(r'\{: #(\S+) \}|<a id="(\S+)">', page)
            self.assertEqual(len(anchors), len(set(anchors)), name)
        for page in pages.values():
            for target, anchor in re.findall(r"\]\((\w+\.hp*)\.md#(\S+?)\)", page):
                self.assertRegex(pages[target], rf'\{{: #{anchor} \}}|<a id="{anchor}">')


if __name__ == "__main__":
    unittest.main(verbosity=2)
