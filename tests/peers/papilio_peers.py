# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""A pytest plugin that puts Papilio in the place of what another project's suite tests (scripts/peer-suites).

PAPILIO_PEER_SUITE names the suite. The tests of expected_failures.txt must fail, for the reason that is given there; one that
passes is a failure too. The summary counts the calls that Papilio has computed; a run without any fails.
"""

import fnmatch
import functools
import os
import pathlib
import sys

import pytest

SUITE = os.environ["PAPILIO_PEER_SUITE"]
calls = 0


def counted(function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        global calls
        calls += result is not NotImplemented
        return result

    return call


def expected_failures():
    """Pairs of a pattern of test ids and a reason."""
    lines = pathlib.Path(__file__).with_name("expected_failures.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.strip() and not line.startswith("#"):
            suite, pattern, reason = line.split(maxsplit=2)
            if suite == SUITE:
                yield pattern, reason


def use_papilio():
    if SUITE == "pyfftw":  # LD_LIBRARY_PATH has put the drop-in there
        import pyfftw  # noqa: F401

        assert "/papilio/fftw3/libfftw3.so" in pathlib.Path("/proc/self/maps").read_text(encoding="utf-8")
        return
    if SUITE == "finufft":
        from papilio import nufft

        nufft.Plan.execute = counted(nufft.Plan.execute)
        nufft.Plan.execute_adjoint = counted(nufft.Plan.execute_adjoint)
        sys.modules["finufft"] = nufft
        return
    import numpy.fft
    import papilio.fft

    papilio.fft.__ua_function__ = counted(papilio.fft.__ua_function__)
    if SUITE == "scipy":
        import scipy.signal

        for name in ("CZT", "ZoomFFT", "czt", "czt_points", "zoom_fft"):
            setattr(scipy.signal, name, counted(getattr(papilio, name)))
    for name in set(numpy.fft.__all__) & set(papilio.fft.__all__):
        function = counted(getattr(papilio.fft, name))
        if SUITE == "array-api":
            setattr(papilio.fft, name, function)
        if SUITE == "numpy":
            setattr(numpy.fft, name, function)


use_papilio()


@pytest.fixture(autouse=SUITE == "scipy")
def papilio_backend():
    """Some tests of SciPy set a global backend and reset it to SciPy's."""
    import papilio.fft
    import scipy.fft

    scipy.fft.set_global_backend(papilio.fft)
    scipy.fft.register_backend("scipy")  # for what Papilio leaves to it


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    expected = list(expected_failures())
    for item in items:
        for pattern, reason in expected:
            if fnmatch.fnmatchcase(item.nodeid, "*" + pattern):
                item.add_marker(pytest.mark.xfail(reason=reason, strict=not reason.startswith("sometimes")))


def pytest_terminal_summary(terminalreporter):
    if SUITE != "pyfftw":
        terminalreporter.write_line(f"{calls} calls computed by Papilio")


def pytest_sessionfinish(session, exitstatus):
    if SUITE != "pyfftw" and calls == 0 and exitstatus == 0:
        session.exitstatus = 1
