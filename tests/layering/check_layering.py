#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check the rules of the source tree. Usage: check_layering.py [ROOT]. Prints one line for each violation."""

import fnmatch
import re
import sys
from pathlib import Path

import wings
from rules import LAYERS, PUBLIC_HEADERS, FOLDERS, THIRD_PARTY, PUBLIC_C_HEADERS

BACKEND_CONDITION = re.compile(
    r"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif)\b.*(?:CL_|CUDA|OPENCL|VULKAN|GLSL|HIP)", re.MULTILINE | re.IGNORECASE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
# Comments and raw strings (kernel text may contain any directive) are blanked; ordinary strings stay, for #include "…".
NOT_CODE = re.compile(
    r'(?P<raw>R"(?P<tag>[^()\\\s]{0,16})\(.*?\)(?P=tag)")|(?P<block>/\*.*?\*/)|(?P<line>//[^\n]*)'
    r'|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.[^\'\n]*|[^\\\'\n])\'', re.DOTALL)

# Headers and conditions that only foo_posix.cpp and foo_windows.cpp may have (docs/adr/0061); and the folders in which that is checked,
# with the files of them that are built for Linux alone.
SYSTEM_HEADER = re.compile(r"(?:sys|arpa|net|netinet)/|(?:unistd|fcntl|dlfcn|spawn|poll|pthread|sched|pwd|windows|io|share)\.h$")
SYSTEM_CONDITION = re.compile(r"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif)\b.*(?:_WIN32|_WIN64|__MINGW|__linux|__APPLE__|__unix)",
                              re.MULTILINE)
SYSTEM_FREE = ("src/", "files/", "tools/", "bench/", "verify/", "lab/", "mpi/")
# Files that read the environment without src/runtime/environment.hpp, which shows a set-user-ID program nothing: these read no
# name of a file that is opened, but colours, a device and folders to hide; and VkFFT's module, which only the benchmark loads.
GETENV = re.compile(r"\bgetenv\s*\(")
READS_ENVIRONMENT = ("src/runtime/environment_", "tools/terminal/", "tools/doctor/system_", "mpi/tool/colours.cpp",
                     "compat/mex/session.cpp", "bench/host_windows.cpp", "bench/modules/", "tests/", "examples/", "include/")
LINUX_ALONE = ("bench/modules/", "mpi/tool/", "mpi/carriers/mpi.cpp")

CPP = {".cpp", ".hpp", ".h", ".c"}
SOURCES = CPP | {".py", ".cmake", ".sh"}
SKIPPED = {"build", "bundle", "__pycache__", "corpus", "data"}
MAX_LINES = 400
MAX_LEVELS = 8
# Folders whose README.md names each file; in tests the names of the files say what they test.
NAMED = ("src/", "files/", "tools/", "bench/", "verify/", "lab/", "mpi/")


def code_of(text):
    """The text with comments and raw strings blanked, line by line."""
    def blank(match):
        if match["raw"] or match["block"] or match["line"]:
            return "\n" * match[0].count("\n")
        return match[0]
    return NOT_CODE.sub(blank, text)


def files_below(root):
    for path in sorted(root.iterdir()):
        hidden = path.name.startswith(".") and path.name != ".ci"
        if hidden or path.name in SKIPPED or path.name.startswith("build-") or path.is_symlink():
            continue
        if path.is_dir():
            yield from files_below(path)
        else:
            yield path


def is_source(path):
    if path.suffix in SOURCES or path.name == "CMakeLists.txt":
        return True
    return path.suffix == "" and path.read_bytes()[:2] == b"#!"


def layer_of(relative):
    parts = relative.split("/")
    return parts[1] if parts[0] == "src" and len(parts) > 2 else None


def resolve(root, path, kind, name):
    """An include as a path relative to the root, or None when it is none of our files."""
    if kind == "<" and name.startswith("papilio/"):
        return "include/" + name
    bases = [root / "src", root / "tests", root] + ([path.parent] if kind == '"' else [])
    for base in reversed(bases):
        if (base / name).is_file():
            return (base / name).resolve().relative_to(root).as_posix()
    return None


def check_layer_include(layer, target):
    """Why a file of src/LAYER may not include TARGET, a path relative to the root; None when it may."""
    if target.startswith("include/papilio/"):
        allowed = PUBLIC_HEADERS.get(layer)
        header = target.removeprefix("include/papilio/")
        if allowed is not None and header not in allowed:
            return f"{layer} may not include the public header {header}"
        return None
    other = layer_of(target)
    if other is None:
        return f"the library may not include {target}"
    if other != layer and other not in LAYERS.get(layer, set()):
        return f"{layer} may not include {other} ({target})"
    return None


def folder_of(relative):
    """The longest entry of FOLDERS that a file belongs to; None below include/ and src/, and at the root."""
    folder = relative
    while "/" in folder:
        folder = folder.rpartition("/")[0]
        if folder in FOLDERS:
            return folder
    return None


def check_folder_include(folder, target):
    """Why a file of FOLDER may not include TARGET; None when it may. A folder below it with an entry is another one."""
    if folder_of(target) == folder or target.startswith(tuple(FOLDERS[folder])):
        return None
    return f"{folder} may not include {target}"


def check_include(root, path, relative, kind, name):
    target = resolve(root, path, kind, name)
    if relative.startswith("include/papilio/"):
        standard = kind == "<" and ("." not in name or name in PUBLIC_C_HEADERS)
        if kind == "<" and name == "mpi.h" and relative.startswith(THIRD_PARTY["mpi.h"]):
            return None
        if not standard and not (target or "").startswith("include/papilio/"):
            return f"a public header may include only public and standard headers, not {name}"
        return None
    if target is None:
        if kind == '"':
            return f'"{name}" is not a file of this tree; third-party headers are included with <>'
        for prefix, folders in THIRD_PARTY.items():
            if name.startswith(prefix) and not relative.startswith(folders):
                return f"<{name}> may be included only below {', '.join(folders)}"
        return None
    layer = layer_of(relative)
    folder = folder_of(relative)
    if layer:
        return check_layer_include(layer, target) or wings.check_include(relative, target)
    return check_folder_include(folder, target) if folder else None


def check_system(relative, code):
    """Code for one operating system is in files of its own."""
    if path_of_system(relative) or not relative.startswith(SYSTEM_FREE) or relative.startswith(LINUX_ALONE):
        return
    remedy = "belongs in a file that ends in _posix.cpp or _windows.cpp"
    for match in INCLUDE.finditer(code):
        if SYSTEM_HEADER.match(match.group(2)):
            yield f"{relative}:{code.count(chr(10), 0, match.start()) + 1}: <{match.group(2)}> {remedy}"
    for match in SYSTEM_CONDITION.finditer(code):
        yield f"{relative}:{code.count(chr(10), 0, match.start()) + 1}: a condition on the operating system {remedy}"


def path_of_system(relative):
    return relative.endswith(("_posix.cpp", "_windows.cpp"))


def check_cpp(root, path, relative, text):
    code = code_of(text)
    yield from check_system(relative, code)
    for match in GETENV.finditer("" if relative.startswith(READS_ENVIRONMENT) else code):
        yield f"{relative}:{code.count(chr(10), 0, match.start()) + 1}: environment_variable() reads the environment"
    for match in INCLUDE.finditer(code):
        problem = check_include(root, path, relative, *match.groups())
        if problem:
            yield f"{relative}:{code.count(chr(10), 0, match.start()) + 1}: {problem}"
    if not relative.startswith("src/backend/"):
        for match in BACKEND_CONDITION.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield f"{relative}:{line}: a preprocessor condition on a backend belongs in src/backend"


def check_levels(root, paths):
    """The longest chain of includes inside a layer has at most MAX_LEVELS files."""
    chains = {}

    def chain(path):
        if path not in chains:
            chains[path] = [path]  # also ends a cycle
            layer = layer_of(path)
            targets = (resolve(root, root / path, *match.groups())
                       for match in INCLUDE.finditer(code_of((root / path).read_text(encoding="utf-8"))))
            below = [chain(target) for target in targets if target and layer_of(target) == layer]
            chains[path] = [path] + max(below, key=len, default=[])
        return chains[path]

    relatives = (path.relative_to(root).as_posix() for path in paths if path.suffix in CPP)
    longest = {}
    for relative in filter(layer_of, relatives):
        longest[layer_of(relative)] = max(longest.get(layer_of(relative), []), chain(relative), key=len)
    for files in longest.values():
        if len(files) > MAX_LEVELS:
            yield f"{files[0]}: {len(files)} levels of includes inside its layer, at most {MAX_LEVELS}: {' > '.join(files)}"


def check_readmes(root, paths):
    """Every folder with sources has a README.md; tests/KIND/README.md speaks for the folders below it."""
    for folder in sorted({path.parent for path in paths}):
        relative = folder.relative_to(root).as_posix()
        candidates = [folder]
        if relative.startswith("tests/"):
            candidates += [parent for parent in folder.parents if root / "tests" in parent.parents]
        if not relative.startswith(".ci") and not any((candidate / "README.md").is_file() for candidate in candidates):
            yield f"{relative}: no README.md; say what lives here, its place in the pipeline, what it may include"


def check_named_files(root, paths):
    """The README.md of a folder of NAMED names each of its C++ files: `plan`, `plan.hpp`, `plan.*` or `pl*`; `foo` is
    foo_posix.cpp and foo_windows.cpp too."""
    for path in paths:
        relative = path.relative_to(root).as_posix()
        readme = path.parent / "README.md"
        if path.suffix not in CPP or not relative.startswith(NAMED) or not readme.is_file():
            continue
        quoted = " ".join(re.findall(r"`([^`\n]+)`", readme.read_text(encoding="utf-8")))
        names = {name.partition(".")[0] for name in re.findall(r"[\w*-][\w.*-]*", quoted)}
        stem = path.stem.removesuffix("_posix").removesuffix("_windows")
        if not any(fnmatch.fnmatch(name_of, name) for name_of in (path.stem, stem) for name in names):
            yield f"{relative}: {readme.relative_to(root).as_posix()} does not name this file; say what it holds"


def check_tree(root):
    """The violations, one line each, and the number of sources."""
    violations = []
    # C++ in the root is a reader's own: the README has one saved there.
    paths = [path for path in files_below(root) if is_source(path) and not (path.parent == root and path.suffix in CPP)]
    for path in paths:
        relative = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        head = text.split("\n")[:3]
        for tag in ("SPDX-FileCopyrightText:", "SPDX-License-Identifier: MIT"):
            if not any(tag in line for line in head):
                violations.append(f"{relative}:1: no line '{tag}' at the top")
        lines = text.count("\n")
        if lines > MAX_LINES:
            violations.append(f"{relative}: {lines} lines; at most {MAX_LINES}: split it by subject")
        if path.suffix in CPP:
            violations += check_cpp(root, path, relative, text)
            if not relative.startswith(("include/", "src/")) and folder_of(relative) is None:
                violations.append(f"{relative}: {relative.partition('/')[0]} is no folder that the rules know")
        if layer_of(relative) not in LAYERS and layer_of(relative) is not None:
            violations.append(f"{relative}: src/{layer_of(relative)} is no layer that the rules know")
    violations += check_levels(root, paths)
    violations += check_readmes(root, paths)
    violations += check_named_files(root, paths)
    return violations, len(paths)


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).parents[2]
    if not (root / "src").is_dir():
        print(f"{root}: no src folder below it; give the root of the source tree", file=sys.stderr)
        return 2
    violations, count = check_tree(root.resolve())
    for line in violations:
        print(f"error: {line}")
    print(f"{count} sources, {len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
