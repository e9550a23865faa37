// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NVIDIA's ptxas, a program that assembles PTX for a GPU that need not be there. Devices that are there have the
// driver's own compiler (linker.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace papilio::backend::cuda {

/// The machine code of a kernel for an architecture, 90 for sm_90, sealed as CuDevice::load() takes it. The program is
/// $PAPILIO_PTXAS, else ptxas of PATH, $CUDA_HOME/bin, $CUDA_PATH/bin or /usr/local/cuda/bin. Throws Error(unsupported)
/// without it, and Error(build_failed) with its first message.
std::vector<std::byte> assemble(const std::string& ptx, int architecture, const std::string& entry);

}  // namespace papilio::backend::cuda
