// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/c_source/content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "api/run/kernels.hpp"
#include "api/run/planned_launch.hpp"
#include "runtime/compile_cache.hpp"

namespace papilio::tool {
namespace {

// As decimal numbers a table has several times its bytes, in base64 4/3 of them.
constexpr std::int64_t max_written_table_bytes = std::int64_t{16} << 20U;
constexpr std::int64_t max_encoded_table_bytes = std::int64_t{64} << 20U;

/// The arguments that list_arguments() tells.
class ArgumentList {
 public:
  ArgumentList(const ContentPasses& passes, const api::PlannedLaunch& launch, std::vector<kernel::TableSpec>& tables)
      : passes_(passes), launch_(launch), tables_(tables) {}

  void counters() { add(ArgumentKind::scratch); }
  void memory(plan::Slot slot) {
    add(slot == plan::Slot::input    ? ArgumentKind::input
        : slot == plan::Slot::output ? ArgumentKind::output
                                     : ArgumentKind::scratch);
  }
  void imaginary(plan::Slot slot) { memory(slot); }
  void load_data(plan::Slot slot) { memory(slot); }
  void store_data(plan::Slot slot) { memory(slot); }
  void input_sums() { throw Error::internal("a program", "its executions are not verified"); }
  void output_sums() { input_sums(); }
  void filter() { add(ArgumentKind::filter); }
  void tables(std::size_t part) {
    for (const kernel::TableSpec& table : launch_.parts[part].face.tables) {
      const auto known = std::ranges::find(tables_, table);
      add(ArgumentKind::table, known - tables_.begin());
      if (known == tables_.end()) tables_.push_back(table);
    }
  }
  void number(std::int64_t value) { add(ArgumentKind::number, value); }
  void plane(plan::Slot slot) { number(slot == plan::Slot::input ? passes_.input_elements : passes_.output_elements); }

  std::vector<ProgramArgument> take() { return std::move(arguments_); }

 private:
  void add(ArgumentKind kind, std::int64_t value = 0) { arguments_.push_back({kind, value}); }

  const ContentPasses& passes_;
  const api::PlannedLaunch& launch_;
  std::vector<kernel::TableSpec>& tables_;
  std::vector<ProgramArgument> arguments_;
};

ProgramKernel kernel_of(const Kernel& kernel, const std::string& key, const ContentTarget& target) {
  const ir::Module module = api::verified_module(kernel);
  ProgramKernel made{.name = name_of(kernel),
                     .key = key,
                     .text = emit::emit(module, target.dialect, emit::Target(target.caps)).bytes,
                     .threads = module.threads,
                     .local_bytes = module.shared_bytes()};
  made.bindings = emit::bindings_of(module);
  for (std::size_t i = 0; i < module.buffers.size(); ++i) {
    const bool reads = module.buffers[i]->access == ir::Access::read;
    const auto binding = static_cast<std::size_t>(made.bindings[i]);
    if (binding < made.reads.size()) {
      made.reads[binding] = made.reads[binding] && reads;
    } else {
      made.reads.push_back(reads);
    }
  }
  for (const ir::Scalar scalar : module.scalars) made.constants.emplace_back(to_string(scalar));
  return made;
}

void append(const ContentPasses& passes, const ContentTarget& target, ProgramContent& content) {
  for (const plan::PassLaunch& each : passes.tree.launches()) {
    const Kernel kernel = each.kernel();
    const std::string key = key_of(kernel);
    const auto known = std::ranges::find(content.kernels, key, &ProgramKernel::key);
    const auto number = static_cast<std::size_t>(known - content.kernels.begin());
    if (known == content.kernels.end()) content.kernels.push_back(kernel_of(kernel, key, target));
    const api::PlannedLaunch launch =
        api::planned_launch(each, passes.scratch_element_bytes, target.caps.compute_units);
    const api::Batch batch{passes.batch, passes.batch};
    ArgumentList arguments(passes, launch, content.tables);
    api::list_arguments(launch, batch, launch.parts.front().shape, arguments);
    content.launches.push_back({.kernel = number,
                                .groups = launch.groups,
                                .local_memory = launch.local_memory,
                                .clear_from = launch.fused() ? launch.counters : 0,
                                .clear_bytes = launch.counter_bytes_of(batch),
                                .arguments = arguments.take()});
  }
}

}  // namespace

ProgramContent content_of(std::span<const ContentPasses> all, const ContentTarget& target) {
  ProgramContent content;
  for (const ContentPasses& passes : all) append(passes, target, content);
  std::int64_t bytes = 0;
  for (const kernel::TableSpec& table : content.tables) bytes += api::bytes_of(table);
  const std::int64_t max_bytes = target.dialect == Dialect::wgsl ? max_encoded_table_bytes : max_written_table_bytes;
  if (bytes > max_bytes) {
    throw Error::unsupported(
        "a program of " + target.token, fmt::format("its tables have {} MiB, and as text more", bytes >> 20U),
        fmt::format("give a problem whose tables have at most {} MiB: a shorter one, or of smaller primes",
                    max_bytes >> 20U));
  }
  return content;
}

ProgramContent content_of(const ProgramRequest& request) {
  const ContentPasses passes(request.tree, request.problem);
  return content_of({&passes, 1}, {request.caps, request.dialect, request.problem.token()});
}

std::vector<std::vector<std::byte>> contents_of_tables(const ProgramContent& content) {
  const runtime::CompileCache cache(runtime::CacheConfig::from_environment());
  std::vector<std::vector<std::byte>> contents;
  for (const kernel::TableSpec& table : content.tables) contents.push_back(api::contents_of(table, cache));
  return contents;
}

}  // namespace papilio::tool
