// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runs a kernel in CUDA C++ on the host: the C++ compiler that is in PATH compiles it, a thread for each work-item runs
// it. No CUDA is needed. It shows what the text computes, not what NVIDIA's compiler makes of it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace papilio::test {

/// Kernel "chain", with pointers to the five `buffers`, which are copied there and back: four of numbers of type
/// `real`, and one of ints. Returns an empty text, or why it could not run.
std::string run_cuda_on_host(const std::string& source, int threads, const std::string& real,
                             std::span<std::vector<std::byte>> buffers);

}  // namespace papilio::test
