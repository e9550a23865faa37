#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check the subjects of the last commits: at most 72 columns, "PART: WHAT CHANGED", and never "read once more".

Usage: check_commits.py [ROOT]. Looks at the last 30 commits since the rule was made; merges and reverts have git's own subjects. Exit code 77
where there is no history: an archive, or a clone of no depth."""

import re
import subprocess
import sys
from pathlib import Path

COLUMNS = 72
COMMITS = 30
SINCE = "2026-11-29T12:00:00Z"
SKIPPED = 77


def fault_of(subject):
    """Why a subject is refused, or None."""
    if re.match(r"Merge |Revert \"", subject):
        return None
    if len(subject) > COLUMNS:
        return f"{len(subject)} columns; at most {COLUMNS}"
    if "read once more" in subject.lower():
        return "says that something was read, not what changed"
    if not re.match(r"[^:]{1,40}: \S", subject):
        return "names no part: 'mpi: table of carriers'"
    return None


def main(arguments):
    root = Path(arguments[0] if arguments else Path(__file__).parents[2]).resolve()
    log = subprocess.run(["git", "-C", root, "log", f"--since={SINCE}", f"-{COMMITS}", "--format=%h %s"], capture_output=True, text=True, check=False)
    if log.returncode != 0:
        print(f"no history: {log.stderr.strip()}")
        return SKIPPED
    faults = 0
    for line in log.stdout.splitlines():
        commit, _, subject = line.partition(" ")
        fault = fault_of(subject)
        if fault:
            print(f"error: {commit} '{subject}': {fault}")
            faults += 1
    print(f"{len(log.stdout.splitlines())} commits, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
