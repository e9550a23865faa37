#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The test of check_layering.py: a small good tree passes, and each broken rule is reported by file and line."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import check_layering
import rules
import wings

HEADER = "// SPDX-FileCopyrightText: The Papilio authors\n// SPDX-License-Identifier: MIT\n"
GOOD = {
    "include/papilio/problem.hpp": "#include <papilio/export.hpp>\n#include <vector>\n",
    "include/papilio/export.hpp": "#pragma once\n",
    "include/papilio/device.hpp": "#pragma once\n",
    "src/core/roots.hpp": "#include <papilio/problem.hpp>\n",
    "src/plan/planner.hpp": '#include "core/roots.hpp"\n',
    "src/codelet/codelet.hpp": '#include "core/roots.hpp"\n',
    "src/ir/ir.hpp": '#include "core/roots.hpp"\n',
    "src/kernel/kernel.hpp": '#include "codelet/codelet.hpp"\n#include "ir/ir.hpp"\n',
    "src/emit/opencl.cpp": '#include "ir/ir.hpp"\n#include <fmt/format.h>\n'
                           'auto text = R"(\n#ifdef CL_VERSION_2_0\n)";  // #if CUDA\n',
    "src/runtime/device.hpp": '#include <papilio/device.hpp>\n#include "core/roots.hpp"\n',
    "src/backend/opencl/api.cpp": '#include <CL/cl.h>\n#include "runtime/device.hpp"\n#ifdef CL_VERSION_3_0\n#endif\n',
    "src/api/plan.cpp": '#include "plan/planner.hpp"\n#include "ir/ir.hpp"\n#include "runtime/device.hpp"\n',
    "src/runtime/dynamic_library.hpp": "",
    "verify/reference/fftw.hpp": '#include <papilio/problem.hpp>\n#include "runtime/dynamic_library.hpp"\n'
                                 '#include "core/roots.hpp"\n',
    "verify/check/checker.hpp": '#include <papilio/device.hpp>\n#include "verify/reference/fftw.hpp"\n',
    "bench/runner.hpp": '#include "verify/reference/fftw.hpp"\n#include "bench/peers/peer.hpp"\n'
                        '#include "plan/planner.hpp"\n',
    "bench/baseline.cpp": '#include "files/output_file.hpp"\n',
    "bench/peers/peer.hpp": '#include "runtime/device.hpp"\n#include "api/access.hpp"\n',
    "src/api/access.hpp": '#include "runtime/device.hpp"\n',
    "bench/modules/module_abi.hpp": "",
    "src/api/plan.hpp": "",
    "files/output_file.hpp": '#include <papilio/error.hpp>\n',
    "tools/main.cpp": '#include "tools/commands/commands.hpp"\n',
    "tools/signal/reader.hpp": '#include <papilio/error.hpp>\n#include "files/output_file.hpp"\n',
    "include/papilio/error.hpp": "",
    "tools/spectrum/welch.hpp": '#include "tools/signal/reader.hpp"\n#include <papilio/device.hpp>\n',
    "tools/plot/plot.hpp": '#include "tools/spectrum/welch.hpp"\n',
    "tools/image/image.hpp": '#include "tools/spectrum/welch.hpp"\n',
    "tools/transform/number_writer.hpp": '#include "tools/signal/reader.hpp"\n',
    "tools/convolve/convolve.hpp": '#include "tools/transform/number_writer.hpp"\n',
    "tools/commands/commands.hpp": "",
    "tools/commands/check.cpp": '#include "verify/check/checker.hpp"\n#include "bench/runner.hpp"\n'
                                '#include "tools/commands/commands.hpp"\n#include "tools/plot/plot.hpp"\n'
                                '#include "api/plan.hpp"\n',
    "examples/hello.cpp": '#include <papilio/problem.hpp>\n',
    "tests/support/arrays.hpp": '#include "verify/reference/fftw.hpp"\n#include "plan/planner.hpp"\n',
    "tests/unit/core/roots_test.cpp": '#include "core/roots.hpp"\n#include <gtest/gtest.h>\n',
    "tests/unit/plan/planner_test.cpp": '#include "plan/planner.hpp"\n#include "support/arrays.hpp"\n',
    "tests/unit/verify/checker_test.cpp": '#include "verify/check/checker.hpp"\n#include "runtime/device.hpp"\n',
    "tests/unit/bench/runner_test.cpp": '#include "bench/runner.hpp"\n#include "verify/reference/fftw.hpp"\n',
    "tests/unit/files/output_file_test.cpp": '#include "files/output_file.hpp"\n',
    "tests/unit/tools/welch_test.cpp": '#include "tools/spectrum/welch.hpp"\n',
    "tests/interp/plans_test.cpp": '#include "support/arrays.hpp"\n#include "ir/ir.hpp"\n',
    "tests/device/api_test.cpp": '#include "support/arrays.hpp"\n#include "api/plan.hpp"\n',
}


class CheckLayering(unittest.TestCase):
    def report(self, extra):
        """The violations of the good tree with the files in `extra` replaced or added (None: removed)."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            files = {name: HEADER + text for name, text in GOOD.items()}
            for name in list(files):
                readme = str(Path(name).parent / "README.md")
                files[readme] = files.get(readme, "# Folder\n") + f"`{Path(name).name}` "
            for name in [name for name in files if name.startswith("tests/unit/") and name.endswith("README.md")]:
                files["tests/unit/README.md"] = files.pop(name)
            files.update(extra)
            for name in set(extra) - GOOD.keys():  # files that a case adds are named, unless it brings a README.md
                readme = str(Path(name).parent / "README.md")
                if extra[name] is not None and readme not in extra and readme in files:
                    files[readme] += f"`{Path(name).name}` "
            for name, text in files.items():
                if text is not None:
                    (root / name).parent.mkdir(parents=True, exist_ok=True)
                    (root / name).write_text(text, encoding="utf-8")
            return check_layering.check_tree(root)[0]

    def assert_reported(self, extra, place, words):
        violations = self.report(extra)
        self.assertEqual(len(violations), 1, violations)
        self.assertTrue(violations[0].startswith(place + ":"), violations)
        self.assertIn(words, violations[0])

    def test_good_tree_passes(self):
        self.assertEqual(self.report({}), [])

    def test_forbidden_layers(self):
        forbidden = [("core", "plan/planner.hpp"), ("plan", "ir/ir.hpp"), ("plan", "codelet/codelet.hpp"),
                     ("codelet", "ir/ir.hpp"), ("kernel", "plan/planner.hpp"), ("emit", "runtime/device.hpp"),
                     ("emit", "plan/planner.hpp"), ("emit", "kernel/kernel.hpp"), ("ir", "codelet/codelet.hpp"),
                     ("runtime", "ir/ir.hpp"), ("backend/opencl", "emit/x.hpp")]
        for layer, header in forbidden:
            with self.subTest(layer=layer, header=header):
                extra = {f"src/{layer}/bad.cpp": HEADER + f'\n#include "{header}"\n', "src/emit/x.hpp": HEADER}
                self.assert_reported(extra, f"src/{layer}/bad.cpp:4", "may not include")

    def test_forbidden_folders(self):
        forbidden = [
            ("verify/reference", "verify/check/checker.hpp"), ("verify/reference", "runtime/device.hpp"),
            ("verify/reference", "plan/planner.hpp"), ("verify/reference", "tools/signal/reader.hpp"),
            ("verify/check", "bench/runner.hpp"), ("verify/check", "tools/signal/reader.hpp"),
            ("verify/check", "api/plan.hpp"), ("verify/check", "support/arrays.hpp"),
            ("bench", "tools/signal/reader.hpp"), ("bench", "tools/main.hpp"), ("bench/peers", "tools/plot/plot.hpp"),
            ("bench", "kernel/kernel.hpp"), ("bench", "support/arrays.hpp"), ("bench", "api/plan.hpp"), ("tests/unit/bench", "api/access.hpp"),
            ("tools/tune", "core/roots.hpp"), ("tools/doctor", "plan/planner.hpp"), ("bench/modules", "bench/runner.hpp"),
            ("tools/c_source", "codelet/codelet.hpp"), ("tools/help", "core/roots.hpp"),
            ("bench/modules", "core/roots.hpp"), ("bench/modules", "verify/reference/fftw.hpp"), ("tests/tool", "core/roots.hpp"),
            ("files", "tools/signal/reader.hpp"), ("files", "core/roots.hpp"), ("tools", "files/output_file.hpp"),
            ("verify/check", "files/output_file.hpp"),
            ("tests/unit/files", "tools/signal/reader.hpp"),
            ("tools", "bench/runner.hpp"), ("tools", "verify/check/checker.hpp"), ("tools", "core/roots.hpp"),
            ("tools", "tools/signal/reader.hpp"), ("tools/signal", "tools/spectrum/welch.hpp"),
            ("tools/signal", "core/roots.hpp"), ("tools/spectrum", "tools/plot/plot.hpp"),
            ("tools/spectrum", "verify/reference/fftw.hpp"), ("tools/plot", "bench/runner.hpp"),
            ("tools/image", "tools/plot/plot.hpp"), ("tools/transform", "bench/runner.hpp"),
            ("tools/transform", "tools/convolve/convolve.hpp"), ("tools/convolve", "tools/spectrum/welch.hpp"),
            ("tools/convolve", "verify/check/checker.hpp"), ("tools/commands", "verify/reference/fftw.hpp"),
            ("tools/commands", "codelet/codelet.hpp"), ("tools/commands", "support/arrays.hpp"),
            ("tools/novel", "verify/check/checker.hpp"), ("lab/tables", "plan/planner.hpp"),
            ("lab/graph", "tools/signal/reader.hpp"), ("lab/study", "tools/signal/reader.hpp"),
            ("lab/commands", "tools/signal/reader.hpp"), ("lab/stubs", "core/roots.hpp"),
            ("lab/experiments", "plan/planner.hpp"), ("tests/unit/lab", "tools/signal/reader.hpp"),
            ("tools/commands", "lab/study/grid.hpp"), ("tools", "lab/study/grid.hpp"), ("bench", "lab/study/grid.hpp"),
            ("compat/cufft", "core/roots.hpp"), ("compat/cufft/multi_gpu", "core/roots.hpp"), ("compat/fftw3", "core/roots.hpp"),
            ("compat/mex", "core/roots.hpp"), ("compat/mex/radix248", "core/roots.hpp"), *[(f"mpi/{name}", "core/roots.hpp") for name in rules.MPI], ("mpi/tool", "core/roots.hpp"),
            ("tests/mpi", "core/roots.hpp"), ("tests/python", "core/roots.hpp"), ("tests/support/other_vulkan", "core/roots.hpp"),
            ("tests/compat/fftw3", "core/roots.hpp"), ("tests/faults", "core/roots.hpp"),
            ("verify/draw", "verify/check/checker.hpp"), ("tests/interp/accuracy", "kernel/kernel.hpp"),
            ("tests/support/faulty_opencl", "core/roots.hpp"), ("tests/support/faulty_vulkan", "core/roots.hpp"),
            ("tests/compat/cufft", "core/roots.hpp"), ("examples", "core/roots.hpp"), ("python/src", "core/roots.hpp"),
            ("tests/support", "verify/check/checker.hpp"), ("tests/support", "api/plan.hpp"),
            ("tests/support/fake_cuda", "runtime/device.hpp"), ("tests/unit/core", "plan/planner.hpp"),
            ("tests/unit/plan", "kernel/kernel.hpp"), ("tests/property/emit", "kernel/kernel.hpp"),
            ("tests/unit/opencl", "plan/planner.hpp"), ("tests/unit/cuda", "api/plan.hpp"),
            ("tests/unit/vulkan", "plan/planner.hpp"),
            ("tests/unit/verify", "bench/runner.hpp"), ("tests/unit/verify", "tools/signal/reader.hpp"),
            ("tests/unit/bench", "tools/signal/reader.hpp"), ("tests/unit/bench", "verify/check/checker.hpp"),
            ("tests/unit/tools", "bench/runner.hpp"),
            ("tests/unit/tools", "verify/check/checker.hpp"), ("tests/property/verify", "core/roots.hpp"), ("tests/property/interp", "kernel/kernel.hpp"),
            ("tests/interp", "runtime/device.hpp"), ("tests/golden", "bench/runner.hpp"),
            ("tests/golden/texts", "bench/runner.hpp"), ("tests/device", "kernel/kernel.hpp"),
            ("tests/fuzz", "kernel/kernel.hpp"), ("tools/scale", "core/roots.hpp"), ("tools/stubs", "core/roots.hpp"),
            ("tests/support/fake_nccl", "core/roots.hpp"), ("tests/novel", "core/roots.hpp"), ("tests/functions", "plan/planner.hpp"),
            ("tools/terminal", "files/output_file.hpp")]
        extra = {"tools/main.hpp": HEADER, "lab/study/grid.hpp": HEADER, "lab/study/README.md": "`*`"}
        for i, (folder, header) in enumerate(forbidden):
            extra |= {f"{folder}/bad{i}.cpp": HEADER + f'\n#include "{header}"\n', f"{folder}/README.md": "`*`"}
        violations = self.report(extra)
        for i, (folder, header) in enumerate(forbidden):
            with self.subTest(folder=folder, header=header):
                own = [line for line in violations if line.startswith(f"{folder}/bad{i}.cpp:4: ")]
                self.assertEqual(len(own), 1, own)
                self.assertIn(" may not include ", own[0])
        self.assertEqual(len(violations), len(forbidden), violations)
        # Each entry of the table is tested: "tests" by tests/fuzz, those of the layers by some of them.
        untested = set(rules.FOLDERS) - set(rules.LAYER_TESTS) - {folder for folder, _ in forbidden}
        self.assertEqual(untested, {"tests"})

    def test_operating_systems_have_files_of_their_own(self):
        for text in ("#include <unistd.h>\n", "#include <sys/stat.h>\n", "#include <windows.h>\n", "#ifdef _WIN32\n#endif\n"):
            with self.subTest(text=text):
                self.assert_reported({"files/bad.cpp": HEADER + text}, "files/bad.cpp:3", "_posix.cpp or _windows.cpp")
                self.assertEqual(self.report({f"src/core/good_{system}.cpp": HEADER + text
                                              for system in ("posix", "windows")}), [])

    def test_one_function_reads_the_environment(self):
        text = HEADER + 'const char* name = std::getenv("PAPILIO_FFTW_LIBRARY");\n'
        for path in ("files/bad.cpp", "src/core/bad.cpp"):
            self.assert_reported({path: text}, f"{path}:3", "environment_variable()")
        self.assertEqual(self.report({"src/runtime/environment_posix.cpp": text}), [])

    def test_public_headers_of_folders(self):
        self.assert_reported({"tools/signal/bad.cpp": HEADER + "#include <papilio/device.hpp>\n"},
                             "tools/signal/bad.cpp:3", "tools/signal may not include include/papilio/device.hpp")
        self.assert_reported({"tools/plot/bad.cpp": HEADER + "#include <papilio/problem.hpp>\n"},
                             "tools/plot/bad.cpp:3", "problem.hpp")

    def test_unknown_folder(self):
        self.assert_reported({"novel/bad.cpp": HEADER, "novel/README.md": ""}, "novel/bad.cpp",
                             "no folder that the rules know")

    def test_a_readers_program_in_the_root(self):
        self.assertEqual(self.report({"program.cpp": "int main() {}\n"}), [])

    def test_path_tricks_are_seen_through(self):
        self.assert_reported({"src/plan/bad.cpp": HEADER + '#include "../kernel/kernel.hpp"\n'}, "src/plan/bad.cpp:3",
                             "plan may not include kernel")
        self.assert_reported({"src/plan/bad.cpp": HEADER + "#  include <kernel/kernel.hpp>\n"}, "src/plan/bad.cpp:3",
                             "plan may not include kernel")
        self.assert_reported({"bench/bad.cpp": HEADER + '#include "../tools/signal/reader.hpp"\n'}, "bench/bad.cpp:3",
                             "bench may not include tools/signal/reader.hpp")

    def test_public_headers(self):
        self.assert_reported({"include/papilio/problem.hpp": HEADER + '#include "core/roots.hpp"\n'},
                             "include/papilio/problem.hpp:3", "only public")
        self.assert_reported({"include/papilio/problem.hpp": HEADER + "#include <CL/cl.h>\n"},
                             "include/papilio/problem.hpp:3", "only public")
        self.assert_reported({"src/kernel/bad.cpp": HEADER + "#include <papilio/device.hpp>\n"},
                             "src/kernel/bad.cpp:3", "public header device.hpp")

    def test_third_party_headers(self):
        self.assert_reported({"src/api/bad.cpp": HEADER + "#include <CL/cl.h>\n"}, "src/api/bad.cpp:3", "CL/cl.h")
        self.assert_reported({"src/api/bad.cpp": HEADER + "#include <fftw3.h>\n"}, "src/api/bad.cpp:3", "fftw3.h")
        self.assert_reported({"src/api/bad.cpp": HEADER + '#include "gone.hpp"\n'}, "src/api/bad.cpp:3", "not a file")

    def test_backend_conditions(self):
        for condition in ("#ifdef CL_VERSION_2_0", "#if defined(PAPILIO_CUDA)", "# elif USE_OPENCL", "#ifndef __CUDACC__"):
            with self.subTest(condition=condition):
                self.assert_reported({"src/emit/bad.cpp": HEADER + condition + "\n"}, "src/emit/bad.cpp:3",
                                     "belongs in src/backend")

    def test_header_readme_and_length(self):
        self.assert_reported({"src/core/bad.cpp": "// SPDX-License-Identifier: MIT\n"}, "src/core/bad.cpp:1",
                             "SPDX-FileCopyrightText")
        self.assert_reported({"scripts/bad": "#!/bin/sh\n# SPDX-FileCopyrightText: x\n", "scripts/README.md": ""},
                             "scripts/bad:1", "SPDX-License-Identifier")
        self.assert_reported({"src/plan/README.md": None}, "src/plan", "no README.md")
        good = [name for name in GOOD if name.startswith("tests/unit/") and "/core/" not in name]
        self.assert_reported({"tests/unit/README.md": None} | dict.fromkeys(good), "tests/unit/core", "no README.md")
        self.assert_reported({"src/core/bad.cpp": HEADER + "\n" * 399}, "src/core/bad.cpp", "401 lines")
        self.assert_reported({"src/util/bad.cpp": HEADER, "src/util/README.md": "`bad`"}, "src/util/bad.cpp", "no layer")

    def test_files_that_no_readme_names(self):
        self.assert_reported({"src/core/README.md": "# Core\n"}, "src/core/roots.hpp", "does not name this file")
        for text in ("`roots`", "`roots.hpp`", "`roots.*`", "`ro*`", "`core/roots` and others", "`x`, `roots.cpp, roots`"):
            with self.subTest(text=text):
                self.assertEqual(self.report({"src/core/README.md": text}), [])
        self.assert_reported({"src/core/README.md": "roots, `root`"}, "src/core/roots.hpp", "does not name this file")

    def test_levels_of_a_layer(self):
        def tower(levels):
            includes = [f'#include "ir/level{i + 1}.hpp"\n' for i in range(levels - 1)] + [""]
            return {f"src/ir/level{i}.hpp": HEADER + "\n" + text for i, text in enumerate(includes)}
        self.assertEqual(self.report(tower(8)), [])
        self.assert_reported(tower(9), "src/ir/level0.hpp", "9 levels of includes")

    def test_exit_status(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out, \
                contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(check_layering.main([folder]), 2)
            (Path(folder) / "src/core").mkdir(parents=True)
            (Path(folder) / "src/core/bad.cpp").write_text("", encoding="utf-8")
            self.assertEqual(check_layering.main([folder]), 1)
            self.assertIn("error: src/core/bad.cpp:1", out.getvalue())


class Wings(unittest.TestCase):
    def test_a_wing_includes_those_below_it(self):
        self.assertIsNone(wings.check_include("src/kernel/simd/simd_kernel.cpp", "src/kernel/tables/tables.hpp"))
        self.assertIsNone(wings.check_include("src/kernel/kernel.cpp", "src/kernel/kernel_context.hpp"))
        self.assertIsNone(wings.check_include("src/kernel/simd/simd_kernel.cpp", "src/spec/side.hpp"))

    def test_no_wing_includes_one_above_it(self):
        self.assertIn("verified", wings.check_include("src/kernel/pairs/pairs.cpp", "src/kernel/verified/group_sums.hpp"))
        self.assertIn("kernel", wings.check_include("src/kernel/tables/tables.cpp", "src/kernel/kernel.hpp"))
        self.assertIn("no wing", wings.check_include("src/kernel/new/file.cpp", "src/kernel/kernel.hpp"))

    def test_the_wings_have_no_circle(self):
        self.assertEqual(wings.first_circle({"a": ("b",), "b": ("c",), "c": ("a",)}), "a")
        for folder in wings.WINGS.values():
            below = {wing if isinstance(wing, str) else wing[0]: names for wing, names in folder.items()}
            self.assertIsNone(wings.first_circle(below))


if __name__ == "__main__":
    unittest.main()
