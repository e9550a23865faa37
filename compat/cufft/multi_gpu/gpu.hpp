// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The GPUs of a plan. One GPU may be given several times, as NVIDIA's samples do on machines that have only one.
#pragma once

#include <papilio/device.hpp>
#include <vector>

namespace papilio::compat::cufft {

struct Gpu {
  int number = 0;  ///< as CUDA counts them
  papilio::Device device;
};
using Gpus = std::vector<Gpu>;

}  // namespace papilio::compat::cufft
