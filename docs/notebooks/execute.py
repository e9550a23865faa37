#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Executes Jupyter notebooks without Jupyter.

    execute.py NOTEBOOK... [--write] [--pictures DIR]

Runs the cells of each in order, in one namespace; an exception ends with the cell's text and status 1. --write stores
what the cells print and draw in the notebooks; --pictures stores the pictures as files.
"""

import argparse
import base64
import contextlib
import io
import json
import pathlib
import sys
import traceback

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


def pictures():
    """All open figures as PNG."""
    for number in plt.get_fignums():
        data = io.BytesIO()
        plt.figure(number).savefig(data, format="png", dpi=70, metadata={"Software": None})
        yield data.getvalue()
    plt.close("all")


def run_cell(text, name, namespace):
    """(what it prints, its pictures)"""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(text, name, "exec"), namespace)
    return printed.getvalue(), list(pictures())


def outputs(printed, drawn):
    if printed:
        yield {"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)}
    for data in drawn:
        image = {"image/png": base64.b64encode(data).decode() + "\n"}
        yield {"data": image, "metadata": {}, "output_type": "display_data"}


def execute(path, write, folder):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    namespace = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        text = "".join(cell["source"])
        try:
            printed, drawn = run_cell(text, f"{path.name}[{count}]", namespace)
        except Exception:
            print(f"{path}: cell {count} failed\n{text}\n{traceback.format_exc()}")
            return False
        cell["execution_count"] = count
        cell["outputs"] = list(outputs(printed, drawn))
        print(printed, end="")
        for number, data in enumerate(drawn):
            print(f"a picture of {len(data)} bytes")
            if folder is not None:
                (folder / f"{path.stem}-{count}-{number}.png").write_bytes(data)
    if write:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{path.name}: {count} cells")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="+", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args()
    done = [execute(path, options.write, options.pictures) for path in options.notebooks]
    sys.exit(0 if all(done) else 1)


if __name__ == "__main__":
    main()
