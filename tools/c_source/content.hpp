// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The content of a program: its kernels and tables, each once, and its launches. Plain values, which `program` writes
// in C and `module` in JavaScript.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <string>
#include <vector>

#include "kernel/tables/tables.hpp"
#include "tools/c_source/program.hpp"

namespace papilio::tool {

/// `filter`: the spectra of a convolution's kernels, which no program in C has.
enum class ArgumentKind { input, output, scratch, table, number, filter };

/// Passes, and the sizes of the arrays that they work on.
struct ContentPasses {
  const plan::PlanNode& tree;
  std::int64_t batch = 1;
  std::int64_t input_elements = 0;
  std::int64_t output_elements = 0;
  std::int64_t scratch_element_bytes = 0;

  ContentPasses(const plan::PlanNode& passes, const Problem& problem)
      : tree(passes),
        batch(problem.batch),
        input_elements(problem.input_elements()),
        output_elements(problem.output_elements()),
        scratch_element_bytes(problem.scratch_element_bytes()) {}
  [[nodiscard]] std::int64_t scratch_bytes() const { return tree.scratch_elements * scratch_element_bytes; }
};

/// Device and language of a program.
struct ContentTarget {
  const DeviceCaps& caps;
  Dialect dialect = Dialect::opencl;
  std::string token;  ///< for messages
};

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

/// The content of passes that run one after the other. Throws Error(unsupported) for tables of more than 16 MiB; in
/// WGSL 64.
ProgramContent content_of(std::span<const ContentPasses> all, const ContentTarget& target);
ProgramContent content_of(const ProgramRequest& request);

/// The tables' contents, in order.
std::vector<std::vector<std::byte>> contents_of_tables(const ProgramContent& content);

}  // namespace papilio::tool
