// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/abi.hpp"

namespace papilio::compat::cufft {

const CufftVersion library_version = {11, 4, 1};

extern "C" {
int cufftXtSetJITCallback(int plan);

/// The name of cufftXtSetJITCallback in the headers of CUDA 12.7 and later. An alias, because C++ reserves such names.
[[gnu::visibility("default")]] int set_jit_callback_of_12_7(int plan) __asm__("__cufftXtSetJITCallback_12_7");
int set_jit_callback_of_12_7(int plan) { return cufftXtSetJITCallback(plan); }
}

}  // namespace papilio::compat::cufft
