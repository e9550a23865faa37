// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/plan_resources.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/run/kernels.hpp"
#include "kernel/fused_kernel.hpp"

namespace papilio::tool {
namespace {

constexpr const char* not_told = "not told by this driver";

std::string threads_text(const KernelResources& kernel) {
  const runtime::Resources& taken = *kernel.taken;
  const std::string multiple =
      taken.thread_multiple ? fmt::format(", best a multiple of {}", *taken.thread_multiple) : "";
  return fmt::format("{} (at most {}{})", kernel.threads, taken.max_threads, multiple);
}

std::string registers_text(const KernelResources& kernel) {
  const runtime::Resources& taken = *kernel.taken;
  if (const auto spills = kernel.spills()) {
    return fmt::format("{}, {}", *taken.registers, *spills > 0 ? fmt::format("spills {} bytes", *spills) : "no spills");
  }
  if (!taken.private_memory) return not_told;
  return fmt::format("{} ({} bytes of private memory)", not_told, *taken.private_memory);
}

std::string memory_text(const KernelResources& kernel) {
  const std::int64_t bytes = kernel.taken->local_memory;
  return fmt::format("{} ({} static, {} dynamic)", bytes, bytes - kernel.dynamic_memory, kernel.dynamic_memory);
}

std::string occupancy_text(const KernelResources& kernel) {
  const std::optional<double> occupancy = kernel.occupancy();
  if (!occupancy) return not_told;
  return fmt::format("{} ({:.0f}% of its {} work-items)", *kernel.taken->groups_per_unit, 100 * *occupancy,
                     kernel.unit_threads);
}

template <typename T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::optional<double> KernelResources::occupancy() const {
  if (!taken || !taken->groups_per_unit || unit_threads <= 0) return std::nullopt;
  return static_cast<double>(*taken->groups_per_unit) * threads / unit_threads;
}

std::optional<std::int64_t> KernelResources::spills() const {
  if (!taken || !taken->registers) return std::nullopt;
  return taken->private_memory.value_or(0);
}

std::map<std::string, KernelResources> resources_of(const Planned& planned) {
  if (!planned.opened) {
    throw Error::invalid_argument("--resources of " + planned.device,
                                  "what a kernel takes is known once it is compiled",
                                  "choose a device that is here with --device");
  }
  std::map<std::string, KernelResources> all;
  for (const plan::PassLaunch& launch : planned.tree.launches()) {
    const Kernel kernel = launch.kernel();
    const std::string key = key_of(kernel);
    if (all.contains(key)) continue;
    const kernel::GroupSize size = kernel::size_of(kernel);
    all[key] = {.name = name_of(kernel),
                .threads = size.threads,
                .dynamic_memory = planned.dialect == Dialect::cuda ? size.local_memory : 0,
                .unit_threads = planned.caps.unit_threads,
                .taken = api::resources_of(api::unwrap(planned.opened), kernel)};
  }
  return all;
}

std::string to_text(const KernelResources& kernel) {
  if (!kernel.taken) return fmt::format("kernel {}\n  {}\n", kernel.name, not_told);
  return fmt::format(
      "kernel {}\n"
      "  work-items a group: {}\n"
      "  registers a work-item: {}\n"
      "  bytes of local memory a group: {}\n"
      "  groups a compute unit: {}\n",
      kernel.name, threads_text(kernel), registers_text(kernel), memory_text(kernel), occupancy_text(kernel));
}

nlohmann::ordered_json to_json(const KernelResources& kernel) {
  if (!kernel.taken) return nullptr;
  const runtime::Resources& taken = *kernel.taken;
  return {{"threads", kernel.threads},
          {"max_threads", taken.max_threads},
          {"thread_multiple", or_null(taken.thread_multiple)},
          {"registers", or_null(taken.registers)},
          {"spill_bytes", or_null(kernel.spills())},
          {"private_memory", or_null(taken.private_memory)},
          {"static_local_memory", taken.local_memory - kernel.dynamic_memory},
          {"dynamic_local_memory", kernel.dynamic_memory},
          {"groups_per_unit", or_null(taken.groups_per_unit)},
          {"occupancy", or_null(kernel.occupancy())}};
}

}  // namespace papilio::tool
