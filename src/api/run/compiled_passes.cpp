// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/compiled_passes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <future>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <papilio/error.hpp>
#include <system_error>
#include <type_traits>

#include "api/run/kernels.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"

namespace papilio::api {
namespace {

const runtime::Memory* memory_of(const Memories& memories, plan::Slot slot) {
  switch (slot) {
    case plan::Slot::input:
      return memories.in;
    case plan::Slot::output:
      return memories.out;
    case plan::Slot::scratch:
      return memories.scratch;
  }
  return nullptr;
}

/// Two planes follow each other in one buffer, or begin at the same place of two buffers.
const runtime::Memory* imaginary_of(const Memories& memories, plan::Slot slot) {
  const runtime::Memory* own = slot == plan::Slot::input ? memories.in_imaginary : memories.out_imaginary;
  return own == nullptr ? memory_of(memories, slot) : own;
}

std::int64_t plane_of(const Memories& memories, const Planes& planes, plan::Slot slot) {
  if (imaginary_of(memories, slot) != memory_of(memories, slot)) return 0;
  return slot == plan::Slot::input ? planes.in : planes.out;
}

using ProgramToCome = std::shared_future<std::shared_ptr<runtime::Program>>;

/// Ready at once if the program is loaded, else made in a thread.
ProgramToCome program_to_come(runtime::Device& device, const Kernel& kernel, BufferReach reach) {
  if (std::shared_ptr<runtime::Program> loaded = loaded_program_of(device, kernel, reach)) {
    std::promise<std::shared_ptr<runtime::Program>> ready;
    ready.set_value(std::move(loaded));
    return ready.get_future().share();
  }
  return std::async(std::launch::async, [&device, kernel, reach] { return program_of(device, kernel, reach); }).share();
}

/// Bytes of the largest buffer that a kernel is given, tables included.
std::int64_t largest_of(const std::vector<plan::PassLaunch>& launches, std::int64_t largest) {
  for (const plan::PassLaunch& launch : launches) {
    for (const plan::Pass* pass : {launch.pass, launch.second}) {
      if (pass == nullptr) continue;
      for (const kernel::TableSpec& table : kernel::interface_of(pass->kernel).tables)
        largest = std::max(largest, bytes_of(table));
    }
  }
  return largest;
}

BufferReach reach_for(const DeviceCaps& caps, const std::string& token, std::int64_t bytes) {
  if (caps.max_binding == 0 || bytes <= caps.max_binding) return BufferReach::bound;
  if (caps.addresses) return BufferReach::addresses;
  throw Error::unsupported(token,
                           fmt::format("it needs a buffer of {} bytes, and {} binds {} at most (maxStorageBufferRange)",
                                       bytes, caps.name, caps.max_binding),
                           "use a smaller batch or another device");
}

/// The arguments of one launch. They are on the stack and not zeroed, because allocating or zeroing would take as long
/// as everything else that a launch does here.
class Arguments {
 public:
  using Tables = std::vector<std::vector<std::shared_ptr<runtime::Memory>>>;
  Arguments(const Memories& memories, const Planes& planes, const Tables& tables)
      : memories_(memories), planes_(planes), tables_(tables) {}  // NOLINT(cppcoreguidelines-pro-type-member-init)

  // For list_arguments()
  void counters() { add(memories_.scratch); }
  void memory(plan::Slot slot) { add(memory_of(memories_, slot)); }
  void imaginary(plan::Slot slot) { add(imaginary_of(memories_, slot)); }
  // Drivers require a buffer there; a callback without data does not read it.
  void load_data(plan::Slot slot) { add(memories_.load_data ? memories_.load_data : memory_of(memories_, slot)); }
  void store_data(plan::Slot slot) { add(memories_.store_data ? memories_.store_data : memory_of(memories_, slot)); }
  void filter() { add(memories_.filter); }
  void tables(std::size_t part) {
    for (const auto& table : tables_[part]) add(table.get());
  }
  void input_sums() { add(memories_.input_sums); }
  void output_sums() { add(memories_.output_sums); }
  void number(std::int64_t value) { add(value); }
  void plane(plan::Slot slot) { add(plane_of(memories_, planes_, slot)); }

  [[nodiscard]] std::span<const runtime::Argument> all() const {
    return {std::launder(reinterpret_cast<const runtime::Argument*>(storage_)), count_};  // NOLINT
  }

 private:
  void add(runtime::Argument argument) {
    if (count_ == most) throw Error::internal("launch", "a kernel of too many arguments");
    std::construct_at(reinterpret_cast<runtime::Argument*>(storage_) + count_++, argument);  // NOLINT
  }

  void add(const SumMemory& side) {
    add(side.weights);
    add(side.sums);
    if (side.flag != nullptr) add(side.flag);
  }

  static constexpr std::size_t most = 32;
  static_assert(std::is_trivially_destructible_v<runtime::Argument>);
  const Memories& memories_;
  const Planes& planes_;
  const Tables& tables_;
  alignas(runtime::Argument) std::byte storage_[most * sizeof(runtime::Argument)];
  std::size_t count_ = 0;
};

}  // namespace

CompiledPasses::CompiledPasses(runtime::Device& device, const plan::PlanNode& tree, const Workload& work)
    : largest_bytes_(work.largest_bytes) {
  const std::string& token = work.token;
  if (device.capturing()) {
    throw Error::invalid_argument("planning " + token + " while a stream is captured",
                                  "a CUDA graph cannot hold what planning does: compiling, loading, allocating",
                                  "make the plan before the capture begins, and execute it within");
  }
  compute_units_ = device.caps().compute_units;
  try {
    compile(device, tree.launches(), work);
  } catch (const std::bad_alloc&) {
    throw Error::out_of_memory("planning " + token, "the host has no memory left for its tables",
                               "free some, or use a length whose prime factors are small");
  } catch (const std::system_error& error) {
    throw Error::out_of_memory("planning " + token, fmt::format("the host starts no thread: {}", error.what()),
                               "end others first");
  }
}

/// A cold plan spends most of its time in compilers, a warm one in loading programs. So each kernel has a thread of its
/// own, while this thread makes the tables.
void CompiledPasses::compile(runtime::Device& device, const std::vector<plan::PassLaunch>& launches,
                             const Workload& work) {
  const DeviceCaps& caps = device.caps();
  const BufferReach reach = caps.max_binding == 0
                                ? BufferReach::bound
                                : reach_for(caps, work.token, largest_of(launches, work.largest_bytes));
  if (reach == BufferReach::bound) max_bytes_ = caps.max_binding;
  UploadStream stream(device);
  std::vector<Kernel> kernels;
  kernels.reserve(launches.size());
  std::map<std::string, ProgramToCome> programs;  // boxes of one array may have one kernel
  for (const plan::PassLaunch& launch : launches) {
    kernels.push_back(launch.kernel());
    const auto [place, fresh] = programs.try_emplace(key_of(kernels.back()));
    if (fresh) place->second = program_to_come(device, kernels.back(), reach);
  }
  for (const plan::PassLaunch& each : launches) {
    CompiledLaunch launch{planned_launch(each, work.scratch_element_bytes, compute_units_), {}, nullptr};
    for (const LaunchPart& part : launch.planned.parts) {
      auto& tables = launch.tables.emplace_back();
      for (const kernel::TableSpec& table : part.face.tables) tables.push_back(table_of(device, stream, table));
    }
    launches_.push_back(std::move(launch));
  }
  for (std::size_t i = 0; i < launches_.size(); ++i) launches_[i].program = programs.at(key_of(kernels[i])).get();
}

LaunchShape CompiledPasses::shape_of(const LaunchPart& part, const Batch& batch) const {
  return batch.run == batch.planned ? part.shape : launch_shape(part.face, batch.scaled(part.batch), compute_units_);
}

/// Checks a larger batch than planned, or one behind the beginning of its buffers, before any pass is enqueued.
void CompiledPasses::require_launches(const Batch& batch) const {
  const std::int64_t bytes = ceil_div(largest_bytes_, batch.planned) * batch.run;
  if (max_bytes_ > 0 && batch.side_bytes > max_bytes_) {
    throw Error::unsupported(
        fmt::format("an execution with in_offset {} and out_offset {}", batch.in_offset, batch.out_offset),
        fmt::format("its arrays end {} bytes behind the beginning of a buffer, of which the plan's kernels reach {}",
                    batch.side_bytes, max_bytes_),
        "use smaller offsets, or other buffers for the arrays behind that");
  }
  if (max_bytes_ > 0 && bytes > max_bytes_) {
    throw Error::unsupported(fmt::format("an execution with a batch of {}", batch.run),
                             fmt::format("kernels of the plan reach {} bytes of a buffer", max_bytes_),
                             "make a plan for that batch");
  }
  for (const CompiledLaunch& launch : launches_) {
    for (const LaunchPart& part : launch.planned.parts) {
      if (part.face.tiles(batch.scaled(part.batch)) <= std::numeric_limits<std::int32_t>::max()) continue;
      throw Error::unsupported(fmt::format("an execution with a batch of {}", batch.run),
                               "a launch has at most 2^31 - 1 work-groups", "use a smaller batch");
    }
  }
}

void CompiledPasses::enqueue(runtime::Stream& stream, const Memories& memories, const Planes& planes,
                             const Batch& batch) const {
  if (batch.run > batch.planned || batch.in_offset > 0 || batch.out_offset > 0) require_launches(batch);
  for (const CompiledLaunch& launch : launches_) {
    const PlannedLaunch& planned = launch.planned;
    const LaunchPart& first = planned.parts.front();
    if (planned.fused()) stream.clear(*memories.scratch, planned.counters, planned.counter_bytes_of(batch));
    const LaunchShape shape = shape_of(first, batch);
    Arguments arguments(memories, planes, launch.tables);
    list_arguments(planned, batch, shape, arguments);
    const std::int64_t all = planned.units + planned.lag;
    const std::int64_t groups =
        planned.fused() ? planned.groups / all * (batch.scaled(planned.units) + planned.lag) : shape.groups;
    stream.launch(
        {launch.program.get(), groups, first.face.threads, arguments.all(), planned.local_memory, /*waits=*/true});
  }
  stream.submit();
}

}  // namespace papilio::api
