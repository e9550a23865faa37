#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that figures are beside the newest libraries. Usage: check_peers.py ROOT

Every report of papilio bench in docs/data names only versions of bench/peers/newest.txt, which scripts/install-dependencies
reads too, and the command's table of libraries in docs/benchmark.md names the same version of VkFFT."""

import json
import re
import sys
from pathlib import Path


def newest_peers(root):
    lines = (root / "bench/peers/newest.txt").read_text().splitlines()
    return {line.split()[0]: line.split()[1] for line in lines if line and not line.startswith("#")}


def reports(root):
    for path in sorted((root / "docs/data").glob("*/*.json")):
        report = json.loads(path.read_text())
        if report.get("schema", "").startswith("papilio-bench/"):
            yield path.relative_to(root), report["libraries"]


def faults(root):
    newest = newest_peers(root)
    compared = 0
    for path, libraries in reports(root):
        for library, version in libraries.items():
            name = library.partition("-")[0]
            if name.startswith("papilio"):
                continue
            compared += 1
            if name not in newest:
                yield f"{path}: bench/peers/newest.txt does not have {library}"
            elif not re.search(rf"(?<![\d.]){re.escape(newest[name])}(?!\d)", version):
                yield f"{path}: {library} {version}, and the newest is {newest[name]}"
    if compared < 10:
        yield f"only {compared} libraries were compared"
    if f"VkFFT {newest['vkfft']}" not in (root / "docs/benchmark.md").read_text():
        yield f"docs/benchmark.md does not name VkFFT {newest['vkfft']}"


def main():
    found = list(faults(Path(sys.argv[1])))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
