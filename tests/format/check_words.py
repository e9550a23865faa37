#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check words: comments whose first word leaves their subject to the reader, and words that the house has given up.

Usage: check_words.py [--write] [--list FOLDER] [ROOT]. The counts of each folder are frozen in words.json and may only fall: a count that
rose is a fault, and so is one that fell until `check_words.py --write` has lowered it. --list prints the places of a folder.

A comment's subject is the declared thing: "Returns the array that ...", not "What the array is that ...". It does not open with Of, What,
That of, Those, By, Who. Words given up have one that replaces them; those with a second, good meaning are not looked for."""

import json
import re
import sys
from pathlib import Path

# Folders with counts of their own; a file belongs to the longest that its path begins with.
FOLDERS = ("bench", "cmake", "compat", "examples", "files", "include", "lab", "mpi", "python", "scripts", "src", "src/api", "src/kernel",
           "tests", "tools", "verify")
SLASHES, HASHES = {".c", ".cpp", ".h", ".hpp", ".f90"}, {".py", ".cmake", ".sh"}
SKIPPED = {"build", "corpus", "data", "fixtures", "__pycache__"}

OPENING = re.compile(r"(?:Of|What|That of|Those|By|Who)\b")
# Each word given up, as identifiers and comments have it, and what replaces it.
GIVEN_UP = {
    r"\bMeetings?\b": "barrier; Aliasing",
    r"\bquiesce\w*|\bsettled?\b": "drain; wait_for_all_ranks; finished",
    r"\b(?:most|least)_(?!squares|significant)\w+": "max_, min_",
    r"\bturned_\w+|\bturns_blocks\b": "interleaved_rows, transposes_blocks",
    r"\bjudge[sd]?\b|\bjudge_\w+|\bjudging\b": "check",
    r"\b\w*RoomPool\w*|\b\w+Room\b": "BufferPool, ...Buffers",
    r"\bremembered_choice\w*": "wisdom_line",
    r"\brelay(?:s|ed|_\w+)?\b": "fused two-pass launch",
    r"\bmirrored\b": "conjugate-paired",
}

# Text of comments and strings of C and C++; of the others a comment is what follows # at the start of a line or behind two blanks.
COMMENT_C = re.compile(r'"(?:\\.|[^"\\\n])*"|R"(?P<tag>\w*)\(.*?\)(?P=tag)"|(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)', re.DOTALL)
COMMENT_HASH = re.compile(r"^[ \t]*#(?![!:])(?P<line>[^\n]*)|(?<=  )#(?P<end> [^\n]*)", re.MULTILINE)


def comments_of(text, slashes):
    """(line, comment, whether the line before is a comment that this one goes on with)."""
    last = -1
    for match in (COMMENT_C if slashes else COMMENT_HASH).finditer(text):
        if not any(match.groupdict().get(kind) is not None for kind in ("line", "block", "end")):
            continue
        line = text.count("\n", 0, match.start()) + 1
        alone = not text[text.rfind("\n", 0, match.start()) + 1:match.start()].strip()
        yield line, match[0], alone and line == last + 1
        last = line + match[0].count("\n") if alone else -1


def faults_of(text, slashes):
    """(line, kind, fault) of a file."""
    for line, comment, goes_on in comments_of(text, slashes):
        opening = OPENING.match(comment.lstrip("/*!<# \t\n"))
        if opening and not goes_on:
            yield line, "openings", f"a comment opens with '{opening[0]}'; name its subject"
    for word, better in GIVEN_UP.items():
        for match in re.finditer(word, text):
            yield text.count("\n", 0, match.start()) + 1, "words", f"'{match[0]}': {better}"


def sources(root):
    for folder in sorted({folder.split("/")[0] for folder in FOLDERS}):
        for path in sorted((root / folder).rglob("*")):
            relative = path.relative_to(root)
            if SKIPPED.isdisjoint(relative.parts) and path.is_file() and not path.is_symlink():
                script = path.suffix == "" and path.read_bytes()[:2] == b"#!"
                if script or path.suffix in SLASHES | HASHES or path.name == "CMakeLists.txt":
                    yield relative.as_posix(), path


def faults_below(root):
    """(folder, file, line, kind, fault)."""
    for relative, path in sources(root):
        if relative.endswith("format/check_words.py"):
            continue  # it names what it refuses
        folder = max((folder for folder in FOLDERS if relative.startswith(folder + "/")), key=len)
        for line, kind, fault in faults_of(path.read_text(encoding="utf-8"), path.suffix in SLASHES):
            yield folder, relative, line, kind, fault


def print_places(found, listed):
    for folder, name, line, _, fault in found:
        if (folder + "/").startswith(listed.rstrip("/") + "/") or name.startswith(listed):
            print(f"{name}:{line}: {fault}")


def compare(counts, frozen):
    """Lines that say which counts are not the frozen ones."""
    for folder, kinds in counts.items():
        for kind, count in kinds.items():
            limit = frozen.get(folder, {}).get(kind, 0)
            if count > limit:
                yield f"{folder}: {count} {kind}, {limit} are allowed; check_words.py --list {folder} names them"
            elif count < limit:
                yield f"{folder}: {count} {kind}, {limit} are allowed; lower it by check_words.py --write"


def main(arguments):
    listed = arguments[arguments.index("--list") + 1] if "--list" in arguments else None
    roots = [argument for argument in arguments if not argument.startswith("--") and argument != listed]
    root = Path(roots[0] if roots else Path(__file__).parents[2]).resolve()
    found = list(faults_below(root))
    if listed:
        print_places(found, listed)
        return 0
    counts = {folder: {kind: sum(f[0] == folder and f[3] == kind for f in found) for kind in ("openings", "words")} for folder in FOLDERS}
    file = root / "tests/format/words.json"
    frozen = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if "--write" in arguments:
        frozen = {folder: {kind: min(count, frozen.get(folder, kinds)[kind]) for kind, count in kinds.items()} for folder, kinds in counts.items()}
        rows = ",\n".join(f"  {json.dumps(folder)}: {json.dumps(kinds)}" for folder, kinds in frozen.items())
        file.write_text("{\n" + rows + "\n}\n", encoding="utf-8")
    faults = list(compare(counts, frozen))
    for fault in faults:
        print(f"error: {fault}")
    print(f"{len(found)} comments and words, {len(faults)} counts that are not the frozen ones")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
