#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs the papilio command: plans, kernels, errors. Usage: tool_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

PAPILIO, WRONG_FFTW = sys.argv[1], sys.argv[2]
RNG = np.random.default_rng(1)

# No driver is found: a machine without devices.
NO_DEVICE = {f"PAPILIO_{name}_LIBRARY": "/none" for name in ("CUDA", "OPENCL", "VULKAN")}


def run(*arguments, **environment):
    return subprocess.run([PAPILIO, *map(str, arguments)], capture_output=True, text=True, check=False,
                          env=os.environ | environment)


def noise(*shape):
    return RNG.uniform(-1, 1, shape) + 1j * RNG.uniform(-1, 1, shape)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def succeed(self, *arguments, **environment):
        done = run(*arguments, **environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def fail_with(self, code, *arguments, lines=1, **environment):
        """stderr of a run that must end with this exit code, its first line checked for shape."""
        done = run(*arguments, **environment)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertTrue(done.stderr.startswith("papilio: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), lines, done.stderr)
        return done.stderr

    def assert_close(self, got, expected, bound=1e-6):
        error = np.linalg.norm(got - expected) / np.linalg.norm(expected)
        self.assertLess(error, bound)


class Plan(Case):
    def test_of_the_device(self):
        text = self.succeed("plan", "c2c:f32:60*3")
        self.assertTrue(text.startswith("(plan c2c:f32:60*3 device=opencl:0 "))
        self.assertEqual(text.count("("), text.count(")"))

    def test_of_presets_as_json(self):
        for preset, strategy, radix_product in (("cpu", {"columns", "butterflies"}, 2**17),
                                                ("v3d", {"cooperative"}, 2**17), ("h200", {"cooperative"}, 2**17),
                                                ("mi250", {"cooperative"}, 2**17), ("max-1550", {"cooperative"}, 2**17)):
            plan = json.loads(self.succeed("plan", "c2c:f32:2^17*2", "--caps", preset, "--json",
                                           **NO_DEVICE))
            self.assertEqual(plan["device"], f"preset:{preset}")
            product = 1
            for one in plan["passes"]:
                self.assertIn(one["strategy"], strategy)
                self.assertEqual(one["bytes"], 2 * 2 * 2**17 * 8)
                self.assertGreater(one["flops"], 0)
                self.assertGreater(one["groups"], 0)
                product *= int(np.prod(one["radices"]))
            self.assertEqual(product, radix_product)
            again = json.loads(self.succeed("plan", "c2c:f32:2^17*2", "--caps", preset, "--json",
                                            "--shape", plan["shapes"]).replace('"chosen"', '"model"'))
            self.assertEqual(again["tree"], json.loads(json.dumps(plan["tree"]).replace('"table"', '"model"')))

    def test_of_chosen_shapes(self):
        chosen = ("c2c:f32:4096", "--caps", "h200", "--shape")
        text = self.succeed("plan", *chosen, "16x16x16:threads=256")
        self.assertIn(" shape=16x16x16:threads=256 ", text)
        self.assertIn("papilio_f32_fwd_L4096_s1_m1_r16x16x16_cooperative_t256",
                      self.succeed("source", *chosen, "16x16x16:threads=256"))
        self.assertIn("at byte 17", self.fail_with(3, "plan", *chosen, "16x16x16:threads=", lines=3))
        self.assertIn("bytes of local memory", self.fail_with(4, "plan", *chosen, "16x16x16:threads=256:tile=64"))
        self.assertIn("only transforms", self.fail_with(4, "plan", "conv:f32:64:kernel=3", *chosen[1:], "64"))

    def test_plans_of_non_uniform_transforms_and_ragged_batches(self):
        text = self.succeed("plan", "nufft1:f32:256x256:eps=1e-5:points=1e6", "--caps", "h200")
        self.assertRegex(text, r"(?s)^nufft1:\S+ on preset:h200\nspread: window of 7 cells.*\(plan c2c:f32:.*\ncorrect: ")
        steps = json.loads(self.succeed("plan", "nufft3:f64:1d:points=100", "--caps", "cpu", "--json"))["steps"]
        self.assertEqual([step["step"] for step in steps], ["spread", "correct", "transform", "interpolate"])
        rings = "r2c:f32:ragged=20..112/4,112..20/4*2"
        self.assertRegex(self.succeed("plan", rings, "--caps", "h200"), r"on preset:h200: \d launch.*\n  (chirp|whole) ")
        plan = json.loads(self.succeed("plan", rings, "--caps", "h200", "--json"))
        self.assertEqual(sum(launch["transforms"] for launch in plan["launches"]), 2 * 48)
        self.assertIn("not planned one by one", self.fail_with(4, "plan", rings, "--resources"))
        self.assertIn("no tree of passes", self.fail_with(4, "source", rings))

    def test_resources_of_the_device(self):
        text = self.succeed("plan", "c2c:f32:60*3", "--resources")
        self.assertEqual(text.count("\nkernel papilio_f32_"), 1)
        for label in ("work-items a group: ", "registers a work-item: ", "bytes of local memory a group: ",
                      "groups a compute unit: "):
            self.assertIn("\n  " + label, text)
        self.assertIn("not told by this driver", text)
        passes = json.loads(self.succeed("plan", "c2c:f32:60*3", "--resources", "--json"))["passes"]
        self.assertIsNone(passes[0]["resources"]["registers"])
        self.assertGreaterEqual(passes[0]["resources"]["threads"], 1)
        self.assertNotIn("resources", json.loads(self.succeed("plan", "c2c:f32:60*3", "--json"))["passes"][0])
        self.assertIn("choose a device", self.fail_with(2, "plan", "c2c:f32:60*3", "--resources", "--caps", "h200"))

    def test_resources_on_cuda(self):
        fake = Path(PAPILIO).resolve().parent.parent / "lib" / "libfake_cuda.so"
        if not fake.exists() or "NVRTC" in run("devices", PAPILIO_CUDA_LIBRARY=str(fake)).stdout:
            self.skipTest("no fake driver, or no NVRTC")
        plan = ("plan", "c2c:f32:2^17*20", "--resources", "--device", "cuda:0")
        text = self.succeed(*plan, PAPILIO_CUDA_LIBRARY=str(fake))
        self.assertEqual(text.count("\nkernel papilio_f32_"), 2)
        self.assertEqual(text.count("registers a work-item: 40, spills 16 bytes\n"), 2)
        self.assertRegex(text, r"groups a compute unit: [0-9]+ \([0-9]+% of its 2048 work-items\)\n")
        for one in json.loads(self.succeed(*plan, "--json", PAPILIO_CUDA_LIBRARY=str(fake)))["passes"]:
            taken = one["resources"]
            self.assertEqual((taken["registers"], taken["spill_bytes"]), (40, 16))
            self.assertEqual(taken["static_local_memory"], 1000)
            self.assertAlmostEqual(taken["occupancy"], taken["groups_per_unit"] * taken["threads"] / 2048)

    def test_a_gpu_that_is_not_here_compiles_and_executes_nothing(self):
        radeon = "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json"  # for any of AMD's chips it compiles without one
        if not Path(radeon).exists():
            self.skipTest("no driver of Mesa for AMD")
        absent = {"VK_ICD_FILENAMES": radeon, "RADV_FORCE_FAMILY": "NAVI21", "PAPILIO_CACHE": "off"}
        devices = json.loads(self.succeed("devices", "--json", **absent))
        self.assertEqual(devices["devices"][0]["kind"], "other")
        self.assertTrue([note for note in devices["notes"] if "only compiles kernels and executes nothing" in note])
        self.assertNotEqual(devices["auto"], "vulkan:0")
        trusted = absent | {"PAPILIO_TRUST_DEVICE": "1"}
        self.assertNotEqual(json.loads(self.succeed("devices", "--json", **trusted))["auto"], "vulkan:0")
        chosen = ("c2c:f32:4096*512", "--device", "vulkan:0")
        for environment in absent, trusted:
            message = run("check", *chosen, **environment).stderr
            self.assertIn("only compiles, and no such GPU is here", message)
            self.assertIn("with PAPILIO_TRUST_DEVICE=1 `papilio plan --resources`", message)
            report = json.loads(run("doctor", "--json", **environment).stdout)
            device = next(one for one in report["devices"] if one["id"] == "vulkan:0")
            self.assertIn("only compiles", device["passed_over"])
            self.assertNotIn("vulkan:0", report["verdict"])
        self.assertEqual(run("check", *chosen, **trusted).returncode, 4)
        text = self.succeed("plan", *chosen, "--resources", **trusted)
        self.assertRegex(text, r"registers a work-item: [1-9][0-9]*, no spills\n")
        taken = json.loads(self.succeed("plan", *chosen, "--resources", "--json", **trusted))["passes"][0]["resources"]
        self.assertEqual((taken["spill_bytes"], taken["thread_multiple"]), (0, 64))
        self.assertGreater(taken["static_local_memory"], 16000)
        self.assertAlmostEqual(taken["occupancy"], taken["groups_per_unit"] * taken["threads"] / 2048)
        self.assertLessEqual(taken["occupancy"], 1)

    def test_what_a_preset_cannot_do(self):
        self.assertIn("double precision", self.fail_with(4, "plan", "c2c:f64:60", "--caps", "v3d"))
        self.assertIn("known presets: cpu, gpu, v3d, v3d4, v3d5, h200", self.fail_with(2, "plan", "c2c:f32:60", "--caps", "abacus"))


class Source(Case):
    def test_opencl(self):
        text = self.succeed("source", "c2c:f32:60", "--caps", "cpu", **NO_DEVICE)
        self.assertEqual(text.count("__kernel"), 1)

    def test_cuda_needs_no_device(self):
        text = self.succeed("source", "c2c:f32:60", "--dialect", "cuda", **NO_DEVICE)
        self.assertIn("__global__", text)
        self.assertIn("preset:gpu", text)

    def test_json(self):
        source = json.loads(self.succeed("source", "c2c:f32:2^17", "--caps", "h200", "--dialect", "cuda", "--json"))
        self.assertEqual([k["passes"] for k in source["kernels"]], [[1], [2]])
        for kernel in source["kernels"]:
            self.assertIn(f"void {kernel['name']}(", kernel["text"])

    def test_of_clusters(self):
        text = self.succeed("source", "c2c:f32:65536*2000", "--caps", "h200", **NO_DEVICE)
        self.assertIn("__cluster_dims__", text)
        self.assertIn("clusters", self.fail_with(4, "source", "c2c:f32:65536*2000", "--caps", "h200", "--dialect", "opencl"))

    def test_cuda_for_a_processor(self):
        self.assertIn("--caps", self.fail_with(4, "source", "c2c:f32:60", "--caps", "cpu", "--dialect", "cuda"))
        self.fail_with(2, "source", "c2c:f32:60", "--caps", "gpu", "--dialect", "latin")


class Errors(Case):
    def test_a_bad_token_gets_a_caret(self):
        np.save(self.folder / "in.npy", noise(60))
        files = ("--in", self.folder / "in.npy", "--output", self.folder / "out.npy")
        for command in (("check", "c2c:q32:60"), ("plan", "c2c:q32:60"), ("source", "c2c:q32:60"),
                        ("transform", "c2c:q32:60", *files)):
            first, token, caret = self.fail_with(3, *command, lines=3).splitlines()
            self.assertIn('unknown precision "q32"', first)
            self.assertEqual((token, caret), ("c2c:q32:60", "    ^"))

    def test_no_device(self):
        for command in (("check", "c2c:f32:60"), ("plan", "c2c:f32:60"), ("source", "c2c:f32:60")):
            self.fail_with(5, *command, **NO_DEVICE)
        self.fail_with(5, "plan", "c2c:f32:60", "--device", "opencl:99")
        message = self.fail_with(5, "plan", "c2c:f32:60", **NO_DEVICE)
        for words in ("cuda: ", "vulkan: ", "opencl: ", "install pocl-opencl-icd to use the processor"):
            self.assertIn(words, message)
        self.assertNotIn("...", message)
        self.assertNotIn("nvidia-driver", message)
        self.assertEqual(message.count("("), message.count(")"), message)  # a reason is told to its end

    def test_a_reason_for_no_device_is_told_to_its_end(self):
        nothing = {"OCL_ICD_VENDORS": str(self.folder), "VK_ICD_FILENAMES": "/nowhere", "PAPILIO_CUDA_LIBRARY": "libnone.so"}
        message = self.fail_with(5, "plan", "c2c:f32:60", **nothing)
        self.assertIn("(CL_PLATFORM_NOT_FOUND_KHR; it looks in /etc/OpenCL/vendors); install", message)

    def test_a_folder_is_no_recording(self):
        for command in (("spectrum", "/etc"), ("spectrogram", "/etc", "-o", "x.png"),
                        ("convolve", "/etc", "/etc", "-o", self.folder / "x.npy"), ("image", "/etc", "-o", self.folder / "x.png"),
                        ("transform", "c2c:f32:8", "--in", "/etc", "--output", self.folder / "x.npy")):
            self.assertIn("/etc: is a folder; name a file in it", self.fail_with(8, *command))

    def test_wrong_command_lines(self):
        self.fail_with(2, "check")
        self.fail_with(2, "plan", "c2c:f32:60", "--device", "auto", "--caps", "cpu")
        self.fail_with(2, "transform", "c2c:f32:60")
        self.assertIn("'--frobnicate': is not an option", self.fail_with(2, "--frobnicate"))
        self.assertIn("'spectrm': is not a command; did you mean spectrum?", self.fail_with(2, "spectrm"))
        self.assertIn("'--rates': is not an option of papilio spectrum; did you mean --rate?",
                      self.fail_with(2, "spectrum", "x.csv", "--rates", 8))
        self.assertIn("did you mean --chunks?", self.fail_with(2, "scale", "c2c:f32:8x8", "--turns", 2))
        self.assertIn("did you mean c2c?", self.fail_with(3, "plan", "C2C:f32:8", lines=3))
        self.assertIn("did you mean axes=0?", self.fail_with(3, "plan", "c2c:f32:8x8:axis=0", lines=3))
        self.assertIn("write it after the lengths, *4", self.fail_with(3, "plan", "c2c:f32:8:batch=4", lines=3))

    def test_what_is_given_twice(self):
        self.assertIn("--rate: papilio spectrum takes it once; give it once",
                      self.fail_with(2, "spectrum", "x.csv", "--rate", 8, "--rate", 9))
        self.assertIn("--json: papilio devices takes it once", self.fail_with(2, "devices", "--json", "--json"))
        self.assertIn("--shard: papilio check takes it once", self.fail_with(2, "check", "16", "--shard", 1, 2, "--shard", 2, 2))
        self.assertIn("'c2c:f32:128': papilio plan takes fewer arguments", self.fail_with(2, "plan", "c2c:f32:64", "c2c:f32:128"))
        self.assertIn("--in: the value is missing, for '-o' is an option",
                      self.fail_with(2, "transform", "c2c:f32:8", "--in", "-o", "y.npy"))

    def test_help_without_a_command(self):
        text = self.succeed("--help")
        self.assertIn("spectrogram", text)
        self.assertEqual(self.succeed(), text)
        self.assertEqual(self.succeed("help"), text)
        self.assertEqual(self.succeed("help", "spectrum"), self.succeed("spectrum", "--help"))

    def test_a_shape_is_a_token(self):
        for command in ("plan", "2^6*3", "--caps", "cpu"), ("source", "64*3", "--caps", "cpu"), ("graph", "8", "-o", self.folder / "g.svg"):
            self.succeed(*command)
        self.assertIn("(plan c2c:f32:64*3:inverse ", self.succeed("plan", "2^6*3:inverse", "--caps", "cpu"))
        self.assertIn("c2c:f32:8", self.succeed("check", "8", "2^4*2:inplace"))
        np.save(self.folder / "in.npy", noise(64))
        self.succeed("transform", "16", "--in", self.folder / "in.npy", "--output", self.folder / "out.npy")

    def test_devices_mark_the_one_that_is_chosen(self):
        chosen = json.loads(self.succeed("devices", "--json"))["auto"]
        lines = [line for line in self.succeed("devices").splitlines() if line.endswith("  (auto)")]
        self.assertEqual([line.split()[0] for line in lines], [chosen])
        self.assertIn("--piece: 0 is no whole number from 1 to ", self.fail_with(2, "transform", "c2c:f32:60", "--piece", 0))
        self.assertIn("file name '': is empty", self.fail_with(2, "spectrum", ""))
        self.assertIn("has no extension", self.fail_with(2, "spectrum", "recording"))
        self.assertIn("sample rate 1e-308: ", self.fail_with(2, "spectrum", "x.csv", "--rate", "1e-308"))

    def test_samples_and_results_that_f32_does_not_hold(self):
        samples = noise(64)
        samples[9] = 1e300j
        np.save(self.folder / "in.npy", samples)
        files = ("--in", self.folder / "in.npy", "--output", self.folder / "out.npy")
        message = self.fail_with(2, "transform", "c2c:f32:16", *files)
        self.assertIn("sample 9 has 1e+300, which f32 does not hold; use f64 in the token", message)
        self.assertFalse((self.folder / "out.npy").exists())
        self.succeed("transform", "c2c:f64:16", *files)
        np.save(self.folder / "in.npy", np.full(16, 1e-42))
        self.assertIn("note      16 numbers are below 1.2e-38", self.succeed("transform", "c2c:f32:16", *files))
        self.assertNotIn("note", self.succeed("transform", "c2c:f64:16", *files))
        np.save(self.folder / "in.npy", np.full(16, 3e38 + 0j))
        self.assertIn("the results of " + str(self.folder / "in.npy") + ": result 0 is beyond what f32 holds",
                      self.fail_with(2, "transform", "c2c:f32:16", *files))

    def test_options_that_would_be_ignored(self):
        for command in (("spectrum", "x.wav", "--preset", "gpu-fft", "--window", "hann"),
                        ("spectrum", "x.wav", "--preset", "gpu-fft", "--peaks", 3),
                        ("spectrum", "x.wav", "--log-frequency"),
                        ("spectrum", "x.wav", "--log-frequency", "-o", "x.csv"),
                        ("image", "x.png", "-o", "y.png", "--order", 2),
                        ("image", "x.png", "-o", "y.png", "--lowpass", 0.1, "--order", 2),
                        ("image", "x.png", "-o", "y.png", "--filter-shape", "ideal"),
                        ("bench", "16", "--tolerance", 0.1), ("bench", "16", "--no-plan-time", "--plan-runs", 3)):
            self.fail_with(2, *command)

    def test_numbers_that_are_none(self):
        self.assertIn("nan", self.fail_with(2, "bench", "16", "--min-time", "nan"))
        self.assertIn("inf", self.fail_with(2, "bench", "16", "--min-time", "inf"))
        self.assertIn("nan", self.fail_with(2, "bench", "16", "--baseline", "x", "--tolerance", "nan"))
        self.assertIn("nan", self.fail_with(2, "spectrum", "x.wav", "--threshold", "nan"))
        np.save(self.folder / "in.npy", noise(60).real)
        self.assertIn("--overlap: 'nan' is no finite number",
                      self.fail_with(2, "spectrum", self.folder / "in.npy", "--rate", 1, "--overlap", "nan"))

    def test_output_that_is_lost_is_an_error(self):
        def plan(redirection):
            command = f'"$0" plan c2c:f32:60 --caps cpu {redirection}'
            return subprocess.run(["sh", "-c", command, PAPILIO], capture_output=True, text=True, check=False)

        done = plan(">/dev/full")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (8, 1))
        self.assertIn("standard output: No space left on device; ", done.stderr)
        done = plan(">&-")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (8, 1))
        self.assertEqual(plan("2>&-").returncode, 0)
        self.assertEqual(plan("--device none 2>&-").returncode, 2)

    def test_a_closed_standard_output_is_no_output_file(self):
        np.save(self.folder / "in.npy", noise(60))
        command = '"$0" transform c2c:f32:60 --in in.npy --output out.npy >&- 2>&- <&-'
        done = subprocess.run(["sh", "-c", command, PAPILIO], cwd=self.folder, check=False)
        self.assertEqual(done.returncode, 8)
        self.assertEqual(np.load(self.folder / "out.npy").shape, (60,))
        self.assertEqual((self.folder / "out.npy").stat().st_size, 128 + 60 * 8)

    def test_help_lists_the_exit_codes(self):
        for command in ("check", "transform", "plan", "source", "bench", "spectrum", "image", "hello", "devices",
                        "spectrogram", "features", "channelize", "zoom", "doctor"):
            text = self.succeed(command, "--help")
            self.assertIn("Exit codes:", text)
            self.assertEqual(text.count("10  a check that failed"), 1)
        self.assertEqual(self.succeed("--help").count("Exit codes:"), 1)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
