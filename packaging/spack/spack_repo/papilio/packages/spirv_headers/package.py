# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class SpirvHeaders(CMakePackage):
    """Headers of SPIR-V, which Spack's own repository does not have."""

    homepage = "https://github.com/KhronosGroup/SPIRV-Headers"
    git = "https://github.com/KhronosGroup/SPIRV-Headers.git"

    license("MIT")
    version("1.3.239.0", tag="sdk-1.3.239.0")

    depends_on("cmake@3.0:", type="build")

    def cmake_args(self):
        return [self.define("SPIRV_HEADERS_SKIP_EXAMPLES", True)]
