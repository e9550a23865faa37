#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Write the pages of the site. Usage: stage.py ROOT PAGES [PAPILIO]

Copies docs/ to PAGES; the first page is the tree's README. Links that leave docs/ lead to files of the tree: each becomes a page
below PAGES/source, a text as it is, code as a block, a folder as its README or as a list. A public header's page is that of
the reference (reference.py), in PAGES/reference. With PAPILIO, the command, its --help becomes PAGES/reference/command.md."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from reference import Reference

LINK = re.compile(r"(\]\()([^()\s#]+)((?:#[^()\s]*)?\))")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".h": "c", ".c": "c", ".py": "python", ".cmake": "cmake", ".json": "json",
             ".f90": "fortran", ".m": "matlab", ".yml": "yaml", ".yaml": "yaml"}


def for_mkdocs(text):
    """MkDocs begins a list or a table after an empty line only, where others take it right below a paragraph, and wants
    nested lists indented by four."""
    lines, in_code, before = [], False, ""
    for line in text.split("\n"):
        if line.startswith("```"):
            in_code = not in_code
        item = re.match(r"( {0,3})([-*]|\d+\.) ", line)
        starts = item and not re.match(r" *([-*]|\d+\.) |  ", before) or line.startswith("|") and not before.startswith("|")
        if not in_code and starts and before.strip():
            lines.append("")
        if not in_code and item and len(item[1]) >= 2:
            line = " " * 4 + line.lstrip(" ")
        lines.append(line)
        before = line
    return "\n".join(lines)


class Stage:
    def __init__(self, root, pages):
        self.root, self.docs, self.pages = root, root / "docs", pages
        self.headers = root / "include/papilio"
        self.reference = Reference(self.headers, pages.parent / "reference")
        self.waiting = []  # files of the tree whose pages are to be written
        self.known = {}

    def page_of(self, target):
        """The page, below `pages`, that shows a file or folder of the tree; None for what a site serves as it is."""
        if target.is_relative_to(self.docs) and target.is_file():
            name = target.relative_to(self.docs)
            return "contents.md" if str(name) == "README.md" else str(name)
        if target in (self.headers, self.headers / "README.md"):
            return "reference/headers.md"
        if target.is_dir() and (target / "README.md").exists():
            return self.page_of(target / "README.md")
        if target.parent == self.headers and target.name in self.reference.headers:
            return f"reference/{target.name}.md"
        return self.source_page_of(target)

    def source_page_of(self, target):
        if target not in self.known:
            name = Path("source") / target.relative_to(self.root)
            if target == self.root / "README.md":
                name = Path("index.md")
            elif target.is_dir():
                name /= "index.md"
            elif target.suffix != ".md":
                name = name.with_name(name.name + ".md")
            self.known[target] = str(name)
            self.waiting.append(target)
        return self.known[target]

    def with_links(self, text, origin, page):
        """`text` of the file `origin`, its links to files made links from `page`."""
        code = [match.span() for match in CODE.finditer(text)]

        def replace(match):
            if any(start <= match.start() < end for start, end in code) or re.match(r"[a-z]+:", match[2]):
                return match[0]
            target = Path(os.path.normpath(origin.parent / match[2]))
            if not target.exists() or not target.is_relative_to(self.root):
                return match[0]  # MkDocs tells it
            return match[1] + os.path.relpath(self.page_of(target), Path(page).parent) + match[3]

        return LINK.sub(replace, text)

    def write(self, page, text):
        path = self.pages / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(for_mkdocs(text), encoding="utf-8")

    def show(self, target):
        page, name = self.known[target], target.relative_to(self.root)
        if target.is_dir():
            files = sorted(path for path in target.iterdir() if path.is_file())
            lines = [f"- [{path.name}]({os.path.relpath(self.page_of(path), Path(page).parent)})" for path in files]
            text = f"# {name}\n\n" + "\n".join(lines) + "\n"
        elif target.suffix == ".md":
            text = self.with_links(target.read_text(encoding="utf-8"), target, page)
        else:
            text = target.read_text(encoding="utf-8")
            fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
            text = f"# {name}\n\n{fence}{LANGUAGES.get(target.suffix, 'text')}\n{text.rstrip()}\n{fence}\n"
        self.write(page, text)

    def write_reference(self):
        """A page for each public header, and a list of them below what their folder says."""
        page, readme = "reference/headers.md", self.headers / "README.md"
        text = self.with_links(readme.read_text(encoding="utf-8"), readme, page)
        for title, suffix in (("C++", ".hpp"), ("C", ".h")):
            names = [name for name in self.reference.headers if name.endswith(suffix)]
            text += f"\n## {title}\n\n| header | |\n|---|---|\n"
            text += "".join(f"| [{name}]({name}.md) | {self.reference.summary(name)} |\n" for name in names)
        self.write(page, text)
        for name in self.reference.headers:
            source = os.path.relpath(self.source_page_of(self.headers / name), "reference")
            self.write(f"reference/{name}.md", self.reference.page(name, source))

    def run(self):
        shutil.rmtree(self.pages, ignore_errors=True)
        for path in sorted(self.docs.rglob("*")):
            name = path.relative_to(self.docs)
            if path.is_dir() or name.parts[0] == "site":
                continue
            if path.suffix == ".md":
                page = self.page_of(path)
                self.write(page, self.with_links(path.read_text(encoding="utf-8"), path, page))
            else:
                (self.pages / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, self.pages / name)
        shutil.copyfile(self.docs / "site/extra.css", self.pages / "extra.css")
        self.write_reference()
        self.page_of(self.root / "README.md")
        self.page_of(self.root / "CHANGELOG.md")
        while self.waiting:
            self.show(self.waiting.pop())


def helps(papilio, *words):
    """(command, --help) of the command and all below it."""
    text = subprocess.run([papilio, *words, "--help"], capture_output=True, text=True, check=True).stdout
    yield " ".join(("papilio", *words)), text
    for heading in ("Subcommands", "Laboratory"):
        for name in re.findall(r"^  (\w+) ", text.partition(f"\n{heading}:\n")[2].partition("\n\n")[0], re.MULTILINE):
            yield from helps(papilio, *words, name)


def command_page(papilio):
    if papilio is None:
        return "# Command\n\nBuild the command before the site, and this page shows its `--help`.\n"
    return "# Command\n\n" + "\n".join(f"## {name}\n\n```text\n{text.rstrip()}\n```\n" for name, text in helps(papilio))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    stage = Stage(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
    stage.run()
    for line in stage.reference.warnings + [f"{place} has no comment" for place in stage.reference.undocumented]:
        print(f"docs: {line}", file=sys.stderr)
    stage.write("reference/command.md", command_page(sys.argv[3] if len(sys.argv) == 4 else None))
