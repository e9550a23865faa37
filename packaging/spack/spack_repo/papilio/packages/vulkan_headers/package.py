# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class VulkanHeaders(CMakePackage):
    """Headers of Vulkan, which Spack's own repository does not have."""

    homepage = "https://github.com/KhronosGroup/Vulkan-Headers"
    git = "https://github.com/KhronosGroup/Vulkan-Headers.git"

    license("Apache-2.0 OR MIT")
    version("1.3.239", tag="v1.3.239")

    depends_on("cmake@3.10:", type="build")
