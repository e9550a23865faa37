// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/assembler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <papilio/error.hpp>
#include <span>

#include "backend/cuda/compiler.hpp"
#include "runtime/binary.hpp"
#include "runtime/child_process.hpp"
#include "runtime/environment.hpp"

namespace papilio::backend::cuda {
namespace {

std::vector<std::string> names_to_try() {
  const char* const chosen = runtime::environment_variable("PAPILIO_PTXAS");
  if (chosen != nullptr && *chosen != '\0') return {chosen};
  std::vector<std::string> names = {"ptxas"};
  for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* const toolkit = runtime::environment_variable(variable);
    if (toolkit != nullptr && *toolkit != '\0') names.push_back(std::string(toolkit) + "/bin/ptxas");
  }
  names.emplace_back("/usr/local/cuda/bin/ptxas");
  return names;
}

std::string find_ptxas() {
  const std::vector<std::string> names = names_to_try();
  for (const std::string& name : names) {
    if (std::string path = runtime::find_program(name); !path.empty()) return path;
  }
  throw Error::unsupported("machine code for a GPU that is not here",
                           fmt::format("NVIDIA's ptxas was not found, tried {}", fmt::join(names, ", ")),
                           "install it (a CUDA toolkit, or nvidia-cuda-nvcc of PyPI) and set PAPILIO_PTXAS to the "
                           "program, or pack on a machine with such a GPU");
}

}  // namespace

std::vector<std::byte> assemble(const std::string& ptx, int architecture, const std::string& entry) {
  const std::string name = fmt::format("sm_{}", architecture);
  const runtime::ChildOutput output =
      runtime::run_child({find_ptxas(), "-arch=" + name, "-o", runtime::result_path, "/dev/stdin"}, ptx);
  const auto image = std::as_bytes(std::span(output.result));
  if (!has_entry(image, ImageKind::cubin, entry)) {
    throw Error::build_failed(fmt::format("compiling kernel '{}' for {}", entry, name),
                              output.log.empty() ? "ptxas wrote no such kernel" : runtime::first_message(output.log));
  }
  return runtime::seal(image);
}

}  // namespace papilio::backend::cuda
