#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Print, for each problem, the fastest transform by tensor cores beside Papilio and cuFFT: of any error, and of an
error no larger than that of ordinary kernels. Usage: combine.py RESULTS.jsonl [PAPILIO.json]."""

import json
import sys
from pathlib import Path

MARGIN = 1.05  # how much faster a kernel has to be
ERROR = 1.005  # errors are measured on a sample


def papilio_rows(path):
    """Microseconds and the share of a copy measured in the same run, by problem."""
    if not path.exists():
        return {}
    rows = {}
    for row in json.loads(path.read_text(encoding="utf-8"))["rows"]:
        for library in row["libraries"]:
            if library["library"] == "papilio" and library["outcome"] == "measured":
                rows[row["problem"]] = (library["seconds"] * 1e6, row["copy_seconds"] / library["seconds"])
    return rows


def text_of(row, papilio):
    if row is None:
        return "none"
    error = row["error"] / row["ordinary_error"]
    text = f"{row['name']}: {row['us']} us, {row['of_copy']:.3f} of a copy, {error:.3f} of the error"
    if papilio:
        ratio = papilio[0] / row["us"]
        text += f", {ratio:.3f} times as fast as Papilio" + (" (wins)" if ratio >= MARGIN else "")
    return text


def main(results, papilio_json=""):
    papilio = papilio_rows(Path(papilio_json or "-"))
    problems = {}
    for line in Path(results).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        problems.setdefault(row["problem"], []).append(row)
    for problem, rows in problems.items():
        tensor = sorted((row for row in rows if row["name"].startswith("tensor")), key=lambda row: row["us"])
        exact = [row for row in tensor if row["error"] <= ERROR * row["ordinary_error"]]
        known = papilio.get(problem)
        print(f"\n{problem}")
        if known:
            print(f"  Papilio             {known[0]:.1f} us, {known[1]:.3f} of a copy")
        for row in rows:
            if row["name"] == "cuFFT":
                print(f"  cuFFT               {row['us']} us, {row['of_copy']:.3f} of a copy")
        print(f"  any error           {text_of(tensor[0] if tensor else None, known)}")
        print(f"  no larger an error  {text_of(exact[0] if exact else None, known)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
