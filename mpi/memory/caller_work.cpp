// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "caller_work.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>

namespace papilio::mpi {
namespace {

/// Arrays begin at multiples of a cache line, or of what a GPU reads at once.
constexpr std::size_t line = 256;
constexpr std::uintptr_t alignment = 16;

bool of_cuda(const Device& device) { return device.info().backend == Backend::cuda; }

/// Bytes at an address.
struct Memory {
  const std::byte* address = nullptr;
  std::size_t bytes = 0;
};

Memory on_device(const CallerWork& work) {
  if (!work.buffer) return {static_cast<const std::byte*>(work.address), work.address_bytes};
  return {static_cast<const std::byte*>(cuda::native_pointer(work.buffer)), work.buffer.size_bytes()};
}

void check_part(const std::string& what, const Memory& memory, std::size_t needed) {
  if (memory.bytes < needed) {
    throw Error::invalid_argument(what, fmt::format("it has {} bytes, and this rank needs {}", memory.bytes, needed),
                                  "give as many as the plan says");
  }
  if (memory.address == nullptr) throw Error::invalid_argument(what, "its address is null", "give its address");
  if (reinterpret_cast<std::uintptr_t>(memory.address) % alignment != 0) {
    throw Error::invalid_argument(
        what, fmt::format("its address {} is no multiple of {}", static_cast<const void*>(memory.address), alignment),
        "align it");
  }
}

bool overlap(const Memory& a, const Memory& b) {
  const std::less<const std::byte*> before;
  return a.bytes > 0 && b.bytes > 0 && before(a.address, b.address + b.bytes) && before(b.address, a.address + a.bytes);
}

void check_apart(const std::string& what, const Memory& memory, const Memory& array, const char* name) {
  if (!overlap(memory, array)) return;
  throw Error::invalid_argument(what, fmt::format("it overlaps the {}", name), "give memory apart from the arrays");
}

}  // namespace

void validate_work(const Options& options, const Device& device) {
  if (options.work == WorkOwner::plan) return;
  if (options.arrays == ArrayMemory::unknown) {
    throw Error::invalid_argument("work memory of the caller's", "how much it is depends on where the arrays are",
                                  "say so in Options::arrays");
  }
  if (of_cuda(device) || opencl::shares_host_memory(device)) return;
  throw Error::unsupported("work memory of the caller's on " + device.info().id,
                           "it is neither a device of CUDA nor one that computes in the host's memory",
                           "leave the memory to the plan");
}

void check_work(const Device& device, const std::optional<CallerWork>& work, const WorkSizes& needed,
                const std::array<ArrayOfExecution, 2>& arrays) {
  if (!work) {
    if (needed == WorkSizes{}) return;
    throw Error::invalid_argument("an execution without work memory",
                                  fmt::format("the plan leaves it to the caller, and this rank needs {} bytes on the "
                                              "host and {} on the device",
                                              needed.host, needed.device),
                                  "give it to the execution, or leave it to the plan");
  }
  if (needed.host > 0) {
    const std::string what = "the work memory on the host";
    const Memory memory = {static_cast<const std::byte*>(work->host.data()), work->host.size_bytes()};
    check_part(what, memory, needed.host);
    for (const ArrayOfExecution& array : arrays) {
      check_apart(what, {memory.address, needed.host},
                  {static_cast<const std::byte*>(array.host), array.host != nullptr ? array.bytes : 0}, array.name);
    }
  }
  if (needed.device == 0) return;
  const std::string what = "the work memory on the device";
  const Memory memory = on_device(*work);
  check_part(what, memory, needed.device);
  for (const ArrayOfExecution& array : arrays) {
    if (!array.buffer || !of_cuda(device)) continue;
    const Memory other = {static_cast<const std::byte*>(cuda::native_pointer(array.buffer)), array.bytes};
    check_apart(what, {memory.address, needed.device}, other, array.name);
  }
}

void refuse_work() {
  throw Error::invalid_argument("work memory for this execution", "the plan has its own",
                                "leave it out, or plan with Options::work");
}

CallerWork::CallerWork(const HostSpan& on_host, const Buffer& on_device) : host(on_host), buffer(on_device) {}
CallerWork::CallerWork(const Buffer& on_device) : buffer(on_device) {}
CallerWork::CallerWork(const HostSpan& on_host, void* on_device, std::size_t device_bytes)
    : host(on_host), address(on_device), address_bytes(device_bytes) {}

WorkCutter::WorkCutter(const Device& device) : device_(device), shares_(opencl::shares_host_memory(device)) {}

WorkCutter::WorkCutter(const Device& device, const CallerWork& work) : WorkCutter(device) {
  host_ = static_cast<std::byte*>(work.host.data());
  if (!shares_ && (work.buffer || work.address != nullptr)) {
    on_device_ = const_cast<std::byte*>(mpi::on_device(work).address);
  }
}

Region WorkCutter::array(std::size_t bytes, WorkSide side) {
  if (bytes == 0) return {};
  const auto next = [&](std::byte* memory, std::size_t& taken) {
    std::byte* const address = memory == nullptr ? nullptr : memory + taken;
    taken += (bytes + line - 1) / line * line;
    return address;
  };
  Region::CallerMemory memory;
  if (shares_) {
    memory.host = next(host_, taken_.host);
    memory.shared = side != WorkSide::host;
    if (memory.host != nullptr && memory.shared) memory.buffer = opencl::wrap_host_memory(device_, memory.host, bytes);
    return {memory, bytes};
  }
  if (side != WorkSide::device) memory.host = next(host_, taken_.host);
  if (side == WorkSide::host) return {memory, bytes};
  std::byte* const address = next(on_device_, taken_.device);
  if (address != nullptr) memory.buffer = cuda::wrap_pointer(device_, address, bytes);
  return {memory, bytes};
}

}  // namespace papilio::mpi
