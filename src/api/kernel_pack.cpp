// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/kernel_pack.hpp"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "api/access.hpp"
#include "api/generator_hash.hpp"
#include "api/measure/wisdom.hpp"
#include "backend/opencl/pocl_cache.hpp"
#include "backend/opencl/pocl_pack.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/kernel_pack.hpp"

namespace papilio::api {
namespace {

std::string identity_of(const runtime::Device& device) { return device.compiler_identity(device.quick_dialect()); }

/// Key of an entry that says for which kernels the pack was made.
std::string origin_key(const runtime::Device& device) {
  return fmt::format("pack of\n{}\n{}", identity_of(device), generator_hash());
}

}  // namespace

std::string kernel_pack(const Device& device, std::span<const plan::TunedPlan> wisdom) {
  const runtime::Device& own = unwrap(device);
  const runtime::CompileCache cache(runtime::CacheConfig::from_environment());
  std::vector<runtime::CacheEntry> entries = cache.entries();
  // Programs look up tables up to an eighth of their cache's limit; where these caches have none, the default's counts.
  const auto largest = static_cast<std::size_t>(runtime::CacheConfig{}.limit_bytes / 8);
  std::erase_if(entries, [largest](const runtime::CacheEntry& entry) { return entry.payload.size() > largest; });
  if (own.keeps_programs()) {
    auto programs = backend::opencl::pack_pocl_programs(backend::opencl::pocl_kernel_folder(), identity_of(own));
    std::ranges::move(programs, std::back_inserter(entries));
  }
  const std::string lines = merged_wisdom({}, wisdom);
  const auto text = std::as_bytes(std::span(lines));
  entries.push_back({std::string(wisdom_of_pack), {text.begin(), text.end()}});
  entries.push_back({origin_key(own), {}});
  return runtime::KernelPack::bytes_of(entries);
}

std::string foreign_pack(const Device& device) {
  const std::filesystem::path pack = runtime::CacheConfig::from_environment().pack;
  if (pack.empty() || runtime::KernelPack(pack).find(origin_key(unwrap(device)))) return {};
  return fmt::format(
      "PAPILIO_KERNEL_PACK: {}: no kernel of it fits {} ({}): another version of Papilio made it, or for another "
      "device or driver; make it again with `papilio pack`",
      pack.string(), device.info().id, device.info().name);
}

}  // namespace papilio::api
