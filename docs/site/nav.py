# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""MkDocs calls this: the pages of the headers, which stage.py has written, in the list of pages."""

from pathlib import Path


def on_config(config):
    folder = Path(config.docs_dir, "reference")
    languages = {"C++": sorted(folder.glob("*.hpp.md")), "C": sorted(folder.glob("*.h.md"))}
    for part in config.nav:
        for entry in part.get("Reference", []):
            if "Headers" in entry:
                for language, pages in languages.items():
                    entry["Headers"].append({language: [{page.stem: f"reference/{page.name}"} for page in pages]})
    return config
