// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The content of a program: its kernels and tables, each once, and its launches. Plain values, which `program` writes
// in C and `module` in JavaScript.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/tables/tables.hpp"
#include "tools/c_source/program.hpp"

namespace papilio::tool {

enum class ArgumentKind { input, output, scratch, table, number };

struct ProgramArgument {
  ArgumentKind kind = ArgumentKind::number;
  std::int64_t value = 0;  ///< of a number; of a table which one
};

struct ProgramKernel {
  std::string name;
  std::string key;
  std::string text;
  int threads = 1;
  std::int64_t local_bytes = 0;  ///< of shared memory
  // WGSL
  std::vector<int> bindings = {};           ///< of each memory
  std::vector<bool> reads = {};             ///< by binding: the kernel only reads it
  std::vector<std::string> constants = {};  ///< names of its numbers, in order
};

struct ProgramLaunch {
  std::size_t kernel = 0;
  std::int64_t groups = 1;
  std::int64_t local_memory = 0;  ///< dynamic shared memory, CUDA
  std::size_t clear_from = 0;     ///< bytes of the scratch, before the launch
  std::size_t clear_bytes = 0;
  std::vector<ProgramArgument> arguments;
};

struct ProgramContent {
  std::vector<ProgramKernel> kernels;
  std::vector<kernel::TableSpec> tables;
  std::vector<ProgramLaunch> launches;
};

/// Throws Error(unsupported) for tables of more than 16 MiB.
ProgramContent content_of(const ProgramRequest& request);

/// The tables' contents, in order.
std::vector<std::vector<std::byte>> contents_of_tables(const ProgramContent& content);

}  // namespace papilio::tool
