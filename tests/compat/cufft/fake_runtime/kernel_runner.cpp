// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/fake_runtime/kernel_runner.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "support/fake_cuda/fake_cuda.hpp"
#include "support/ptx_machine.hpp"
#include "support/ptx_program.hpp"

namespace papilio::test {
namespace {

/// The memory from an address to the end of its allocation; none for a number that is no device address.
PtxBuffer buffer_at(std::uint64_t address) {
  const FakeCuda& fake = *fake_cuda_state();
  const auto within = [&](std::uint64_t begin, std::size_t bytes) -> PtxBuffer {
    if (address < begin || address >= begin + bytes) return {};
    return {reinterpret_cast<std::byte*>(address),  // NOLINT(performance-no-int-to-ptr)
            static_cast<std::int64_t>(begin + bytes - address)};
  };
  for (const auto& [begin, allocation] : fake.allocations) {
    if (const PtxBuffer buffer = within(begin, allocation.first); buffer.data != nullptr) return buffer;
  }
  for (const auto& [begin, bytes] : fake.temporaries) {
    if (const PtxBuffer buffer = within(begin, bytes); buffer.data != nullptr) return buffer;
  }
  for (const auto& [begin, allocation] : fake.host_allocations) {
    const PtxBuffer buffer = within(reinterpret_cast<std::uint64_t>(begin), allocation.first);
    if (buffer.data != nullptr) return buffer;
  }
  for (const auto& [begin, bytes] : fake.opened) {
    if (const PtxBuffer buffer = within(begin, bytes); buffer.data != nullptr) return buffer;
  }
  return {};
}

}  // namespace

void run_kernel(const FakeRun& run) {
  const ptx::Program program = ptx::parse(run.ptx);
  PtxLaunch launch;
  const std::size_t count = std::min(program.parameters.size(), run.parameters.size());
  std::size_t i = 0;
  for (; i < count; ++i) {
    const PtxBuffer buffer = buffer_at(run.parameters[i]);
    if (buffer.data == nullptr) break;
    launch.buffers.push_back(buffer);
  }
  for (; i < count; ++i) launch.scalars.push_back(static_cast<std::int64_t>(run.parameters[i]));
  launch.shared_bytes = run.dynamic_shared;
  launch.blocks = run.groups;
  const PtxReport report = run_ptx(run.ptx, launch);
  if (report.ok()) return;
  for (const std::string& fault : report.faults)
    std::fprintf(stderr, "kernel %s: %s\n", program.name.c_str(), fault.c_str());
  std::abort();
}

}  // namespace papilio::test
