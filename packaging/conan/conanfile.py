# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Conan 2: conan create packaging/conan --build=missing"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Papilio(ConanFile):
    name = "papilio"
    description = "Fast Fourier transforms on GPUs and CPUs, compiled at run time"
    license = "MIT"
    topics = ("fft", "gpu", "opencl", "cuda", "vulkan", "signal-processing")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": True, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        # The version is written in one place, the public header.
        header = load(self, os.path.join(self._root(), "include", "papilio", "version.h"))
        self.version = ".".join(re.findall(r"#define PAPILIO_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "CHANGELOG.md", "cmake/*", "include/*", "src/*", "compat/*", "mpi/*"):
            copy(self, pattern, self._root(), self.export_sources_folder)

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        # Private to a shared library, part of what users of a static one link.
        self.requires("fmt/[>=9 <12]")

    def build_requirements(self):
        # Headers only: drivers are opened at run time.
        self.test_requires("opencl-headers/[>=2023.04.17]")
        self.test_requires("vulkan-headers/[>=1.3.239]")
        self.test_requires("spirv-headers/[>=1.3.239]")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("TOOL", "TESTS", "CUFFT", "FFTW3", "MEX", "MPI"):
            toolchain.cache_variables[f"PAPILIO_BUILD_{part}"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["papilio"]
        # The package's own files: those of a static library look for {fmt} and threads.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "papilio")]
        self.cpp_info.set_property("pkg_config_name", "papilio")
        if self.settings.os == "Linux" and not self.options.shared:
            self.cpp_info.system_libs = ["pthread", "dl"]
