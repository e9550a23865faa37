// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/compiled_passes.hpp"

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

#include "api/kernels.hpp"
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

}  // namespace

/// The arguments of one launch. They are on the stack and not zeroed, because allocating or zeroing would take as long
/// as everything else that a launch does here.
class Arguments {
 public:
  void clear() { count_ = 0; }
  void add(runtime::Argument argument) {
    if (count_ == most) throw Error::internal("launch", "a kernel of too many arguments");
    std::construct_at(reinterpret_cast<runtime::Argument*>(storage_) + count_++, argument);  // NOLINT
  }
  [[nodiscard]] std::span<const runtime::Argument> all() const {
    return {std::launder(reinterpret_cast<const runtime::Argument*>(storage_)), count_};  // NOLINT
  }

 private:
  static constexpr std::size_t most = 32;
  static_assert(std::is_trivially_destructible_v<runtime::Argument>);
  alignas(runtime::Argument) std::byte storage_[most * sizeof(runtime::Argument)];
  std::size_t count_ = 0;
};

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
  if (reach == BufferReach::bound) most_bytes_ = caps.max_binding;
  const std::int64_t element_bytes = 2 * bytes_of(Storage::native, work.precision);
  UploadStream stream(device);
  std::vector<Kernel> kernels;
  kernels.reserve(launches.size());
  std::map<std::string, ProgramToCome> programs;  // boxes of one array may have one kernel
  for (const plan::PassLaunch& launch : launches) {
    kernels.push_back(launch.kernel());
    const auto [place, fresh] = programs.try_emplace(key_of(kernels.back()));
    if (fresh) place->second = program_to_come(device, kernels.back(), reach);
  }
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const plan::Pass& pass = *launches[i].pass;
    CompiledLaunch launch;
    launch.parts.push_back(part_of(device, stream, pass));
    launch.groups = launch.parts.front().shape.groups;
    if (launches[i].second != nullptr) {
      launch.parts.push_back(part_of(device, stream, *launches[i].second));
      launch.units = pass.fused->units;
      launch.lag = pass.fused->lag;
      launch.groups = std::get<FusedLaunch>(kernels[i]).groups(launch.units);
      launch.counters = static_cast<std::size_t>(pass.fused->counters * element_bytes);
    }
    for (const Part& part : launch.parts) launch.local_memory = std::max(launch.local_memory, part.face.local_memory);
    launches_.push_back(std::move(launch));
  }
  for (std::size_t i = 0; i < launches_.size(); ++i) launches_[i].program = programs.at(key_of(kernels[i])).get();
}

CompiledPasses::Part CompiledPasses::part_of(runtime::Device& device, UploadStream& stream, const plan::Pass& pass) {
  Part part{pass.source, pass.target, kernel::interface_of(pass.kernel), {}, pass.batch, {}};
  part.shape = launch_shape(part.face, pass.batch, device.caps().compute_units);
  for (const kernel::TableSpec& table : part.face.tables) part.tables.push_back(table_of(device, stream, table));
  return part;
}

void CompiledPasses::add_memories(const Part& part, const Memories& memories, Arguments& arguments) {
  arguments.add(memory_of(memories, part.source.slot));
  arguments.add(memory_of(memories, part.target.slot));
  if (part.face.planar_input) arguments.add(imaginary_of(memories, part.source.slot));
  if (part.face.planar_output) arguments.add(imaginary_of(memories, part.target.slot));
  // Drivers require a buffer there; a callback without data does not read it.
  const auto data = [&](const runtime::Memory* own) {
    return own == nullptr ? memory_of(memories, part.source.slot) : own;
  };
  if (part.face.load_callback) arguments.add(data(memories.load_data));
  if (part.face.store_callback) arguments.add(data(memories.store_data));
  if (part.face.filtered) arguments.add(memories.filter);
  for (const auto& table : part.tables) arguments.add(table.get());
}

LaunchShape CompiledPasses::shape_of(const Part& part, const Batch& batch) const {
  return batch.run == batch.planned ? part.shape : launch_shape(part.face, batch.scaled(part.batch), compute_units_);
}

/// In the order of kernel's Scalar.
void CompiledPasses::add_scalars(const Part& part, const LaunchShape& shape, const Batch& batch, Arguments& arguments) {
  for (const std::int64_t scalar : {batch.scaled(part.batch), part.source.distance, part.target.distance,
                                    part.source.offset, part.target.offset, shape.repeat}) {
    arguments.add(scalar);
  }
}

/// Of a larger batch than planned, before any pass is enqueued.
void CompiledPasses::require_launches(const Batch& batch) const {
  const std::int64_t bytes = (largest_bytes_ + batch.planned - 1) / batch.planned * batch.run;
  if (most_bytes_ > 0 && bytes > most_bytes_) {
    throw Error::unsupported(fmt::format("an execution with a batch of {}", batch.run),
                             fmt::format("kernels of the plan reach {} bytes of a buffer", most_bytes_),
                             "make a plan for that batch");
  }
  for (const CompiledLaunch& launch : launches_) {
    for (const Part& part : launch.parts) {
      if (part.face.tiles(batch.scaled(part.batch)) <= std::numeric_limits<std::int32_t>::max()) continue;
      throw Error::unsupported(fmt::format("an execution with a batch of {}", batch.run),
                               "a launch has at most 2^31 - 1 work-groups", "use a smaller batch");
    }
  }
}

void CompiledPasses::enqueue(runtime::Stream& stream, const Memories& memories, const Planes& planes,
                             const Batch& batch) const {
  if (batch.run > batch.planned) require_launches(batch);
  Arguments arguments;
  for (const CompiledLaunch& launch : launches_) {
    const Part& first = launch.parts.front();
    const bool fused = launch.units > 0;
    const std::int64_t units = batch.scaled(launch.units);
    arguments.clear();
    if (fused) {
      stream.clear(*memories.scratch, launch.counters, static_cast<std::size_t>(units * counter_bytes));
      arguments.add(memories.scratch);
    }
    for (const Part& part : launch.parts) add_memories(part, memories, arguments);
    const LaunchShape shape = shape_of(first, batch);
    for (const Part& part : launch.parts) {
      add_scalars(part, fused ? part.shape : shape, batch, arguments);
    }
    if (fused) {
      arguments.add(units);
      arguments.add(static_cast<std::int64_t>(launch.counters / sizeof(std::int32_t)));
    }
    if (first.face.planar_input) arguments.add(plane_of(memories, planes, first.source.slot));
    if (first.face.planar_output) arguments.add(plane_of(memories, planes, first.target.slot));
    const std::int64_t groups =
        fused ? launch.groups / (launch.units + launch.lag) * (units + launch.lag) : shape.groups;
    stream.launch(
        {launch.program.get(), groups, first.face.threads, arguments.all(), launch.local_memory, /*waits=*/true});
  }
  stream.submit();
}

}  // namespace papilio::api
