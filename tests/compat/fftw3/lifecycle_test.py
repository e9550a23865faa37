#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The FFTW drop-in in processes of their own. Usage: lifecycle_test.py FOLDER GENUINE"""

import ctypes
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

FOLDER, GENUINE = sys.argv[1], sys.argv[2]
LIBRARY = f"{FOLDER}/libfftw3.so.3"
FORWARD, MEASURE, ESTIMATE, WISDOM_ONLY = -1, 0, 1 << 6, 1 << 21


def opened(path=LIBRARY):
    fftw = ctypes.CDLL(path)
    fftw.fftw_plan_dft_1d.restype = ctypes.c_void_p
    fftw.fftw_plan_dft_1d.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint]
    fftw.fftw_execute.argtypes = fftw.fftw_destroy_plan.argtypes = [ctypes.c_void_p]
    fftw.fftw_export_wisdom_to_string.restype = ctypes.c_void_p
    fftw.fftw_import_wisdom_from_string.argtypes = [ctypes.c_char_p]
    return fftw


def planned(fftw, flags, n=64):
    numbers = (ctypes.c_double * (2 * n))(1.0)
    result = (ctypes.c_double * (2 * n))()
    plan = fftw.fftw_plan_dft_1d(n, numbers, result, FORWARD, flags)
    return plan, numbers, result


def wisdom(fftw):
    text = ctypes.string_at(fftw.fftw_export_wisdom_to_string())
    return text


def reopen():
    """A genuine library in a link namespace of its own each time would run out of namespaces."""
    close = ctypes.CDLL(None).dlclose
    close.argtypes = [ctypes.c_void_p]
    for turn in range(40):
        fftw = opened()
        plan, numbers, result = planned(fftw, ESTIMATE, 16)
        assert plan, turn
        numbers[0] = 1.0
        fftw.fftw_execute(plan)
        assert list(result) == [1.0, 0.0] * 16, turn
        fftw.fftw_destroy_plan(plan)
        close(fftw._handle)


def alone():
    fftw = opened()
    plan, numbers, result = planned(fftw, ESTIMATE)
    again = planned(fftw, ESTIMATE)[0]
    only = planned(fftw, WISDOM_ONLY)[0]
    print("null" if plan is None and again is None and only is None else "a plan")


def large():
    """FFTW_ESTIMATE of a transform that the model gives to Papilio."""
    fftw = opened()
    fftw.fftw_plan_dft_2d.restype = ctypes.c_void_p
    numbers = (ctypes.c_double * (2 << 22))()
    print("a plan" if fftw.fftw_plan_dft_2d(2048, 2048, ctypes.byref(numbers), ctypes.byref(numbers), FORWARD,
                                            ctypes.c_uint(ESTIMATE)) else "null")


def driver():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return "a driver" if "libOpenCL" in maps.read() else "no driver"


def opens():
    large()
    print(driver())


def closed():
    """FFTW_ESTIMATE of a transform of 2048 x 2048 points that FFTW, by the model, computes faster than any device."""
    fftw = opened()
    assert fftw.fftw_init_threads()
    fftw.fftw_plan_with_nthreads(1000)
    opens()


def refused():
    """A plan without arrays, whose input and output have other strides. FFTW refuses to compute it in place."""
    fftw = opened()
    fftw.fftw_plan_guru_dft.restype = ctypes.c_void_p
    fftw.fftw_execute_dft.argtypes = [ctypes.c_void_p] * 3
    n, stride = 16, 2
    plan = fftw.fftw_plan_guru_dft(1, (ctypes.c_int * 3)(n, 1, stride), 0, None, None, None, FORWARD, ctypes.c_uint(ESTIMATE))
    separate = (ctypes.c_double * (2 * n * stride))()
    for result in separate, None:
        numbers = (ctypes.c_double * (2 * n * stride))(1.0)
        result = result or numbers
        fftw.fftw_execute_dft(plan, numbers, result)
        assert [result[2 * stride * k] for k in range(n)] == [1.0] * n, list(result)
        print(driver())


def columns():
    """2048 x 1024 points of f32, out of place: the columns' elements lie 8192 or 8256 bytes apart in the input and the output."""
    fftw = ctypes.CDLL(f"{FOLDER}/libfftw3f.so.3")
    ints = ctypes.c_int * 2
    numbers, result = ((ctypes.c_float * (4096 * 1032))() for _ in "io")
    for before, after in (1024, 1024), (1032, 1024), (1024, 1032), (1032, 1032):
        fftw.fftwf_plan_many_dft(2, ints(2048, 1024), 1, numbers, ints(2048, before), 1, 0, result, ints(2048, after), 1, 0,
                                 FORWARD, ctypes.c_uint(ESTIMATE))


def remembered():
    """What was planned is found again, what was estimated by estimates only; a damaged text is refused."""
    fftw = opened()
    assert planned(fftw, WISDOM_ONLY)[0] is None
    assert planned(fftw, WISDOM_ONLY | ESTIMATE)[0] is None
    assert planned(fftw, ESTIMATE)[0]
    assert planned(fftw, WISDOM_ONLY | ESTIMATE)[0]
    assert planned(fftw, WISDOM_ONLY)[0] is None
    fftw.fftw_forget_wisdom()
    assert planned(fftw, WISDOM_ONLY | ESTIMATE)[0] is None
    assert planned(fftw, MEASURE)[0]
    assert planned(fftw, WISDOM_ONLY | ESTIMATE)[0]
    text = wisdom(fftw)
    fftw.fftw_forget_wisdom()
    assert planned(fftw, WISDOM_ONLY)[0] is None
    assert fftw.fftw_import_wisdom_from_string(text) == 1
    assert planned(fftw, WISDOM_ONLY)[0]
    fftw.fftw_forget_wisdom()
    empty = wisdom(fftw)
    body = text.rstrip()
    for at in range(len(body)):
        for damage in (body[:at] + bytes([body[at] ^ 1]) + body[at + 1:], body[:at] + body[at + 1:]):
            assert fftw.fftw_import_wisdom_from_string(damage) == 0, (at, damage)
    assert wisdom(fftw) == empty
    print("remembered")


def mapped(name):
    """How many files of this name the process has mapped as code; a link namespace has a mapping of its own."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return sum(1 for line in maps if " r-xp " in line and f"/{name}" in line)


def moved():
    """A program that finds the library by a relative path and then changes its folder."""
    os.chdir(FOLDER)
    fftw = opened("./libfftw3.so.3")
    os.chdir("/")
    plan, numbers, result = planned(fftw, ESTIMATE)
    fftw.fftw_execute(plan)
    print(mapped("libpapilio-fftw3-engine"))


def light():
    """A program whose plans are FFTW's."""
    fftw = opened()
    plan, numbers, result = planned(fftw, ESTIMATE, 16)
    fftw.fftw_execute(plan)
    print([mapped(name) for name in ("libfftw3.so", "libc.so", "libpapilio", "libOpenCL", "libstdc++")])


def threads():
    """A plan of one thread, then one of two by another library; the first goes on."""
    fftw = opened()
    counts = [mapped("libc.so")]
    first = planned(fftw, MEASURE, 4096)
    counts.append(mapped("libc.so"))
    assert fftw.fftw_init_threads()
    fftw.fftw_plan_with_nthreads(2)
    counts.append(mapped("libc.so"))
    second = planned(fftw, MEASURE, 4096)
    third = planned(fftw, WISDOM_ONLY, 4096)
    for plan, numbers, result in (first, second, third):
        assert plan
        numbers[:] = [0.0] * len(numbers)
        numbers[0] = 1.0
        fftw.fftw_execute(plan)
        assert list(result) == [1.0, 0.0] * 4096
        fftw.fftw_destroy_plan(plan)
    print(counts)


def few_files():
    """A process without file descriptors at its first use has a device at its second."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    fftw = opened()
    taken = []
    try:
        while True:
            taken.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    first = planned(fftw, ESTIMATE)[0]
    for descriptor in taken:
        os.close(descriptor)
    print("null" if first is None else "a plan", "a plan" if planned(fftw, ESTIMATE)[0] else "null")


def run(function, **variables):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PAPILIO_FFTW")}
    return subprocess.run([sys.executable, __file__, FOLDER, GENUINE, function], env=environment | variables,
                          capture_output=True, text=True, timeout=300, check=False)


class Lifecycle(unittest.TestCase):
    def ok(self, result):
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.strip()

    def test_opened_and_closed_again_and_again(self):
        self.ok(run("reopen"))

    def test_a_process_whose_plans_are_fftws_loads_nothing_of_papilio(self):
        self.assertEqual(self.ok(run("light")), "[2, 1, 0, 0, 0]")
        self.assertEqual(self.ok(run("light", LD_BIND_NOW="1")), "[2, 1, 0, 0, 0]")

    def test_threads_after_plans(self):
        self.assertEqual(self.ok(run("threads")), "[1, 1, 2]")

    def test_without_the_engine(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.realpath(LIBRARY), f"{folder}/libfftw3.so.3")
            arguments = [sys.executable, __file__, folder, GENUINE]
            self.assertEqual(self.ok(subprocess.run([*arguments, "light"], capture_output=True, text=True, check=False)), "[2, 1, 0, 0, 0]")
            alone = subprocess.run([*arguments, "alone"], env=os.environ | {"PAPILIO_FFTW_LIBRARY": "none"}, capture_output=True,
                                   text=True, check=False)
            self.assertEqual(self.ok(alone), "null")
            self.assertIn(f"no device: {folder}/libpapilio-fftw3-engine.so: cannot open shared object file", alone.stderr)

    def test_changing_the_folder(self):
        self.assertEqual(self.ok(run("moved", PAPILIO_FFTW_LIBRARY="none")), "1")

    def test_without_library_and_device_says_so_once(self):
        result = run("alone", PAPILIO_FFTW_LIBRARY="none", PAPILIO_FFTW_DEVICE="bogus")
        self.assertEqual(self.ok(result), "null")
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertRegex(lines[0], "papilio-fftw: a plan is null: no genuine FFTW: .*none; no device: .*'bogus'")

    def test_without_device_explains_itself(self):
        result = run("large", PAPILIO_FFTW_DEVICE="bogus", PAPILIO_FFTW_EXPLAIN="1")
        self.assertEqual(self.ok(result), "a plan")
        self.assertTrue(re.search("FFTW, model: .*; but Papilio: no device: .*'bogus'", result.stderr), result.stderr)

    def test_no_driver_is_opened_where_no_device_would_win(self):
        self.assertEqual(self.ok(run("closed", PAPILIO_FFTW_DEVICE="opencl:0")), "a plan\nno driver")
        self.assertEqual(self.ok(run("opens", PAPILIO_FFTW_DEVICE="opencl:0")), "a plan\na driver")

    def test_what_fftw_refuses_opens_a_driver_when_it_is_executed(self):
        result = run("refused", PAPILIO_FFTW_DEVICE="opencl:0", PAPILIO_FFTW_EXPLAIN="1")
        self.assertEqual(self.ok(result), "no driver\na driver")
        self.assertRegex(result.stderr, "^papilio-fftw: .*: FFTW, fewer than [0-9]+ points\n$")
        result = run("refused", PAPILIO_FFTW_DEVICE="bogus")
        self.assertIn("execution failed: this placement", result.stderr)
        self.assertIn("'bogus'", result.stderr)

    def test_the_model_knows_that_columns_share_cache_sets(self):
        result = run("columns", PAPILIO_FFTW_DEVICE="bogus", PAPILIO_FFTW_EXPLAIN="1")
        self.ok(result)
        times = [float(time) for time in re.findall(r"model: FFTW ([0-9.]+) ms", result.stderr)]
        self.assertEqual(len(times), 4, result.stderr)
        self.assertGreater(min(times[:2]), 1.5 * max(times[2:]), result.stderr)
        for line in result.stderr.splitlines()[2:]:
            self.assertNotIn("but Papilio", line, "it would save less than opening the device takes")

    def test_wisdom(self):
        for library in (GENUINE, "none"):
            self.assertEqual(self.ok(run("remembered", PAPILIO_FFTW_LIBRARY=library)), "remembered")

    def test_few_file_descriptors(self):
        self.assertEqual(self.ok(run("few_files", PAPILIO_FFTW_LIBRARY="none")), "null a plan")


if __name__ == "__main__":
    if len(sys.argv) > 3:
        globals()[sys.argv[3]]()
    else:
        unittest.main(argv=sys.argv[:1])
