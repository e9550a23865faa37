#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that pages cite the figures of the reports in docs/data. Usage: check_figures.py ROOT

Compares the README's and docs/performance.md's figures of an H200, the table of docs/half-precision.md, the tables and sentences of
docs/scale-out-measured.md about several GPUs, and the tables of docs/experiments.md with the outputs in docs/experiments. Pages that
scripts/performance-report makes have its --check."""

import json
import math
import re
import sys
from pathlib import Path


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def cited(page, pattern):
    """The groups of a sentence of the page; None if it has no such sentence."""
    match = re.search(pattern, " ".join(page.split()))
    return match and match.groups()


def compare(what, got, wanted):
    if got != wanted:
        yield f"{what}: the page has {got}, the reports have {wanted}"


H200 = "docs/data/h200-2026-11-30"
RANDOM = "docs/data/h200-2026-12-01"


def rows_of(root, pattern, folder=H200):
    return [row for path in sorted((root / folder).glob(pattern)) for row in json.loads(path.read_text())["rows"]]


def is_of_suites(row):
    return row["suite"] not in ("f16-scratch", "command-line")


def speeds(rows):
    """How many problems another library has, the geometric mean of ratios, the least, those below 1 and below 0.97."""
    best = [row["best_ratio"] for row in rows if row["best_ratio"]]
    return (str(len(best)), f"{geometric_mean(best):.3f}", f"{min(best):.3f}", str(sum(ratio < 1 for ratio in best)),
            str(sum(ratio < 0.97 for ratio in best)))


def speed_of_one_gpu(root):
    """The README's figures, and the table of docs/performance.md: what is slower by more than 3%."""
    suites = [row for row in rows_of(root, "*.json") if is_of_suites(row)]
    random = rows_of(root, "random-*.json", RANDOM)
    for page in ("README.md", "docs/performance.md"):
        words = (root / page).read_text()
        all_of, mean, least, below_1, below_097 = speeds(suites)
        yield from compare(f"{page}, speed over the suites",
                           cited(words, r"Over (?:all|the) (\d+) problems of the suites it is ([\d.]+) times as fast in the geometric mean "
                                        r"and ([\d.]+) times at least; it is slower at (\d+), at (\d+) by more than 3%"),
                           (all_of, mean, least, below_1, below_097))
        yield from compare(f"{page}, speed over random problems",
                           cited(words, r"Over (\d+) problems drawn from seed \d+ after the code was final it is ([\d.]+) times as fast "
                                        r"and ([\d.]+) times at least; it is slower at (\d+), at (\d+) by more than 3%"), speeds(random))
    table = (root / "docs/performance.md").read_text().partition("## Where Papilio is slower")[2].partition("\n## ")[0]
    kinds = re.findall(r"^\| ([a-z0-9-]+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \| (\d+) \| (\d+) \|$", table, re.MULTILINE)
    suites_of = {row["suite"] for row in random}
    yield from compare("docs/performance.md, kinds of random problems", {f"random-{kind}": figures for kind, *figures in kinds},
                       {suite: list(speeds([row for row in random if row["suite"] == suite])) for suite in suites_of})
    listed = re.findall(r"^\| `([^`]+)` \| ([a-z0-9-]+) \|.*\| ([\d.]+) \|$", table, re.MULTILINE)
    wanted = sorted(((row["problem"], row["suite"], f"{row['best_ratio']:.3f}") for row in suites + random
                     if row["best_ratio"] and row["best_ratio"] < 0.97), key=lambda row: float(row[2]))
    yield from compare("docs/performance.md, what is slower by more than 3%", sorted(listed), sorted(wanted))


def gain_of_scratch_storage(root):
    """The last table of docs/half-precision.md: shares of a copy."""
    rows = rows_of(root, "f16-scratch.json")
    share = {row["problem"]: f"{row['libraries'][0]['eff']:.2f}" for row in rows}
    page = (root / "docs/half-precision.md").read_text()
    lines = re.findall(r"^\| `([^`]+)` \| ([\d.]+)[^|]*\| ([^|]+) \|$", page.partition("## What it gains")[2], re.MULTILINE)
    yield from compare("docs/half-precision.md, rows", len(lines), len(rows) // 2)
    for problem, without, beside in lines:
        plain = problem.replace("2^20", "1048576")
        storage = "bf16" if ":bf16:" in plain else "f16"
        yield from compare(f"docs/half-precision.md, {problem} without", without, share.get(plain))
        if beside != "the same plan":
            yield from compare(f"docs/half-precision.md, {problem} with", beside[:4], share.get(f"{plain}:scratch={storage}"))


def milliseconds(seconds):
    return f"{seconds * 1e3:#.3g}".rstrip(".")


class SeveralGpus:
    """The measurements of one folder, and the rows of docs/scale-out-measured.md about them."""

    def __init__(self, root, folder):
        lines = [json.loads(line) for path in sorted((root / "docs/data" / folder).glob("*.jsonl"))
                 for line in path.read_text().splitlines() if line.strip()]
        self.runs = [line for line in lines if "bound_share" in line]
        self.cufft = {line["problem"]: line["cufft_seconds"] for line in lines if "cufft_seconds" in line}
        self.checks = [line for line in lines if "bound_share" not in line and "cufft_seconds" not in line]

    def best(self, problem, sides, link):
        runs = [run for run in self.runs if (run["problem"], run["in"], run["out"], run["link"]) == (problem, *sides, link)]
        return min(runs, key=lambda run: run["seconds"], default=None)

    def faults_of_row(self, cells):
        problem, *sides = cells[0].replace(" → ", " ").split()
        run = self.best(problem, sides, "peer")
        if run is None:
            yield f"docs/scale-out-measured.md: no report has {cells[0]}"
            return
        by_nccl = self.best(problem, sides, "nccl")
        wanted = [str(run["turns"]), milliseconds(run["seconds"]), milliseconds(run["local_seconds"]),
                  milliseconds(run["exchange_seconds"]), f"{run['bound_share']:.2f}",
                  milliseconds(by_nccl["seconds"]) if by_nccl else "",
                  milliseconds(run["one_device_seconds"]) if run.get("one_device_seconds") else "",
                  milliseconds(self.cufft[problem]) if problem in self.cufft else ""]
        got = [cell.partition(",")[0] for cell in cells[1:]]
        for i, (cell, value) in enumerate(zip(got, wanted), 1):
            if cell or i < 6:  # what is left out is not cited
                yield from compare(f"docs/scale-out-measured.md, {cells[0]}, column {i}", cell, value)

    def beside_cufft(self, rows):
        """Ratios of cuFFT's time to Papilio's, of the rows where cuFFT exchanges too."""
        return [float(cells[8]) / float(cells[2]) for cells in rows if re.fullmatch(r"[\d.]+", cells[8])]


def several_gpus(root):
    page = (root / "docs/scale-out-measured.md").read_text()
    two, four, h100 = (SeveralGpus(root, f"{name}-2026-11-26") for name in ("h200-x2", "h200-x4", "h100-x4"))
    ratios = []
    for name, measured in (("two GPUs", two), ("four H200s", four), ("four H100s", h100)):
        table = page.partition(f"| {name}: problem")[2].partition("\n\n")[0]
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
        yield from compare(f"docs/scale-out-measured.md, rows of {name}", len(rows) > 5, True)
        for cells in rows:
            yield from measured.faults_of_row(cells)
        ratios.append(measured.beside_cufft(rows))
    yield from compare("docs/scale-out-measured.md, beside cuFFT",
                       cited(page, r"Papilio is ([\d.]+) times as fast on two GPUs, ([\d.]+) times on four H200s and ([\d.]+) times on four "
                                   r"H100s \(geometric means; the least are ([\d.]+), ([\d.]+) and ([\d.]+)\)"),
                       tuple(f"{value:.2f}" for value in (*map(geometric_mean, ratios), *map(min, ratios))))
    cube, larger = (("c2c:f32:" + size, ("slabs", "slabs:2"), "peer") for size in ("1024x1024x1024", "1536x1536x1536"))
    best = [two.best(*cube), four.best(*cube), h100.best(*cube), four.best(*larger), h100.best(*larger)]
    yield from compare("docs/scale-out-measured.md, against one GPU",
                       cited(page, r"1024³ gains ([\d.]+) times on two H200s, ([\d.]+) times on four and ([\d.]+) times on four H100s, and "
                                   r"1536³ ([\d.]+) and ([\d.]+) times on four"),
                       tuple(f"{run['one_device_seconds'] / run['seconds']:.2f}" for run in best))
    yield from compare("docs/scale-out-measured.md, checks", cited(page, r"All (\d+) checks agree bitwise"),
                       (str(len(two.checks) + len(four.checks) + len(h100.checks)),))


def numbers_of(text):
    return [float(number) for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)?(?!\w)", text)]


def devices_of_columns(heads):
    """For each column of a table the device that it, or one before it, names; None for columns of other sources."""
    device, devices = None, []
    for head in heads:
        named = re.search(r"PoCL|H200", head)
        other = re.match(r"rms|GTX|Adreno|Intel", head)
        device = named[0] if named else None if other else device
        devices.append(device)
    return devices


def studies(root):
    """Each time in a table of docs/experiments.md is a figure of that device's outputs, rounded."""
    outputs = {device: numbers_of((root / "docs/experiments" / page).read_text())
               for device, page in (("PoCL", "epyc-pocl.md"), ("H200", "h200.md"))}
    compared = 0
    for table in re.findall(r"(?m)(?:^\|.*\n)+", (root / "docs/experiments.md").read_text()):
        heads, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        for label, *cells in rows if heads[0] != "faster by" else ():
            for device, cell in zip(devices_of_columns(heads)[1:], cells):
                figure = re.match(r"\d+(?:\.(\d+))?", cell)
                if device is None or figure is None:
                    continue
                compared += 1
                half = 0.5001 * 10.0 ** -len(figure[1] or "")
                if not any(abs(number - float(figure[0])) <= half for number in outputs[device]):
                    yield f"docs/experiments.md, {label}: the outputs of {device} have no {figure[0]}"
    yield from compare("docs/experiments.md, figures of both devices", compared > 60, True)


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0])
    faults = [fault for check in (speed_of_one_gpu, gain_of_scratch_storage, several_gpus, studies) for fault in check(root)]
    for fault in faults:
        print(fault)
    print(f"{len(faults)} figures are not those of the reports")
    return 0 if not faults else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
