#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Show the JSON lines of run-scale, from standard input, as a table."""

import json
import sys


def main():
    cufft = {}
    rows = []
    for line in sys.stdin:
        try:
            row = json.loads(line)
        except ValueError:
            continue  # a step that was ended in the middle of a line
        if "cufft_seconds" in row:
            cufft[row["problem"]] = row["cufft_seconds"]
        elif "seconds" in row:
            rows.append(row)
    print("problem, distributions, link, chunks: ms | passes, exchange, bound ms | share of the bound | GB/s a link |"
          " one GPU ms, speed-up | cuFFT ms, its time over ours")
    for row in rows:
        one = row["one_device_seconds"]
        theirs = cufft.get(row["problem"], 0) if row["out"] != row["in"] else 0
        print(f'{row["problem"]} {row["in"]}>{row["out"]} {row["link"]} {row["chunks"]}: {1e3 * row["seconds"]:.3f} |'
              f' {1e3 * row["local_seconds"]:.3f} {1e3 * row["exchange_seconds"]:.3f} {1e3 * row["bound_seconds"]:.3f} |'
              f' {row["bound_share"]:.2f} | {1e-9 * row["link_bytes_per_second"]:.0f} |'
              f' {1e3 * one:.3f} {one / row["seconds"]:.2f}x | {1e3 * theirs:.3f} {theirs / row["seconds"]:.2f}')


if __name__ == "__main__":
    main()
