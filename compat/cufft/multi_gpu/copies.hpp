// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Copies of runs of bytes between the host and GPUs, and between GPUs: commands of the default stream of a GPU, so that
// they follow what the program has given it before. Throw Error(device_failed).
#pragma once

#include <cstddef>
#include <cstdint>

#include "compat/cufft/multi_gpu/gpu.hpp"

namespace papilio::compat::cufft {

/// One side of a copy: where its first run begins, and how far apart they are.
struct CopySide {
  std::byte* address = nullptr;
  std::int64_t pitch = 0;
  bool on_host = false;
};
struct CopiedRuns {
  std::int64_t width = 0;
  std::int64_t rows = 1;
};

/// Enqueues a copy on the default stream of the GPU. One side may be another GPU's memory.
void copy_runs(const Gpu& gpu, const CopySide& from, const CopySide& to, const CopiedRuns& runs);
/// Waits for the default streams of all.
void wait_for(const Gpus& gpus);
/// Waits for a stream of whatever context; null: nothing to wait for.
void wait_for_stream(void* stream);

}  // namespace papilio::compat::cufft
