# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Spack, from a checkout: spack repo add packaging/spack/spack_repo/papilio; spack dev-build papilio@main"""

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Papilio(CMakePackage):
    """Fast Fourier transforms on GPUs and CPUs, compiled at run time for the device at hand through CUDA, OpenCL or
    Vulkan."""

    license("MIT", checked_by="papilio")
    version("main")

    variant("shared", default=True, description="Build a shared library")
    variant("tool", default=True, description="Build the papilio command")
    variant("compat", default=False, description="Build libraries with the interfaces of cuFFT and FFTW")
    variant("mpi", default=False, description="Build libpapilio-mpi, transforms distributed over MPI ranks")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("fmt@9:")
    # Headers only: drivers are opened at run time.
    depends_on("opencl-c-headers", type="build")
    depends_on("vulkan-headers", type="build")
    depends_on("spirv-headers", type="build")
    depends_on("mpi", when="+mpi")
    with when("+tool"):
        depends_on("cli11")
        depends_on("nlohmann-json")
        depends_on("libsndfile")
        depends_on("cairo+png+svg+pdf")
        depends_on("libpng")

    def cmake_args(self):
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("PAPILIO_BUILD_TOOL", "tool"),
            self.define_from_variant("PAPILIO_BUILD_CUFFT", "compat"),
            self.define_from_variant("PAPILIO_BUILD_FFTW3", "compat"),
            self.define_from_variant("PAPILIO_BUILD_MPI", "mpi"),
            self.define("PAPILIO_BUILD_TESTS", self.run_tests),
            self.define("PAPILIO_BUILD_MEX", False),
            self.define("PAPILIO_BUILD_VKFFT", False),
        ]
