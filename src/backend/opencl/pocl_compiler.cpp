// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/pocl_compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "core/hash.hpp"

namespace papilio::backend::opencl {
namespace {

/// A kernel takes four or five mappings, and its version for grids of 65535 work-items and more takes as many again.
constexpr std::int64_t mappings_of_kernel = 10;
/// Other code maps memory as well, so the estimate is renewed at least this often.
constexpr std::int64_t kernels_between_counts = 1024;

constexpr const char* earlier = "memory ran out earlier inside PoCL's compiler, which has kept its locks since";
constexpr const char* remedy = "end this process and start it again with more memory";

}  // namespace

KernelMappings::KernelMappings(std::string maps, const std::string& limit) : maps_(std::move(maps)) {
  std::ifstream(limit) >> limit_;
}

std::int64_t KernelMappings::count() const {
  std::ifstream file(maps_, std::ios::binary);
  std::array<char, 1 << 16> block{};
  std::int64_t lines = 0;
  while (file.read(block.data(), block.size()) || file.gcount() > 0) {
    lines += std::count(block.data(), block.data() + file.gcount(), '\n');
  }
  return lines;
}

void KernelMappings::admit(std::string_view entry, std::string_view text) {
  if (limit_ == 0) return;
  std::string key = hash_hex(text);
  if (admitted_.contains(key)) return;
  // The rest is for the program itself: its threads, its libraries, its memory.
  const std::int64_t most = limit_ - limit_ / 8;
  const auto estimate = [this] { return counted_ + mappings_of_kernel * (since_ + 1); };
  if (counted_ == 0 || since_ >= kernels_between_counts || estimate() > most) {
    counted_ = count();
    since_ = 0;
  }
  if (estimate() > most) {
    throw Error::out_of_memory(
        fmt::format("loading kernel '{}'", entry),
        fmt::format("PoCL never unmaps a kernel that has run, and this process has {} of at most {} mappings", counted_,
                    limit_),
        "raise the sysctl vm.max_map_count, or go on in a new process");
  }
  admitted_.insert(std::move(key));
  ++since_;
}

PoclCompiler::PoclCompiler()
    : out_of_memory_(Error::out_of_memory(
          "compiling a kernel", "memory ran out inside PoCL's compiler, which this process cannot use any more",
          remedy)),
      lost_(Error::out_of_memory("compiling a kernel", earlier, remedy)),
      cannot_launch_(Error::device_failed("launching a kernel", earlier, remedy)),
      mappings_("/proc/self/maps", "/proc/sys/vm/max_map_count") {}

PoclCompiler& PoclCompiler::of_process() {
  static auto* const instance = new PoclCompiler;
  return *instance;
}

void PoclCompiler::admit(std::string_view entry, std::string_view text) {
  const std::lock_guard lock(mappings_mutex_);
  mappings_.admit(entry, text);
}

void PoclCompiler::require_launch(bool compiled) const {
  const State state = state_.load(std::memory_order_relaxed);
  if (state == State::working || (state == State::cannot_compile && compiled)) return;
  throw Error(cannot_launch_);
}

void PoclCompiler::lose(Activity activity) {
  state_.store(activity == Activity::build ? State::cannot_compile : State::cannot_launch, std::memory_order_relaxed);
}

}  // namespace papilio::backend::opencl
