# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Who may include whom: the tables that check_layering.py checks."""

# Layers of src/, and those that each may include; a layer may always include itself.
LAYERS = {
    "core": set(),
    "spec": {"core"},
    "plan": {"spec", "core"},
    "codelet": {"core"},
    "ir": {"core"},
    "kernel": {"codelet", "ir", "spec", "core"},
    "emit": {"ir", "core"},
    "runtime": {"core"},
    "backend": {"runtime", "core"},
    "api": {"core", "spec", "plan", "codelet", "ir", "kernel", "emit", "runtime", "backend"},
}
# The public headers a layer may include. These are values and plain functions; the others name devices and plans.
VALUE_HEADERS = {"export.hpp", "error.hpp", "problem.hpp", "convolution_problem.hpp", "norm.hpp", "callbacks.hpp",
                 "gpu_fft.hpp", "nufft_problem.hpp", "ragged_problem.hpp", "sphere_problem.hpp", "programs.hpp", "function_language.hpp"}
PUBLIC_HEADERS = {layer: VALUE_HEADERS for layer in LAYERS} | {
    "runtime": VALUE_HEADERS | {"device.hpp"},
    "backend": VALUE_HEADERS | {"device.hpp", "vulkan.hpp"},
    "api": None,  # all
}
# Folders outside src/, and what each may include. An entry holds for the files of its folder, and of the folders below it that have
# no entry. The values are what an allowed target begins with. A folder may always include itself.
PUBLIC = "include/papilio/"
ERRORS = PUBLIC + "error.hpp"
# Leaves: they include nothing of the tree but other leaves, and whoever needs one compiles its source.
ENVIRONMENT = "src/runtime/environment.hpp"
DESCRIPTORS = "src/runtime/file_descriptor.hpp"
RACE = "src/core/race.hpp"
LIBRARIES = "src/runtime/dynamic_library.hpp"
CUDA = "src/backend/cuda/driver_api.hpp"
# How the names of files are shown.
NAMES = "src/core/presentable.hpp"
# From a public handle to the runtime's object.
ACCESS = "src/api/access.hpp"


def layers(*names):
    return {f"src/{name}/" for name in names}


LEAVES = (RACE, LIBRARIES, ENVIRONMENT, CUDA)
MPI = {"arrays": "", "program": "arrays", "methods": "arrays program", "memory": "arrays program", "ranks": "arrays program memory"}
MPI["carriers"] = MPI["ranks"] + " ranks"
MPI["engine"] = MPI["carriers"] + " carriers"
MPI["choose"] = MPI["engine"] + " engine methods"
MPI["api"] = MPI["choose"] + " choose"

# A test of a layer sees what the layer sees.
LAYER_TESTS = {f"tests/{kind}/{layer}": {PUBLIC, "tests/support/", "verify/draw/", *layers(layer, *below)}
               for kind in ("unit", "property") for layer, below in LAYERS.items()}
FOLDERS = LAYER_TESTS | {
    "verify/reference": {PUBLIC, "src/core/", LIBRARIES},
    "verify/draw": {PUBLIC, "src/core/"},
    "verify/check": {PUBLIC, "verify/draw/", "verify/reference/", "src/core/"},
    # Bench knows nothing of the tools.
    "bench": {PUBLIC, ACCESS, "files/", "verify/", "bench/modules/module_abi.hpp", *layers("core", "plan", "runtime", "backend")},
    "bench/modules": set(),  # compiled on its own, against other libraries' headers
    # Reading and writing files; knows nothing of what is in them.
    "files": {ERRORS, "src/core/paths.hpp"},
    "tools": {PUBLIC, "files/temporary_file.hpp", "lab/commands/commands.hpp", "tools/commands/commands.hpp", "tools/commands/strict.hpp", "tools/doctor/commit.hpp", "tools/terminal/"},
    "tools/signal": {ERRORS, "files/"},
    "tools/spectrum": {ERRORS, NAMES, PUBLIC + "device.hpp", PUBLIC + "gpu_fft.hpp", "files/", "tools/signal/"},
    "tools/plot": {ERRORS, "files/", "tools/image/", "tools/spectrum/"},
    "tools/image": {ERRORS, NAMES, PUBLIC + "device.hpp", "files/", "tools/signal/", "tools/spectrum/"},
    # Stands in for what a build leaves out.
    "tools/stubs": {ERRORS, "files/", "tools/image/", "tools/plot/", "tools/signal/"},
    "tools/tune": {ERRORS},
    "tools/transform": {PUBLIC, NAMES, "files/", "tools/signal/", "src/core/compact.hpp", "src/core/roots.hpp"},
    "tools/scale": {PUBLIC, "mpi/"},
    "tools/terminal": set(),
    "tools/doctor": {PUBLIC, "tools/terminal/", "verify/reference/", *layers("core", "runtime", "api")},
    "tools/help": set(),  # plain values into text
    "tools/convolve": {PUBLIC, "files/", "tools/signal/", "tools/transform/"},
    "tools/c_source": {PUBLIC, *layers("core", "plan", "kernel", "emit", "runtime", "api")},
    "tools/commands": {PUBLIC, "files/", "mpi/", "tools/", "bench/", "verify/check/", "verify/draw/",
                       *layers("core", "spec", "plan", "kernel", "emit", "runtime", "api")},
    # The laboratory. The tools know it by one table of commands, in tools/main.cpp.
    "lab/commands": {PUBLIC, ACCESS, NAMES, "files/", "lab/", "bench/energy.hpp", "tools/commands/", "tools/image/png.hpp",
                     "tools/plot/picture_name.hpp", "tools/progress.hpp"},
    # Kernels of their own, made with the library's inner parts (docs/adr/0039).
    "lab/experiments": {PUBLIC, *layers("core", "codelet", "ir", "emit", "runtime", "backend/opencl")},
    "lab/graph": {ERRORS, "files/", "tools/plot/surface.hpp"},
    "lab/study": {PUBLIC, ACCESS, "files/", "lab/experiments/", "lab/tables/", "tools/plot/surface.hpp", "tools/plot/ticks.hpp", *layers("core", "runtime")},
    "lab/stubs": {ERRORS, "files/", "lab/"},
    "lab/tables": {ERRORS, "files/", *layers("core")},
    "compat/cufft": {PUBLIC, "compat/cufft/multi_gpu/", "src/backend/cuda/library.hpp", ENVIRONMENT},
    # The one drop-in over the distributed engine (docs/adr/0218).
    "compat/cufft/multi_gpu": {PUBLIC, "compat/cufft/", "mpi/"},
    "compat/mex": {PUBLIC, "compat/mex/radix248/radix248.h"},
    # The one library over the kernels of lab/experiments/.
    "compat/mex/radix248": {PUBLIC, ACCESS, "lab/experiments/"},
    "tests/unit/lab": {PUBLIC, "lab/", "tests/support/", "tests/unit/tools/support.hpp", *layers("core", "ir", "emit")},
    "examples": {PUBLIC},
    # Drop-ins stand on the public API and on leaves.
    "compat/fftw3": {PUBLIC, ENVIRONMENT, DESCRIPTORS, RACE},
    "tests/compat/fftw3": {PUBLIC, "compat/fftw3/", "tests/support/"},
    **{f"mpi/{name}": {PUBLIC, *LEAVES, *(f"mpi/{other}/" for other in below.split())} for name, below in MPI.items()},
    "mpi/tool": {PUBLIC, "mpi/", "tools/terminal/"},
    "tests/mpi": {PUBLIC, "mpi/", "tests/support/"},
    "tests/python": {"python/src/xla_ffi.hpp"},
    "python/src": {PUBLIC},
    "tests/tool": {PUBLIC, "bench/modules/module_abi.hpp"},
    "tests": {PUBLIC},
    # Parsers are everywhere.
    "tests/fuzz": {PUBLIC, "tests/support/", "bench/", "compat/fftw3/", "lab/tables/", "mpi/", "tools/", "verify/",
                   *layers("core", "spec", "plan", "ir", "emit", "runtime", "api")},
    "tests/support": {PUBLIC, "verify/draw/", "verify/reference/", *layers("core", "spec", "plan", "ir", "kernel", "emit")},
    "tests/support/fake_cuda": {CUDA},
    "tests/support/fake_nccl": {"mpi/carriers/nccl_library.hpp", "tests/support/fake_nccl/"},
    "tests/support/faulty_opencl": {"tests/support/faulty_opencl/", "tests/support/faulty_driver.hpp"},
    "tests/support/faulty_vulkan": {"tests/support/faulty_vulkan/", "tests/support/faulty_driver.hpp"},
    "tests/support/other_vulkan": {"tests/support/other_vulkan/"},
    "tests/faults": {PUBLIC, "tests/support/", "src/backend/cuda/context.hpp"},
    "tests/compat/cufft": {PUBLIC, "tests/support/", "compat/cufft/abi.hpp", CUDA},
    "tests/unit/opencl": {PUBLIC, "tests/support/", *layers("core", "runtime", "backend")},
    "tests/unit/vulkan": {PUBLIC, "tests/support/", *layers("core", "ir", "emit", "runtime", "backend")},
    "tests/unit/cuda": {PUBLIC, ACCESS, "src/api/kernel_pack.hpp", "tests/support/", *layers("core", "plan", "kernel", "runtime", "backend")},
    "tests/unit/verify": {PUBLIC, ACCESS, "tests/support/", "verify/", *layers("core", "runtime")},
    "tests/unit/bench": {PUBLIC, "tests/support/", "files/", "verify/reference/", "bench/", *layers("core")},
    "tests/unit/files": {PUBLIC, "files/"},
    "tests/unit/tools": {PUBLIC, "tests/support/", "files/", "tools/"},
    "tests/property/verify": {PUBLIC, "tests/support/", "verify/check/", "verify/draw/"},
    "tests/property/interp": {PUBLIC, "tests/support/", *layers("core", "spec", "plan")},
    "tests/interp": {PUBLIC, "tests/support/", *layers("core", "spec", "plan", "ir", "kernel")},
    "tests/interp/accuracy": {PUBLIC, "tests/support/", *layers("core", "plan")},
    "tests/golden": {PUBLIC, "tests/support/", *layers("core", "spec", "plan", "ir", "kernel", "emit")},
    "tests/golden/texts": {PUBLIC, "bench/suite.hpp", *layers("core", "spec", "plan", "kernel", "emit")},
    "tests/functions": {PUBLIC, "tests/functions/", "tests/support/", *layers("core", "runtime", "backend", "api")},
    "tests/device": {PUBLIC, "tests/support/", "verify/draw/", "lab/experiments/",
                     *layers("core", "plan", "runtime", "backend", "api")},
}
# Third-party headers, by prefix, and the folders that may include them.
TESTS = ("tests/", "bench/", "examples/")
THIRD_PARTY = {
    "fmt/": ("src/", "files/", "lab/", "tools/", "verify/", "compat/", "mpi/", "python/src/fmt.cpp") + TESTS,
    "mpi.h": ("include/papilio/mpi", "mpi/", "tests/mpi/", "examples/"),
    "CL/": ("src/backend/opencl/",) + TESTS,
    "cuda": ("src/backend/cuda/",) + TESTS,
    "nvrtc": ("src/backend/cuda/",) + TESTS,
    "vulkan/": ("src/backend/vulkan/",) + TESTS,
    "spirv/unified1/": ("src/emit/spirv/", "src/backend/vulkan/", "tests/support/other_vulkan/"),
    "spirv-tools/": ("tests/",),
    "fftw3": ("tests/", "examples/"),  # GPL: only programs that are not distributed may be compiled against it
    "cufft": ("tests/", "examples/"),
    "mex": ("compat/mex/",),
    "clFFT": ("tests/",),
    "vkFFT": ("bench/modules/",),
    "CLI/": ("lab/commands/", "tools/", "bench/", "mpi/tool/"),
    "nlohmann/": ("lab/", "tools/", "bench/", "mpi/tool/", "tests/"),
    "sndfile": ("tools/", "tests/"),
    "cairo": ("tools/", "tests/"),
    "png": ("tools/", "tests/"),
    "gtest/": ("tests/",),
    "gmock/": ("tests/",),
    "rapidcheck": ("tests/",),
}
# In the C headers of the standard library that a public header may use besides C++'s own.
PUBLIC_C_HEADERS = {"stddef.h", "stdint.h", "stdbool.h"}
