#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio check. Usage: check_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import sys
import unittest

from tool_test import WRONG_FFTW, Case, run


class Check(Case):
    def test_pass(self):
        lines = self.succeed("check", "c2c:f32:60*3", "c2c:f64:60:inverse:inplace", "--seed", 5).splitlines()
        self.assertEqual(len(lines), 4)
        self.assertIn("seed 5", lines[0])
        self.assertRegex(lines[1], r"^c2c:f32:60\*3 +l2 \S+  max \S+  rms \S+ ppm  bound \S+  PASS$")
        self.assertIn("PASS", lines[2])
        self.assertTrue(lines[3].startswith("2 problems: 2 passed, 0 failed, 0 could not be checked"))

    def test_a_sweep_with_gaps_on_two_threads_stays_in_order(self):
        result = json.loads(self.succeed("check", "c2c:f32:1..4*5:idist=6:odist=7", "--jobs", 2, "--json"))
        self.assertEqual([c["token"] for c in result["checks"]],
                         [f"c2c:f32:{n}*5:idist=6:odist=7" for n in range(1, 5)])
        self.assertTrue(all(c["pass"] and c["compared"] == 5 for c in result["checks"]))
        self.assertEqual(result["summary"]["passed"], 4)

    def test_checks_operators(self):
        result = json.loads(self.succeed("check", "operator:f32:30,64*2:complex", "operator:f64:5x6:axes=0", "--json"))
        self.assertEqual([check["token"] for check in result["checks"]],
                         ["operator:f32:30*2:complex", "operator:f32:64*2:complex", "operator:f64:5x6:axes=0"])
        self.assertEqual(result["summary"]["passed"], 3)
        self.assertIn('unknown option "same"', self.fail_with(3, "check", "operator:f32:30:same", lines=3))

    def test_checks_convolutions(self):
        result = json.loads(self.succeed("check", "conv:f32:30*2:kernel=3,40", "corr:f64:5x6:kernel=2x2:same:complex",
                                         "--json"))
        self.assertEqual([c["token"] for c in result["checks"]],
                         ["conv:f32:30*2:kernel=3", "conv:f32:30*2:kernel=40", "corr:f64:5x6:kernel=2x2:same:complex"])
        self.assertTrue(all(c["pass"] and c["relative_l2"] > 0 for c in result["checks"]))
        self.assertIn("is not a kernel", self.fail_with(3, "check", "conv:f32:30:same", lines=3))

    def test_checks_non_uniform_transforms_and_ragged_batches(self):
        tokens = ("nufft1:f32:20x30:eps=1e-4:points=500:clustered", "nufft2:f64:100*2:eps=1e-9", "nufft3:f32:1d:points=300",
                  "r2c:f32:ragged=20..40/4*3", "c2c:f64:ragged=13,7*2:ioffsets=20,0:istride=2:odist=30")
        result = json.loads(self.succeed("check", *tokens, "--json"))
        for check in result["checks"]:
            self.assertTrue(check["pass"] and 0 < check["relative_l2"] <= check["bound"], check)
        self.assertEqual(result["checks"][0]["token"], "nufft1:f32:20x30:eps=0.0001:points=500:clustered")
        self.assertEqual([check["compared"] for check in result["checks"][-2:]], [18, 4])
        self.assertIn("from 1 to", self.fail_with(3, "check", "nufft1:f32:20:points=none", lines=3))

    def test_equal_numbers_of_a_kernel_meet_where_it_wraps_around(self):
        """Errors are relative to the kernel that they make, not to theirs: the result is small beside its terms."""
        self.succeed("check", "corr:f32:4*14:kernel=4088:circular:ioffset=52:kstrides=0:kdist=13:koffset=4",
                     "--seed", "20261128924", "--inputs", "varied")

    def test_numbers_of_a_kernel_cancel_where_it_wraps_around(self):
        """The 42 numbers add up to so little that a reference in long double has an error above the bound itself."""
        state = self.folder / "cancel.json"
        run = ("--seed", "2026113101", "--alike", "256", "--inputs", "varied", "--state", state)
        self.succeed("check", "--random", "1", *run)
        state.write_text(json.dumps(json.loads(state.read_text()) | {"next": 18421}))
        self.assertIn("2 problems: 2 passed", self.succeed("check", "--random", "18422", *run))

    def test_problems_that_once_ended_the_process(self):
        # Vectors of f16 at addresses of one number, and an axis with nothing to do, with a type between passes.
        self.succeed("check", "c2c:f32:43x24*2:axes=0:istrides=30,1:idist=1291:ioffset=1:in=f16",
                     "r2c:f64:15x2x15:inplace:axes=0,2:in=f32:out=f32:scratch=f32:zero=-x[1,2)x-:skip=-x[0,1)x-")

    def test_the_general_program(self):
        lengths = ("1..20", "61,67,100,128,134,360,509,512,1018", "4x12")
        tokens = [f"{kind}:{precision}:{length}" for kind in ("c2c", "r2c", "c2r") for precision in ("f32", "f64")
                  for length in lengths]
        result = json.loads(self.succeed("check", *tokens, "--general", "--device", "opencl", "--json"))
        self.assertEqual(result["summary"]["passed"], 6 * 30)

    def test_the_seed_decides_the_input(self):
        first, again, other = (json.loads(self.succeed("check", "c2c:f32:60*3", "--json", *seed))["checks"][0]
                               for seed in (("--seed", 7), ("--seed", 7), ()))
        self.assertEqual(first["relative_l2"], again["relative_l2"])
        self.assertNotEqual(first["relative_l2"], other["relative_l2"])

    def test_shards_are_the_whole(self):
        tokens = [c["token"] for k in (1, 2)
                  for c in json.loads(self.succeed("check", "c2c:f32:1..3", "--shard", k, 2, "--json"))["checks"]]
        self.assertEqual(sorted(tokens), [f"c2c:f32:{n}" for n in (1, 2, 3)])
        self.fail_with(2, "check", "c2c:f32:1..3", "--shard", 3, 2)

    def test_fail(self):
        done = run("check", "c2c:f32:60*3", LD_LIBRARY_PATH=WRONG_FFTW)
        self.assertEqual(done.returncode, 10, done.stderr)
        self.assertIn("FAIL: the error is above its bound", done.stdout)
        self.assertRegex(done.stderr, r"^papilio: check: 1 of 1 failed; .*\n$")

    def test_random_problems_follow_from_the_seed(self):
        lines = self.succeed("check", "--random", 4, "--seed", 3).splitlines()
        self.assertEqual(len(lines), 6)
        self.assertIn("seed 3, from problem 0", lines[0])
        self.assertEqual([line.split()[0] for line in lines[1:5]], ["0", "1", "2", "3"])
        self.assertTrue(lines[5].startswith("4 problems: 4 passed, 0 failed"), lines[5])
        again = json.loads(self.succeed("check", "--random", 4, "--seed", 3, "--json"))
        self.assertEqual((again["next"], again["summary"]["passed"], again["failures"]), (4, 4, []))
        part = self.succeed("check", "--random", 4, "--seed", 3, "--shard", 2, 2).splitlines()
        self.assertEqual([line.split()[:2] for line in part[1:3]], [line.split()[:2] for line in (lines[2], lines[4])])

    def test_random_problems_that_are_alike(self):
        lines = self.succeed("check", "--random", 4, "--alike", 2, "--seed", 3).splitlines()
        firsts = self.succeed("check", "--random", 2, "--seed", 3).splitlines()
        self.assertEqual([line.split()[0] for line in lines[1:5]], ["0", "1", "2", "3"])
        self.assertEqual([lines[i].split()[1] for i in (1, 3)], [line.split()[1] for line in firsts[1:3]])
        state = self.folder / "alike.json"
        part = ("check", "--random", 4, "--seed", 3, "--shard", 2, 2, "--state", state)
        self.assertEqual([line.split()[:2] for line in self.succeed(*part, "--alike", 2).splitlines()[1:3]],
                         [line.split()[:2] for line in lines[3:5]])
        self.assertIn("it is a run with --alike 2", self.fail_with(8, *part))
        self.fail_with(2, "check", "c2c:f32:8", "--alike", 2)

    def test_varied_inputs(self):
        of = lambda *options: self.succeed("check", "c2c:f32:60*5", "--seed", 3, *options).splitlines()[1]
        self.assertEqual(of(), of("--inputs", "uniform"))
        self.assertNotEqual(of(), of("--inputs", "varied"))
        self.assertIn("inputs", self.fail_with(2, "check", "c2c:f32:60", "--inputs", "loud"))
        state = self.folder / "varied.json"
        self.succeed("check", "--random", 1, "--seed", 3, "--inputs", "varied", "--state", state)
        self.assertIn("it is a run with --inputs varied",
                      self.fail_with(8, "check", "--random", 2, "--seed", 3, "--state", state))

    def test_a_random_run_goes_on_where_it_stopped(self):
        state = self.folder / "run.json"
        run_of = lambda count, *options: self.succeed("check", "--random", count, "--state", state, *options)
        run_of(2, "--seed", 3, "--quiet")
        lines = run_of(4).splitlines()
        self.assertIn("seed 3, from problem 2", lines[0])
        self.assertEqual([line.split()[0] for line in lines[1:3]], ["2", "3"])
        self.assertTrue(lines[3].startswith("4 problems: 4 passed"), lines[3])
        self.assertIn("it is a run of seed 3", self.fail_with(8, "check", "--random", 4, "--state", state, "--seed", 4))
        self.assertIn("it is shard 1 of 1", self.fail_with(8, "check", "--random", 4, "--state", state, "--shard", 1, 2))
        state.write_text('{"seed": "x"}')
        self.assertIn("it is no state of a run", self.fail_with(8, "check", "--random", 4, "--state", state))

    def test_a_problem_that_ends_the_process_is_passed_over(self):
        state = self.folder / "run.json"
        self.succeed("check", "--random", 1, "--seed", 3, "--state", state)
        content = json.loads(state.read_text())
        content["checking"] = ["c2c:f32:7"]
        for attempts in 1, 2:  # as two processes leave it that end in problem 1
            content["attempts"] = attempts
            state.write_text(json.dumps(content))
            done = run("check", "--random", 2, "--state", state, "--json")
            self.assertEqual(done.returncode, 10 if attempts == 2 else 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual((result["next"], result["summary"]["passed"], result["summary"]["failed"]), (2, 1, 1))
        self.assertEqual((result["failures"][0]["number"], result["failures"][0]["token"]), (1, "c2c:f32:7"))

    def test_a_run_whose_first_problem_ends_the_process_goes_on_again(self):
        state = self.folder / "run.json"
        self.succeed("check", "--random", 1, "--seed", 3, "--state", state)
        content = json.loads(state.read_text())
        content.update(next=0, attempts=2, checking=["c2c:f32:7"],
                       summary=dict(content["summary"], passed=0, worst_ratio=0, worst_token=""))
        state.write_text(json.dumps(content))
        for _ in range(2):  # nothing was compared, and the state says so in numbers
            self.fail_with(10, "check", "--random", 1, "--state", state)
        self.assertEqual(json.loads(state.read_text())["summary"]["worst_ratio"], 0)

    def test_damaged_states_are_refused(self):
        state = self.folder / "run.json"
        self.succeed("check", "--random", 1, "--seed", 3, "--state", state)
        content = state.read_text()
        for what, why in {"attempts": "2147483647", "next": str(2**63 - 1), "seed": str(2**65), "alike": "1e30",
                          "failures": "[" * 200000 + "]" * 200000, "checking": '["c2c:f32:"]'}.items():
            damaged = dict(json.loads(content), **{what: "here"})
            state.write_text(json.dumps(damaged).replace('"here"', why))
            self.assertIn("run.json", self.fail_with(8, "check", "--random", 1, "--state", state))

    def test_a_random_failure_becomes_small(self):
        done = run("check", "--random", 6, "--seed", 1, "--json", LD_LIBRARY_PATH=WRONG_FFTW)
        self.assertEqual(done.returncode, 10, done.stderr)
        failures = json.loads(done.stdout)["failures"]
        self.assertGreater(len(failures), 0)
        for failure in failures:
            self.assertLess(len(failure["smallest"]), 30, failure)
            self.assertIn("FAIL", failure["smallest_result"])

    def test_random_takes_no_tokens(self):
        self.fail_with(2, "check")
        self.fail_with(2, "check", "c2c:f32:8", "--random", 3)
        self.fail_with(2, "check", "c2c:f32:8", "--state", "x.json")

    def test_without_fftw(self):
        (self.folder / "libfftw3l.so.3").write_bytes(b"")
        message = self.fail_with(4, "check", "c2c:f32:60*3", LD_LIBRARY_PATH=str(self.folder))
        self.assertIn("libfftw3-long3", message)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
