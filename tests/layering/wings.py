# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The wings of a layer: which folders below it may include which. check_layering.py asks."""

# The wings of a folder, from the lowest to the highest, and the wings below that each may include besides itself. A wing is
# a folder, or the files of these names in the folder itself.
WINGS = {
    "src/kernel": {
        ("complex", "exact_sum", "ir_words", "kernels", "quotient", "units"): (),
        "tables": ("complex",),
        ("kernel_context",): ("complex", "tables"),
        "elements": ("complex", "tables", "kernel_context"),
        "work": ("complex", "tables", "kernel_context"),
        "pairs": ("complex", "tables", "kernel_context", "elements", "work"),
        "group/sides": ("complex", "tables", "kernel_context", "elements", "work", "pairs"),
        "group": ("complex", "tables", "kernel_context", "elements", "work", "pairs", "group/sides"),
        "simd": ("complex", "tables", "kernel_context", "elements", "pairs"),
        "nufft": ("complex", "kernel_context"),
        "ragged": ("complex", "tables", "kernel_context", "work", "pairs", "simd"),
        "frames": ("complex", "tables", "kernel_context", "elements", "work", "pairs", "group/sides"),
        "modes": ("complex", "kernel_context"),
        "verified": ("complex", "kernel_context", "work", "pairs", "group/sides"),
        ("centre_kernel",): ("complex", "kernel_context", "elements"),
        ("kernel", "fused_kernel", "tile_kernel"): ("complex", "tables", "kernel_context"),
        ("device_function",): ("complex", "kernel"),
    },
}


def wing_of(relative):
    """The folder of WINGS that a file is below, and the first name of its wing; None for files of other folders."""
    for folder, wings in WINGS.items():
        if not relative.startswith(folder + "/"):
            continue
        inner, _, name = relative.removeprefix(folder + "/").rpartition("/")
        for wing in wings:
            if wing == inner or (not inner and not isinstance(wing, str) and name.partition(".")[0] in wing):
                return folder, wing if isinstance(wing, str) else wing[0]
        return folder, None
    return None


def check_include(relative, target):
    """Why a file may not include TARGET, a file of another wing of its folder; None when it may."""
    here, there = wing_of(relative), wing_of(target)
    if here is None or there is None or here[0] != there[0] or here == there:
        return None
    allowed = {wing if isinstance(wing, str) else wing[0]: below for wing, below in WINGS[here[0]].items()}
    if here[1] is None or there[1] is None:
        return f"{relative if here[1] is None else target} is in no wing of {here[0]}"
    return None if there[1] in allowed[here[1]] else f"{here[1]} may not include {there[1]} ({target})"


def first_circle(below):
    """A wing that may include itself by way of others, or None."""
    def reaches(wing, goal, seen):
        return any(next_ == goal or (next_ not in seen and reaches(next_, goal, seen | {next_})) for next_ in below[wing])
    return next((wing for wing in below if reaches(wing, wing, {wing})), None)
