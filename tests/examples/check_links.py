#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check the links of all pages of the tree. Usage: check_links.py ROOT. Prints one line for each that leads nowhere.

A page is a .md file. Links to files must name one, links with an anchor a heading of the page; addresses of the web are not
asked. Code is passed over."""

import os
import re
import sys
import unicodedata
from pathlib import Path

CODE = re.compile(r"^```.*?^```$|^    .*?$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s]+(?:\([^()\s]*\))?)\)")
HEADING = re.compile(r"^#{1,6} (.*)$", re.MULTILINE)
# Pages that registries of packages show, without the repository around them.
ALONE = {"python/README.md", "rust/README.md"}
FOLDERS_LEFT_OUT = {"build", "bundle", ".git"}


def anchors(text):
    """The anchors of a page's headings: lower case, without punctuation, hyphens for spaces."""
    found = set()
    for heading in HEADING.findall(re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        words = "".join(c for c in unicodedata.normalize("NFC", plain.lower()) if c.isalnum() or c in " -_")
        found.add(words.strip().replace(" ", "-"))
    return found


def broken(page, text, alone=False):
    """(line, link, reason) of each link that leads nowhere. A page that is shown alone has none to other files."""
    code_free = CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for match in LINK.finditer(code_free):
        link = match[1]
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        line = code_free.count("\n", 0, match.start()) + 1
        if alone and name:
            yield line, link, "a registry shows this page alone"
        elif not target.exists():
            yield line, link, "there is no such file"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8")):
            yield line, link, "the page has no such heading"


def pages_below(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(set(folders) - FOLDERS_LEFT_OUT)
        yield from (Path(folder) / name for name in sorted(files) if name.endswith(".md"))


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0])
    pages = list(pages_below(root))
    bad = 0
    for page in pages:
        alone = page.relative_to(root).as_posix() in ALONE
        for line, link, reason in broken(page, page.read_text(encoding="utf-8"), alone):
            bad += 1
            print(f"{page.relative_to(root)}:{line}: {link}: {reason}")
    print(f"{len(pages)} pages, {bad} links that lead nowhere")
    return 0 if pages and bad == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
