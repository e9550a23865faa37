// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/kernel_pack.hpp"

#include <fmt/format.h>

#include <iterator>
#include <papilio/error.hpp>
#include <vector>

#include "api/access.hpp"
#include "api/generator_hash.hpp"
#include "api/measure/wisdom.hpp"
#include "api/run/kernels.hpp"
#include "backend/cuda/assembler.hpp"
#include "backend/opencl/pocl_cache.hpp"
#include "backend/opencl/pocl_pack.hpp"
#include "runtime/compile_cache.hpp"
#include "runtime/kernel_pack.hpp"

namespace papilio::api {
namespace {

std::string identity_of(const runtime::Device& device) { return device.compiler_identity(device.quick_dialect()); }

/// Key of an entry that says for which kernels the pack was made.
std::string origin_key(const std::string& identity) {
  return fmt::format("pack of\n{}\n{}", identity, generator_hash());
}

/// Entries of the cache's folder.
std::vector<runtime::CacheEntry> entries_of_folder() {
  const runtime::CompileCache cache(runtime::CacheConfig::from_environment());
  std::vector<runtime::CacheEntry> entries = cache.entries();
  // Programs look up tables up to an eighth of their cache's limit; where these caches have none, the default's counts.
  const auto largest = static_cast<std::size_t>(runtime::CacheConfig{}.limit_bytes / 8);
  std::erase_if(entries, [largest](const runtime::CacheEntry& entry) { return entry.payload.size() > largest; });
  return entries;
}

}  // namespace

void store_shipped(const DeviceCaps& caps, const plan::PlanNode& plan) {
  if (caps.architecture == 0) {
    throw Error::unsupported("a pack for " + caps.name, "only NVIDIA's GPUs have a compiler that needs no device",
                             "give --caps h200, or pack on a machine with the device");
  }
  const runtime::CompileCache cache(runtime::CacheConfig::from_environment());
  const emit::Target target(caps);
  for (const plan::PassLaunch& launch : plan.launches()) {
    const Kernel kernel = launch.kernel();
    const std::string key = shipped_key(caps, kernel);
    if (cache.find(key)) continue;
    const Source source = source_of(kernel, Dialect::ptx, target);
    cache.store(key, backend::cuda::assemble(source.bytes, caps.architecture, name_of(kernel)));
  }
  for (const plan::Pass* pass : plan.passes()) {
    for (const kernel::TableSpec& table : kernel::interface_of(pass->kernel).tables) (void)contents_of(table, cache);
  }
}

std::string shipped_pack(const DeviceCaps& caps) {
  std::vector<runtime::CacheEntry> entries = entries_of_folder();
  entries.push_back({origin_key(shipped_identity(caps)), {}});
  return runtime::KernelPack::bytes_of(entries);
}

std::string kernel_pack(const Device& device, std::span<const plan::TunedPlan> wisdom) {
  const runtime::Device& own = unwrap(device);
  std::vector<runtime::CacheEntry> entries = entries_of_folder();
  if (own.keeps_programs()) {
    auto programs = backend::opencl::pack_pocl_programs(backend::opencl::pocl_kernel_folder(), identity_of(own));
    std::ranges::move(programs, std::back_inserter(entries));
  }
  const std::string lines = merged_wisdom({}, wisdom);
  const auto text = std::as_bytes(std::span(lines));
  entries.push_back({std::string(wisdom_of_pack), {text.begin(), text.end()}});
  entries.push_back({origin_key(identity_of(own)), {}});
  return runtime::KernelPack::bytes_of(entries);
}

std::string foreign_pack(const Device& device) {
  const std::filesystem::path pack = runtime::CacheConfig::from_environment().pack;
  const runtime::Device& own = unwrap(device);
  const auto is_for = [&](const std::string& identity) {
    return runtime::KernelPack(pack).find(origin_key(identity)).has_value();
  };
  if (pack.empty() || is_for(identity_of(own))) return {};
  if (own.caps().architecture != 0 && is_for(shipped_identity(own.caps()))) return {};
  return fmt::format(
      "PAPILIO_KERNEL_PACK: {}: no kernel of it fits {} ({}): another version of Papilio made it, or for another "
      "device or driver; make it again with `papilio pack`",
      pack.string(), device.info().id, device.info().name);
}

}  // namespace papilio::api
